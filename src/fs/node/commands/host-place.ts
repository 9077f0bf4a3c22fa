// Commands on this machine: confined by bubblewrap, or plainly, for a person whose config asks for that. What a command
// leaves running ends with it.

import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { userInfo } from "node:os";
import { isAbsolute, join, relative, resolve } from "node:path";
import { failure } from "../../../base/index.ts";
import type { CommandCall, CommandPlace, CommandResult, PathRules } from "../../commands.ts";
import { runCommand, type CommandEnd } from "../container/run-command.ts";
import { changesBetween, surveyFolder } from "./changed-files.ts";
import { environmentFor } from "./command-environment.ts";
import { confine, tooWide, type Look } from "./confine.ts";
import { packIndexer } from "./git-index-pack.ts";
import type { IndexPack } from "./git-objects.ts";
import { askGitIn, identityOf } from "./git-questions.ts";
import { inspectTree } from "./inspect-tree.ts";
import { KeptStreams } from "./kept-output.ts";
import type { Layout } from "./layout.ts";
import { guarding, prepareFolder, whyAskIn, type FolderOptions } from "./prepare-folder.ts";
import { DEFAULT_PATH, findProgram, OF_THE_SYSTEM } from "../programs.ts";

export type HostPlaceOptions = {
  readonly where: "confined" | "host";
  /** The sandbox's root on this machine. */
  readonly root: string;
  readonly rules: PathRules;
  /** Our own environment; only a few names of it, and what `pass` adds, go on. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly pass?: readonly string[];
  readonly readable?: readonly string[];
  /** Commands may commit. */
  readonly gitWritable?: boolean;
};

export function openHostPlace(options: HostPlaceOptions): CommandPlace {
  const { where } = options;
  return {
    where,
    whyAsk: async () => {
      if (where === "host") return "it would run directly on this machine, where nothing confines it";
      const root = fs.realpathSync(options.root);
      return wideness(root, options) ?? whyAskIn(root, folderOptions(root, options));
    },
    run: (call) => (where === "host" ? runOnHost(call, options) : runConfined(call, options)),
  };
}

export const NO_BUBBLEWRAP = "bubblewrap is not installed in a folder of the system that PATH names";

/** Null when a command can be confined on this machine, else why not. */
export function whyNotConfined(): string | null {
  const bubblewrap = findBubblewrap([]);
  if (bubblewrap === null) return NO_BUBBLEWRAP;
  const facts = { root: "/usr", layout: EMPTY, cwd: "/usr", environment: { PATH: DEFAULT_PATH }, readable: [] };
  const tried = spawnSync(bubblewrap, [...confine({ ...facts, argv: ["true"] }, look)], {
    timeout: 10_000,
    encoding: "utf8",
  });
  if (tried.error !== undefined) return tried.error.message;
  return tried.status === 0 ? null : (tried.stderr.trim().split("\n")[0] ?? "bubblewrap fails");
}

const EMPTY: Layout = { root: "read-only", mounts: [] };
const WRITABLE: Layout = { root: "writable", mounts: [] };

async function runOnHost(call: CommandCall, options: HostPlaceOptions): Promise<CommandResult> {
  const root = fs.realpathSync(options.root);
  const cwd = folderFor(call, root);
  const { rules: named, fixed, awaited } = await inspectTree(root, { rules: options.rules, reader: "asked" });
  const folders = programFoldersIn(root, options.environment["PATH"] ?? "");
  const rules = guarding(named, [...fixed.map(({ path }) => path), ...awaited, ...folders]);
  const before = await surveyFolder(root, { rules });
  const { end, kept } = await execute(call, { argv: call.argv, cwd, environment: environmentFor(call, options) });
  const after = await surveyFolder(root, { rules });
  return kept.resultOf(end, { changed: changesBetween(before, after), notes: [] });
}

async function runConfined(call: CommandCall, options: HostPlaceOptions): Promise<CommandResult> {
  const root = fs.realpathSync(options.root);
  const cwd = folderFor(call, root);
  const wide = wideness(root, options);
  if (wide !== null)
    throw failure(
      "FORBIDDEN",
      `The command was not run: ${wide}. Give the sandbox a narrower root, such as the project's own folder.`,
    );
  const { layout, finish } = await prepareFolder(root, call, folderOptions(root, options));
  const identity = options.gitWritable && call.workspace === "writable" ? identityOf(root) : {};
  const environment = { ...identity, ...environmentFor(call, options) };
  const argv = confinedArgv(call, { root, layout, cwd, environment, readable: options.readable ?? [] });
  let ended: Awaited<ReturnType<typeof execute>>;
  try {
    ended = await execute(call, { argv, cwd, environment: { PATH: environment["PATH"] ?? DEFAULT_PATH } });
  } catch (error) {
    await finish();
    throw error;
  }
  return ended.kept.resultOf(ended.end, await finish());
}

async function execute(
  call: CommandCall,
  how: { readonly argv: readonly string[]; readonly cwd: string; readonly environment: Record<string, string> },
): Promise<{ readonly end: CommandEnd; readonly kept: KeptStreams }> {
  const kept = new KeptStreams(call);
  const end = await runCommand({
    ...how,
    inherit: false,
    timeoutMs: call.timeoutMs,
    maxBytes: Infinity,
    input: new TextEncoder().encode(call.input),
    signal: call.signal ?? NEVER,
    onOutput: kept.onOutput,
  });
  return { end, kept };
}

const NEVER = new AbortController().signal;

function folderFor({ cwd }: Pick<CommandCall, "cwd">, root: string): string {
  const folder = join(root, cwd);
  if (!look.isDirectory(folder))
    throw failure("NOT_FOUND", `There is no folder ${JSON.stringify(cwd)} to run the command in.`);
  // A link in the root may lead anywhere.
  const real = fs.realpathSync(folder);
  if (!isWithin(real, root))
    throw failure("SYMLINK", `${JSON.stringify(cwd)} leads out of the sandbox; a command is run only inside it.`);
  return real;
}

function wideness(root: string, { environment }: Pick<HostPlaceOptions, "environment">): string | null {
  const wide = tooWide({ root, homes: homes(environment) }, look);
  return wide === null ? null : `it cannot be confined to the sandbox's root, because ${wide}`;
}

function homes({ HOME: own }: HostPlaceOptions["environment"]): readonly string[] {
  const paths = own !== undefined && isAbsolute(own) ? [own] : [];
  try {
    paths.push(userInfo().homedir);
  } catch {
    // This user is in no list of users.
  }
  return paths.flatMap((path) => (fs.existsSync(path) ? [fs.realpathSync(path)] : []));
}

function folderOptions(root: string, options: HostPlaceOptions): FolderOptions {
  return {
    rules: options.rules,
    gitWritable: options.gitWritable ?? false,
    askGit: confinedGit(root),
    programFolders: programFoldersIn(root, options.environment["PATH"] ?? ""),
    indexPack: confinedIndexPack(root),
  };
}

/** Asks git about a folder without letting the folder's settings do anything; says nothing where it cannot. */
export function confinedGit(root: string): FolderOptions["askGit"] {
  const isPossible = findBubblewrap([root]) !== null;
  return isPossible
    ? askGitIn(root, (workTree, argv) => plainArgv(root, { root, cwd: join(root, workTree), layout: EMPTY }, argv))
    : async () => null;
}

/** Git where it can write one folder of ours. Without bubblewrap it is the git that would fetch such a pack as well. */
export function confinedIndexPack(root: string): IndexPack {
  const isPossible = findBubblewrap([root]) !== null;
  return packIndexer(root, (folder, argv) =>
    isPossible ? plainArgv(root, { root: folder, cwd: folder, layout: WRITABLE }, bounded(argv)) : argv,
  );
}

/**
 * Folders of the root where the person's own shell looks for programs, existing or not: a command must not leave a `git`
 * there. A relative one is looked for in whatever folder the person is in.
 */
function programFoldersIn(root: string, path: string): readonly string[] {
  const folders = path.split(":").map((folder) => resolve(root, folder));
  const real = folders.map((folder) => (fs.existsSync(folder) ? fs.realpathSync(folder) : folder));
  return [...new Set(real)]
    .filter((folder) => folder !== root && isWithin(folder, root))
    .map((folder) => relative(root, folder));
}

type Confined = Parameters<typeof confine>[0];

function confinedArgv({ argv, asked }: CommandCall, where: Omit<Confined, "argv">): readonly string[] {
  const limited = asked ? ["/bin/sh", "-c", BOUND, "sh", ...argv] : bounded(argv);
  return [bubblewrapFor(where.root), ...confine({ ...where, argv: limited }, look)];
}

function bounded(argv: readonly string[]): readonly string[] {
  return ["/bin/sh", "-c", `${BOUND_MEMORY}${BOUND}`, "sh", ...argv];
}

/** For what we ask of git ourselves: no one's settings are read. `workspace` is where no program is taken from. */
function plainArgv(
  workspace: string,
  where: Pick<Confined, "root" | "cwd" | "layout">,
  argv: readonly string[],
): readonly string[] {
  const environment = { PATH: DEFAULT_PATH, HOME: "/nowhere" };
  return [bubblewrapFor(workspace), ...confine({ ...where, environment, readable: [], argv }, look)];
}

/** The system's own: whoever may write a folder of PATH must not choose what confines the next command. */
function findBubblewrap(outside: readonly string[]): string | null {
  return findProgram("bwrap", { path: process.env["PATH"], outside, only: OF_THE_SYSTEM });
}

function bubblewrapFor(root: string): string {
  const found = findBubblewrap([root]);
  if (found === null) throw failure("FORBIDDEN", `The command was not run: ${NO_BUBBLEWRAP}.`);
  return found;
}

// A fork bomb of an ordinary user ends here; for root the system has no such bound, and the time limit ends it.
// bash says -u, dash says -p.
const BOUND = '{ ulimit -u 4096 || ulimit -p 4096; } 2>/dev/null; exec "$@"';
// Of each process, in KiB: what it may write to, not what it reserves.
const BOUND_MEMORY = "ulimit -d 4194304 2>/dev/null; ";

function isWithin(path: string, root: string): boolean {
  const rest = relative(root, path);
  return rest !== ".." && !rest.startsWith("../") && !isAbsolute(rest);
}

const look: Look = {
  exists: (path) => fs.existsSync(path),
  isDirectory: (path) => {
    try {
      return fs.statSync(path).isDirectory();
    } catch {
      return false; // Not there, or not ours to look at: a folder of PATH may be another user's.
    }
  },
  real: (path) => fs.realpathSync(path),
};

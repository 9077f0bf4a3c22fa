// Commands on this machine: confined by bubblewrap, or plainly, for a person whose config asks for that. What a command
// leaves running ends with it.

import * as fs from "node:fs";
import { userInfo } from "node:os";
import { isAbsolute, join, relative, resolve } from "node:path";
import { failure } from "../../../base/index.ts";
import type { CommandCall, CommandPlace, CommandResult, PathRules } from "../../commands.ts";
import { runCommand, type CommandEnd, type CommandOptions } from "../container/run-command.ts";
import { changesBetween, surveyFolder } from "./changed-files.ts";
import { environmentFor } from "./command-environment.ts";
import { confineCommand, confinedGit, confinedIndexPack, thisMachine } from "./bubblewrap.ts";
import { tooWide } from "./confine.ts";
import { identityOf } from "./git/questions.ts";
import { inspectTree } from "./inspect-tree.ts";
import { KeptStreams } from "./kept-output.ts";
import { guarding, prepareFolder, whyAskIn, type FolderOptions } from "./prepare-folder.ts";
import { DEFAULT_PATH } from "../programs.ts";

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
    image: null,
    network: where === "host",
    workspace: "writable",
    whyAsk: async () => {
      if (where === "host") return "it would run directly on this machine, where nothing confines it";
      const root = fs.realpathSync(options.root);
      return whyAskIn(root, folderOptions(root, options));
    },
    run: (call) => (where === "host" ? runOnHost(call, options) : runConfined(call, options)),
  };
}

async function runOnHost(call: CommandCall, options: HostPlaceOptions): Promise<CommandResult> {
  const root = fs.realpathSync(options.root);
  const cwd = folderFor(call, root);
  const { rules: named, fixed, awaited } = await inspectTree(root, { rules: options.rules, reader: "asked" });
  const folders = programFoldersIn(root, options.environment["PATH"] ?? "");
  const rules = guarding(named, [...fixed.map(({ path }) => path), ...awaited, ...folders]);
  const before = await surveyFolder(root, { rules });
  const { end, kept } = await execute(call, { argv: call.argv, cwd, environment: environmentFor(call, options) });
  const after = await surveyFolder(root, { rules });
  return kept.resultOf(end, { changed: changesBetween(before, after), warnings: [], notes: [] });
}

async function runConfined(call: CommandCall, options: HostPlaceOptions): Promise<CommandResult> {
  const root = fs.realpathSync(options.root);
  const cwd = folderFor(call, root);
  // Asked before anyone was; a folder may have become a home since.
  const wide = whyTooWide(root, options.environment);
  if (wide !== null) throw failure("FORBIDDEN", `The command was not run: ${wide}`);
  const { layout, finish } = await prepareFolder(root, call, folderOptions(root, options));
  const identity = options.gitWritable && call.workspace === "writable" ? identityOf(root) : {};
  const environment = { ...identity, ...environmentFor(call, options) };
  const where = { root, homes: homes(options.environment), layout, cwd, environment, readable: options.readable ?? [] };
  const confined = confineCommand(where, { argv: call.argv, memory: call.asked ? "any" : "bounded" });
  let ended: Awaited<ReturnType<typeof execute>>;
  try {
    ended = await execute(call, { ...confined, cwd, environment: { PATH: environment["PATH"] ?? DEFAULT_PATH } });
  } catch (error) {
    await finish();
    throw error;
  }
  return ended.kept.resultOf(ended.end, await finish());
}

async function execute(
  call: CommandCall,
  how: Pick<CommandOptions, "argv" | "third" | "cwd" | "environment">,
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
  if (!thisMachine.isDirectory(folder))
    throw failure("NOT_FOUND", `There is no folder ${JSON.stringify(cwd)} to run the command in.`);
  // A link in the root may lead anywhere.
  const real = fs.realpathSync(folder);
  if (!isWithin(real, root))
    throw failure("SYMLINK", `${JSON.stringify(cwd)} leads out of the sandbox; a command is run only inside it.`);
  return real;
}

/** Why no command is run below this root, with what to do about it, or null. To be asked before any person is. */
export function whyTooWide(root: string, environment: HostPlaceOptions["environment"]): string | null {
  const real = fs.realpathSync(root);
  const homes = homePaths(environment).map((path) => (fs.existsSync(path) ? fs.realpathSync(path) : resolve(path)));
  const wide = tooWide({ root: real, homes }, thisMachine);
  return wide === null
    ? null
    : `it cannot be confined to the sandbox's root, because ${wide}. Give the sandbox a narrower root, such as the project's own folder.`;
}

/** Where HOME and the list of users say it is, existing or not. */
function homePaths({ HOME: own }: HostPlaceOptions["environment"]): readonly string[] {
  const paths = own !== undefined && isAbsolute(own) ? [own] : [];
  try {
    paths.push(userInfo().homedir);
  } catch {
    // This user is in no list of users.
  }
  return paths;
}

function homes(environment: HostPlaceOptions["environment"]): readonly string[] {
  return homePaths(environment).flatMap((path) => (fs.existsSync(path) ? [fs.realpathSync(path)] : []));
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

function isWithin(path: string, root: string): boolean {
  const rest = relative(root, path);
  return rest !== ".." && !rest.startsWith("../") && !isAbsolute(rest);
}

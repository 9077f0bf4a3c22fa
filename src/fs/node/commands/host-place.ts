// Commands on this machine: confined by bubblewrap, or plainly, for a person whose config asks for that. The
// environment is an allow-list in both; what a command leaves running ends with it.

import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { userInfo } from "node:os";
import { isAbsolute, join, relative } from "node:path";
import { failure } from "../../../base/index.ts";
import type { CommandCall, CommandPlace, CommandResult } from "../../commands.ts";
import { runCommand } from "../container/run-command.ts";
import { DEFAULT_PATH, findProgram, OF_THE_SYSTEM } from "../programs.ts";
import { changesBetween, surveyFolder } from "./changed-files.ts";
import { confine, HOME, tooWide, type Confinement, type Look } from "./confine.ts";
import { fixedBelow } from "./fixed-paths.ts";
import { KeptStreams } from "./kept-output.ts";

export type HostPlaceOptions = {
  readonly where: "confined" | "host";
  /** The sandbox's root on this machine. */
  readonly root: string;
  /** Our own environment; only what is named in PASSED, and what `pass` adds, goes on. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly pass?: readonly string[];
  readonly readable?: readonly string[];
};

export function openHostPlace(options: HostPlaceOptions): CommandPlace {
  return { where: options.where, run: (call) => run(call, options) };
}

export const NO_BUBBLEWRAP = "bubblewrap is not installed in a folder of the system that PATH names";

/** Null when a command can be confined on this machine, else why not. */
export function whyNotConfined(): string | null {
  const facts = {
    root: "/usr",
    cwd: "/usr",
    environment: { PATH: "/usr/bin:/bin" },
    readable: [],
    fixed: [],
    argv: ["true"],
  };
  const bubblewrap = findBubblewrap([]);
  if (bubblewrap === null) return NO_BUBBLEWRAP;
  const tried = spawnSync(bubblewrap, [...confine(facts, look)], { timeout: 10_000, encoding: "utf8" });
  if (tried.error !== undefined) return tried.error.message;
  return tried.status === 0 ? null : (tried.stderr.trim().split("\n")[0] ?? "bubblewrap fails");
}

/** The system's own: whoever may write to a folder must not choose what confines the next command. */
function findBubblewrap(outside: readonly string[]): string | null {
  return findProgram("bwrap", { path: process.env["PATH"], outside, only: OF_THE_SYSTEM });
}

const PASSED = ["PATH", "LANG", "LANGUAGE", "TZ", "USER", "LOGNAME", "COLORTERM"];

async function run(call: CommandCall, options: HostPlaceOptions): Promise<CommandResult> {
  const root = fs.realpathSync(options.root);
  const cwd = join(root, call.cwd);
  if (!look.isDirectory(cwd))
    throw failure("NOT_FOUND", `There is no folder ${JSON.stringify(call.cwd)} to run the command in.`);
  // A link in the root may lead anywhere.
  if (!isWithin(fs.realpathSync(cwd), root))
    throw failure("SYMLINK", `${JSON.stringify(call.cwd)} leads out of the sandbox; a command is run only inside it.`);
  const environment = environmentFor(call, { ...options, root });
  const confined = options.where === "confined";
  const wide = confined ? tooWide({ root, homes: homes(options.environment) }, look) : null;
  if (wide !== null)
    throw failure(
      "FORBIDDEN",
      `The command was not run: it cannot be confined to the sandbox's root, because ${wide}. Give the sandbox a narrower root, such as the project's own folder.`,
    );
  const argv = confined ? confinedArgv(call, { root, cwd, environment, readable: options.readable ?? [] }) : call.argv;
  const before = surveyFolder(root);
  const kept = new KeptStreams(call);
  const end = await runCommand({
    argv,
    cwd,
    environment: confined ? { PATH: environment["PATH"] ?? DEFAULT_PATH } : environment,
    inherit: false,
    timeoutMs: call.timeoutMs,
    maxBytes: Infinity,
    input: new TextEncoder().encode(call.input),
    signal: call.signal ?? NEVER,
    onOutput: kept.onOutput,
  });
  return kept.resultOf(end, changesBetween(before, surveyFolder(root)));
}

function isWithin(path: string, root: string): boolean {
  const rest = relative(root, path);
  return rest !== ".." && !rest.startsWith("../") && !isAbsolute(rest);
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

function confinedArgv(
  { argv }: CommandCall,
  where: Pick<Confinement, "root" | "cwd" | "environment" | "readable">,
): readonly string[] {
  const { root, environment } = where;
  const fixed = [
    ...fixedBelow(root).map((name) => join(root, name)),
    ...pathFoldersIn(root, environment["PATH"] ?? ""),
  ];
  const bounded = ["/bin/sh", "-c", BOUND_PROCESSES, "sh", ...argv];
  const bubblewrap = findBubblewrap([root]);
  if (bubblewrap === null) throw failure("FORBIDDEN", `The command was not run: ${NO_BUBBLEWRAP}.`);
  return [bubblewrap, ...confine({ ...where, fixed, argv: bounded }, look)];
}

/** Folders of the root where the person's own shell looks for programs: a command must not leave a `git` there. */
function pathFoldersIn(root: string, path: string): readonly string[] {
  const folders = path.split(":").filter((folder) => isAbsolute(folder) && look.isDirectory(folder));
  return [...new Set(folders.map(realOf))].filter((folder) => folder !== root && isWithin(folder, root));
}

// A fork bomb of an ordinary user ends here; for root the system has no such bound, and the time limit ends it.
// bash says -u, dash says -p.
const BOUND_PROCESSES = '{ ulimit -u 4096 || ulimit -p 4096; } 2>/dev/null; exec "$@"';

const NEVER = new AbortController().signal;

function environmentFor(
  call: CommandCall,
  { where, root, environment, pass = [] }: HostPlaceOptions,
): Record<string, string> {
  const names = Object.keys(environment).filter(
    (name) => PASSED.includes(name) || name.startsWith("LC_") || pass.includes(name),
  );
  const passed = Object.fromEntries(names.map((name) => [name, environment[name] ?? ""]));
  const home = where === "confined" ? HOME : (environment["HOME"] ?? "/");
  return {
    ...passed,
    PATH: searched(environment["PATH"] ?? DEFAULT_PATH, call.programs === "system" ? root : null),
    HOME: home,
    TERM: "dumb",
    PAGER: "cat",
    GIT_PAGER: "cat",
    ...call.environment,
    // So that a galley started by the command knows that no person is typing.
    GALLEY_COMMAND: where,
  };
}

/** PATH without relative folders, which mean another one in every folder, and without those below `except`. */
function searched(path: string, except: string | null): string {
  const folders = path.split(":").filter(isAbsolute);
  if (except === null) return folders.join(":");
  return folders.filter((folder) => !isWithin(realOf(folder), except)).join(":");
}

function realOf(path: string): string {
  try {
    return fs.realpathSync(path);
  } catch {
    return path; // Not there: nothing is found in it.
  }
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

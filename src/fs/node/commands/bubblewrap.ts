// Runs things through bubblewrap, the system's own and none that a workspace brings: commands, and what we ask of git
// ourselves about files that may be hostile. Decides nothing about what is mounted.

import * as fs from "node:fs";
import { join } from "node:path";
import { failure } from "../../../base/index.ts";
import { runIsolated } from "../container/spawn-isolated.ts";
import { DEFAULT_PATH, findProgram, OF_THE_SYSTEM } from "../programs.ts";
import { confine, type Confined, type Confinement, type MachineQueries } from "./confine.ts";
import { packIndexer } from "./git/index-pack.ts";
import type { IndexPack } from "./git/objects.ts";
import { askGitIn } from "./git/questions.ts";
import type { AskGit } from "./git/tracked.ts";
import type { Layout } from "./layout.ts";
import { systemCallFilter } from "./system-call-filter.ts";

const NO_BUBBLEWRAP = "bubblewrap is not installed in a folder of the system that PATH names";

/** Whether bubblewrap is installed where it may be started from. It may still fail. */
export function hasBubblewrap(): boolean {
  return findBubblewrap([]) !== null;
}

/** Null when a command can be confined on this machine, else why not. */
export function whyNotConfined(): string | null {
  if (!hasBubblewrap()) return NO_BUBBLEWRAP;
  const argv = plain([], { root: "/usr", cwd: "/usr", layout: READ_ONLY }, ["true"]);
  const tried = runIsolated(argv, { timeout: 10_000, encoding: "utf8" });
  if (tried.error !== undefined) return tried.error.message;
  return tried.status === 0 ? null : (tried.stderr.trim().split("\n")[0] ?? "bubblewrap fails");
}

/** Are system calls filtered here? Not on an architecture whose numbers are in no table. */
export function filtersSystemCalls(): boolean {
  return systemCallFilter(thisMachine.architecture) !== null;
}

export function confineCommand(
  where: Omit<Confinement, "argv">,
  { argv, memory }: { readonly argv: readonly string[]; readonly memory: "any" | "bounded" },
): Confined {
  const limited = memory === "any" ? ["/bin/sh", "-c", BOUND, "sh", ...argv] : bounded(argv);
  return confine(bubblewrapFor([where.root]), { ...where, argv: limited }, thisMachine);
}

/** Asks git about a folder without letting the folder's settings do anything; says nothing where it cannot. */
export function confinedGit(root: string): AskGit {
  if (findBubblewrap([root]) === null) return async () => null;
  return askGitIn(root, (folder, argv) => plain([root], { root, cwd: join(root, folder), layout: READ_ONLY }, argv));
}

/** Git where it can write one folder of ours. Without bubblewrap it is the git that would fetch such a pack as well. */
export function confinedIndexPack(root: string): IndexPack {
  const isPossible = findBubblewrap([root]) !== null;
  return packIndexer(root, (folder, argv) =>
    isPossible ? plain([root], { root: folder, cwd: folder, layout: WRITABLE }, bounded(argv)) : { argv, third: null },
  );
}

const READ_ONLY: Layout = { root: "read-only", mounts: [] };
const WRITABLE: Layout = { root: "writable", mounts: [] };

/** No one's settings are read. `outside` is where no program is taken from. */
function plain(
  outside: readonly string[],
  where: Pick<Confinement, "root" | "cwd" | "layout">,
  argv: readonly string[],
): Confined {
  const environment = { PATH: DEFAULT_PATH, HOME: "/nowhere" };
  return confine(bubblewrapFor(outside), { ...where, homes: [], environment, readable: [], argv }, thisMachine);
}

/** The system's own: write access to a folder of PATH must not decide what confines the next command. */
function findBubblewrap(outside: readonly string[]): string | null {
  return findProgram("bwrap", { path: process.env["PATH"], outside, only: OF_THE_SYSTEM });
}

function bubblewrapFor(outside: readonly string[]): string {
  const found = findBubblewrap(outside);
  if (found === null) throw failure("FORBIDDEN", `The command was not run: ${NO_BUBBLEWRAP}.`);
  return found;
}

function bounded(argv: readonly string[]): readonly string[] {
  return ["/bin/sh", "-c", `${BOUND_MEMORY}${BOUND}`, "sh", ...argv];
}

// A fork bomb of an ordinary user ends here; for root the system has no such bound, and the time limit ends it.
// bash says -u, dash says -p.
const BOUND = '{ ulimit -u 4096 || ulimit -p 4096; } 2>/dev/null; exec "$@"';
// Of each process, in KiB: what it may write to, not what it reserves.
const BOUND_MEMORY = "ulimit -d 4194304 2>/dev/null; ";

/** This machine. */
export const thisMachine: MachineQueries = {
  exists: (path) => fs.existsSync(path),
  isDirectory: (path) => {
    try {
      return fs.statSync(path).isDirectory();
    } catch {
      return false; // Not there, or not ours to look at: a folder of PATH may be another user's.
    }
  },
  real: (path) => fs.realpathSync(path),
  architecture: process.arch,
};

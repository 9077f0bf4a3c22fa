// The two things that commands need to know from git. What a repository has recorded is asked of a git that is confined,
// because a repository's settings can name programs; a name and an address are read without running anything.

import { spawnSync } from "node:child_process";
import type { AskGit } from "./git-tracked.ts";
import { findProgram, OF_THE_SYSTEM } from "../programs.ts";

/** `confined` makes the arguments that run something read-only in a folder below the root. */
export function askGitIn(
  root: string,
  confined: (workTree: string, argv: readonly string[]) => readonly string[],
): AskGit {
  const git = gitOutside(root);
  return async (workTree, names) => {
    // More than a command line takes: no one can say.
    if (git === null || names.reduce((sum, name) => sum + name.length, 0) > MAX_NAMES) return null;
    const argv = ["/bin/sh", "-c", RECORDED, git, ...names];
    const [program = "", ...args] = confined(workTree, argv);
    const ran = spawnSync(program, args, { timeout: 20_000, maxBuffer: 64 * 1024 ** 2, encoding: "utf8", env: {} });
    return ran.status === 0 ? ran.stdout.split("\0").filter((name) => name !== "") : null;
  };
}

// In the index, or in the last commit where there is one. Names are arguments, never part of this text.
const RECORDED = `export GIT_LITERAL_PATHSPECS=1
"$0" ls-files -z --cached -- "$@" || exit 1
"$0" rev-parse --quiet --verify HEAD >/dev/null || exit 0
exec "$0" ls-tree -z -r --name-only HEAD -- "$@"`;

/** Not one that the workspace brings along. */
function gitOutside(root: string): string | null {
  return findProgram("git", { path: process.env["PATH"], outside: [root], only: OF_THE_SYSTEM });
}

const MAX_NAMES = 60_000;

/** Who commits, as the person's own git would say it: a confined command does not see their settings. */
export function identityOf(root: string): Record<string, string> {
  const git = gitOutside(root);
  if (git === null) return {};
  const read = (key: string): string | null => {
    const ran = spawnSync(git, ["-C", root, "config", "--get", key], { timeout: 10_000, encoding: "utf8" });
    return ran.status === 0 ? ran.stdout.trimEnd() : null;
  };
  const [name, email] = [read("user.name"), read("user.email")];
  return {
    ...(name === null ? {} : { GIT_AUTHOR_NAME: name, GIT_COMMITTER_NAME: name }),
    ...(email === null ? {} : { GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_EMAIL: email }),
  };
}

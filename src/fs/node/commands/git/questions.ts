// The two things that commands need to know from git. What a repository has recorded is asked of a git that is confined,
// because a repository's settings can name programs; a name and an address are read without running anything.

import { spawnSync } from "node:child_process";
import { runIsolated } from "../../container/spawn-isolated.ts";
import type { Confined } from "../confine.ts";
import type { AskGit } from "./tracked.ts";
import { findProgram, OF_THE_SYSTEM } from "../../programs.ts";

/** `confined` makes the arguments that run something read-only in a folder below the root. */
export function askGitIn(root: string, confined: (folder: string, argv: readonly string[]) => Confined): AskGit {
  const git = gitOutside(root);
  return async (gitFolder, objects) => {
    if (git === null) return null;
    const ran = runIsolated(confined(gitFolder, ["/bin/sh", "-c", RECORDED, git]), {
      timeout: 20_000,
      maxBuffer: 64 * 1024 ** 2,
      encoding: "utf8",
      env: {},
      input: objects.map((name) => `${name}\n`).join(""),
    });
    if (ran.status !== 0) return null;
    const [names = "", found = ""] = ran.stdout.split("\0\0");
    return { names: names.split("\0").map(withoutHeading), hasObject: found.includes(" blob ") };
  };
}

// Names first, each with a NUL after it; after an empty one, what is known of the objects that are asked about. Trees that
// other refs lead to are compared with that of HEAD, so that only names that differ are printed. A stash has its
// untracked files in a third parent.
const RECORDED = `g() { "$0" --git-dir=. "$@"; }
g rev-parse --git-dir >/dev/null || exit 1
g ls-files -z --cached || exit 1
head=$(g rev-parse --quiet --verify 'HEAD^{tree}') || head=$(g hash-object -t tree /dev/null)
g ls-tree -z -r --name-only "$head" || exit 1
{ g for-each-ref --format='%(objectname)^{tree}'; echo 'refs/stash^3^{tree}'; } |
  g cat-file --batch-check='%(objectname) %(objecttype)' | sort -u |
  while read -r tree type; do [ "$type" = tree ] && echo "$head $tree"; done |
  g diff-tree -r -z --name-only --stdin || exit 1
printf '\\0\\0'
exec "$0" --git-dir=. cat-file --batch-check`;

/** Each comparison is headed by the two trees that are compared. */
function withoutHeading(name: string): string {
  return name.replace(/^(?:[0-9a-f]{40,64} [0-9a-f]{40,64}\n)+/, "");
}

/** Not one that the workspace brings along. */
function gitOutside(root: string): string | null {
  return findProgram("git", { path: process.env["PATH"], outside: [root], only: OF_THE_SYSTEM });
}

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

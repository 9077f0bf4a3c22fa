// Git has to see the repository where we see it, and a git dir outside the folder has to point back to it. What git is
// asked here it answers from the repository's own configuration; these commands print, and start nothing.

import * as fs from "node:fs";
import { join, resolve } from "node:path";
import { RepositoryError } from "../../repository.ts";
import { readConfiguration, type Configuration } from "./configuration.ts";
import { LEADS_OUT, type RepositoryLayout } from "./locate.ts";
import { requireSuccess } from "./own-git-dir.ts";
import type { GitAnswer } from "./run-git.ts";

export type Ask = (args: readonly string[]) => Promise<GitAnswer>;

export type Confirmed = {
  /** How objects are named. */
  readonly objectFormat: "sha1" | "sha256";
  /** Of every level, as it is in effect for this repository. */
  readonly configuration: Configuration;
};

/** Null when git sees no repository here. Throws RepositoryError when it sees another one. */
export async function confirmLayout(layout: RepositoryLayout, ask: Ask): Promise<Confirmed | null> {
  const [answer, listed] = await Promise.all([ask(["rev-parse", ...QUESTIONS]), ask(["config", "--list", "-z"])]);
  if (answer.kind === "ran" && answer.exitCode === 128 && NO_REPOSITORY.test(answer.stderr)) return null;
  const objectFormat = objectFormatIn(answer, layout);
  if (layout.isSubmodule) await requireWayBack(layout, ask);
  return { objectFormat, configuration: readConfiguration(requireSuccess(listed).stdout) };
}

/** The names of objects that git reads as others. */
export async function replacedObjects(ask: Ask): Promise<ReadonlySet<string>> {
  const listed = requireSuccess(await ask(["for-each-ref", "--format=%(refname)", "refs/replace/"]));
  const names = listed.stdout.toString("utf8").split("\n");
  return new Set(names.map((name) => name.slice("refs/replace/".length)));
}

const QUESTIONS = ["--absolute-git-dir", "--git-common-dir", "--show-toplevel", "--show-object-format"];
const NO_REPOSITORY = /not a git repository|must be run in a work tree/;

function objectFormatIn(answer: GitAnswer, { top, gitDir, commonDir }: RepositoryLayout): "sha1" | "sha256" {
  const [dir, common, toplevel, format] = requireSuccess(answer).stdout.toString("utf8").split("\n");
  const isSame = (given: string | undefined, path: string): boolean =>
    given !== undefined && given !== "" && realOf(resolve(top, given)) === path;
  if (!isSame(toplevel, top)) throw new RepositoryError("git says that its files are in another folder");
  if (!isSame(dir, gitDir) || !isSame(common, commonDir))
    throw new RepositoryError("git finds another repository than galley does");
  if (format === "sha1" || format === "sha256") return format;
  throw new RepositoryError("this git does not say how its objects are named; a newer one does");
}

/** The git dir of a submodule is in another repository and names the folder of the submodule. */
async function requireWayBack({ top, gitDir }: RepositoryLayout, ask: Ask): Promise<void> {
  const file = ["--file", join(gitDir, "config"), "--no-includes"];
  const answer = await ask(["config", ...file, "-z", "--get", "core.worktree"]);
  const back = answer.kind === "ran" && answer.exitCode === 0 ? answer.stdout.toString("utf8").slice(0, -1) : "";
  if (back === "" || realOf(resolve(gitDir, back)) !== top) throw new RepositoryError(`.git ${LEADS_OUT}`);
}

function realOf(path: string): string | null {
  try {
    return fs.realpathSync(path);
  } catch {
    return null; // Nothing is there.
  }
}

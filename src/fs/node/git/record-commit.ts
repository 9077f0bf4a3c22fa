// A commit made in a git dir of our own: the tree of its parent with only the wanted entries changed. No hook, filter or
// signing program runs, and neither the index nor a file of the work tree is touched. The branch moves last, and only if
// it is still where it was.

import * as fs from "node:fs";
import { join } from "node:path";
import { RepositoryError, type Head, type NewCommit } from "../../repository.ts";
import type { Configuration } from "./configuration.ts";
import type { Ask } from "./confirm.ts";
import { parseIndex, type ParsedIndex } from "./index-file.ts";
import { requireSuccess } from "./own-git-dir.ts";
import { addEntries, putObject, putContents, requireOnly, type IndexPlace } from "./update-index.ts";

/** What the last commit has. */
export async function readHead(place: IndexPlace, ask: Ask): Promise<Head & { readonly entries: ParsedIndex }> {
  const commit = await nameOf(ask, "HEAD^{commit}");
  const tree = commit === null ? null : await nameOf(ask, `${commit}^{tree}`);
  place.own.putIndex(null, 0);
  const branch = await ask(["symbolic-ref", "-q", "HEAD"]);
  const isDetached = branch.kind === "ran" && branch.exitCode === 1;
  if (tree === null) return { commit: null, isDetached, entries: parseIndex(null, place.nameBytes) };
  const objects = join(place.layout.base, place.paths.objects);
  requireSuccess(await place.own.run(["read-tree", tree], { cwd: place.layout.top, objects }));
  return { commit, isDetached, entries: parseIndex(place.own.readIndex(), place.nameBytes) };
}

/** Gives the name of the commit. Throws RepositoryError; the branch has not moved then. */
export async function recordCommit(
  place: IndexPlace,
  { ask, configuration }: { readonly ask: Ask; readonly configuration: Configuration },
  { changes, parent, message }: NewCommit,
): Promise<string> {
  const { own, layout, nameBytes, paths } = place;
  const identity = await requireCommittable(place, { ask, configuration });
  await putContents(place, changes);
  const before = await readHead(place, ask);
  if (before.commit !== parent) throw new RepositoryError("another commit was made meanwhile; try again");
  const real = join(layout.base, paths.objects);
  if (/[\n"#]/.test(real))
    throw new RepositoryError("the repository's path has characters that git cannot borrow from");
  // From here on new objects are ours, and those of the repository can be read.
  own.put("objects/info/alternates", new TextEncoder().encode(`${real}\n`));
  try {
    const run = async (args: readonly string[], input?: string): Promise<string> => {
      const options = { cwd: layout.top, environment: identity, ...(input === undefined ? {} : { input }) };
      return requireSuccess(await own.run(args, options))
        .stdout.toString("latin1")
        .trim();
    };
    await addEntries(place, changes);
    requireOnly(changes, before.entries, parseIndex(own.readIndex(), nameBytes));
    const tree = await run(["write-tree"]);
    if (parent !== null && tree === (await nameOf(ask, `${parent}^{tree}`)))
      throw new RepositoryError("the last commit contains these changes already");
    const commit = await run(["commit-tree", tree, ...(parent === null ? [] : ["-p", parent]), "-F", "-"], message);
    for (const object of own.newObjects()) await putObject(place, object);
    const [subject = ""] = message.split("\n", 1);
    const moves = ["update-ref", "-m", `commit: ${subject}`, "HEAD", commit, parent ?? "0".repeat(nameBytes * 2)];
    requireSuccess(await ask(["-c", "core.hooksPath=/dev/null", ...moves]));
    return commit;
  } finally {
    own.put("objects/info/alternates", new Uint8Array());
  }
}

/** What can be known before there is a message: gives who commits. Throws RepositoryError. */
export async function requireCommittable(
  { layout }: Pick<IndexPlace, "layout">,
  { ask, configuration }: { readonly ask: Ask; readonly configuration: Configuration },
): Promise<Readonly<Record<string, string>>> {
  requireCalm(layout.gitDir, configuration);
  return { ...(await identityOf(ask, "AUTHOR")), ...(await identityOf(ask, "COMMITTER")) };
}

const UNFINISHED = ["MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply"];

function requireCalm(gitDir: string, configuration: Configuration): void {
  if (UNFINISHED.some((name) => fs.existsSync(join(gitDir, name))))
    throw new RepositoryError("a merge, rebase, cherry-pick or revert is not finished");
  if ([...configuration.keys()].some((key) => key.startsWith("hook.")))
    throw new RepositoryError("hooks are set in git's configuration, and galley cannot commit without running them");
}

/** The person's name and address, as git itself would use them. */
async function identityOf(ask: Ask, role: "AUTHOR" | "COMMITTER"): Promise<Readonly<Record<string, string>>> {
  const answer = await ask(["var", `GIT_${role}_IDENT`]);
  const said = answer.kind === "ran" && answer.exitCode === 0 ? answer.stdout.toString("utf8") : "";
  const [, name, email] = /^(.*?) ?<([^>\n]*)> \d+ [+-]\d{4}\n?$/.exec(said) ?? [];
  if (name === undefined || email === undefined || name === "")
    throw new RepositoryError(
      "git does not know your name and address: set them with git config user.name and user.email",
    );
  return { [`GIT_${role}_NAME`]: name, [`GIT_${role}_EMAIL`]: email };
}

async function nameOf(ask: Ask, revision: string): Promise<string | null> {
  const answer = await ask(["rev-parse", "--verify", "--quiet", "--end-of-options", revision]);
  if (answer.kind === "ran" && answer.exitCode !== 0) return null;
  const name = requireSuccess(answer).stdout.toString("latin1").trim();
  if (!/^[0-9a-f]{40,64}$/.test(name)) throw new RepositoryError("git names no object for the last commit");
  return name;
}

// A commit of exactly what a conversation changed: for each file, from what was there before its first change to what
// its last change wrote. The person's own changes, staged or not, in these files or in others, are in no commit of ours:
// where theirs and ours cannot be separated exactly, the file is left out and the reason is named.

import { isFailure } from "../../base/index.ts";
import { RepositoryError, type GitIndex, type Head, type IndexChange, type OpenRepository } from "../../fs/index.ts";
import type { Repository, Staging } from "../../fs/index.ts";
import type { State } from "../../state/index.ts";
import type { OpenRoot } from "../batch/step.ts";
import { summedFiles, type SummedFile } from "./summed-files.ts";
import { whyTakenBack } from "./taken-back.ts";
import { createContentCheck, type ContentCheck } from "./stage-content.ts";

export type CommitOptions = {
  readonly state: State;
  /** The receipts of the conversation, oldest first. Those that were undone count for nothing. */
  readonly receipts: readonly string[];
  readonly open: OpenRepository;
  /** Shows what the files are now. */
  readonly openRoot: OpenRoot;
  /** Null: nothing is committed; the result says what would be. */
  readonly message: string | null;
};

export type GitCommit = {
  /** Null: there was nothing to commit, or only a plan was asked for. */
  readonly commit: string | null;
  /** What is in it, as sandbox/relative. */
  readonly files: readonly string[];
  /** What is not, and why: completes "… is left out: …". */
  readonly left: readonly { readonly path: string; readonly why: string }[];
  /** Why nothing could be committed at all; null when that is not so. */
  readonly problem: string | null;
  /** What of the index could not be brought up to date after the commit, and that no branch has the commit. */
  readonly warnings: readonly string[];
};

/** Never throws for anything git does. */
export async function commitInGit({ state, receipts, open, openRoot, message }: CommitOptions): Promise<GitCommit> {
  const { folders, left } = summedFiles(state, receipts);
  const nothing = { commit: null, files: [], left, warnings: [] };
  if (folders.length === 0) return { ...nothing, problem: "this conversation changed no files here" };
  if (folders.length > 1) return { ...nothing, problem: "this conversation changed files in several folders" };
  const [folder] = folders;
  try {
    const found = await open(folder!.folder);
    if (found.kind === "none") return { ...nothing, problem: "this folder is in no git repository" };
    if (found.kind === "refused") return { ...nothing, problem: found.why };
    const { repository } = found;
    try {
      const root = openRoot({ kind: "host", root: folder!.folder });
      return await commitFiles(repository, folder!.files, { left, message, root });
    } finally {
      repository.close();
    }
  } catch (error) {
    if (!isFailure(error) && !(error instanceof RepositoryError)) throw error;
    return { ...nothing, problem: error.message };
  }
}

async function commitFiles(
  repository: Repository,
  files: readonly SummedFile[],
  { left, message, root }: Pick<GitCommit, "left"> & Pick<CommitOptions, "message"> & Pick<Known, "root">,
): Promise<GitCommit> {
  const pathOf = (file: SummedFile): string => repository.prefix + file.at;
  const content = createContentCheck(repository, await repository.attributes(files.map(pathOf)));
  const ignored = await repository.ignored(files.filter((file) => file.before === null).map(pathOf));
  const head = await repository.head();
  const reasons = new Map<SummedFile, string>();
  let index: GitIndex | null = null;
  await repository.update(async (now) => {
    index = now;
    return []; // Only looked at.
  });
  for (const file of files) {
    const why = await whyLeft(file, { path: pathOf(file), repository, head, index: index!, content, ignored, root });
    if (why !== null) reasons.set(file, why);
  }
  const wanted = files.filter((file) => !reasons.has(file));
  const told = [...reasons].filter(([, why]) => why !== COMMITTED);
  const allLeft = [...left, ...told.map(([{ path }, why]) => ({ path, why }))];
  const result = { files: wanted.map(({ path }) => path), left: allLeft, warnings: [] };
  if (wanted.length === 0) {
    const problem = told.length > 0 ? "nothing of it can be committed exactly" : "everything is committed already";
    return { ...result, commit: null, problem };
  }
  if (message === null) {
    await repository.requireCommittable();
    return { ...result, commit: null, problem: null };
  }
  const changes = wanted.map((file) => changeOf(file, pathOf(file), head));
  const commit = await repository.commit({ changes, parent: head.commit, message });
  const warnings = await refreshIndex(repository, wanted, changes);
  return { ...result, commit, problem: null, warnings: head.isDetached ? [...warnings, DETACHED] : warnings };
}

type Known = {
  readonly path: string;
  readonly repository: Repository;
  readonly head: Head;
  readonly index: GitIndex;
  readonly content: ContentCheck;
  readonly ignored: ReadonlySet<string>;
  readonly root: Staging | null;
};

const DETACHED = "HEAD is on no branch, so only HEAD has this commit. Keep it on a branch: git switch -c NAME";

/** Nothing is missing: no reason that anyone needs to read. */
const COMMITTED = "it is committed already";

async function whyLeft(file: SummedFile, known: Known): Promise<string | null> {
  const { path, repository, head, index, content, ignored, root } = known;
  const outside = repository.misplaced(path);
  if (outside !== null) return outside;
  const committed = head.entries.entry(path);
  if (ignored.has(path) && committed === null) return "git ignores it";
  if (committed !== null && committed.kind !== "file" && committed.kind !== "program")
    return "git knows it as a link, not as a file";
  const isStored = async (bytes: Uint8Array | null): Promise<boolean> =>
    bytes === null || committed === null ? bytes === committed : content.isStored(path, bytes, committed.objectName);
  if (await isStored(file.after)) return COMMITTED;
  const takenBack = await whyTakenBack(file, root);
  if (takenBack !== null) return takenBack;
  // Some of its changes may have been committed before: then only the others are missing.
  const matches = await Promise.all([file.before, ...file.versions].map(isStored));
  if (!matches.includes(true))
    return file.before === null
      ? "it is in the last commit, but was not in the folder before this conversation"
      : "it had changes of your own that are not committed, and they cannot be separated exactly";
  const staged = index.entry(path);
  if (staged !== null && staged.state !== "plain") return "git's index has it in a special state";
  if (!isOurs(staged, file, repository)) return "you staged changes of your own in it";
  if (file.after === null) return null;
  return content.whyUnknown(path, index) ?? (await content.whyConverted(path, file.after));
}

/** Whether the index has what was there before, or one of the versions that this conversation wrote. */
function isOurs(entry: ReturnType<GitIndex["entry"]>, file: SummedFile, repository: Repository): boolean {
  const versions = [file.before, ...file.versions];
  if (entry === null) return versions.includes(null);
  return versions.some((bytes) => bytes !== null && repository.objectName(bytes) === entry.objectName);
}

function changeOf(file: SummedFile, path: string, { entries }: Head): IndexChange {
  if (file.after === null) return { path, put: null };
  const known = entries.entry(path)?.kind;
  const kind = known === "program" || (known === undefined && file.isExecutable) ? "program" : "file";
  return { path, put: { kind, bytes: file.after } };
}

/** The index has the committed files as they were committed, so that git shows them as neither staged nor reverted. */
async function refreshIndex(
  repository: Repository,
  files: readonly SummedFile[],
  changes: readonly IndexChange[],
): Promise<readonly string[]> {
  const warnings: string[] = [];
  try {
    await repository.update(async (index) => {
      const still = changes.filter((_, at) => isOurs(index.entry(changes[at]!.path), files[at]!, repository));
      if (still.length < changes.length)
        warnings.push("You staged changes in the meantime; those were left as they are.");
      return still;
    });
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error;
    warnings.push(
      `git's index was not brought up to date: ${error.message}. Run git reset -- FILE for the committed files.`,
    );
  }
  return warnings;
}

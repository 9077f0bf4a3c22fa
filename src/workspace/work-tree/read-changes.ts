// The changes of the work tree since a revision, as a plan from what the revision has to what is on disk now. A change
// that cannot be shown and reverted as text is named with the reason, never left out. Reads only.

import { failure, isFailure, LIMITS, type GalleyError, type WorkspacePath } from "../../base/index.ts";
import { findAll } from "../../commit/index.ts";
import { planEdits, type Change, type ChangePlan, type Edit, type EditId, type Found } from "../../edits/index.ts";
import { RepositoryError, type ChangedFile, type Repository, type StoredContent } from "../../fs/index.ts";
import { decode, versionOfText, type Text } from "../../text/index.ts";
import type { LocalWorkspace } from "../local.ts";
import { renamedFiles } from "./renamed-files.ts";

export type WorkTreeChanges = {
  /** From the revision to the work tree: `before` is the revision's, `result` is what is on disk. */
  readonly plan: ChangePlan;
  /** Changes that are not in the plan. */
  readonly named: readonly NamedChange[];
};

/** `why` is a sentence. */
export type NamedChange = { readonly path: string; readonly why: string };

/** NOT_FOUND where there is no repository, INVALID_ARG for a revision that it does not have. */
export async function readWorkTree(workspace: LocalWorkspace, revision: string | null): Promise<WorkTreeChanges> {
  const repository = await openRepository(workspace);
  try {
    const since = await repository.changedSince(revision);
    if (since.kind === "unknown-revision")
      throw failure(
        "INVALID_ARG",
        `git knows no revision ${JSON.stringify(revision)}. ${adviceFor(revision, workspace)}`,
      );
    return await planOf(since.files, repository, workspace);
  } catch (error) {
    // An object that is missing, an index that cannot be read: the repository's state, and no bug of ours.
    if (error instanceof RepositoryError) throw unreadable(error.message);
    throw error;
  } finally {
    repository.close();
  }
}

function unreadable(why: string): GalleyError {
  return failure("INVALID_ARG", `The git repository cannot be read: ${why}.`);
}

function adviceFor(revision: string | null, { known }: LocalWorkspace): string {
  return revision !== null && revision !== "" && known(revision)
    ? "It is a path: review takes a commit, branch or tag, and shows every changed file. / filters them by path there."
    : "Name a commit, branch or tag.";
}

async function openRepository({ address, state, openRepository: open }: LocalWorkspace): Promise<Repository> {
  const root = address?.kind === "host" ? address.root : null;
  if (root === null)
    throw failure("INVALID_ARG", "galley review works on a folder of this machine, not on this sandbox.");
  // Git works on copies in the folder of our state, which the first lock creates.
  await (await state()).withLock({}, async () => undefined);
  const found = await open(root);
  if (found.kind === "repository") return found.repository;
  if (found.kind === "refused") throw unreadable(found.why);
  throw failure("NOT_FOUND", "There is no git repository here, so there is nothing to compare the files with.");
}

type Candidate = { readonly file: ChangedFile; readonly path: WorkspacePath };

async function planOf(
  changed: readonly ChangedFile[],
  repository: Repository,
  workspace: LocalWorkspace,
): Promise<WorkTreeChanges> {
  const named: NamedChange[] = [];
  const candidates: Candidate[] = [];
  for (const file of changed) {
    const sorted = sort(file, repository, workspace);
    if ("why" in sorted) named.push(sorted);
    else candidates.push(sorted);
  }
  const wanted = candidates.flatMap(({ file }) =>
    file.before === null ? [] : [{ path: file.path, objectName: file.before.objectName }],
  );
  const stored = await repository.contents(wanted, { mostBytes: LIMITS.fileBytes.value });
  const contents = new Map(wanted.map(({ path }, at) => [path, stored[at]!]));
  const now = await findAll(
    candidates.map(({ path }) => path),
    workspace.approved,
  );
  const changes: Compared[] = [];
  for (const { file, path } of candidates) {
    const compared = compare({ file, path, before: contents.get(file.path) ?? null, now: now.get(path)! });
    if (compared === null) continue;
    if ("why" in compared) named.push({ path: workspace.show(path), why: compared.why });
    else changes.push(compared);
  }
  const all = withRenames(changes);
  for (const change of all) {
    const why = otherMode(change);
    const path = change.renamed?.to ?? change.path;
    if (why !== null)
      named.push({ path: workspace.show(path), why: `${why} Reverting its text leaves that as it is.` });
  }
  return { plan: planChanges(all, workspace), named };
}

/** Whether a changed file can be one of the plan, by what git says about it alone. */
function sort(file: ChangedFile, { prefix }: Repository, { resolve, hides }: LocalWorkspace): Candidate | NamedChange {
  const { path: inRepository, before, tracked } = file;
  // A name of git's index is decoded before it comes here.
  if (file.isUnnamed || inRepository.includes("\uFFFD"))
    return { path: inRepository, why: "Its name is not UTF-8, so it is not in the review." };
  if (!inRepository.startsWith(prefix)) return { path: inRepository, why: "It is outside the folder galley works in." };
  const path = inRepository.slice(prefix.length);
  const kinds = [before?.kind, tracked?.kind];
  if (inRepository.endsWith("/")) return { path, why: "It is a git repository of its own." };
  if (kinds.includes("submodule")) return { path, why: "It is a submodule; review it in its own folder." };
  if (kinds.includes("link")) return { path, why: "It is, or was, a symbolic link." };
  if (tracked?.state === "conflict")
    return { path, why: "It is in the middle of a merge; resolve the conflict first." };
  if (tracked?.state === "skip-worktree") return { path, why: "This checkout leaves it out (skip-worktree)." };
  try {
    const resolved = resolve(path, "file");
    return hides(resolved) === null ? { file, path: resolved } : { path, why: "A rule of the config hides it." };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { path, why: firstLine(error.message) };
  }
}

/** What a message says in further lines, such as which paths can be read, is for models. */
function firstLine(message: string): string {
  return message.split("\n", 1)[0]!; // A split text has at least one part.
}

type Compared = {
  readonly path: WorkspacePath;
  readonly found: Found;
  readonly change: Change;
  /** What is on disk; null where nothing is. */
  readonly mode: number | null;
  /** Where a renamed file is now, and what the revision has there. */
  readonly renamed?: { readonly to: WorkspacePath; readonly found: Found };
};

/** Null when the file is as it was. */
function compare(about: {
  readonly file: ChangedFile;
  readonly path: WorkspacePath;
  readonly before: StoredContent | null;
  readonly now: Found;
}): Compared | { readonly why: string } | null {
  const { file, path, before, now } = about;
  if (now.kind === "refused") return { why: firstLine(now.message) };
  if (before?.kind === "too-large") return { why: "The old version is too large to show." };
  if (before?.kind === "filtered") return { why: "A git filter is set for it, and galley does not run filters." };
  const { real } = now.kind === "text" ? now.snapshot : now;
  if ((real as string) !== path) return { why: "Its path leads through a symbolic link." };
  if (before === null) {
    if (now.kind === "absent") return null;
    const { text, mode } = now.snapshot;
    return { path, found: { kind: "absent", real }, change: { kind: "create", content: text }, mode };
  }
  const decoded = decode(before.bytes);
  if (decoded.kind === "binary") return { why: "The old version is not text." };
  const oldMode = file.before!.kind === "program" ? 0o755 : 0o644; // It has content, so it has an entry.
  const found: Found = { kind: "text", snapshot: snapshotOf(path, { real, text: decoded.text, mode: oldMode }) };
  if (now.kind === "absent") return { path, found, change: { kind: "delete" }, mode: null };
  const { text, mode } = now.snapshot;
  const compared: Compared = { path, found, change: { kind: "overwrite", content: text }, mode };
  if (text !== decoded.text) return compared;
  const why = otherMode(compared);
  return why === null ? null : { why };
}

/** Says that a file is executable and was not, or the other way round; null when that is as it was. */
function otherMode({ found, mode }: Compared): string | null {
  if (found.kind !== "text" || found.snapshot.mode === null || mode === null) return null;
  const isProgram = isExecutable(mode);
  return isProgram === isExecutable(found.snapshot.mode)
    ? null
    : `Its mode changed: it is ${isProgram ? "now" : "no longer"} executable.`;
}

function isExecutable(mode: number): boolean {
  return (mode & 0o100) !== 0;
}

/** A file that is gone and one that is new are one file that was renamed, where their texts show it. */
function withRenames(changes: readonly Compared[]): readonly Compared[] {
  const gone = changes.flatMap(({ path, found, change }) =>
    change.kind === "delete" && found.kind === "text" ? [{ path, text: found.snapshot.text }] : [],
  );
  const fresh = changes.flatMap(({ path, change }) =>
    change.kind === "create" ? [{ path, text: change.content }] : [],
  );
  const renamed = renamedFiles(gone, fresh);
  const targets = new Set(renamed.values());
  const byPath = new Map(changes.map((change) => [change.path, change]));
  return changes.flatMap((each): readonly Compared[] => {
    const to = renamed.get(each.path);
    if (to === undefined) return targets.has(each.path) ? [] : [each];
    const { change, mode, found } = byPath.get(to)!; // It is a target.
    return [{ ...each, change, mode, renamed: { to, found } }];
  });
}

type Snapshot = Extract<Found, { kind: "text" }>["snapshot"];

function snapshotOf(
  path: WorkspacePath,
  { real, text, mode }: { readonly real: Snapshot["real"]; readonly text: Text; readonly mode: number },
): Snapshot {
  return { path, real, version: versionOfText(text), text, mode, links: 1 };
}

function planChanges(changes: readonly Compared[], { show }: LocalWorkspace): ChangePlan {
  const source = { format: "tool", from: 0, to: 0 } as const; // Its content is exact.
  const edits = changes.flatMap(editsOf).map((edit, at): Edit => ({ ...edit, id: String(at + 1) as EditId, source }));
  const found = new Map(
    changes.flatMap(({ path, found: before, renamed }) => [
      [path, before] as const,
      ...(renamed === undefined ? [] : [[renamed.to, renamed.found] as const]),
    ]),
  );
  return planEdits(edits, found, { show: (path) => show(path as WorkspacePath) });
}

/** A file that was renamed and changed is changed in its old place, and then moved. */
function editsOf({ path, found, change, renamed }: Compared): readonly Pick<Edit, "path" | "change">[] {
  if (renamed === undefined || change.kind !== "create") return [{ path, change }];
  const { content } = change;
  const move = { path, change: { kind: "move", to: renamed.to } } as const;
  const isSame = found.kind === "text" && found.snapshot.text === content;
  return isSame ? [move] : [{ path, change: { kind: "overwrite", content } }, move];
}

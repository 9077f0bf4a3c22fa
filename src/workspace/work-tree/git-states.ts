// What git says about each file that differs from the last commit. Reads only; no program of the repository runs.

import { isFailure, type WorkspacePath } from "../../base/index.ts";
import { RepositoryError, type ChangedFile, type Repository } from "../../fs/index.ts";
import type { LocalWorkspace } from "../local.ts";

export type GitState = "modified" | "added" | "untracked" | "conflict" | "deleted";

/** By sandbox/relative path; null where there is no repository, or it cannot be read. Files that rules hide are not in it. */
export async function readGitStates(workspace: LocalWorkspace): Promise<ReadonlyMap<WorkspacePath, GitState> | null> {
  const { address, state, openRepository } = workspace;
  if (address?.kind !== "host") return null;
  try {
    // Git works on copies in the folder of our state, which the first lock creates.
    await (await state()).withLock({}, async () => undefined);
    const found = await openRepository(address.root);
    if (found.kind !== "repository") return null;
    const { repository } = found;
    try {
      const since = await repository.changedSince(null);
      return since.kind === "changes" ? await statesOf(since.files, repository, workspace) : null;
    } finally {
      repository.close();
    }
  } catch (error) {
    if (error instanceof RepositoryError || isFailure(error)) return null;
    throw error;
  }
}

async function statesOf(
  files: readonly ChangedFile[],
  repository: Repository,
  workspace: LocalWorkspace,
): Promise<ReadonlyMap<WorkspacePath, GitState>> {
  const states = new Map<WorkspacePath, GitState>();
  for (const file of files) {
    if (!file.path.startsWith(repository.prefix) || file.path.endsWith("/")) continue;
    const path = shownPath(file.path.slice(repository.prefix.length), workspace);
    const state = path === null ? null : await stateOf(file, path, { repository, workspace });
    if (path !== null && state !== null) states.set(path, state);
  }
  return states;
}

/** Null for a path that is not one here, or that a rule hides. */
function shownPath(given: string, { resolve, hides }: LocalWorkspace): WorkspacePath | null {
  try {
    const path = resolve(given, "file");
    return hides(path) === null ? path : null;
  } catch (error) {
    if (isFailure(error)) return null;
    throw error;
  }
}

/** What git's own conversions of text change on the way in. Asking git costs a process for each file. */
const CONVERTED = ["\r\n", "$Id"];

/** Git knows only that a file was touched; null when it has the same bytes all the same. */
async function stateOf(
  { path: inRepository, before, tracked }: ChangedFile,
  path: WorkspacePath,
  { repository, workspace: { approved } }: { readonly repository: Repository; readonly workspace: LocalWorkspace },
): Promise<GitState | null> {
  if (tracked?.state === "conflict") return "conflict";
  try {
    const target = approved.resolve(path, { last: "keep" });
    if (approved.kindOf(target) === null) return before === null ? null : "deleted";
    if (tracked === null) return before === null ? "untracked" : "modified";
    if (before === null) return "added";
    const { bytes } = await approved.readBytes(target);
    if (repository.objectName(bytes) === before.objectName) return null;
    if (!CONVERTED.some((mark) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(mark)))
      return "modified";
    return (await repository.convertedName(inRepository, bytes)) === before.objectName ? null : "modified";
  } catch (error) {
    if (isFailure(error) || error instanceof RepositoryError) return "modified"; // Too large, no text, a link.
    throw error;
  }
}

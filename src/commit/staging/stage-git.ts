// After a commit: what we wrote is staged in git, so that a person sees it beside their own work and not mixed with it.
// It only warns, never fails, and stages exactly the bytes that were written, and only where git's index held exactly
// what we replaced: a person's own changes are never staged along. Where git would store other bytes than these, the
// file is left alone.

import { isFailure, withFullStop, type WorkspacePath } from "../../base/index.ts";
import { RepositoryError, type IndexChange, type OpenRepository } from "../../fs/index.ts";
import type { Batch, BatchFile, State } from "../../state/index.ts";
import { keepIndexChanges, writtenBatch, type WrittenFolder } from "./index-record.ts";
import { createContentCheck } from "./stage-content.ts";
import { whyNot, type Known, type NotStaged } from "./stage-reasons.ts";

export type Staged = {
  /** Paths as the batch shows them. */
  readonly staged: readonly WorkspacePath[];
  readonly warnings: readonly string[];
};

export type StageOptions = {
  readonly state: State;
  /** The receipt of the commit; null (nothing was written) stages nothing. */
  readonly receipt: string | null;
  readonly open: OpenRepository;
  /** How a warning writes a path; as it is unless given. */
  readonly show?: (path: string) => string;
};

/**
 * Never throws for anything git does; what could not be staged is in the warnings. Silent outside a repository. What it
 * changes in git's index is kept with the receipt first, so that `restoreIndex` can take exactly that back.
 */
export async function stageInGit({ state, receipt, open, show = (path) => path }: StageOptions): Promise<Staged> {
  const staged: WorkspacePath[] = [];
  const warnings: string[] = [];
  const written = writtenBatch(state, receipt);
  for (const folder of written?.folders ?? []) {
    try {
      const done = await stageFolder({ folder, batch: written!.batch, state, open });
      staged.push(...done.files.map((file) => file.path as WorkspacePath)); // It was one when the batch was kept.
      for (const [{ path }, why] of done.left) warnings.push(`${show(path)} was not staged in git: ${why}.`);
    } catch (error) {
      if (!isFailure(error) && !(error instanceof RepositoryError)) throw error;
      warnings.push(`Nothing was staged in git: ${withFullStop(error.message)}`);
    }
  }
  return { staged, warnings };
}

type Job = {
  readonly folder: WrittenFolder;
  readonly batch: Batch;
  readonly state: State;
  readonly open: OpenRepository;
};

type Outcome = { readonly files: readonly BatchFile[]; readonly left: ReadonlyMap<BatchFile, NotStaged> };

async function stageFolder({ folder, batch, state, open }: Job): Promise<Outcome> {
  const found = await open(folder.folder);
  if (found.kind === "none") return { files: [], left: new Map() };
  if (found.kind === "refused") throw new RepositoryError(found.why);
  const { repository } = found;
  const { files } = folder;
  try {
    const pathOf = (file: BatchFile): string => repository.prefix + file.at;
    const content = createContentCheck(repository, await repository.attributes(files.map(pathOf)));
    const ignored = await repository.ignored(files.filter((file) => file.before === null).map(pathOf));
    const gone = new Set(files.filter((file) => file.after === null).map(pathOf));
    let outcome: Outcome = { files: [], left: new Map() };
    await repository.update(async (index) => {
      const left = await choose(files, { repository, index, content, ignored, gone, batch });
      outcome = { files: files.filter((file) => !left.has(file)), left };
      const removed = new Map(outcome.files.flatMap((file) => (file.after === null ? [[file.change, file]] : [])));
      const changes = outcome.files.map((file) =>
        changeFor(file, removed.get(file.change) ?? null, { repository, index, batch }),
      );
      await keepIndexChanges(changes, { state, receipt: batch.header.id, root: folder.root, repository, index });
      return changes;
    });
    return outcome;
  } finally {
    repository.close();
  }
}

/** Both halves of a move are staged, or neither: the new path holds whatever the old one held. */
async function choose(files: readonly BatchFile[], known: Known): Promise<ReadonlyMap<BatchFile, NotStaged>> {
  const left = new Map<BatchFile, NotStaged>();
  for (const file of files) {
    const why = await whyNot(file, known);
    if (why !== null) left.set(file, why);
  }
  const halves = new Set([...left.keys()].map((file) => file.change));
  for (const file of files) {
    if (halves.has(file.change) && !left.has(file)) left.set(file, "the other half of its move was not staged");
  }
  return left;
}

/** `from` is the old path of a move. */
function changeFor(
  file: BatchFile,
  from: BatchFile | null,
  { repository, index, batch }: Pick<Known, "repository" | "index" | "batch">,
): IndexChange {
  const path = repository.prefix + file.at;
  if (file.after === null) return { path, put: null };
  // What a file is in git stays as it is: a permission that the person changed is their own change.
  const known = index.entry(path) ?? (from === null ? null : index.entry(repository.prefix + from.at));
  const { before, after } = file.mode;
  const isOurs = before !== null && after !== null && ((before ^ after) & EXECUTE) !== 0;
  const isExecutable = repository.facts.fileMode && after !== null && (after & EXECUTE) !== 0;
  const isProgram = known === null || (isOurs && repository.facts.fileMode) ? isExecutable : known.kind === "program";
  return { path, put: { kind: isProgram ? "program" : "file", bytes: batch.bytes(file.after) } };
}

const EXECUTE = 0o100;

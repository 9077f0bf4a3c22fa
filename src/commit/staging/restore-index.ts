// After an undo: git's index gets back the entries that staging the change had replaced, and nothing else. An entry
// that galley did not change, or that is not what galley made of it any more, is the person's own and is left.

import { isFailure, withFullStop } from "../../base/index.ts";
import { RepositoryError, type GitIndex, type IndexChange, type Repository } from "../../fs/index.ts";
import { addressKey, type Batch, type BatchFile, type StagedFile } from "../../state/index.ts";
import { isEntry, keepIndexChanges, writtenBatch, type WrittenFolder } from "./index-record.ts";
import type { StageOptions } from "./stage-git.ts";
import { whyNoRoom } from "./stage-reasons.ts";

/** `receipt` is that of the undo. Gives warnings; never throws for anything git does. */
export async function restoreIndex({
  state,
  receipt,
  open,
  show = (path) => path,
}: StageOptions): Promise<readonly string[]> {
  const warnings: string[] = [];
  const written = writtenBatch(state, receipt);
  for (const folder of written?.folders ?? []) {
    const entries = entriesToRestore(folder, written!);
    if (entries.length === 0) continue;
    try {
      const found = await open(folder.folder);
      if (found.kind === "none") continue;
      if (found.kind === "refused") throw new RepositoryError(found.why);
      const { repository } = found;
      const { batch } = written!;
      try {
        await repository.update(async (index) => {
          const { changes, left } = changesFor(entries, { repository, index, batch });
          for (const [{ path }, why] of left) warnings.push(`Git's index was not restored for ${show(path)}: ${why}.`);
          await keepIndexChanges(changes, { state, receipt: batch.header.id, root: folder.root, repository, index });
          return changes;
        });
      } finally {
        repository.close();
      }
    } catch (error) {
      if (!isFailure(error) && !(error instanceof RepositoryError)) throw error;
      warnings.push(`Git's index was not restored: ${withFullStop(error.message)}`);
    }
  }
  return [...new Set(warnings)];
}

type ToRestore = { readonly file: BatchFile; readonly staged: StagedFile };

/** What staging did for the receipt that was taken back, for the files that are back. */
function entriesToRestore(
  { address, files }: WrittenFolder,
  { batch, entries }: NonNullable<ReturnType<typeof writtenBatch>>,
): readonly ToRestore[] {
  const undone = entries.find((each) => each.receipt_id === batch.header.undoes);
  const key = addressKey(address);
  const here = undone?.staged.filter(({ root }) => addressKey(undone.roots[root] ?? {}) === key) ?? [];
  const byPath = new Map(here.map((staged) => [staged.at, staged]));
  return files.flatMap((file) => {
    const staged = byPath.get(file.at);
    return staged === undefined ? [] : [{ file, staged }];
  });
}

type Known = { readonly repository: Repository; readonly index: GitIndex; readonly batch: Batch };

function changesFor(entries: readonly ToRestore[], { repository, index, batch }: Known) {
  const pathOf = ({ at }: StagedFile): string => repository.prefix + at;
  const ours = entries.filter(({ staged }) => isEntry(pathOf(staged), staged.after, index));
  const gone = new Set(ours.flatMap(({ staged }) => (staged.before === null ? [pathOf(staged)] : [])));
  const changes: IndexChange[] = [];
  const left: (readonly [BatchFile, string])[] = [];
  for (const { file, staged } of ours) {
    const path = pathOf(staged);
    const why = repository.misplaced(path) ?? (staged.before && whyNoRoom(path, { index, gone }));
    if (why === null) changes.push({ path, put: contentBefore(file, staged, { repository, batch }) });
    else left.push([file, why]);
  }
  return { changes, left };
}

/** The bytes where they are what the index held: git may have removed the object. Else what they were converted to. */
function contentBefore(
  file: BatchFile,
  { before }: StagedFile,
  { repository, batch }: Omit<Known, "index">,
): IndexChange["put"] {
  if (before === null) return null;
  const bytes = file.after === null ? null : batch.bytes(file.after);
  return bytes !== null && repository.objectName(bytes) === before.objectName ? { kind: before.kind, bytes } : before;
}

// A dry run's changes as one unified diff that `git apply` takes. Made from the bytes before and after, by path: what an
// answer does to a file in several steps is one change. Only describes; nothing is read or written here.

import type { WorkspacePath } from "../../base/index.ts";
import type { FilePlan } from "../../edits/index.ts";
import { unifiedDiff, type Text } from "../../text/index.ts";

/** Empty when nothing would change. Paths are as `show` gives them. */
export function diffOf(files: readonly FilePlan[], show: (path: WorkspacePath) => string): string {
  const sides = sidesOf(files);
  const isRename = ({ path, to }: FilePlan): boolean =>
    to !== null && sides.get(path)?.after === null && sides.get(to)?.before === null;
  const renames = files.filter((file) => isRename(file) && file.before !== null && file.result !== null);
  const renamed = new Set(renames.flatMap(({ path, to }) => (to === null ? [path] : [path, to])));
  const parts = [
    ...renames.map((file) => [
      show(file.path),
      unifiedDiff({
        oldPath: show(file.path),
        newPath: show(file.to!), // Only those that have one are renames.
        before: file.before!,
        after: file.result!,
        git: { mode: file.mode },
      }),
    ]),
    ...[...sides].flatMap(([path, side]) => (renamed.has(path) ? [] : [[show(path), diffAt(show(path), side)]])),
  ];
  return parts
    .toSorted(([one], [other]) => (one! < other! ? -1 : 1))
    .map(([, diff]) => diff)
    .join("");
}

/** What is at a path: null is nothing. */
type Side = {
  before: Text | null;
  after: Text | null;
  mode: number | null;
};

function sidesOf(files: readonly FilePlan[]): ReadonlyMap<WorkspacePath, Side> {
  const sides = new Map<WorkspacePath, Side>();
  const at = (path: WorkspacePath): Side => {
    const known = sides.get(path) ?? { before: null, after: null, mode: null };
    sides.set(path, known);
    return known;
  };
  // An answer changes only files that are text.
  for (const { path, before, mode } of files) if (before !== null) Object.assign(at(path), { before, mode });
  for (const { path, to, result, mode } of files) {
    if (result === null) continue;
    const side = at(to ?? path);
    Object.assign(side, { after: result, mode: side.mode ?? mode });
  }
  return sides;
}

function diffAt(path: string, { before, after, mode }: Side): string {
  return unifiedDiff({
    oldPath: before === null ? null : path,
    newPath: after === null ? null : path,
    before: before ?? EMPTY,
    after: after ?? EMPTY,
    git: { mode },
  });
}

const EMPTY = "" as Text; // Well-formed.

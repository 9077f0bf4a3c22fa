// For a name that means two files, which of them is proposed: the one its edits fit. Only what is proposed; a person
// confirms it, and without one nothing is done.

import type { WorkspacePath } from "../../base/index.ts";
import { planEdits, type Edit, type Found } from "../../edits/index.ts";
import type { Row } from "./answer-rows.ts";

/** The edits of every reading. */
export function editsOf(row: Row): readonly Edit[] {
  if (row.kind === "result") return [];
  return row.other === null ? [row.edit] : [row.edit, row.other];
}

/** The rows with the reading that more edits of the same file fit; the root's when both are the same. */
export function chooseReadings(rows: readonly Row[], found: ReadonlyMap<WorkspacePath, Found>): readonly Row[] {
  const doubtful = new Map<WorkspacePath, [Edit, Edit][]>();
  for (const row of rows) {
    if (row.kind === "result" || row.other === null) continue;
    const pairs = doubtful.get(row.edit.path) ?? [];
    pairs.push([row.edit, row.other]);
    doubtful.set(row.edit.path, pairs);
  }
  if (doubtful.size === 0) return rows;
  const others = new Set(
    [...doubtful].flatMap(([path, pairs]) => {
      const isBetter =
        fitting(
          pairs.map(([, other]) => other),
          found,
        ) >
        fitting(
          pairs.map(([edit]) => edit),
          found,
        );
      return isBetter ? [path] : [];
    }),
  );
  return rows.map((row) =>
    row.kind === "edit" && row.other !== null && others.has(row.edit.path)
      ? { ...row, edit: row.other, other: row.edit }
      : row,
  );
}

function fitting(edits: readonly Edit[], found: ReadonlyMap<WorkspacePath, Found>): number {
  const certain = edits.map(({ id, path, source, change }): Edit => ({ id, path, source, change }));
  return planEdits(certain, found, { show: (path) => path }).results.filter(({ kind }) => kind !== "miss").length;
}

// For an edit that shows a whole file or a part of one: which lines it replaces when it is the only edit of the answer, and
// whether two such edits exclude each other. Never says so of edits that can both be made.

import { contentsOf } from "../match/locate.ts";
import type { Edit } from "../types.ts";

export type Claim = {
  /** The lines of the new text. */
  readonly put: readonly string[];
  /** Something else than its rivals makes it only likely. */
  readonly isLikely: boolean;
} & (
  | { readonly kind: "whole" }
  /** `added`: its new lines that the file does not have. */
  | { readonly kind: "parts"; readonly parts: readonly Part[]; readonly added: readonly string[] }
);

/** Lines of the file before any edit, 0-based, up to and not including `to`. */
type Part = { readonly from: number; readonly to: number };

/** `own`: the file before any edit. Null: the edit excludes no other one. */
export function claimOf(edit: Edit, own: string | null, read: (edit: Edit) => Edit): Claim | null {
  const isLikely = edit.likely !== undefined;
  const { change, likely } = own === null ? edit : read(edit);
  switch (change.kind) {
    case "overwrite": {
      const put = contentsOf(change.content);
      // What is not made, and what only shows the file as it is, leave the others alone.
      if (likely?.canConfirm === false || (own !== null && shows(contentsOf(own), put, isLikely))) return null;
      return { kind: "whole", put, isLikely };
    }
    case "replace":
      return partsOf([{ find: change.find, put: change.put, line: change.line ?? null }], own ?? "", isLikely);
    case "patch":
      return partsOf(
        change.chunks.map(({ find, put, at }) => ({ find, put, line: at.line })),
        own ?? "",
        isLikely,
      );
    default:
      return null;
  }
}

function shows(own: readonly string[], put: readonly string[], isLikely: boolean): boolean {
  return isLikely ? holds(own, put) : own.join("\n") === put.join("\n");
}

type Replaced = { readonly find: string; readonly put: string; readonly line: number | null };

function partsOf(replaced: readonly Replaced[], own: string, isLikely: boolean): Claim {
  const has = new Set(contentsOf(own));
  const put = replaced.flatMap((each) => contentsOf(each.put));
  const parts = replaced.flatMap(({ find, put: fresh, line }) => {
    // What is added next to lines that stay takes none of them.
    if (line === null || holds(contentsOf(fresh), contentsOf(find))) return [];
    return [{ from: line - 1, to: line - 1 + contentsOf(find).length }];
  });
  return { kind: "parts", put, parts, added: put.filter((line) => !has.has(line)), isLikely };
}

/** Whether only one of the two can be meant. `later` comes after `earlier` in the answer. */
export function excludes(earlier: Claim, later: Claim): boolean {
  if (earlier.put.join("\n") === later.put.join("\n")) return false;
  if (earlier.kind === "parts" && later.kind === "parts") {
    const overlap = earlier.parts.some((a) => later.parts.some((b) => a.from < b.to && b.from < a.to));
    return overlap && !goesOn(earlier.added, later.put);
  }
  const isLikely = earlier.isLikely || later.isLikely;
  if (earlier.kind === "whole" && later.kind === "whole" && isLikely) return !goesOn(earlier.put, later.put);
  // A part of a file that is shown once more is a quotation of it.
  return !isLikely && !holds(earlier.put, later.put) && !holds(later.put, earlier.put);
}

/** Whether the later text has every line of the earlier one, in its order: a step further, and not another way. */
function goesOn(earlier: readonly string[], later: readonly string[]): boolean {
  let at = 0;
  for (const line of later) if (line === earlier[at]) at += 1;
  return at === earlier.length;
}

function holds(lines: readonly string[], part: readonly string[]): boolean {
  return `\n${lines.join("\n")}\n`.includes(`\n${part.join("\n")}\n`);
}

// Line endings of new lines. The k-th new line takes the k-th replaced line's ending, further lines that of the line
// before, at the file's start that of the line after, else "\n". A missing final newline stays missing unless the edit
// is about it. Lines that are not replaced keep theirs, but for a last line that stops or begins to be the last. A new
// line that is given with its ending has that one.

import { endingOf, withoutEnding, type Ending } from "../../text/index.ts";
import type { ContentChange } from "./line-index.ts";
import type { LineEdit } from "../plan/draft/draft.ts";

/** The lines of a file with their endings; undefined where there is none. A draft is one. */
export type Lines = { readonly length: number; line(at: number): string | undefined };

/** How the file ends after the edit: as before, or as the edit says. */
export type FinalBreak = "kept" | "present" | "absent";

/** The change with endings for its lines, widened by the neighbour whose own ending must come or go. */
export function withEndings(lines: Lines, change: ContentChange, final: FinalBreak = "kept"): LineEdit {
  const { from, to, put } = change;
  const count = lines.length;
  if (to < count) return { from, to, lines: ended(lines, change) };
  const last = lines.line(count - 1);
  const wasTerminated = last === undefined || endingOf(last) !== "";
  const isTerminated = final === "kept" ? wasTerminated : final === "present";
  if (put.length > 0) {
    // Lines are added after a last line without a newline: it needs one now.
    if (from === count && last !== undefined && !wasTerminated)
      return withEndings(lines, { from: count - 1, to, put: [last, ...put] }, final);
    const fresh = ended(lines, change);
    // An empty line without a newline would be no line.
    if (!isTerminated && withoutEnding(put.at(-1)!) !== "") fresh.push(withoutEnding(fresh.pop()!));
    return { from, to, lines: fresh };
  }
  // The last lines go, and the line before them becomes the last.
  const before = lines.line(from - 1) ?? "";
  if (isTerminated || withoutEnding(before) === "") return { from, to, lines: [] };
  return { from: from - 1, to, lines: [withoutEnding(before)] };
}

/** Text put in place of characters: its k-th break is that of the k-th line it replaces, as for lines. */
export function withBreaks(lines: readonly string[], at: { readonly from: number; readonly to: number }, put: string) {
  if (!put.includes("\n")) return put;
  const pieces = put.split("\n").map((piece, index, all) => (index < all.length - 1 ? stripReturn(piece) : piece));
  let text = "";
  let last: Ending = breakNear({ length: lines.length, line: (index) => lines[index] }, at.from, at.to);
  pieces.forEach((piece, index) => {
    text += piece;
    if (index === pieces.length - 1) return;
    const line = at.from + index;
    if (line < at.to) last = endingOf(lines[line]!) || last;
    text += last;
  });
  return text;
}

function stripReturn(piece: string): string {
  return piece.endsWith("\r") ? piece.slice(0, -1) : piece;
}

function ended(lines: Lines, { from, to, put }: ContentChange): string[] {
  let last: Ending = breakNear(lines, from, to);
  return put.map((content, index) => {
    const replaced = from + index;
    if (replaced < to) last = endingOf(lines.line(replaced)!) || last;
    return content.endsWith("\n") ? content : content + last;
  });
}

/** The ending of the line before `from`, else of the line after, else "\n". */
function breakNear(lines: Lines, from: number, to: number): Ending {
  return endingOf(lines.line(from - 1) ?? "") || endingOf(lines.line(to) ?? "") || "\n";
}

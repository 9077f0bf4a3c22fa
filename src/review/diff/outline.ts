// What a view consists of, from the top: runs of lines, folds and notes. A run is two numbers, however long it is.

import { Bug, counted } from "../../base/index.ts";
import {
  asText,
  diffLines,
  hasRightToLeft,
  lineStarts,
  plain,
  reveal,
  type LineChange,
  type Plain,
} from "../../text/index.ts";
import { usualEnding } from "./source.ts";

/** What is shown: two texts and the changes between them. Null is a file that is not there (or is not text). */
export type Shown = {
  /** Only its extension matters here: it chooses the colours, and distinguishes prose from code. */
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  /** A hunk is named by its index here. Left out, they are computed from the texts. */
  readonly changes?: readonly LineChange[];
};

export type OutlineOptions = {
  /** The diff (default), or the file as it will be: every line, new ones marked. */
  readonly as?: "diff" | "whole";
  /** Equal lines around a change. Default: 3. */
  readonly context?: number;
  /** "exact" for a command; else the path says whether it is prose or code. */
  readonly reading?: "exact";
};

export type Side = { readonly text: string; readonly starts: readonly number[] };

export type Run = {
  readonly kind: "context" | "removed" | "added";
  /** 0-based first line in the old and in the new text; `count` lines from there. */
  readonly old: number;
  readonly new: number;
  readonly count: number;
  readonly hunk: number | null;
};

export type Words = { readonly kind: "fold" | "note"; readonly text: Plain };

export type Part = Words | Run;

export function isRun(part: Part): part is Run {
  return part.kind !== "fold" && part.kind !== "note";
}

export type Outline = {
  readonly parts: readonly Part[];
  readonly old: Side;
  readonly new: Side;
  /** What lines end with; only other endings are marked on them. */
  readonly usual: "\n" | "\r\n";
  /** Old and new lines side by side, not one text alone. */
  readonly isDiff: boolean;
};

export function outlineOf(shown: Shown, options: OutlineOptions): Outline {
  const old = sideOf(shown.before);
  const fresh = sideOf(shown.after);
  const base = shown.before === null ? fresh : old;
  const sides = {
    old,
    new: fresh,
    usual: options.reading === "exact" ? ("\n" as const) : usualEnding(base.text, base.starts),
  };
  const only = (text: Plain): Outline => ({ ...sides, parts: [{ kind: "note", text }], isDiff: false });
  const found = (parts: readonly Part[], isDiff: boolean): Outline => ({
    ...sides,
    parts: [...legend(parts, sides), ...parts],
    isDiff,
  });
  if (shown.before === null && shown.after === null) return only(plain`(not text, so not shown)`);
  const oldLines = old.starts.length - 1;
  const newLines = fresh.starts.length - 1;
  if (shown.after === null || (shown.before === null && options.as !== "whole")) {
    if (oldLines + newLines === 0) return only(plain`(empty file)`);
    const kind = shown.after === null ? "removed" : "added";
    return found([{ kind, old: 0, new: 0, count: Math.max(oldLines, newLines), hunk: 0 }], false);
  }
  const changes = shown.before === null ? [] : (shown.changes ?? changesOf(shown));
  if (shown.before !== null) checkEqualOutside(changes, sides);
  if (options.as === "whole")
    return newLines === 0 ? only(plain`(empty file)`) : found(wholeParts(changes, newLines), false);
  if (changes.length === 0) return only(plain`(content unchanged)`);
  return found(diffParts(changes, { oldLines, context: options.context ?? 3 }), true);
}

/** States once what would otherwise be on every line, and explains our signs where there are any. */
function legend(parts: readonly Part[], { old, new: fresh, usual }: Omit<Outline, "parts" | "isDiff">): Part[] {
  const notes: Part[] = [];
  if (usual === "\r\n") notes.push({ kind: "note", text: plain`lines end with CR LF; others are marked` });
  // Looking at the whole text first is quick, and almost no text has them.
  const isShown = (isIn: (text: string) => boolean): boolean =>
    [old, fresh].some(({ text }) => isIn(text)) &&
    parts.filter(isRun).some((part) => {
      const { text, starts } = part.kind === "removed" ? old : fresh;
      const from = part.kind === "removed" ? part.old : part.new;
      return isIn(text.slice(starts[from], starts[from + part.count]));
    });
  const hasEmoji = [old, fresh].some(({ text }) => text.includes("\ufe0f") || text.includes("\u200d"));
  if (hasEmoji && isShown((text) => EMOJI_SIGNS.test(text)))
    notes.push({ kind: "note", text: plain`‿ joins emoji, ⁺ is emoji style (VS16)` });
  if (isShown(hasRightToLeft)) notes.push({ kind: "note", text: RUNS });
  return notes;
}

const RUNS = plain`⢸ and ⡇ enclose right-to-left text`;
const EMOJI_SIGNS = /\p{Extended_Pictographic}[\u{1f3fb}-\u{1f3ff}]?[\ufe0f\u200d]/u;

function sideOf(text: string | null): Side {
  return { text: text ?? "", starts: lineStarts(text ?? "") };
}

function changesOf({ before, after }: Shown): readonly LineChange[] {
  const [old, fresh] = [asText(before ?? ""), asText(after ?? "")];
  if (old === null || fresh === null) throw new Bug("a change to show holds half a character");
  return diffLines(old, fresh);
}

/** A view leaves out what the changes do not name. What is left out must be what stays, or the screen would lie. */
function checkEqualOutside(changes: readonly LineChange[], sides: { readonly old: Side; readonly new: Side }): void {
  const slice = ({ text, starts }: Side, from: number, to: number): string =>
    text.slice(starts[from] ?? text.length, starts[to] ?? text.length);
  let [oldAt, newAt] = [0, 0];
  for (const change of [...changes, endOf(sides)]) {
    if (slice(sides.old, oldAt, change.old.from) !== slice(sides.new, newAt, change.new.from))
      throw new Bug("the changes to show do not name every line that differs");
    [oldAt, newAt] = [change.old.to, change.new.to];
  }
}

function endOf(sides: { readonly old: Side; readonly new: Side }): LineChange {
  const [old, fresh] = [sides.old.starts.length - 1, sides.new.starts.length - 1];
  return { old: { from: old, to: old }, new: { from: fresh, to: fresh } };
}

/** The file as it will be: equal lines and added ones, without a gap. */
function wholeParts(changes: readonly LineChange[], newLines: number): Part[] {
  const parts: Part[] = [];
  let [old, at] = [0, 0];
  for (const [hunk, change] of changes.entries()) {
    const { from, to } = change.new;
    if (from > at) parts.push({ kind: "context", old, new: at, count: from - at, hunk: null });
    if (to > from) parts.push({ kind: "added", old: 0, new: from, count: to - from, hunk });
    [old, at] = [change.old.to, to];
  }
  if (newLines > at) parts.push({ kind: "context", old, new: at, count: newLines - at, hunk: null });
  return parts;
}

function diffParts(
  changes: readonly LineChange[],
  { oldLines, context }: { readonly oldLines: number; readonly context: number },
): Part[] {
  const parts: Part[] = [];
  let shownTo = 0; // Lines of the old text that are shown or folded so far.
  for (const group of groupsOf(changes, context)) {
    const [, head] = group[0]!; // Groups are made with a first change.
    const [, last] = group.at(-1)!;
    let old = Math.max(0, head.old.from - context);
    let fresh = head.new.from - (head.old.from - old);
    const oldTo = Math.min(oldLines, last.old.to + context);
    const range = plain`@@ -${place(old, oldTo)} +${place(fresh, last.new.to + oldTo - last.old.to)} @@`;
    parts.push({ kind: "fold", text: old > shownTo ? plain`${range}  ⋯ ${unchanged(old - shownTo)}` : range });
    for (const [hunk, change] of group) {
      const equal = change.old.from - old;
      if (equal > 0) parts.push({ kind: "context", old, new: fresh, count: equal, hunk: null });
      const at = { old: change.old.from, new: change.new.from, hunk };
      const removed = change.old.to - change.old.from;
      const added = change.new.to - change.new.from;
      if (removed > 0) parts.push({ kind: "removed", ...at, count: removed });
      if (added > 0) parts.push({ kind: "added", ...at, count: added });
      [old, fresh] = [change.old.to, change.new.to];
    }
    if (oldTo > old) parts.push({ kind: "context", old, new: fresh, count: oldTo - old, hunk: null });
    shownTo = oldTo;
  }
  if (shownTo < oldLines) parts.push({ kind: "fold", text: plain`⋯ ${unchanged(oldLines - shownTo)}` });
  return parts;
}

/** Changes with their numbers; those with at most two contexts of equal lines between them are shown as one. */
function groupsOf(changes: readonly LineChange[], context: number): [number, LineChange][][] {
  const groups: [number, LineChange][][] = [];
  for (const [hunk, change] of changes.entries()) {
    const last = changes[hunk - 1];
    if (last && change.old.from - last.old.to <= 2 * context) groups.at(-1)!.push([hunk, change]);
    else groups.push([[hunk, change]]);
  }
  return groups;
}

/** As in a patch: with no lines, the line before the place. */
function place(from: number, to: number): Plain {
  return plain`${to === from ? from : from + 1},${to - from}`;
}

function unchanged(count: number): Plain {
  return reveal(counted(count, "unchanged line"));
}

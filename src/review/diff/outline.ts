// What a view consists of, from the top: runs of lines, folds and notes. A run is two numbers, however long it is.
// What is folded are equal lines and nothing else.

import { Bug } from "../../base/index.ts";
import {
  asText,
  diffLines,
  hasRightToLeft,
  lineStarts,
  plain,
  type LineChange,
  type LineRange,
  type Plain,
} from "../../text/index.ts";
import { diffParts, isRun, USUAL_CONTEXT, wholeParts, type Part } from "./parts.ts";
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
  /** Equal lines around a change. Default: USUAL_CONTEXT. */
  readonly context?: number | "all";
  /** Lines of the old text (0-based) that are shown as well: folds that were opened. */
  readonly opened?: readonly LineRange[];
  /** "exact" for a command; else the path says whether it is prose or code. */
  readonly reading?: "exact";
};

export type Side = { readonly text: string; readonly starts: readonly number[] };

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
  const { context = USUAL_CONTEXT, opened = [] } = options;
  return found(diffParts(changes, { oldLines, context: context === "all" ? Infinity : context, opened }), true);
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

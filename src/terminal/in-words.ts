// A change in words, for people who listen to it: no frame, no columns, every row beginning with words of ours that
// say what happens to the line. Characters have the same names as in the drawn rows; nothing that would be written is
// left out.

import type { ChangePayload } from "../approval/index.ts";
import { asText, diffHunks, plain, revealed, type DiffHunk, type Plain, type Text } from "../text/index.ts";
import { GlyphReader, sourceOf, type Shown } from "../review/index.ts";
import { spokenRows } from "./view/continued.ts";
import { cells } from "./wrap.ts";
import { shownOf } from "./view/rows.ts";

export type InWordsOptions = {
  /** Cells of a row. */
  readonly width: number;
  /** "whole" reads the file as it will be, or as it is where it would be deleted. */
  readonly as?: "diff" | "whole";
};

export function changeInWords(change: ChangePayload, options: InWordsOptions): Plain[] {
  return shownInWords(shownOf(change), options);
}

export function shownInWords(
  { before, after }: Pick<Shown, "before" | "after">,
  { width, as = "diff" }: InWordsOptions,
): Plain[] {
  const whole = text(after ?? before);
  const said = as === "whole" ? wholeLines(whole) : diffHunks(text(before), text(after), 3).flatMap(hunkLines);
  if (said.length === 0) return [whole === "" ? plain`The file is empty.` : plain`The content stays as it is.`];
  return said.flatMap((line) => rowsOf(line, width));
}

/** The changed lines alone, by hunk: what is removed and added, without what is around it. */
export function hunksInWords(change: ChangePayload, { width }: Pick<InWordsOptions, "width">): readonly Plain[][] {
  const { before, after } = shownOf(change);
  return diffHunks(text(before), text(after), 0).map((hunk) => hunkLines(hunk).flatMap((line) => rowsOf(line, width)));
}

type Said = { readonly what: Plain; readonly line: string; readonly changes: boolean };

function wholeLines(content: Text): Said[] {
  // A text against nothing is one hunk of added lines: every line of it, in order.
  return diffHunks(EMPTY, content, 0).flatMap(({ lines }) =>
    lines.map((line, at) => ({ what: plain`Line ${at + 1}`, line: line.text, changes: true })),
  );
}

function hunkLines(hunk: DiffHunk): Said[] {
  let old = Math.max(1, hunk.oldStart);
  let fresh = Math.max(1, hunk.newStart);
  return hunk.lines.map(({ kind, text: line }) => {
    switch (kind) {
      case "removed":
        return { what: plain`Removed line ${old++}`, line, changes: true };
      case "added":
        return { what: plain`Added line ${fresh++}`, line, changes: true };
      case "context":
        old += 1;
        return { what: plain`Line ${fresh++}`, line, changes: false };
      default:
        return kind satisfies never;
    }
  });
}

function rowsOf({ what, line, changes }: Said, width: number): Plain[] {
  const shown = spelledOut(line, { changes, width });
  const rows = shown === "" ? [plain`${what} is empty`] : spokenRows(plain`${what}: `, shown, { width });
  return line.endsWith("\n") ? rows : [...rows, plain`There is no line break at the end of the file.`];
}

/** The line as it is drawn, but that a tab has its name too. */
function spelledOut(line: string, { changes, width }: { readonly changes: boolean; readonly width: number }): Plain {
  const glyphs = new GlyphReader(sourceOf(line, { usual: "\n", strict: changes, room: width, reading: "code", cells }));
  const shown: string[] = [];
  for (let at = 0; glyphs.read(at, 0); at = glyphs.to) shown.push(glyphs.kind === "tab" ? "⟨TAB⟩" : glyphs.shown);
  return revealed(shown.join(""), "code");
}

const EMPTY = "" as Text; // No text is well-formed text.

function text(content: string | null): Text {
  return asText(content ?? "") ?? EMPTY; // Payload content was made from Text.
}

// A change in words, for somebody who listens to it: no frame, no columns, one row per line, each saying what happens to
// it. Hidden characters have the same names as everywhere; nothing of what would be written is left out.

import type { ChangePayload } from "../approval/index.ts";
import { asText, diffHunks, plain, reveal, type DiffHunk, type Plain, type Text } from "../text/index.ts";
import { shownOf } from "./view/rows.ts";

/** `as: "whole"` reads the file as it will be, or as it is where it would be deleted. */
export function inWords(change: ChangePayload, { as = "diff" }: { readonly as?: "diff" | "whole" } = {}): Plain[] {
  const { before, after } = shownOf(change);
  const whole = text(after ?? before);
  const rows = as === "whole" ? wholeRows(whole) : diffHunks(text(before), text(after), 3).flatMap(hunkRows);
  return rows.length === 0 ? [whole === "" ? plain`The file is empty.` : plain`The content stays as it is.`] : rows;
}

function wholeRows(content: Text): Plain[] {
  // A text against nothing is one hunk of added lines: every line of it, in order.
  return diffHunks(EMPTY, content, 0).flatMap(({ lines }) =>
    lines.flatMap((line, at) => say(plain`Line ${at + 1}`, line.text)),
  );
}

function hunkRows(hunk: DiffHunk): Plain[] {
  let old = Math.max(1, hunk.oldStart);
  let fresh = Math.max(1, hunk.newStart);
  return hunk.lines.flatMap((line) => {
    switch (line.kind) {
      case "removed":
        return say(plain`Removed line ${old++}`, line.text);
      case "added":
        return say(plain`Added line ${fresh++}`, line.text);
      case "context":
        old += 1;
        return say(plain`Line ${fresh++}`, line.text);
      default:
        return line.kind satisfies never;
    }
  });
}

function say(what: Plain, line: string): Plain[] {
  const isEnded = line.endsWith("\n");
  const shown = reveal(isEnded ? line.slice(0, -1) : line, {
    reading: "code",
    tabs: true,
    trailing: true,
    oneLine: true,
  });
  const row = shown === "" ? plain`${what} is empty` : plain`${what}: ${shown}`;
  return isEnded ? [row] : [row, plain`There is no line break at the end of the file.`];
}

const EMPTY = "" as Text; // No text is well-formed text.

function text(content: string | null): Text {
  return asText(content ?? "") ?? EMPTY; // Payload content was made from Text.
}

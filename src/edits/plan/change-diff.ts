// The unified diff of one draft and a copy of it that was changed, made from the lines around the change alone: a list of
// places in a large file costs its places, not its size.

import { unifiedDiff, type Text } from "../../text/index.ts";
import { textOf, type Draft } from "./draft/draft.ts";

const CONTEXT = 3;

/** `after` began as a copy of `before`. Applied to the text of `before`, the diff gives that of `after`. */
export function changeDiff(before: Draft, after: Draft, path: string): string {
  const paths = { oldPath: path, newPath: path };
  const runs = after.touched();
  const first = runs[0];
  const last = runs.at(-1);
  // A BOM comes before the first line and is part of none.
  if (first === undefined || last === undefined || before.bom !== "" || after.bom !== "")
    return unifiedDiff({ ...paths, before: textOf(before), after: textOf(after) });
  // More than is shown: between equal lines, a change may be attributed to its neighbour.
  const from = Math.max(0, first.old.from - 2 * CONTEXT);
  const old = linesOf(before, from, last.old.to + 2 * CONTEXT);
  const fresh = linesOf(after, from, last.new.to + 2 * CONTEXT);
  const lines = unifiedDiff({ ...paths, before: old, after: fresh }).split("\n");
  return lines.map((line) => (line.startsWith("@@ -") ? shifted(line, from) : line)).join("\n");
}

/** A hunk's header for a text that begins so many lines earlier. Every other line of a diff begins with another sign. */
function shifted(header: string, by: number): string {
  return header.replaceAll(/([-+])(\d+)/g, (_, sign: string, start: string) => `${sign}${Number(start) + by}`);
}

function linesOf(draft: Draft, from: number, to: number): Text {
  const end = Math.min(to, draft.length);
  const lines: string[] = [];
  for (let at = from; at < end; at += 1) lines.push(draft.line(at)!);
  return lines.join("") as Text; // Lines of well-formed text.
}

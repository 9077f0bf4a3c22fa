// Lines, ending at "\n" only. U+2028, form feed, lone "\r" and the like are characters inside a line.

import type { Text } from "./types.ts";

/** Every line with its ending; joined they are the text again. "" has no lines, "a\n" has one. */
export function splitLines(text: string): string[] {
  const lines: string[] = [];
  let from = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", from)) {
    lines.push(text.slice(from, at + 1));
    from = at + 1;
  }
  if (from < text.length) lines.push(text.slice(from));
  return lines;
}

/** How many lines a text has. A last line without a newline counts; the empty text has none. */
export function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count += 1;
  return text === "" || text.endsWith("\n") ? count : count + 1;
}

export type Ending = "" | "\n" | "\r\n";

export function endingOf(line: string): Ending {
  if (!line.endsWith("\n")) return "";
  return line.endsWith("\r\n") ? "\r\n" : "\n";
}

export function withoutEnding(line: string): string {
  return line.slice(0, line.length - endingOf(line).length);
}

/** Offsets where each line starts, and the text's length as a last entry. */
export function lineStarts(text: Text | string): number[] {
  const starts: number[] = [];
  for (let from = 0; from < text.length;) {
    starts.push(from);
    const at = text.indexOf("\n", from);
    from = at < 0 ? text.length : at + 1;
  }
  starts.push(text.length);
  return starts;
}

/** 0-based line that holds the offset, by bisection in lineStarts. The text's end belongs to the last line. */
export function lineAt(starts: ArrayLike<number>, offset: number): number {
  let low = 0;
  let high = Math.max(0, starts.length - 2);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

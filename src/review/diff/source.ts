// What the glyphs of a line are made from: where its ending and its trailing whitespace start, what pretends to be something else.

import { endingOf, lookAlikes, type Ending } from "../../text/index.ts";
import type { Source } from "./glyphs.ts";

const NONE: ReadonlySet<number> = new Set();

export type SourceOptions = Pick<Source, "room" | "reading" | "cells"> & {
  /** What lines of the file end with; any other ending is marked. A missing one is a note of its own. */
  readonly usual: Ending;
  /** The line changes: characters that look like others are marked. */
  readonly strict: boolean;
};

export function sourceOf(line: string, { usual, strict, room, reading, cells }: SourceOptions): Source {
  const ending = endingOf(line);
  const body = line.length - ending.length;
  let trail = body;
  while (trail > 0 && (line[trail - 1] === " " || line[trail - 1] === "\t")) trail -= 1;
  const mark = ending === usual || ending === "" ? "" : ending === "\n" ? "⟨LF⟩" : "⟨CR⟩";
  const impostors = strict ? new Set(lookAlikes(line, reading)) : NONE;
  return { line, body, trail, ending: mark, strict, impostors, room, reading, cells };
}

/** What most lines end with; "\n" when none has an ending. `starts` are the text's lineStarts. */
export function usualEnding(text: string, starts: readonly number[]): "\n" | "\r\n" {
  let returns = 0;
  let newlines = 0;
  for (let line = 1; line < starts.length; line += 1) {
    const end = starts[line]!;
    if (text.charCodeAt(end - 1) !== 0x0a) continue;
    if (text.charCodeAt(end - 2) === 0x0d) returns += 1;
    else newlines += 1;
  }
  return returns > newlines ? "\r\n" : "\n";
}

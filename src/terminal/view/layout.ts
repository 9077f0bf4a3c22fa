// Where a line is cut into rows. Exact for every line, in one pass over it; only offsets are kept.

import { endingOf, lookAlikes, type Ending, type Span } from "../../text/index.ts";
import { GlyphReader, type Source } from "./glyphs.ts";

/** Offsets into the line where its rows start, at least one. A row that is not the last leaves a cell for "↴". */
export function rowStarts(source: Source, room: number): readonly number[] {
  const glyphs = new GlyphReader(source);
  const starts = [0];
  let at = 0;
  let used = 0;
  let cut = -1; // The first glyph of this row that would leave no cell for "↴".
  while (glyphs.read(at, used)) {
    const end = used + glyphs.width;
    if (end > room && at > starts.at(-1)!) {
      at = cut > starts.at(-1)! ? cut : at;
      starts.push(at);
      used = 0;
      cut = -1;
      continue;
    }
    if (end >= room && cut < 0) cut = at;
    used = end;
    at = glyphs.to;
  }
  return starts;
}

/**
 * True for a line that is one row for sure: printable ASCII, the usual ending, no blank at its end. Most lines are, and
 * looking at their codes is all the index does with them.
 */
export function isPlainRow(text: string, line: Span, { room, usual }: { room: number; usual: "\n" | "\r\n" }): boolean {
  if (text.charCodeAt(line.to - 1) !== 0x0a) return false;
  if ((text.charCodeAt(line.to - 2) === 0x0d && line.to - 2 >= line.from) !== (usual === "\r\n")) return false;
  const end = line.to - usual.length;
  if (end - line.from > room) return false;
  for (let at = line.from; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code > 0x7e) return false;
  }
  return end === line.from || text.charCodeAt(end - 1) !== 0x20;
}

const NONE: ReadonlySet<number> = new Set();

export type SourceOptions = Pick<Source, "room" | "reading"> & {
  /** What lines of the file end with; any other ending is marked. A missing one is a note of its own. */
  readonly usual: Ending;
  /** The line changes: characters that look like others are marked. */
  readonly strict: boolean;
};

export function sourceOf(line: string, { usual, strict, room, reading }: SourceOptions): Source {
  const ending = endingOf(line);
  const body = line.length - ending.length;
  let trail = body;
  while (trail > 0 && (line[trail - 1] === " " || line[trail - 1] === "\t")) trail -= 1;
  const mark = ending === usual || ending === "" ? "" : ending === "\n" ? "⟨LF⟩" : "⟨CR⟩";
  const impostors = strict ? new Set(lookAlikes(line, reading)) : NONE;
  return { line, body, trail, ending: mark, strict, impostors, room, reading };
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

// Where a line is cut into rows. Exact for every line, in one pass over it; only offsets are kept.

import { GlyphReader, type Source } from "../../review/index.ts";
import type { Span } from "../../text/index.ts";

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

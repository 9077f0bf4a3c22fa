// Cuts equal beginnings and ends off two texts before they are split into lines, so that one edit in a large file
// costs little more than a comparison. Cuts only between lines, and never so close that a change could not slide.

/** What is left in the middle; `firstLine` lines of both texts come before it. */
export type Middle = { readonly firstLine: number; readonly before: string; readonly after: string };

/** Keeps `margin` equal lines on both sides of what differs, where there are so many. */
export function withoutCommonEnds(before: string, after: string, margin: number): Middle {
  const shorter = Math.min(before.length, after.length);
  let from = lineStartAt(before, commonPrefix(before, after, shorter));
  const common = commonSuffix(before, after, shorter - from);
  let tail = before.length - lineStartAfter(before, before.length - common);
  for (let line = 0; line < margin && from > 0; line += 1) from = lineStartAt(before, from - 1);
  for (let line = 0; line < margin && tail > 0; line += 1)
    tail = before.length - lineStartAfter(before, before.length - tail);
  return {
    firstLine: countBreaks(before, from),
    before: before.slice(from, before.length - tail),
    after: after.slice(from, after.length - tail),
  };
}

// Long pieces are compared whole, which the runtime does a word at a time; only the last one by character.
const PIECE = 4096;

function commonPrefix(before: string, after: string, limit: number): number {
  let at = 0;
  while (at + PIECE <= limit && before.slice(at, at + PIECE) === after.slice(at, at + PIECE)) at += PIECE;
  while (at < limit && before.charCodeAt(at) === after.charCodeAt(at)) at += 1;
  return at;
}

function commonSuffix(before: string, after: string, limit: number): number {
  const b = before.length;
  const a = after.length;
  let size = 0;
  while (
    size + PIECE <= limit &&
    before.slice(b - size - PIECE, b - size) === after.slice(a - size - PIECE, a - size)
  ) {
    size += PIECE;
  }
  while (size < limit && before.charCodeAt(b - size - 1) === after.charCodeAt(a - size - 1)) size += 1;
  return size;
}

/** The start of the line that holds the offset. */
function lineStartAt(text: string, offset: number): number {
  // lastIndexOf takes a negative position for 0 and would find a break there.
  return offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
}

/** The first start of a line after the offset, or the text's end. */
function lineStartAfter(text: string, offset: number): number {
  const at = text.indexOf("\n", offset);
  return at < 0 ? text.length : at + 1;
}

function countBreaks(text: string, to: number): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

// Where the chunks of a patch go. Each is placed in the file as it is before any of them: exactly, at the only
// place that fits. A line number chooses among several exact places and places pure additions; nothing else chooses.

import { withoutEnding } from "../../text/index.ts";
import type { Draft } from "./draft/draft.ts";
import type { FinalBreak } from "../match/endings.ts";
import { areUnique, enclose, linesContaining, locateContextLines } from "../match/context-lines.ts";
import { BOM, contentsOf } from "../match/locate.ts";
import { pinnedLine } from "../match/pinned-place.ts";
import type { Chunk } from "../types.ts";

/** A chunk as lines without endings, a BOM set aside when the file has one. */
export type Wanted = {
  readonly chunk: Chunk;
  readonly find: readonly string[];
  readonly put: readonly string[];
  readonly hasBom: boolean;
};

/** 0-based line where the found text begins, or before which lines are added. */
export type ChunkPlace =
  | { readonly kind: "at"; readonly line: number }
  | { readonly kind: "many"; readonly lines: readonly number[]; readonly headersAreOff: boolean }
  | { readonly kind: "none" }
  /** The lines are there, but not with the file's end the chunk speaks of. */
  | { readonly kind: "other-end"; readonly line: number }
  /** A line after @@ is not there, or not before the place. */
  | { readonly kind: "no-context"; readonly name: string }
  /** Lines to add, and nothing that says where. */
  | { readonly kind: "no-place" }
  /** The lines a person chose are not there any more. */
  | { readonly kind: "pin-lost" };

// Looking at what encloses a place reads upwards from it: not for every "}" of a large file.
const FEW = 100;

/** One place per chunk, in their order. */
export function placeChunks(draft: Draft, wanted: readonly Wanted[]): readonly ChunkPlace[] {
  if (wanted.every((each) => matchesAtItsLine(draft, each)))
    return wanted.map(({ chunk }) => ({ kind: "at", line: chunk.at.line! - 1 })); // It has a line: it matches there.
  const first = wanted.map((each) => placeAlone(draft, each));
  // One header that names the wrong line shows that the numbers were made for another text: then none may choose.
  const headersAreOff = wanted.some(({ chunk, find }, at) => {
    const place = first[at]!;
    return find.length > 0 && chunk.at.line !== null && place.kind === "at" && place.line !== chunk.at.line - 1;
  });
  return wanted.map((each, at) => byLine(draft, each, first[at]!, headersAreOff));
}

/**
 * The common case, decided without reading the whole file: what every chunk wants is at the line it names. Its place is
 * that line, whether it matches elsewhere too (then its number chooses, and no number is wrong) or not.
 */
function matchesAtItsLine(draft: Draft, wanted: Wanted): boolean {
  const { at, noFinalNewline } = wanted.chunk;
  if (wanted.find.length === 0 || at.line === null || at.after.length > 0 || at.pin !== undefined) return false;
  if (at.end || noFinalNewline.old || noFinalNewline.new || wanted.hasBom) return false;
  return draft.matchesAt(wanted.find, at.line - 1) && !fitsAnEnd(draft, wanted, at.line - 1);
}

/**
 * A hunk that keeps fewer lines after its changes than before them was made at the end of a file, and the other way round
 * at its start: that is how diffs are written. When the text is there too, its number is not proof enough.
 */
function fitsAnEnd(draft: Draft, { chunk: { steps = "" }, find }: Wanted, line: number): boolean {
  const before = steps.search(/[^ ]/);
  const after = steps.length - 1 - steps.search(/[^ ] *$/);
  if (before === after || before < 0) return false;
  const end = after < before ? draft.length - find.length : 0;
  return line !== end && draft.matchesAt(find, end);
}

export function wantedOf(chunk: Chunk, draft: Draft): Wanted {
  const hasBom = draft.bom !== "" && chunk.find.startsWith(BOM);
  return {
    chunk,
    find: contentsOf(hasBom ? chunk.find.slice(BOM.length) : chunk.find),
    put: contentsOf(draft.bom !== "" && chunk.put.startsWith(BOM) ? chunk.put.slice(BOM.length) : chunk.put),
    hasBom,
  };
}

/** What the chunk makes of the file's last newline. */
export function finalBreakOf({ noFinalNewline: { old, new: fresh } }: Chunk): FinalBreak {
  if (old === fresh) return "kept";
  return fresh ? "absent" : "present";
}

/** The place without any help of line numbers. */
function placeAlone(draft: Draft, wanted: Wanted): ChunkPlace {
  const { chunk, find } = wanted;
  if (chunk.at.pin !== undefined) {
    const line = pinnedLine(draft, chunk.at.pin);
    return line !== null && draft.matchesAt(find, line) ? { kind: "at", line } : { kind: "pin-lost" };
  }
  if (find.length === 0) return placeAddition(draft, chunk);
  const hits = draft.find(find);
  if (hits.count === 0) return { kind: "none" };
  const size = draft.length;
  const atEnd = chunk.at.end || chunk.noFinalNewline.old || chunk.noFinalNewline.new;
  let lines = atEnd ? hits.places.filter((line) => line + find.length === size) : hits.places;
  if (wanted.hasBom) lines = lines.filter((line) => line === 0);
  if (lines.length === 0 && wanted.hasBom) return { kind: "none" };
  // The last line must have a newline exactly when the chunk speaks of one it has or takes away.
  const { old, new: fresh } = chunk.noFinalNewline;
  const endFits = old ? draft.isUnterminated : !(fresh && draft.isUnterminated);
  if (lines.length === 0 || (atEnd && !endFits)) return { kind: "other-end", line: hits.places[0]! };
  return narrow(draft, chunk, lines);
}

function narrow(draft: Draft, { at: { after } }: Chunk, lines: readonly number[]): ChunkPlace {
  const posts = locateContextLines(draft, after);
  return posts === null ? narrowByParts(draft, after, lines) : narrowBy(draft, lines, { after, posts });
}

/** `posts`: where the lines named by `after` are. */
function narrowBy(
  draft: Draft,
  lines: readonly number[],
  { after, posts }: { readonly after: readonly string[]; readonly posts: readonly number[] },
): ChunkPlace {
  const last = posts.at(-1) ?? 0;
  // The text may begin with the named line itself.
  const below = lines.filter((line) => line >= last);
  if (below.length === 0) return { kind: "no-context", name: after.at(-1)! };
  if (below.length === 1) return { kind: "at", line: below[0]! };
  if (after.length > 0 && below.length <= FEW) {
    const inside = below.filter((line) => enclose(draft, after, line));
    if (inside.length === 1) return { kind: "at", line: inside[0]! };
  }
  return { kind: "many", lines: below, headersAreOff: false };
}

/**
 * The names are parts of lines. Text that occurs once needs such lines before it; text that occurs several times is
 * narrowed only by names that one line alone can mean, after the one before.
 */
function narrowByParts(draft: Draft, after: readonly string[], lines: readonly number[]): ChunkPlace {
  const parts = linesContaining(draft, after);
  if (parts === null) return { kind: "no-context", name: missingName(draft, after) };
  const posts: number[] = [];
  let isCertain = true;
  for (const found of parts) {
    const [at, another] = found.filter((line) => line > (posts.at(-1) ?? -1));
    if (at === undefined) return { kind: "no-context", name: after[posts.length]! };
    isCertain &&= another === undefined;
    posts.push(at);
  }
  if (lines.length > 1 && !isCertain) return { kind: "many", lines, headersAreOff: false };
  return narrowBy(draft, lines, { after: posts.map((at) => withoutEnding(draft.line(at)!)), posts });
}

function placeAddition(draft: Draft, { at, noFinalNewline }: Chunk): ChunkPlace {
  const size = draft.length;
  if (noFinalNewline.new && size > 0 && at.line !== size + 1 && !at.end) return { kind: "other-end", line: size };
  if (at.line !== null) return { kind: "no-place" }; // Placed by its line once the headers are known to be right.
  if (at.after.length > 0) {
    const posts = locateContextLines(draft, at.after);
    if (posts === null) return { kind: "no-context", name: missingName(draft, at.after) };
    const last = posts.at(-1)!;
    if (areUnique(draft, at.after, posts)) return { kind: "at", line: last + 1 };
    return { kind: "many", lines: [last], headersAreOff: false };
  }
  return at.end || size === 0 ? { kind: "at", line: size } : { kind: "no-place" };
}

function byLine(draft: Draft, wanted: Wanted, place: ChunkPlace, headersAreOff: boolean): ChunkPlace {
  const line = wanted.chunk.at.line;
  if (line === null) return place;
  if (wanted.find.length === 0 && place.kind === "no-place") {
    if (headersAreOff || line < 1 || line > draft.length + 1) return place;
    return { kind: "at", line: line - 1 };
  }
  if (place.kind !== "many") return place;
  if (headersAreOff) return { ...place, headersAreOff };
  if (!place.lines.includes(line - 1) || fitsAnEnd(draft, wanted, line - 1)) return place;
  return { kind: "at", line: line - 1 };
}

function missingName(draft: Draft, named: readonly string[]): string {
  return (
    named.find((name) => linesContaining(draft, [name]) === null) ??
    named.find((_, at) => locateContextLines(draft, named.slice(0, at + 1)) === null)!
  );
}

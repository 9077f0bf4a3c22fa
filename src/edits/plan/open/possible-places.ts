// The places where an edit without one exact match could be made, in the text as it is now.
// Finds places only; whether the edit works there is tried elsewhere.

import { lineAt, lineStarts } from "../../../text/index.ts";
import type { Draft } from "../draft/draft.ts";
import { BOM, charSpans, contentsOf } from "../../match/locate.ts";
import { pinAt } from "../../match/pinned-place.ts";
import { placeChunks, wantedOf } from "../place-chunks.ts";
import type { Candidate, Change, Chunk, Pin } from "../../types.ts";

/** One place, and the change bound to it. `own`: the same without the other hunks of its patch. */
export type PossiblePlace = {
  readonly line: number;
  readonly rule: string | null;
  readonly change: Change;
  readonly own: Change;
};

/** The first of `count` places. `hunk` counts from 1: the one of a patch that is to be placed. */
export type PossiblePlaces = {
  readonly possible: readonly PossiblePlace[];
  readonly count: number;
  readonly hunk: number | null;
};

/** The first `most` places where the text matches exactly, in the order of the file. */
export function exactPlaces(draft: Draft, change: Change, most: number): PossiblePlaces {
  if (change.kind === "patch") return chunkPlaces(draft, change, most);
  if (change.kind !== "replace" || change.all) return { possible: [], count: 0, hunk: null };
  const { pins, count } = pinsOf(draft, change, most);
  const possible = pins.map((pin) => {
    const there = { ...change, pin };
    return { line: pin.line + 1, rule: null, change: there, own: there };
  });
  return { possible, count, hunk: null };
}

function pinsOf(
  draft: Draft,
  { find, match }: Extract<Change, { kind: "replace" }>,
  most: number,
): { readonly pins: readonly Pin[]; readonly count: number } {
  if (match === "lines") {
    const lines = contentsOf(draft.bom !== "" && find.startsWith(BOM) ? find.slice(BOM.length) : find);
    const { places } = draft.find(lines);
    const pins = places.slice(0, most).map((line) => pinAt(draft, { line, column: 0, count: lines.length }));
    return { pins, count: places.length };
  }
  const shift = draft.bom.length;
  const starts = lineStarts(draft.text.slice(shift));
  const spans = charSpans(draft.text, find);
  const pins = spans.slice(0, most).map(({ from, to }) => {
    const line = lineAt(starts, Math.max(0, from - shift));
    const last = lineAt(starts, Math.max(0, to - shift - 1));
    return pinAt(draft, { line, column: from - shift - starts[line]!, count: last - line + 1 });
  });
  return { pins, count: spans.length };
}

/** The first hunk of a patch that has no place of its own; a patch that fits as it is has one way. */
function chunkPlaces(draft: Draft, change: Extract<Change, { kind: "patch" }>, most: number): PossiblePlaces {
  const wanted = change.chunks.map((chunk) => wantedOf(chunk, draft));
  const places = placeChunks(draft, wanted);
  const pinTo = (at: number, line: number): Chunk => {
    const chunk = change.chunks[at]!;
    return { ...chunk, at: { ...chunk.at, pin: pinAt(draft, { line, column: 0, count: wanted[at]!.find.length }) } };
  };
  const at = places.findIndex((place) => place.kind !== "at");
  const place = places[at];
  if (place?.kind === "many") {
    const possible = place.lines.slice(0, most).map((line) => {
      const chunk = pinTo(at, line);
      const whole = { ...change, chunks: change.chunks.with(at, chunk) };
      return { line: line + 1, rule: null, change: whole, own: { ...change, chunks: [chunk] } };
    });
    return { possible, count: place.lines.length, hunk: at + 1 };
  }
  if (place !== undefined) return { possible: [], count: 0, hunk: null };
  const chunks = places.map((each, index) => (each.kind === "at" ? pinTo(index, each.line) : change.chunks[index]!));
  const first = places[0]?.kind === "at" ? places[0].line : 0;
  const whole = { ...change, chunks };
  return { possible: [{ line: first + 1, rule: null, change: whole, own: whole }], count: 1, hunk: null };
}

/** A candidate's exact change, bound to where it was found. */
export function candidatePlace(draft: Draft, asked: Change, { change, line, rule }: Candidate): PossiblePlace {
  if (change.kind === "replace") {
    // The planner found it once, so there is one.
    const [pin] = pinsOf(draft, change, 1).pins;
    const there = pin === undefined ? change : { ...change, pin };
    return { line, rule, change: there, own: there };
  }
  const chunks = change.chunks.map((chunk, at) => {
    const isCandidate = asked.kind !== "patch" || asked.chunks[at] !== chunk;
    if (!isCandidate || chunk.at.line === null) return chunk;
    const count = contentsOf(chunk.find).length;
    return { ...chunk, at: { ...chunk.at, pin: pinAt(draft, { line: chunk.at.line - 1, column: 0, count }) } };
  });
  const there = { ...change, chunks };
  return { line, rule, change: there, own: there };
}

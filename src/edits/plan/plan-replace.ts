// Edits that replace text wherever it occurs: characters (tools) or whole lines (blocks). It must occur exactly once,
// or the edit says "all"; occurrences that overlap are refused either way.

import { lineStarts } from "../../text/index.ts";
import { alignLines } from "../match/align.ts";
import { askedEnding, endAll, keptNote } from "../match/asked-endings.ts";
import { insertedAlready, replacedAlready } from "../match/already-applied.ts";
import { softPlaces } from "../diagnose/candidate.ts";
import type { Draft } from "./draft/draft.ts";
import { withEndings } from "../match/endings.ts";
import { explainMany, explainNone } from "../diagnose/explain.ts";
import type { CharPlace } from "../match/edited-chars.ts";
import type { ContentChange } from "../match/line-index.ts";
import { BOM, charSpans, contentsOf, withPlainBreaks } from "../match/locate.ts";
import { blankFind, emptyFind, noChange, noFile, onlyEndings, pinLost } from "../diagnose/misses.ts";
import { alreadyApplied, missed, type EditStep, type Outcome } from "./edit-step.ts";
import { nearest } from "../diagnose/nearest.ts";
import { pinnedLine } from "../match/pinned-place.ts";
import { NO_HITS, type Hits } from "../match/search.ts";
import { isBlank } from "../diagnose/soften.ts";
import { replaceSpans } from "../match/spans.ts";
import type { Change, Pin } from "../types.ts";
import type { Entry } from "./draft/draft-files.ts";

type Replace = Extract<Change, { kind: "replace" }>;

export function applyReplace(step: EditStep, change: Replace): Outcome {
  const { edit, shown, drafts } = step;
  const entry = drafts.entry(edit.path);
  const { draft } = entry;
  if (draft === null) return missed(noFile(entry, shown));
  if (change.find === "") return missed(emptyFind(shown, edit));
  if (withPlainBreaks(change.find) === withPlainBreaks(change.put))
    return missed(change.find === change.put ? noChange(shown, edit) : onlyEndings(shown, edit));
  return change.match === "chars" ? replaceChars(step, change, entry, draft) : replaceLines(step, change, entry, draft);
}

function replaceChars({ edit, shown, context }: EditStep, change: Replace, entry: Entry, draft: Draft): Outcome {
  const places = change.pin === undefined ? placesOf(draft, change.find) : pinnedPlaces(draft, change, change.pin);
  if (places === null) return missed(pinLost(shown));
  const wanted = { edit, shown, hunk: null, ...change };
  if (places.length === 0) return missed(explainNone(context, draft, wanted));
  const { first, lines, spans } = stretchOf(draft, places, change.find);
  const overlapping = spans.some((span, at) => at > 0 && span.from < spans[at - 1]!.to);
  if ((places.length > 1 && !change.all) || overlapping) {
    const found = places.map(({ line }) => line);
    return missed(explainMany(context, draft, { edit, shown, hunk: null, lines: found, overlapping }));
  }
  const { bom, put } = bomAfter(draft, change, places[0]!.hasBom === true);
  const changes = replaceSpans(lines, spans, put).map((each) => ({
    ...each,
    from: each.from + first,
    to: each.to + first,
  }));
  if (changes.length === 0 && bom === draft.bom) return missed(noChange(shown, edit));
  const note = noteOf(
    shown,
    change,
    changes.flatMap(({ from, to }) => linesOf(draft, from, to)),
  );
  draft.setBom(edit.id, bom);
  draft.apply(edit.id, changes);
  entry.edits.add(edit.id);
  return {
    kind: "change",
    line: (changes[0]?.from ?? 0) + 1,
    matchLine: places[0]!.line + 1,
    linesChanged: changes.reduce((sum, { from, to, lines: fresh }) => sum + Math.max(to - from, fresh.length), 0),
    replacements: places.length,
    ...note,
  };
}

/** `hasBom`: the characters begin with the file's BOM. */
type Found = CharPlace & { readonly hasBom?: true };

/** Ascending; they may overlap. */
function placesOf(draft: Draft, find: string): readonly Found[] {
  const places = draft.findChars(find);
  if (draft.bom === "" || !find.startsWith(BOM)) return places;
  const rest = find.slice(BOM.length);
  const start = { line: 0, column: 0, length: 0, hasBom: true } as const;
  if (rest === "") return [start, ...places];
  const [place] = draft.findChars(rest);
  return place?.line === 0 && place.column === 0 ? [{ ...place, hasBom: true }, ...places] : places;
}

/** The place that begins at the pin, or null when that is gone. */
function pinnedPlaces(draft: Draft, { find }: Replace, pin: Pin): readonly Found[] | null {
  const line = pinnedLine(draft, pin);
  if (line === null) return null;
  const text = linesOf(draft, line, Math.min(draft.length, line + heightOf(find))).join("");
  const span = charSpans(text.slice(pin.column), find).find(({ from }) => from === 0);
  return span === undefined ? null : [{ line, column: pin.column, length: span.to }];
}

/** The lines from the one before the first place to the one after the last, and the places as spans in their text. */
function stretchOf(draft: Draft, places: readonly Found[], find: string) {
  const first = Math.max(0, places[0]!.line - 1);
  const lines = linesOf(draft, first, Math.min(draft.length, places.at(-1)!.line + heightOf(find) + 1));
  const starts = lineStarts(lines.join(""));
  const spans = places.map(({ line, column, length }) => {
    const from = starts[line - first]! + column;
    return { from, to: from + length };
  });
  return { first, lines, spans };
}

/** In how many lines a text begins, goes on and ends. */
function heightOf(find: string): number {
  return find.split("\n").length;
}

/** A BOM belongs to the replaced text only when that was written with one. */
function bomAfter(draft: Draft, { put }: Replace, hasBom: boolean) {
  if (!hasBom) return { bom: draft.bom, put };
  return put.startsWith(BOM) ? { bom: BOM, put: put.slice(BOM.length) } : { bom: "" as const, put };
}

function replaceLines(step: EditStep, change: Replace, entry: Entry, draft: Draft): Outcome {
  const { edit, shown, context } = step;
  if (sameLines(contentsOf(change.find), contentsOf(change.put)))
    return missed(askedEnding(change) === null ? noChange(shown, edit) : onlyEndings(shown, edit));
  const hasBom = draft.bom !== "" && change.find.startsWith(BOM);
  const find = contentsOf(hasBom ? change.find.slice(BOM.length) : change.find);
  if (find.every(isBlank)) return missed(blankFind(shown));
  const hits = change.pin === undefined ? draft.find(find) : pinnedHits(draft, find, change.pin);
  if (change.pin !== undefined && hits.count === 0) return missed(pinLost(shown));
  const fitting = hasBom ? hits.places.filter((line) => line === 0) : hits.places;
  const named = fitting.length > 1 ? namedPlace(draft, fitting, { size: find.length, line: change.line }) : null;
  const places = named === null ? fitting : [named];
  const putHasBom = draft.bom !== "" && places[0] === 0 && change.put.startsWith(BOM);
  const put = contentsOf(putHasBom ? change.put.slice(BOM.length) : change.put);
  const dropsBom = hasBom && !putHasBom;
  if (places.length === 0) return missing(step, change, draft, { find, put });
  const overlapping = places.length > 1 && hits.overlapping;
  if ((places.length > 1 && !change.all) || overlapping) {
    const why = explainMany(context, draft, { edit, shown, hunk: null, lines: places, overlapping });
    return missed({ ...why, message: `${why.message}${notNamed(change.line)}` });
  }
  if (places.length === 1) {
    const already = insertedAlready(draft, { find, put, place: places[0]! });
    if (already !== null) return alreadyApplied(shown, already);
  }
  const changes = joinAdjacent(
    places.flatMap((line) =>
      alignLines(find, put).map(({ from, to, put: lines }) => ({ from: from + line, to: to + line, put: lines })),
    ),
  );
  const note = noteOf(shown, change, linesOf(draft, places[0]!, places[0]! + find.length));
  if (dropsBom) draft.setBom(edit.id, "");
  draft.apply(
    edit.id,
    changes.map((each) => withEndings(draft, each)),
  );
  entry.edits.add(edit.id);
  return {
    kind: "change",
    line: (changes[0]?.from ?? places[0]!) + 1,
    matchLine: places[0]! + 1,
    linesChanged: changes.reduce((sum, each) => sum + Math.max(each.to - each.from, each.put.length), 0),
    replacements: places.length,
    ...note,
  };
}

/** The place whose lines are the file's own, from the named line on. Numbers are for the file before any edit. */
function namedPlace(
  draft: Draft,
  places: readonly number[],
  { size, line }: { readonly size: number; readonly line: number | undefined },
): number | null {
  if (line === undefined) return null;
  const isIt = (place: number): boolean => {
    for (let at = 0; at < size; at += 1) if (draft.originOf(place + at) !== line - 1 + at) return false;
    return true;
  };
  return places.find(isIt) ?? null;
}

function notNamed(line: number | undefined): string {
  return line === undefined ? "" : ` The block says line ${line}, which is none of them.`;
}

function pinnedHits(draft: Draft, find: readonly string[], pin: Pin): Hits {
  const line = pinnedLine(draft, pin);
  return line !== null && draft.matchesAt(find, line) ? { count: 1, places: [line], overlapping: false } : NO_HITS;
}

/** The edit speaks of other line endings than those that stay. */
function noteOf(shown: string, change: Replace, replaced: readonly string[]): { readonly note?: string } {
  const asked = askedEnding(change);
  return asked === null || !endAll(replaced, asked.from) ? {} : { note: keptNote(shown, asked) };
}

function linesOf(draft: Draft, from: number, to: number): readonly string[] {
  return Array.from({ length: to - from }, (_, at) => draft.line(from + at)!);
}

function missing(
  { edit, shown, context }: EditStep,
  change: Replace,
  draft: Draft,
  { find, put }: { readonly find: readonly string[]; readonly put: readonly string[] },
): Outcome {
  const already = replacedAlready(draft, { find, put });
  if (already !== null && !appearsElsewhere(draft, context, find, { from: already, to: already + put.length }))
    return alreadyApplied(shown, already);
  return missed(explainNone(context, draft, { edit, shown, hunk: null, ...change }));
}

/**
 * Whether the old text is still somewhere else than the new text: except for whitespace or look-alikes, or with some of
 * its lines. Then the new text was not put in its place.
 */
export function appearsElsewhere(
  draft: Draft,
  context: EditStep["context"],
  find: readonly string[],
  apartFrom: { readonly from: number; readonly to: number },
): boolean {
  const soft = context.soft(draft);
  const isApart = (from: number, to: number): boolean => to <= apartFrom.from || from >= apartFrom.to;
  if (softPlaces(draft, soft, find).some((line) => isApart(line, line + find.length))) return true;
  const near = nearest(draft, soft, find);
  return near !== null && near.shared > 0 && isApart(near.from, near.to);
}

/** Changes that touch become one, so that the lines of both count as replaced together. */
export function joinAdjacent(changes: readonly ContentChange[]): readonly ContentChange[] {
  const joined: { from: number; to: number; put: string[] }[] = [];
  for (const { from, to, put } of changes) {
    const last = joined.at(-1);
    if (last && last.to === from) {
      last.to = to;
      for (const line of put) last.put.push(line);
    } else joined.push({ from, to, put: [...put] });
  }
  return joined;
}

export function sameLines(find: readonly string[], put: readonly string[]): boolean {
  return find.length === put.length && find.every((line, at) => line === put[at]);
}

// SEARCH/REPLACE blocks as aider taught them; cline, Roo and gptme vary them.
// Never guesses which divider or which file is meant: a block with two readings keeps both, for the file to decide.
//
//   block    = name start [ hint ] *line divider *line end
//   start    = 5*9"<" " SEARCH" / 5*9"-" " SEARCH" / 5*9"<" " ORIGINAL"     at column 0; also "SEARCH>"
//              Other words (OLD, NEW …) and a file's name after them are read, too: see named-markers.ts.
//   hint     = ":start_line:" number [ ":end_line:" number ] [ "-------" ]
//   divider  = 5*9"="
//   end      = 5*9">" " REPLACE" / 5*9"+" " REPLACE" / 5*9">" " UPDATED", which ends ORIGINAL
//   name     = a path line before the start, past one blank line and two code fences at most; or a path in the
//              fence's info string; or that of the block before
//
// Which name is meant: the nearest line above, when it is clearly a path (has a folder or a file name's ending, is
// decorated, is a well-known name, or is known to exist) or no block came before. A line above that names no path at
// all leaves it to the block before; one that may be either leaves the block refused.

import type { Change, Proposed } from "../../types.ts";
import { isBlank } from "../blocks/path-line.ts";
import type { Answer } from "../answer.ts";
import {
  answerLine,
  answerLines,
  incomplete,
  malformed,
  quote,
  sourceOf,
  type Region,
  type ScanContext,
} from "../scan.ts";
import { nameInMarkers, nameOf, OTHER_NAME, PATH_ALONE, type BlockName } from "./block-name.ts";
import { readFencePair } from "./fence-pair.ts";
import { likelyMarkers, namedMarkersOf, namesIn } from "./named-markers.ts";
import { markersOf, mayBeSearchMarker, readBody, startOfEnd, type Body, type Split } from "./body.ts";

export function readSearchReplace(context: ScanContext, at: number): Region | null {
  const { answer } = context;
  const first = answer.first(at);
  if (first === 0x60 || first === 0x7e || first === 0x20) {
    const sign = answer.firstSign(at);
    return sign === 0x60 || sign === 0x7e ? readFencePair(context, at) : null; // ` ~
  }
  if (!mayBeSearchMarker(answer, at)) return null;
  const line = answer.line(at);
  const start = startOfEnd(line);
  if (start !== null) {
    const why = `${quote(line)} ends no block: its "<<<<<<< ${start}" line is missing or damaged. Send the block again.`;
    return { blocks: [malformed(sourceOf(answer, "search-replace", at, at + 1), null, why)], next: at + 1 };
  }
  const markers = markersOf(line);
  const usual = markers === null ? null : readBody(answer, at + 1, markers);
  if (usual === null || usual.kind === "cut-off" || usual.kind === "damaged-end") {
    const named = readNamedBlock(context, at);
    if (named !== null) return named;
  }
  if (usual === null) return null;
  const body = usual;
  const name = nameOf(context, at);
  const source = sourceOf(answer, "search-replace", name.line, body.next);
  context.lastPath = name.path;
  context.lastLikely = name.likely ?? null;
  const block = proposed(context, { at, name, body, source });
  const blocks = [block.kind === "edit" && name.likely ? { ...block, likely: name.likely } : block];
  return body.kind === "no-end" ? { blocks, next: body.next, floor: body.floor } : { blocks, next: body.next };
}

/** A block whose markers have other words, or the file's name, in them. Null when it has not both of them. */
function readNamedBlock(context: ScanContext, at: number): Region | null {
  const { answer, known } = context;
  const markers = namedMarkersOf(answer.line(at));
  const body = markers === null ? null : readBody(answer, at + 1, markers);
  if (body?.kind !== "whole") return null;
  const own = namesIn(answer, at, body.end, known);
  const name = own?.path == null ? nameOf(context, at) : nameInMarkers(context, { at, end: body.end, path: own.path });
  const isCertain = own?.isUsual === true && own.path !== null && !name.likely && (known === null || known(own.path));
  const likely = isCertain ? null : likelyMarkers(answer, at, body.end);
  context.lastPath = own === null ? null : name.path;
  context.lastLikely = likely;
  const source = sourceOf(answer, "search-replace", name.line, body.next);
  const named = own === null ? { ...name, path: null, unclear: OTHER_NAME } : name;
  const block = proposed(context, { at, name: named, body, source });
  return { blocks: [block.kind === "edit" && likely !== null ? { ...block, likely } : block], next: body.next };
}

function proposed(
  { answer }: ScanContext,
  { at, name, body, source }: { at: number; name: BlockName; body: Body; source: Proposed["source"] },
): Proposed {
  const { path } = name;
  if (body.kind === "damaged-end") {
    const why = `${quote(answer.line(body.line))} on ${answerLine(body.line)} looks like the end of the block, but the end is ">>>>>>> REPLACE" (5 to 9 signs) with nothing after it. Send the block again.`;
    return malformed(source, path, why);
  }
  if (body.kind === "cut-off") return incomplete(source, path, "The answer ends inside this block.");
  if (path === null) return malformed(source, null, `${name.unclear ?? NO_NAME} ${PATH_ALONE}`);
  switch (body.kind) {
    case "no-divider":
      return malformed(source, path, 'The block has no "=======" line between its two parts.');
    case "many-dividers":
      return malformed(source, path, severalDividers(body.dividers));
    case "many-ends": {
      const why = `The block has several lines that could be its end (${answerLines(body.ends)}), so it is not clear how far its new text goes. ${OTHER_SIGNS}`;
      return malformed(source, path, why);
    }
    case "no-end": {
      const why = `The block has no ">>>>>>> REPLACE" line before the next one starts (${answerLine(body.next)}). Send it again with its end.`;
      return malformed(source, path, why);
    }
    case "whole":
      return wholeBlock(answer, { at, path, body, source });
  }
  body satisfies never;
}

const NO_NAME = "The block does not say which file it changes.";
const OTHER_SIGNS =
  'Use more or fewer signs in "<<<<<<<", "=======" and ">>>>>>>" alike (5 to 9), so that only one line fits.';

function severalDividers(dividers: readonly number[]): string {
  return `The block has several "=======" lines (${answerLines(dividers)}), so it is not clear where the new text begins. ${OTHER_SIGNS}`;
}

function wholeBlock(
  answer: Answer,
  block: { at: number; path: string; body: Extract<Body, { kind: "whole" }>; source: Proposed["source"] },
): Proposed {
  const { at, path, body, source } = block;
  const { splits, end } = body;
  const readings = splits.map((split) => ({ split, ...readingOf(answer, { at, split, end }) }));
  const stray = readings.find(({ problem }) => problem !== null)?.problem ?? null;
  const possible = readings.flatMap(({ split, change }) => (change === null ? [] : [{ split, change }]));
  const [only, ...others] = possible;
  if (stray !== null) return malformed(source, path, stray);
  if (only === undefined) return malformed(source, path, BLANK_FIND);
  if (others.length === 0) return { source, kind: "edit", path, change: only.change };
  const change: Change = {
    kind: "either",
    readings: possible.filter(({ split }) => !split.isRival).map((reading) => reading.change),
    rivals: possible.filter(({ split }) => split.isRival).map((reading) => ({ change: reading.change, ifRuled: true })),
    why: severalDividers([...new Set(splits.map(({ divider }) => divider))]),
  };
  return { source, kind: "edit", path, change };
}

const BLANK_FIND =
  "The SEARCH part has only blank lines, which fit in many places. To change a file, copy lines of it there; to create a file, leave the part empty.";

type Reading = { readonly change: Change | null; readonly problem: string | null };

/** Null and no problem: the old text would be blank lines, which name no place. */
function readingOf(answer: Answer, { at, split, end }: { at: number; split: Split; end: number }): Reading {
  const crlf = answer.isCrlf(at);
  const hint = readHint(answer, at + 1, split.divider);
  const find = answer.content(hint.next, split.divider, { crlf });
  const put = answer.content(split.put, end, { crlf });
  const parts = { find: hint.next, divider: split.divider, put: split.put, end };
  const stray = STRAYS.some((words) => find.includes(words) || put.includes(words)) ? strayLine(answer, parts) : null;
  if (stray !== null) return { change: null, problem: stray };
  if (find === "") return { change: { kind: "create", content: put }, problem: null };
  if (isBlank(find)) return { change: null, problem: null };
  const change = { kind: "replace", find, put, match: "lines", all: false } as const;
  return { change: hint.line === null ? change : { ...change, line: hint.line }, problem: null };
}

const HINT = /^[ \t]*:(start|end)_line:[ \t]*\[?(\d{1,9})\]?[ \t]*$/;
const RULE = /^-{3,}[ \t]*$/;

/** `:start_line:12`, `:end_line:20` and a rule may come before the text: the line it begins at. */
function readHint(answer: Answer, from: number, to: number): { readonly line: number | null; readonly next: number } {
  let line: number | null = null;
  let at = from;
  for (; at < to && at < from + 2; at += 1) {
    const hint = HINT.exec(answer.line(at));
    if (hint === null) break;
    if (hint[1] === "start") line = Number(hint[2]) || null;
  }
  return { line, next: at > from && at < to && RULE.test(answer.line(at)) ? at + 1 : at };
}

const ESCAPED = /^\\(?:<{5,9}(?: |$)|={5,9}[ \t]*$|>{5,9}(?: |$)|:(?:start|end)_line:)/;

/** A line that this format does not take as content. */
export function isHintOrEscaped(line: string): boolean {
  return HINT.test(line) || ESCAPED.test(line);
}

/**
 * Lines that would be written as they are but hardly mean it: a line hint among the new text, and a marker with a
 * backslash before it, which Roo takes for the marker itself. A hint that is also in the old text belongs to the file.
 */
function strayLine(
  answer: Answer,
  { find, divider, put, end }: { find: number; divider: number; put: number; end: number },
): string | null {
  const first = (from: number, to: number, pattern: RegExp): number | null => {
    for (let at = from; at < to; at += 1) if (pattern.test(answer.line(at))) return at;
    return null;
  };
  const escaped = first(find, divider, ESCAPED) ?? first(put, end, ESCAPED);
  if (escaped !== null && answer.line(escaped).startsWith("\\:"))
    return `Line ${escaped + 1} of the answer (${quote(answer.line(escaped))}) has a backslash before a line hint; it is not removed here, and without it the line would be read as a hint. Send this change as a unified diff, where such a line is content.`;
  if (escaped !== null)
    return `Line ${escaped + 1} of the answer (${quote(answer.line(escaped))}) has a backslash before a marker; it is not removed here. Write the line exactly as it should appear in the file, and use more or fewer signs in "<<<<<<<", "=======" and ">>>>>>>" (5 to 9), so that it is not a marker.`;
  const hint = first(put, end, HINT);
  if (hint === null || first(find, divider, HINT) !== null) return null;
  return `Line ${hint + 1} of the answer (${quote(answer.line(hint))}) is among the new text, but says where the old text begins. Put it directly after the start of the block, or leave it out.`;
}

// Looked for first: nearly no block holds one.
const STRAYS = ["_line:", "\\<<<<<", "\\=====", "\\>>>>>"];

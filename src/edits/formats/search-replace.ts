// SEARCH/REPLACE blocks as aider taught them; cline, Roo and gptme vary them.
// Never guesses which divider or which file is meant: two readings of a block are none.
//
//   block    = name start [ hint ] *line divider *line end
//   start    = 5*9"<" " SEARCH" / 5*9"-" " SEARCH" / 5*9"<" " ORIGINAL"     at column 0; also "SEARCH>"
//   hint     = ":start_line:" number [ ":end_line:" number ] [ "-------" ]
//   divider  = 5*9"="
//   end      = 5*9">" " REPLACE" / 5*9"+" " REPLACE" / 5*9">" " UPDATED", which ends ORIGINAL
//   name     = a path line before the start, past one blank line and two code fences at most; or a path in the
//              fence's info string; or that of the block before
//
// Which name is meant: the nearest line above, when it is clearly a path (has a folder or a file name's ending, is
// decorated, is a well-known name, or is known to exist) or no block came before. A line above that names no path at
// all leaves it to the block before; one that may be either leaves the block refused.

import type { Proposed } from "../types.ts";
import { isBlank } from "../blocks/path-line.ts";
import type { Answer } from "./answer.ts";
import { nameAbove } from "./name-above.ts";
import { incomplete, malformed, quote, sourceOf, type Region, type ScanContext } from "./scan.ts";

type Markers = { readonly start: RegExp; readonly end: RegExp };

const SEARCH: Markers = {
  start: /^(<{5,9}|-{5,9}) SEARCH>?[ \t]*$/,
  end: /^(?:>{5,9}|\+{5,9}) REPLACE>?[ \t]*$/,
};
const ORIGINAL: Markers = { start: /^(<{5,9}) ORIGINAL[ \t]*$/, end: /^>{5,9} UPDATED[ \t]*$/ };
const MARKERS = [SEARCH, ORIGINAL];
const DIVIDER = /^={5,9}[ \t]*$/;

export function isDivider(line: string): boolean {
  return DIVIDER.test(line);
}

export function isSearchStart(line: string): boolean {
  return MARKERS.some(({ start }) => start.test(line));
}

export function isReplaceEnd(line: string): boolean {
  return MARKERS.some(({ end }) => end.test(line));
}

export function readSearchReplace(context: ScanContext, at: number): Region | null {
  const { answer } = context;
  const first = answer.first(at);
  if (first !== 0x3c && first !== 0x2d && first !== 0x3e && first !== 0x2b) return null; // < - > +
  const line = answer.line(at);
  if (isReplaceEnd(line)) {
    const start = SEARCH.end.test(line) ? "SEARCH" : "ORIGINAL";
    const why = `${quote(line)} on line ${at + 1} ends no block: its "<<<<<<< ${start}" line is missing or damaged. Send the block again.`;
    return { blocks: [malformed(sourceOf(answer, "search-replace", at, at + 1), null, why)], next: at + 1 };
  }
  const markers = MARKERS.find(({ start }) => start.test(line));
  if (markers === undefined) return null;
  const name = nameOf(context, at);
  const signs = markers.start.exec(line)![1]!.length; // It matched just now.
  const body = readBody(answer, at + 1, { signs, markers });
  const source = sourceOf(answer, "search-replace", name.line, body.next);
  context.lastPath = name.path;
  const blocks = [proposed(context, { at, name, body, source })];
  return body.kind === "no-end" ? { blocks, next: body.next, floor: body.floor } : { blocks, next: body.next };
}

/** `line` is where the block begins; `unclear` says why two files are possible. */
type Name = { readonly path: string | null; readonly line: number; readonly unclear: string | null };

type Body = { readonly next: number } & (
  | { readonly kind: "whole"; readonly divider: number; readonly put: number; readonly end: number }
  | { readonly kind: "no-divider" }
  | { readonly kind: "many-dividers"; readonly dividers: readonly number[] }
  | { readonly kind: "no-end"; /** The first line after its last marker. */ readonly floor: number }
  | { readonly kind: "cut-off" }
);

function proposed(
  { answer }: ScanContext,
  { at, name, body, source }: { at: number; name: Name; body: Body; source: Proposed["source"] },
): Proposed {
  const { path } = name;
  if (body.kind === "cut-off")
    return incomplete(source, path, `The answer ends inside this block, which starts on line ${at + 1}.`);
  if (path === null)
    return malformed(
      source,
      null,
      name.unclear ??
        `The block on line ${at + 1} does not say which file it changes. Put the path of the file alone on the line before it.`,
    );
  switch (body.kind) {
    case "no-divider":
      return malformed(source, path, `The block on line ${at + 1} has no "=======" line between its two parts.`);
    case "many-dividers": {
      const numbers = body.dividers.map((line) => line + 1).join(", ");
      const why = `The block on line ${at + 1} has several "=======" lines (lines ${numbers}), so it is not clear where the new text begins. Use more or fewer signs in "<<<<<<<", "=======" and ">>>>>>>" alike (5 to 9), so that only one line fits.`;
      return malformed(source, path, why);
    }
    case "no-end": {
      const why = `The block on line ${at + 1} has no ">>>>>>> REPLACE" line before the next one starts (line ${body.next + 1}). Send it again with its end.`;
      return malformed(source, path, why);
    }
    case "whole":
      return wholeBlock(answer, { at, path, body, source });
  }
  body satisfies never;
}

function wholeBlock(
  answer: Answer,
  block: { at: number; path: string; body: Extract<Body, { kind: "whole" }>; source: Proposed["source"] },
): Proposed {
  const { at, path, body, source } = block;
  const crlf = answer.isCrlf(at);
  const hint = readHint(answer, at + 1, body.divider);
  const find = answer.content(hint.next, body.divider, { crlf });
  const put = answer.content(body.put, body.end, { crlf });
  const parts = { find: hint.next, divider: body.divider, put: body.put, end: body.end };
  const stray = STRAYS.some((words) => find.includes(words) || put.includes(words)) ? strayLine(answer, parts) : null;
  if (stray !== null) return malformed(source, path, stray);
  if (find === "") return { source, kind: "edit", path, change: { kind: "create", content: put } };
  if (isBlank(find))
    return malformed(
      source,
      path,
      `The SEARCH part of the block on line ${at + 1} holds only blank lines, which fit in many places. To change a file, copy lines of it there; to create a file, leave the part empty.`,
    );
  const change = { kind: "replace", find, put, match: "lines", all: false } as const;
  return { source, kind: "edit", path, change: hint.line === null ? change : { ...change, line: hint.line } };
}

function readBody(
  answer: Answer,
  from: number,
  { signs, markers }: { readonly signs: number; readonly markers: Markers },
): Body {
  const dividers: number[] = [];
  for (let at = from; at < answer.length; at += 1) {
    const first = answer.first(at);
    if (first !== 0x3c && first !== 0x2d && first !== 0x3e && first !== 0x2b && first !== 0x3d) continue; // < - > + =
    const line = answer.line(at);
    if (DIVIDER.test(line)) dividers.push(at);
    else if (markers.start.test(line)) return { kind: "no-end", next: at, floor: (dividers.at(-1) ?? from - 1) + 1 };
    else if (markers.end.test(line)) return splitAt(answer, dividers, { signs, end: at });
  }
  return { kind: "cut-off", next: answer.length };
}

/**
 * One divider is the divider. Among several, the only one with as many signs as the start line; or, when they follow
 * each other directly, all alike, and the end follows them: a stutter before an empty part.
 */
function splitAt(answer: Answer, dividers: readonly number[], { signs, end }: { signs: number; end: number }): Body {
  const next = end + 1;
  const [first] = dividers;
  if (first === undefined) return { kind: "no-divider", next };
  const lengths = dividers.map((line) => answer.line(line).trimEnd().length);
  const isStutter = first + dividers.length === end && lengths.every((length) => length === lengths[0]);
  if (dividers.length === 1 || isStutter)
    return { kind: "whole", divider: first, put: first + dividers.length, end, next };
  const fitting = dividers.filter((_, at) => lengths[at] === signs);
  if (fitting.length !== 1) return { kind: "many-dividers", dividers, next };
  return { kind: "whole", divider: fitting[0]!, put: fitting[0]! + 1, end, next };
}

const HINT = /^[ \t]*:(start|end)_line:[ \t]*\[?(\d{1,9})\]?[ \t]*$/;
const RULE = /^-{3,}[ \t]*$/;

/** `:start_line:12`, `:end_line:20` and a rule may stand before the text: the line it begins at. */
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
 * backslash before it, which Roo takes for the marker itself. A hint that stands in the old text, too, is the file's.
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
  if (escaped !== null)
    return `Line ${escaped + 1} (${quote(answer.line(escaped))}) has a backslash before a marker; it is not taken off here. Write the line as it is to stand in the file, and use more or fewer signs in "<<<<<<<", "=======" and ">>>>>>>" (5 to 9), so that it is no marker.`;
  const hint = first(put, end, HINT);
  if (hint === null || first(find, divider, HINT) !== null) return null;
  return `Line ${hint + 1} (${quote(answer.line(hint))}) stands among the new text, but says where the old text begins. Put it directly after the start of the block, or leave it out.`;
}

// Looked for first: nearly no block holds one.
const STRAYS = ["_line:", "\\<<<<<", "\\=====", "\\>>>>>"];

function nameOf(context: ScanContext, start: number): Name {
  const { lastPath, known } = context;
  const above = nameAbove(context, start);
  if (above === null) return { path: lastPath, line: start, unclear: null };
  const isMeant = above.isClear || lastPath === null || known?.(above.path) === true;
  if (isMeant) return { path: above.path, line: above.line, unclear: null };
  if (known !== null) return { path: lastPath, line: start, unclear: null };
  const why = `It is not clear which file the block on line ${start + 1} changes: the line above it says ${quote(above.path)}, the block before changed ${quote(lastPath)}. Put the path of the file alone on the line before it, in backticks.`;
  return { path: null, line: above.line, unclear: why };
}

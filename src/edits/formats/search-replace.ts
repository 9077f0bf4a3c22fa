// SEARCH/REPLACE blocks as aider taught them and cline varies them.
// Never guesses which divider or which file is meant: two readings of a block are none.
//
//   block    = name start *line divider *line end
//   start    = 5*9"<" " SEARCH" / 5*9"-" " SEARCH"            at column 0; also "SEARCH>"
//   divider  = 5*9"="
//   end      = 5*9">" " REPLACE" / 5*9"+" " REPLACE"
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

const START = /^(<{5,9}|-{5,9}) SEARCH>?[ \t]*$/;
const DIVIDER = /^={5,9}[ \t]*$/;
const END = /^(?:>{5,9}|\+{5,9}) REPLACE>?[ \t]*$/;

export function isDivider(line: string): boolean {
  return DIVIDER.test(line);
}

export function isSearchStart(line: string): boolean {
  return START.test(line);
}

export function isReplaceEnd(line: string): boolean {
  return END.test(line);
}

export function readSearchReplace(context: ScanContext, at: number): Region | null {
  const { answer } = context;
  const first = answer.first(at);
  if (first !== 0x3c && first !== 0x2d && first !== 0x3e && first !== 0x2b) return null; // < - > +
  const line = answer.line(at);
  if (END.test(line)) {
    const why = `${quote(line)} on line ${at + 1} ends no block: its "<<<<<<< SEARCH" line is missing or damaged. Send the block again.`;
    return { blocks: [malformed(sourceOf(answer, "search-replace", at, at + 1), null, why)], next: at + 1 };
  }
  const start = START.exec(line);
  if (start === null) return null;
  const name = nameOf(context, at);
  const body = readBody(answer, at + 1, start[1]!.length);
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
  const find = answer.content(pastLineHint(answer, at + 1, body.divider), body.divider, { crlf });
  const put = answer.content(body.put, body.end, { crlf });
  if (find === "") return { source, kind: "edit", path, change: { kind: "create", content: put } };
  if (isBlank(find))
    return malformed(
      source,
      path,
      `The SEARCH part of the block on line ${at + 1} holds only blank lines, which fit in many places. To change a file, copy lines of it there; to create a file, leave the part empty.`,
    );
  return { source, kind: "edit", path, change: { kind: "replace", find, put, match: "lines", all: false } };
}

function readBody(answer: Answer, from: number, signs: number): Body {
  const dividers: number[] = [];
  for (let at = from; at < answer.length; at += 1) {
    const first = answer.first(at);
    if (first !== 0x3c && first !== 0x2d && first !== 0x3e && first !== 0x2b && first !== 0x3d) continue; // < - > + =
    const line = answer.line(at);
    if (DIVIDER.test(line)) dividers.push(at);
    else if (START.test(line)) return { kind: "no-end", next: at, floor: (dividers.at(-1) ?? from - 1) + 1 };
    else if (END.test(line)) return splitAt(answer, dividers, { signs, end: at });
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

/** `:start_line:12`, `:end_line:20` and a rule may stand before the text: a hint we need not take. */
function pastLineHint(answer: Answer, from: number, to: number): number {
  let at = from;
  while (at < to && at < from + 2 && /^:(?:start|end)_line: ?\d+[ \t]*$/.test(answer.line(at))) at += 1;
  return at > from && at < to && /^-{3,}[ \t]*$/.test(answer.line(at)) ? at + 1 : from;
}

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

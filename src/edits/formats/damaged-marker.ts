// Lines that look like a marker of some format and are none: damaged on their way, or written from memory.
// What such lines are part of is a likely edit: it is reported, and nothing of it is applied.

import { looksLikeMarker, readMarker } from "./blocks/markers.ts";
import type { Format } from "../types.ts";
import type { Answer } from "./answer.ts";
import { quote } from "./scan.ts";
import { SignSet } from "./lines/sign-set.ts";

export type Damaged = {
  readonly format: Format;
  readonly role: "start" | "middle" | "end";
  /** Without a file's name above it, it is more likely an example. */
  readonly needsPath?: true;
  /** What is wrong with the line, as a sentence. */
  readonly why: string;
};

type Test = (line: string, next: () => string) => boolean;
type Kind = Pick<Damaged, "format" | "role" | "needsPath"> & { readonly test: Test; readonly must: string };

const LONGEST = 80;
const EDIT_BLOCK =
  'the markers are "««« EDIT", "═══════ REPL" and "»»» EDIT END", at the start of a line and with nothing after them';
const SEARCH_REPLACE =
  'the markers are "<<<<<<< SEARCH", "=======" and ">>>>>>> REPLACE" (5 to 9 signs), at the start of a line and with nothing after them';
const PATCH =
  'a patch goes from "*** Begin Patch" to "*** End Patch", each file after "*** Add File: ", "*** Update File: " or "*** Delete File: "';

const UNIFIED = 'diffs are read in the unified form only ("diff -u"), with "--- path", "+++ path" and "@@" lines';

const ESCAPED = 'it is HTML-escaped ("&lt;", "&gt;"): send it again with "<" and ">"';

function kind(signs: string, format: Format, role: Damaged["role"], must: string, test: Test): (typeof KINDS)[number] {
  return { signs, format, role, must, test };
}

/** What marks an edit block when it is damaged; see looksLikeMarker. */
const BLOCK_SIGNS = "«»═‹›≪≫⟪⟫《》─━<>=-";
const DIGITS = "0123456789";

/** In the order in which they are tried, each with the signs that such a line begins with. */
const KINDS: readonly (Kind & { readonly signs: string })[] = [
  kind("&", "search-replace", "start", ESCAPED, (line) => /^[ \t]*(?:&lt;){3,} ?SEARCH[ \t]*$/.test(line)),
  kind("&", "search-replace", "end", ESCAPED, (line) => /^[ \t]*(?:&gt;){3,} ?REPLACE[ \t]*$/.test(line)),
  kind("＜[", "search-replace", "start", SEARCH_REPLACE, (line) =>
    /^[ \t]*(?:[＜]{3,}[ \t　]*(?:SEARCH|ＳＥＡＲＣＨ)|\[SEARCH\])[ \t]*$/.test(line),
  ),
  kind("[", "search-replace", "middle", SEARCH_REPLACE, (line) =>
    /^[ \t]*(?:\[\/SEARCH\]|\[REPLACE\])[ \t]*$/.test(line),
  ),
  kind("＞[", "search-replace", "end", SEARCH_REPLACE, (line) =>
    /^[ \t]*(?:[＞]{3,}[ \t　]*(?:REPLACE|ＲＥＰＬＡＣＥ)|\[\/REPLACE\])[ \t]*$/.test(line),
  ),
  kind(BLOCK_SIGNS, "edit-block", "end", EDIT_BLOCK, (line) => looksLikeMarker(line) && /\bEND\b|^[ \t]*»/i.test(line)),
  kind(BLOCK_SIGNS, "edit-block", "middle", EDIT_BLOCK, (line) => looksLikeMarker(line) && /REPL\b/i.test(line)),
  kind("═", "edit-block", "middle", EDIT_BLOCK, (line) => readMarker(line)?.kind === "separator"),
  kind(BLOCK_SIGNS, "edit-block", "start", EDIT_BLOCK, looksLikeMarker),
  kind("<-", "search-replace", "start", SEARCH_REPLACE, (line) =>
    /^[ \t]*(?:<{2,}|-{3,})[ \t]*SEARCH>?:?[ \t]*$/i.test(line),
  ),
  kind(">+", "search-replace", "end", SEARCH_REPLACE, (line) =>
    /^[ \t]*(?:>{2,}|\+{3,})[ \t]*REPLACE:?[ \t]*$/i.test(line),
  ),
  kind("<", "search-replace", "start", 'a search/replace block starts with "<<<<<<< SEARCH"', (line) =>
    /^<{5,9} (?:OLD|FIND|BEFORE)[ \t]*$/.test(line),
  ),
  kind(">", "search-replace", "end", 'a search/replace block ends with ">>>>>>> REPLACE"', (line) =>
    /^>{5,9} (?:UPDATED|NEW|AFTER)[ \t]*$/i.test(line),
  ),
  {
    ...kind("<", "search-replace", "start", SEARCH_REPLACE, (line) => /^<{7} \S/.test(line)),
    needsPath: true,
  },
  { ...kind(">", "search-replace", "end", SEARCH_REPLACE, (line) => /^>{7} \S/.test(line)), needsPath: true },
  kind("*", "udiff", "start", UNIFIED, (line) => /^\*\*\* \d+(?:,\d+)? \*{4}$/.test(line)),
  kind("-", "udiff", "end", UNIFIED, (line) => /^--- \d+(?:,\d+)? -{4}$/.test(line)),
  kind(
    DIGITS,
    "udiff",
    "start",
    UNIFIED,
    (line, next) => /^\d+(?:,\d+)?[acd]\d+(?:,\d+)?$/.test(line) && /^[<>] /.test(next()),
  ),
  kind("*", "apply-patch", "end", PATCH, (line) => /^[ \t]*\*{2,}[ \t]*end[ _]patch\b[^*]*$/i.test(line)),
  kind("*", "apply-patch", "start", PATCH, (line) => /^[ \t]*\*{2,}[ \t]*(?:begin|start)[ _]patch\b[^*]*$/i.test(line)),
  kind("*", "apply-patch", "start", PATCH, (line) =>
    /^[ \t]*(?:\*{3,} ?|\*\* )(?:add|update|delete|create|modify|remove|rename|move)[ _]file\b[^*]*$/i.test(line),
  ),
];

/** The first characters of all these lines; before digits there is no whitespace. */
export const DAMAGED_AT_START = DIGITS;
export const DAMAGED_SIGNS = KINDS.map(({ signs }) => (signs === DIGITS ? "" : signs)).join("");

const BY_SIGN: ReadonlyMap<number, readonly Kind[]> = new Map(
  [...DAMAGED_SIGNS, ...DAMAGED_AT_START].map((sign) => [
    sign.charCodeAt(0),
    KINDS.filter(({ signs }) => signs.includes(sign)),
  ]),
);
const SIGNS = new SignSet(DAMAGED_SIGNS + DAMAGED_AT_START);
/** No marker has only one of these: a list and a quotation do. */
const NEVER_SINGLE = new SignSet("<>=*+-");

/** Whether the line begins as a marker, whole or damaged, can begin. */
export function mayBeMarker(answer: Answer, at: number): boolean {
  const sign = answer.firstSign(at);
  return SIGNS.has(sign) && (!NEVER_SINGLE.has(sign) || answer.signRun(at, 2) === 2);
}

/** Null for nearly every line; decided by its first characters before anything else is tried. */
export function damagedMarker(answer: Answer, at: number, formats: ReadonlySet<Format>): Damaged | null {
  if (!mayBeMarker(answer, at) || answer.to(at) - answer.from(at) > LONGEST) return null;
  const line = answer.line(at);
  const next = (): string => (at + 1 < answer.length ? answer.line(at + 1) : "");
  const kinds = BY_SIGN.get(answer.firstSign(at))!; // It may be a marker.
  const found = kinds.find((each) => formats.has(each.format) && each.test(line, next));
  if (found === undefined) return null;
  const { format, role, must, needsPath } = found;
  return {
    format,
    role,
    ...(needsPath === undefined ? {} : { needsPath }),
    why: `${quote(line.trim())} looks like part of an edit, but ${must}.`,
  };
}

/** A line of a quotation that begins an edit: what someone else wrote, or an answer that was quoted on its way. */
export function isQuotedStart(line: string): boolean {
  return /^(?:> ?)+(?:(?:<{5,9} SEARCH|«{2,4} ?EDIT|\*{3} Begin Patch)[ \t]*$|--- (?:a\/\S|\S*[^\s.]\.\w+[ \t]*$))/.test(
    line,
  );
}

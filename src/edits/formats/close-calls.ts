// What almost was an edit: lines that look like a damaged marker of some format, told so that nobody wonders.
// Never an edit itself: nothing here is applied.

import { looksLikeMarker } from "../blocks/markers.ts";
import type { Format } from "../types.ts";
import type { Answer } from "./answer.ts";
import { quote } from "./scan.ts";

export type CloseCall = { readonly line: number; readonly message: string };

type Kind = { readonly format: Format; readonly test: (line: string) => boolean; readonly must: string };

const LONGEST = 80;
const SEARCH = /^[ \t]*(?:<{2,}|-{2,})[ \t]*SEARCH>?:?[ \t]*$/i;
const REPLACE = /^[ \t]*(?:>{2,}|\+{2,})[ \t]*REPLACE:?[ \t]*$/i;
const OTHER_START = /^<{5,9} (?:HEAD|OLD|FIND|BEFORE)[ \t]*$/;
const PATCH = /^[ \t]*\*{2,}[ \t]*(?:begin|end|start)[ _]patch\b/i;
const PATCH_FILE = /^[ \t]*\*{2,} ?(?:add|update|delete|create|modify|remove|rename|move)[ _]file\b/i;

const KINDS: readonly Kind[] = [
  {
    format: "edit-block",
    test: looksLikeMarker,
    must: 'the markers are "««« EDIT", "═══════ REPL" and "»»» EDIT END", at the start of a line and with nothing after them',
  },
  {
    format: "search-replace",
    test: (line) => SEARCH.test(line) || REPLACE.test(line),
    must: 'the markers are "<<<<<<< SEARCH", "=======" and ">>>>>>> REPLACE" (5 to 9 signs), at the start of a line and with nothing after them',
  },
  {
    format: "search-replace",
    test: (line) => OTHER_START.test(line),
    must: 'a search/replace block starts with "<<<<<<< SEARCH"',
  },
  {
    format: "apply-patch",
    test: (line) => PATCH.test(line) || PATCH_FILE.test(line),
    must: 'a patch stands between "*** Begin Patch" and "*** End Patch", each file after "*** Add File: ", "*** Update File: " or "*** Delete File: "',
  },
];

/** Null for nearly every line; told apart by its first sign before anything else is tried. */
export function closeCall(answer: Answer, at: number, formats: ReadonlySet<Format>): CloseCall | null {
  if (answer.to(at) - answer.from(at) > LONGEST) return null;
  const line = answer.line(at);
  if (!/^[ \t]*[«»═‹›≪≫⟪⟫《》─━<>=*+-]/.test(line)) return null;
  const kind = KINDS.find((each) => formats.has(each.format) && each.test(line));
  return kind === undefined
    ? null
    : { line: at, message: `Line ${at + 1} (${quote(line.trim())}) looks like part of an edit, but ${kind.must}.` };
}

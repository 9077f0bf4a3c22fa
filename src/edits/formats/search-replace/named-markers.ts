// Markers of SEARCH/REPLACE blocks as models write them from memory: with other words (OLD, BEFORE, NEW, AFTER), or with the
// file's name after the word. Git's own conflict markers (HEAD, ours, a branch) are none of them.

import { readFence, clearPathLine } from "../fences/fences.ts";
import { isSamePath } from "../fences/rival-name.ts";
import type { Known } from "../fences/file-name.ts";
import type { Answer } from "../answer.ts";
import type { Likely } from "../../types.ts";
import { quote } from "../scan.ts";
import type { Markers } from "./body.ts";

const NAMED: Markers = {
  start: /^(<{5,9}) ?(SEARCH|ORIGINAL|OLD|FIND|BEFORE)(?:[ \t:]+(\S.{0,200}?))?[ \t]*$/i,
  end: /^(>{5,9}) ?(REPLACE|REPLACEMENT|UPDATED|NEW|AFTER|MODIFIED)(?:[ \t:]+(\S.{0,200}?))?[ \t]*$/i,
};

/** For a line that may start such a block; null for every other one. */
export function namedMarkersOf(line: string): Markers | null {
  return NAMED.start.test(line) ? NAMED : null;
}

/** What the two markers of a block name; `path` is null where they name no file. */
export type NamedMarkers = { readonly path: string | null; readonly isUsual: boolean };

/** Null when the two name different files. `isUsual`: the words are a pair that is read without doubt. */
export function namesIn(answer: Answer, start: number, end: number, known: Known): NamedMarkers | null {
  const first = NAMED.start.exec(answer.line(start)) ?? [];
  const last = NAMED.end.exec(answer.line(end)) ?? [];
  const [one, other] = [fileIn(first[3], known), fileIn(last[3], known)];
  if (one !== null && other !== null && !isSamePath(one, other)) return null;
  const isUsual =
    USUAL.has(`${first[2]} ${last[2]}`) && first[3] !== undefined && (last[3] === undefined || other !== null);
  return { path: one ?? other, isUsual };
}

const USUAL: ReadonlySet<string> = new Set(["SEARCH REPLACE", "ORIGINAL UPDATED"]);

function fileIn(words: string | undefined, known: Known): string | null {
  if (words === undefined || readFence(words) !== null) return null;
  const bare = words.replace(/^\((.*)\)$/, "$1");
  return clearPathLine(bare) ?? (known?.(bare) === true ? bare : null);
}

/** Why a block with such markers is not certain. */
export function likelyMarkers(answer: Answer, start: number, end: number): Likely {
  const [first, last] = [quote(answer.line(start).trim()), quote(answer.line(end).trim())];
  return {
    reading: `${first} and ${last} mark the old and the new text`,
    line: start + 1,
    why: `${first} and ${last} look like the markers of a search/replace block, but those are "<<<<<<< SEARCH" and ">>>>>>> REPLACE", with nothing after them and the path of the file alone on the line before. Send the block again with them.`,
  };
}

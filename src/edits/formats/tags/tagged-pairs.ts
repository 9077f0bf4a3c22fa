// Old and new text in tags of their own, inside a tag that names the file: <old>…</old><new>…</new>, once or more.
//
//   pairs = 1*( old-tag text close *3lines new-tag text close )        with nothing but white space around them
//   lines = a tag whose name says "line", with numbers in it

import type { Change } from "../../types.ts";

const OLD = "old|old_?-?(?:str|string|text|code|content)|search|find|original|before|from";
const NEW = "new|new_?-?(?:str|string|text|code|content)|replace|replacement|replace_?-?with|updated|after|to";
/** Builders of apps put their own name before these. */
const PREFIX = "(?:[a-z]{2,12}[-_:])?";
/** Which lines are meant, between the two: the old text says so, too. */
const LINES = "(?:<([\\w-]*lines?[\\w-]*)>[\\s\\d,-]{1,24}</\\3>\\s*){0,3}";
const ATTRIBUTES = "(?:\\s[^<>]{0,200})?";
const FIRST = new RegExp(`^\\s*<${PREFIX}(?:${OLD})${ATTRIBUTES}>`, "i");
const PAIR = new RegExp(
  `\\s*<(${PREFIX}(?:${OLD}))${ATTRIBUTES}>([^]*?)</\\1>\\s*${LINES}<(${PREFIX}(?:${NEW}))${ATTRIBUTES}>([^]*?)</\\4>\\s*`,
  "iy",
);
/** Alone, only words that are no others' tags: <from> and <before> may be anything. */
const OLD_ALONE = /^\s*(<(old_?-?(?:str|string|text|code|content)|search|find)(?:\s[^<>]{0,200})?>)/i;
const NEW_AT = new RegExp(`\\s*<(${NEW})${ATTRIBUTES}>`, "iy");

/** The tag of old text that a line begins with. */
export function oldTagIn(line: string): { readonly open: string; readonly tag: string } | null {
  const [, open, tag] = OLD_ALONE.exec(line) ?? [];
  return open === undefined || tag === undefined ? null : { open, tag };
}

/** The tag of new text at this place, and where its text begins. */
export function newTagAt(text: string, from: number): { readonly tag: string; readonly next: number } | null {
  NEW_AT.lastIndex = from;
  const found = NEW_AT.exec(text);
  return found === null ? null : { tag: found[1]!, next: NEW_AT.lastIndex };
}

/** Null: the content is not of this kind. Empty: it begins like it, and is not whole pairs. */
export function pairsIn(content: string): readonly Change[] | null {
  if (!FIRST.test(content)) return null;
  const pairs: Change[] = [];
  PAIR.lastIndex = 0;
  for (let at = 0; at < content.length; at = PAIR.lastIndex) {
    const [, , old = "", , , text = ""] = PAIR.exec(content) ?? [];
    if (old.trim() === "") return [];
    pairs.push(replacement(old, text));
  }
  return pairs;
}

/** Text on lines of its own is whole lines; else it is what is between the tags, to the character. */
export function replacement(old: string, text: string): Change {
  const [find, put] = [linesOf(old), linesOf(text)];
  return find === null || put === null
    ? { kind: "replace", find: old, put: text, match: "chars", all: false }
    : { kind: "replace", find, put, match: "lines", all: false };
}

function linesOf(text: string): string | null {
  if (text === "") return "";
  const inner = /^[ \t]*\n([^]*?)[ \t]*$/.exec(text)?.[1];
  return inner === undefined || (inner !== "" && !inner.endsWith("\n")) ? null : inner;
}

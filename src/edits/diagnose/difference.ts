// What differs between wanted lines and the file's if only whitespace or look-alikes do: one word for programs (the
// cause), one sentence for the reader.

import { counted } from "../../base/index.ts";
import { indentOf, withoutTrailingWhitespace } from "./soften.ts";
import type { Cause } from "../types.ts";

export type Difference = { readonly cause: Cause; readonly sentence: string };

type Kind = "look-alike" | "tabs" | "indentation" | "line-end" | "inside";

// The first of these that occurs in some line names the whole.
const WEIGHT: Readonly<Record<Kind, number>> = { "look-alike": 0, tabs: 1, indentation: 2, "line-end": 3, inside: 4 };

/** The lines are equal in gist, pair by pair; `from` is the 0-based line where the found ones begin. */
export function differenceOf(find: readonly string[], found: readonly string[], from: number): Difference | null {
  let worst: { kind: Kind; at: number } | null = null;
  for (const [at, line] of find.entries()) {
    const kind = kindOf(line, found[at]!);
    if (kind !== null && (worst === null || WEIGHT[kind] < WEIGHT[worst.kind])) worst = { kind, at };
  }
  if (worst === null) return null;
  const { kind, at } = worst;
  return { cause: CAUSES[kind], sentence: SENTENCES[kind](find[at]!, found[at]!, from + at + 1) };
}

const CAUSES = {
  "look-alike": "look_alike",
  tabs: "whitespace",
  indentation: "indentation",
  "line-end": "whitespace",
  inside: "whitespace",
} as const satisfies Record<Kind, Cause>;

function kindOf(wanted: string, found: string): Kind | null {
  if (wanted === found) return null;
  if (withoutBlanks(wanted) !== withoutBlanks(found)) return "look-alike";
  if (withoutTrailingWhitespace(wanted) === withoutTrailingWhitespace(found)) return "line-end";
  if (wanted.trim() !== found.trim()) return "inside";
  const mine = indentOf(wanted);
  const theirs = indentOf(found);
  return mine !== "" && theirs !== "" && mine.includes("\t") !== theirs.includes("\t") ? "tabs" : "indentation";
}

function withoutBlanks(line: string): string {
  return line.replace(/[ \t]+/g, "");
}

const SENTENCES: Readonly<Record<Kind, (wanted: string, found: string, line: number) => string>> = {
  "look-alike": (wanted, found, line) => {
    const [mine, theirs] = firstDifference(withoutBlanks(wanted), withoutBlanks(found));
    return `Line ${line} has ${named(theirs)} where your text has ${named(mine)}.`;
  },
  tabs: (_wanted, found, line) =>
    indentOf(found).includes("\t")
      ? `Line ${line} is indented with tabs; your text has spaces there.`
      : `Line ${line} is indented with spaces; your text has tabs there.`,
  indentation: (wanted, found, line) =>
    `Line ${line} is indented by ${measured(indentOf(found))}; in your text by ${measured(indentOf(wanted))}.`,
  "line-end": (wanted, found, line) =>
    `Line ${line} ends with ${measured(lineEnd(found))} in the file; in your text with ${measured(lineEnd(wanted))}.`,
  inside: (_wanted, _found, line) => `Whitespace inside line ${line} differs from your text.`,
};

/** What the lines differ in when they are the same letters in another Unicode form: "é" as one character or as two. */
export function formSentence(find: readonly string[], found: readonly string[], from: number): string {
  const at = find.findIndex((line, index) => line !== found[index]);
  const [mine, theirs] = [find[at] ?? "", found[at] ?? ""];
  let start = 0;
  while (start < mine.length && mine[start] === theirs[start]) start += 1;
  // The letter that the difference belongs to begins before a combining mark.
  if (start > 0 && (/^\p{M}/u.test(mine.slice(start)) || /^\p{M}/u.test(theirs.slice(start)))) start -= 1;
  return `Line ${from + at + 1} has ${spelled(theirs.slice(start))}; your text has ${spelled(mine.slice(start))}.`;
}

/** The first letter with its marks, as code points. */
function spelled(text: string): string {
  const letter = /^.\p{M}*/su.exec(text)?.[0] ?? "";
  const points = [...letter].map((each) => `U+${each.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`);
  return points.length === 0 ? "nothing" : `${letter} as ${points.join(" ")}`;
}

function firstDifference(wanted: string, found: string): readonly [string, string] {
  const mine = [...wanted];
  const theirs = [...found];
  const at = mine.findIndex((character, index) => character !== theirs[index]);
  return [mine[at] ?? "", theirs[at < 0 ? mine.length : at] ?? ""];
}

function named(character: string): string {
  const code = character.codePointAt(0);
  if (code === undefined) return "nothing";
  const number = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? `${character} (${number})` : number;
}

function lineEnd(line: string): string {
  return line.slice(withoutTrailingWhitespace(line).length);
}

function measured(whitespace: string): string {
  if (whitespace === "") return "no spaces";
  const tabs = whitespace.split("\t").length - 1;
  if (tabs === 0) return counted(whitespace.length, "space");
  return tabs === whitespace.length
    ? counted(tabs, "tab")
    : `${counted(tabs, "tab")} and ${counted(whitespace.length - tabs, "space")}`;
}

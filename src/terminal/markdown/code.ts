// Code as rows: its own characters, coloured by spelling, cut only where a row is full.

import { reveal } from "../../text/index.ts";
import type { Paint } from "../paint.ts";
import { languageOf } from "../view/languages.ts";
import { syntaxOf } from "../view/syntax.ts";
import { wrap } from "../wrap.ts";

export type CodeOptions = { readonly width: number; readonly paint: Paint; readonly language: string };

/** One line of code; its tabs are four blanks wide. */
export function codeRows(line: string, { width, paint, language }: CodeOptions): string[] {
  const safe = reveal(line.replace(/\r$/, "").replaceAll("\t", "    "));
  const known = languageOf(NAMES.get(language.toLowerCase()) ?? language);
  const rows = wrap(safe, Math.max(1, width));
  if (known === null) return rows;
  const coloured = syntaxOf(safe, known);
  let start = 0;
  return rows.map((row) => {
    const end = start + row.length;
    let painted = "";
    let at = start;
    for (const { from, to, kind } of coloured) {
      const [first, last] = [Math.max(from, start), Math.min(to, end)];
      if (first >= last) continue;
      painted += safe.slice(at, first) + paint[COLOURS[kind]](safe.slice(first, last));
      at = last;
    }
    painted += safe.slice(at, end);
    start = end;
    return painted;
  });
}

const COLOURS = { comment: "dim", literal: "green", keyword: "magenta" } as const;

/** Languages that are named otherwise than their files. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["javascript", "js"],
  ["typescript", "ts"],
  ["python", "py"],
  ["python3", "py"],
  ["rust", "rs"],
  ["ruby", "rb"],
  ["shell", "sh"],
  ["console", "sh"],
  ["c++", "cpp"],
  ["csharp", "cs"],
  ["c#", "cs"],
  ["golang", "go"],
  ["kotlin", "kt"],
]);

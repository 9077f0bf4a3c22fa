// Code as rows: its own characters, coloured by spelling, cut only where a row is full.

import { plain, printable, slicePlain, type Plain, type Printable } from "../../text/index.ts";
import type { Paint } from "../paint.ts";
import { languageOf, syntaxOf } from "../../review/index.ts";
import { wrap } from "../wrap.ts";

export type CodeOptions = { readonly width: number; readonly paint: Paint; readonly language: string };

/** One line of code, which `revealCode` made printable. */
export function codeRows(safe: Plain, { width, paint, language }: CodeOptions): Printable[] {
  const known = languageOf(NAMES.get(language.toLowerCase()) ?? language);
  const rows = wrap(safe, Math.max(1, width));
  if (known === null) return rows;
  const spans = syntaxOf(safe, known);
  let start = 0;
  return rows.map((row) => {
    const end = start + row.length;
    let painted: Printable = plain``;
    let at = start;
    for (const { from, to, kind } of spans) {
      const [first, last] = [Math.max(from, start), Math.min(to, end)];
      if (first >= last) continue;
      const coloured = paint[COLOURS[kind]](slicePlain(safe, first, last));
      painted = printable`${painted}${slicePlain(safe, at, first)}${coloured}`;
      at = last;
    }
    painted = printable`${painted}${slicePlain(safe, at, end)}`;
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

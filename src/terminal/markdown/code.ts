// Code as rows: its own characters, coloured by spelling, cut only where a row is full.

import { plain, printable, slicePlain, type Plain, type Printable } from "../../text/index.ts";
import type { Paint } from "../paint.ts";
import { languageOf, syntaxOf } from "../../review/index.ts";
import { rowStarts } from "../wrap.ts";

export type CodeOptions = { readonly width: number; readonly paint: Paint; readonly language: string };

/** One line of code, which `revealCode` made printable. */
export function codeRows(safe: Plain, { width, paint, language }: CodeOptions): Printable[] {
  const known = languageOf(NAMES.get(language.toLowerCase()) ?? language);
  const starts = rowStarts(safe, Math.max(1, width));
  const spans = known === null ? [] : syntaxOf(safe, known);
  return starts.map((start, row) => {
    const end = starts[row + 1] ?? safe.length;
    let painted: Printable = plain``;
    let at = start;
    for (const { from, to, kind } of spans) {
      const [first, last] = [Math.max(from, start), Math.min(to, end)];
      if (first >= last) continue;
      const coloured = paint[COLOURS[kind]](slicePlain(safe, first, last));
      painted = printable`${painted}${slicePlain(safe, at, first)}${coloured}`;
      at = last;
    }
    return printable`${painted}${slicePlain(safe, at, end)}`;
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

// Every key in one list. The list is what bindings.ts does; a test holds them together.

import type { Paint } from "../paint.ts";
import { wrapWords } from "../wrap.ts";

export const HELP: readonly (readonly [keys: string, does: string])[] = [
  ["Enter y", "apply what is shown"],
  ["n d Esc", "reject: nothing is written for this file"],
  ["r", "reject with a reason; the model is told"],
  ["e", "edit in your editor; closed unchanged it applies, ended with an error it comes back"],
  ["v w", "the whole file; v or Esc goes back to the change"],
  ["s", "choose changes; space takes or leaves one"],
  ["p", "pick a place for an edit that has none"],
  ["a", "apply, and always from now on; the rule is shown first"],
  ["A", "apply everything, and all of this session"],
  ["c q", "cancel the run"],
  ["[ ] ← →", "the file before, the file after"],
  ["↑ ↓ j k", "scroll; PgUp PgDn b f by pages, g G to the ends"],
  ["P", "open in the pager"],
  ["Ctrl-C", "no to everything, and stop"],
];

export function helpRows({ width, paint }: { readonly width: number; readonly paint: Paint }): readonly string[] {
  const column = 9;
  return HELP.flatMap(([keys, does]) =>
    wrapWords(does, Math.max(1, width - column)).map((row, at) =>
      at === 0 ? `${paint.bold(keys.padEnd(column))}${row}` : `${" ".repeat(column)}${row}`,
    ),
  );
}

// Every key in one list. The list is what bindings.ts does; a test holds them together.

import { plain, printable, spaces, type Plain, type Printable } from "../../text/index.ts";
import type { Paint } from "../paint.ts";
import { wrapWords } from "../wrap.ts";

export const HELP: readonly (readonly [keys: Plain, does: Plain])[] = [
  [plain`Enter y`, plain`apply what is shown`],
  [plain`n d Esc`, plain`reject: nothing is written for this file`],
  [plain`r`, plain`reject with a reason; the model is told`],
  [plain`e`, plain`edit in your editor; saved unchanged it applies, closed without saving it comes back`],
  [plain`v w`, plain`the whole file; v or Esc goes back to the change`],
  [plain`s`, plain`choose changes; space takes or leaves one`],
  [plain`p`, plain`pick a place for an edit that has none`],
  [plain`a`, plain`apply, and always from now on; the rule is shown first`],
  [plain`A`, plain`apply everything, and all of this session`],
  [plain`c q`, plain`cancel the run`],
  [plain`[ ] ← →`, plain`the file before, the file after`],
  [plain`↑ ↓ j k`, plain`scroll; PgUp PgDn b f by pages, g G to the ends`],
  [plain`P`, plain`open in the pager`],
  [plain`Ctrl-C`, plain`no to everything, and stop`],
];

export function helpRows({ width, paint }: { readonly width: number; readonly paint: Paint }): readonly Printable[] {
  const column = 9;
  return HELP.flatMap(([keys, does]) =>
    wrapWords(does, Math.max(1, width - column)).map((row, at) =>
      at === 0
        ? printable`${paint.bold(plain`${keys}${spaces(column - keys.length)}`)}${row}`
        : plain`${spaces(column)}${row}`,
    ),
  );
}

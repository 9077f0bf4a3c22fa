// Every key in one list: the table of reading-keys.ts, and the key that stops everything.

import { plain, printable, spaces, type Plain, type Printable } from "../../text/index.ts";
import type { Paint } from "../paint.ts";
import { wrapWords } from "../wrap.ts";
import { READING_KEYS } from "./reading-keys.ts";

const CTRL_C = [plain`Ctrl-C`, plain`no to everything, and stop`] as const;

export const HELP: readonly (readonly [keys: Plain, does: Plain])[] = [
  ...READING_KEYS.map(({ shown, help }) => [shown, help] as const),
  CTRL_C,
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

// Every key in one list: the table of reading-keys.ts or of overview-keys.ts, and the key that stops everything.

import type { Review } from "../../review/index.ts";
import { plain, printable, spaces, type Plain, type Printable } from "../../text/index.ts";
import type { Paint } from "../paint.ts";
import { wrapWords } from "../wrap.ts";
import { OVERVIEW_KEYS } from "./overview-keys.ts";
import { READING_KEYS } from "./reading-keys.ts";

const CTRL_C = [plain`Ctrl-C`, plain`no to everything, and stop`] as const;

export const HELP: readonly (readonly [keys: Plain, does: Plain])[] = [
  ...READING_KEYS.map(({ shown, help }) => [shown, help] as const),
  CTRL_C,
];

export const OVERVIEW_HELP: typeof HELP = [...OVERVIEW_KEYS.map(({ shown, help }) => [shown, help] as const), CTRL_C];

export type HelpOptions = { readonly width: number; readonly paint: Paint; readonly showing: Review["showing"] };

export function helpRows({ width, paint, showing }: HelpOptions): readonly Printable[] {
  const column = 9;
  return (showing === "overview" ? OVERVIEW_HELP : HELP).flatMap(([keys, does]) =>
    wrapWords(does, Math.max(1, width - column)).map((row, at) =>
      at === 0
        ? printable`${paint.bold(plain`${keys}${spaces(column - keys.length)}`)}${row}`
        : plain`${spaces(column)}${row}`,
    ),
  );
}

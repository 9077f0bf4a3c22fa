// Every key in one list: a table of purpose-keys.ts, and the key that stops everything.

import type { ReviewPurpose } from "../../approval/index.ts";
import type { Review } from "../../review/index.ts";
import { plain, printable, spaces, type Plain, type Printable } from "../../text/index.ts";
import type { Paint } from "../paint.ts";
import { wrapWords } from "../wrap.ts";
import { keysFor } from "./purpose-keys.ts";

const CTRL_C: Readonly<Record<ReviewPurpose, Help[number]>> = {
  approve: [plain`Ctrl-C`, plain`no to everything, and stop`],
  "work-tree": [plain`Ctrl-C`, plain`leave the review; every file stays as it is`],
};

type Help = readonly (readonly [keys: Plain, does: Plain])[];

/** Every key for this purpose, on a page or in the overview. */
export function helpFor({ purpose, showing }: Pick<Review, "purpose" | "showing">): Help {
  return [...keysFor(purpose)[showing].map(({ shown, help }) => [shown, help] as const), CTRL_C[purpose]];
}

export type HelpOptions = { readonly width: number; readonly paint: Paint } & Pick<Review, "purpose" | "showing">;

export function helpRows({ width, paint, ...review }: HelpOptions): readonly Printable[] {
  const column = 9;
  return helpFor(review).flatMap(([keys, does]) =>
    wrapWords(does, Math.max(1, width - column)).map((row, at) =>
      at === 0
        ? printable`${paint.bold(plain`${keys}${spaces(column - keys.length)}`)}${row}`
        : plain`${spaces(column)}${row}`,
    ),
  );
}

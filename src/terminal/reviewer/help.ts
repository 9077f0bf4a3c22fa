// Every key in one list: a table of purpose-keys.ts, and the key that stops everything.

import type { Review } from "../../review/index.ts";
import { plain, printable, spaces, type Plain, type Printable } from "../../text/index.ts";
import type { Paint } from "../paint.ts";
import { wrapWords } from "../wrap.ts";
import { keysFor, type ReviewKind } from "./purpose-keys.ts";
import { wordsFor } from "./words.ts";

const CTRL_C: Readonly<Record<ReviewKind, Help[number]>> = {
  approve: [plain`Ctrl-C`, plain`no to everything, and stop`],
  "work-tree": [plain`Ctrl-C`, plain`leave the review; every file stays as it is`],
  inbox: [plain`Ctrl-C`, plain`leave; the question stays open in the inbox`],
};

type Help = readonly (readonly [keys: Plain, does: Plain])[];

/** Where the keys are those of: a page, the overview, or a page while its changes are chosen. */
type HelpPlace = { readonly kind: ReviewKind; readonly showing: Review["showing"] | "choosing" };

/** Every key for this kind of review and place. */
export function helpFor({ kind, showing }: HelpPlace): Help {
  const rows = showing === "choosing" ? choosingHelp(kind) : rowsOf(keysFor(kind)[showing]);
  return [...rows, CTRL_C[kind]];
}

function rowsOf(keys: readonly { readonly shown: Plain; readonly help: Plain }[]): Help {
  return keys.map(({ shown, help }) => [shown, help] as const);
}

function choosingHelp(kind: ReviewKind): Help {
  const { apply, reject } = wordsFor(kind === "inbox" ? "approve" : kind);
  const no: Help =
    kind === "work-tree"
      ? [
          [plain`d`, plain`${reject} the whole file`],
          [plain`n Esc`, plain`back; what you chose stays chosen`],
        ]
      : [
          [plain`n d`, plain`${reject} the whole file`],
          [plain`Esc`, plain`back; what you chose stays chosen`],
        ];
  return [
    [plain`Enter y`, plain`${apply} the changes that are taken`],
    [plain`space x`, plain`select or deselect the change under the cursor`],
    [plain`s`, plain`split it into smaller changes, down to single lines`],
    [plain`S`, plain`undo all splitting`],
    [plain`↑ ↓ j k`, plain`the change before, the change after; Tab, { and } too`],
    ...no,
    ...rowsOf(keysFor(kind).page.filter(({ keys }) => keys.some((key) => SAME.has(key)))),
  ];
}

// They do the same as while reading.
const SAME: ReadonlySet<string> = new Set(["e", "E", "+", "z", "|"]);

export type HelpOptions = { readonly width: number; readonly paint: Paint } & HelpPlace;

export function helpRows({ width, paint, ...place }: HelpOptions): readonly Printable[] {
  const column = 9;
  return helpFor(place).flatMap(([keys, does]) =>
    wrapWords(does, Math.max(1, width - column)).map((row, at) =>
      at === 0
        ? printable`${paint.bold(plain`${keys}${spaces(column - keys.length)}`)}${row}`
        : plain`${spaces(column)}${row}`,
    ),
  );
}

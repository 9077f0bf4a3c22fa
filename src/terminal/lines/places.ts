// Edits without a place, in the plain reviewer: each place numbered with what would change there, and a number as the
// answer. Nothing is written by choosing: the file needs approval again with the edit in its place.

import type { Decision, OpenEdit, Place } from "../../approval/index.ts";
import { choiceWords, openWords, placeWords } from "../../review/index.ts";
import { joinPrintable, plain, printable, reveal, type Plain, type Printable } from "../../text/index.ts";
import type { Terminal } from "../console.ts";
import { askInLines, sayInLines } from "./view.ts";
import { createPaint, type Paint } from "../paint.ts";
import { continuedRows } from "../view/continued.ts";
import { placeRows } from "../view/place-rows.ts";
import { revealTarget } from "../view/target-path.ts";
import { wrapWords } from "../wrap.ts";

export type PlacingOptions = {
  readonly terminal: Terminal;
  readonly show: (path: string) => string;
  /** Shows a long text and comes back. */
  readonly page: (text: Printable) => void;
  readonly mark: Plain;
  readonly signal: AbortSignal | undefined;
};

export type Placing = {
  readonly places: NonNullable<Decision["places"]>;
  /** The person ended the review here. */
  readonly stopped: boolean;
};

// A place is a few lines as a rule; a long one is cut, and v shows the rest.
const MAX_ROWS = 24;

export async function askPlaces(open: readonly OpenEdit[], options: PlacingOptions): Promise<Placing> {
  const places: { edit: string; place: number }[] = [];
  for (const edit of open) {
    const place = await askPlace(edit, options);
    if (place === "stop") return { places: [], stopped: true };
    if (place !== null) places.push({ edit: edit.edit, place });
  }
  return { places, stopped: false };
}

async function askPlace(edit: OpenEdit, options: PlacingOptions): Promise<number | "stop" | null> {
  const { terminal, mark, signal } = options;
  const paint = createPaint(terminal.colour);
  const width = { width: terminal.width, paint };
  const path = continuedRows(revealTarget(edit, options.show), { width: terminal.width });
  const why = sayInLines(reveal(edit.message, { keepMarks: true }), width);
  terminal.write(printable`\n${joinPrintable(path.map(paint.bold), plain`\n`)}\n${paint.yellow(why)}`);
  for (const [at, place] of edit.places.entries())
    terminal.write(printable`${joinPrintable(rowsOf(place, at, options, paint), plain`\n`)}\n`);
  const last = edit.places.length;
  const keys = plain`[${last === 1 ? plain`1` : plain`1-${last}`}/v1(iew)/n(one)/q(uit)]`;
  const question =
    last === 1 ? plain`${reveal(choiceWords(edit.places[0]!))}?` : plain`${reveal(openWords(edit).question)}`;
  for (;;) {
    terminal.write(askInLines({ question, keys, mark }, width));
    const line = await terminal.line({ mark, ...(signal ? { signal } : {}) });
    if (line === null) {
      terminal.write(plain`\n`);
      return "stop";
    }
    const key = line.trim().toLowerCase();
    if (key === "" || key === "n" || key === "no" || key === "none") return null;
    if (key === "q" || key === "quit") return "stop";
    const [, view, digits] = /^(v ?)?([0-9]{1,4})$/.exec(key) ?? [];
    const place = digits === undefined ? undefined : edit.places[Number(digits) - 1];
    if (place === undefined) terminal.write(paint.dim(sayInLines(HELP, width)));
    else if (view === undefined) return Number(digits) - 1;
    else options.page(printable`${joinPrintable(placeRows(place.unified_diff, { width: 0, paint }), plain`\n`)}\n`);
  }
}

const HELP = plain`A number puts the edit there and shows the file again before anything is written; v and a number, such as v1, shows all of that place; n or Enter alone leaves the edit out; q leaves everything.`;

function rowsOf(place: Place, at: number, { terminal }: PlacingOptions, paint: Paint): readonly Printable[] {
  const rows = placeRows(place.unified_diff, { width: terminal.width - 4, paint });
  const cut = rows.length > MAX_ROWS;
  return [
    ...wrapWords(plain`${at + 1}) ${reveal(placeWords(place))}`, terminal.width).map(paint.bold),
    ...rows.slice(0, MAX_ROWS).map((row) => printable`    ${row}`),
    ...(cut ? [paint.yellow(plain`    ${rows.length - MAX_ROWS} more rows; v${at + 1} shows them`)] : []),
  ];
}

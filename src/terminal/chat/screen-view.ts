// The live rows of a conversation: the end of what is coming, what is being done, the prompt, one line of help. Pure.
// The prompt is always whole on the screen; what is coming gives way.

import {
  joinPrintable,
  plain,
  printable,
  repeatPlain,
  reveal,
  revealLines,
  splitPlain,
  type Plain,
  type Printable,
} from "../../text/index.ts";
import type { Paint } from "../paint.ts";
import { keepStart } from "../shorten.ts";
import { cells, wrap, wrapWords } from "../wrap.ts";
import type { Draft } from "./prompt/draft.ts";
import { drawDraft, type Place } from "./prompt/draft-view.ts";
import { shapeOf } from "./prompt/folds.ts";
import type { Menu } from "./menu/menu.ts";
import { drawMenu } from "./menu/menu-view.ts";
import type { FooterPart } from "./types.ts";

export type ScreenState = {
  readonly width: number;
  /** Rows there may be. */
  readonly height: number;
  readonly paint: Paint;
  readonly tail: readonly Printable[];
  readonly doing: { readonly text: string; readonly ms: number } | null;
  readonly draft: Draft;
  /** Messages that are sent when what is being done is done, the next first. */
  readonly waiting?: readonly string[];
  /** A word before the prompt. */
  readonly mark?: string;
  /** Something is above. */
  readonly isApart: boolean;
  readonly hint: string | null;
  readonly footer: readonly FooterPart[];
  /** In place of the footer, with what its source says about it. */
  readonly menu: { readonly menu: Menu; readonly note: string | null } | null;
};

const SPIN = Array.from("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏", (sign) => reveal(sign));

export function drawScreen(state: ScreenState): { readonly rows: readonly Printable[]; readonly cursor: Place } {
  const { width, paint, height, doing, draft } = state;
  const { text, toShape, labelAt } = shapeOf(draft.text, draft);
  const view = drawDraft(
    { text, at: toShape(draft.at), labelAt },
    { width, paint, height: Math.max(1, Math.min(12, height - 5)), mark: state.mark ?? "" },
  );
  const activity = [...(doing === null ? [] : [plain``, activityRow(doing, state)]), ...waitingRows(state)];
  const rule = paint.dim(repeatPlain(plain`─`, width));
  const below = belowRows(state, height - activity.length - 1 - view.rows.length);
  const fixed = activity.length + 1 + view.rows.length + below.length;
  const room = Math.max(0, height - fixed);
  const tail = state.tail.slice(Math.max(0, state.tail.length - room));
  // What is cut off here is whole in the scrollback when it is done.
  if (tail.length < state.tail.length && tail.length > 0) tail[0] = paint.dim(plain`⋮`);
  const apart = state.isApart && tail.length + activity.length === 0 && room > 0 ? [plain``] : [];
  const above = [...tail, ...activity, ...apart, ...(height > fixed ? [rule] : [])];
  return {
    rows: [...above, ...view.rows, ...below],
    cursor: { row: above.length + view.cursor.row, column: view.cursor.column },
  };
}

const OUTPUT_LINES = 6;

/** The end of what a command prints while it runs. */
export function outputRows(
  output: string,
  { width, paint }: Pick<ScreenState, "width" | "paint">,
): readonly Printable[] {
  const shown = revealLines(output.trimEnd().replaceAll("\t", "    "), { reading: "code" });
  if (shown === "") return [];
  return splitPlain(shown, "\n")
    .slice(-OUTPUT_LINES)
    .flatMap((line) => wrap(line, width - 4).map((row) => paint.dim(plain`  │ ${row}`)));
}

/** A menu is taller than what is there without one; what is coming gives way to it. */
function belowRows({ menu, hint, footer, width, paint }: ScreenState, height: number): readonly Printable[] {
  if (menu !== null) return drawMenu(menu.menu, { width, paint, note: menu.note, height: Math.max(2, height) });
  return (hint === null ? [footerRow(footer, width)] : hintRows(hint, width)).map(paint.dim);
}

/** Whole parts, as many as fit; the one that weighs most is there in any case. */
export function footerRow(parts: readonly FooterPart[], width: number): Plain {
  const text = reveal(parts.map((part) => part.text).join(" · "));
  if (cells(text) <= width || parts.length <= 1) return keepStart(text, width);
  const least = Math.min(...parts.map(({ weight }) => weight));
  return footerRow(
    parts.filter(({ weight }) => weight > least),
    width,
  );
}

function activityRow(
  { text, ms }: { readonly text: string; readonly ms: number },
  { paint, width }: ScreenState,
): Printable {
  const spin = SPIN[Math.floor(ms / 120) % SPIN.length]!; // Within its length.
  const seconds = ms < 2000 ? "" : ` ${Math.floor(ms / 1000)} s`;
  const said = oneRow(`${text}…${seconds} · Esc interrupts`, width - 2);
  return printable`${paint.cyan(spin)} ${paint.dim(said)}`;
}

const MOST_WAITING = 3;

/** The beginning of each message that waits. On a low screen the prompt needs the rows more. */
function waitingRows({ waiting = [], paint, width, height }: ScreenState): readonly Printable[] {
  const most = height < 6 ? 0 : Math.min(MOST_WAITING, Math.max(1, height - 8));
  if (most === 0) return [];
  const shown = waiting.length > most ? waiting.slice(0, most - 1) : waiting;
  const rows = shown.map((text) => {
    const [first = "", ...others] = text.trim().split("\n");
    return oneRow(`  next: ${first}${others.length > 0 ? " …" : ""}`, width);
  });
  const left = waiting.length - shown.length;
  return [
    ...rows,
    ...(left > 0 ? [oneRow(shown.length === 0 ? `  next: ${left} messages` : `  and ${left} more`, width)] : []),
  ].map(paint.dim);
}

// A list to choose from is read whole; a text without end is not.
const MAX_HINT = 4;

function hintRows(text: string, width: number): readonly Plain[] {
  const rows = wrapWords(reveal(text), width).filter((row) => row !== "");
  if (rows.length <= MAX_HINT) return rows;
  return [...rows.slice(0, MAX_HINT - 1), keepStart(joinPrintable(rows.slice(MAX_HINT - 1), plain` `), width)];
}

function oneRow(text: string, width: number): Plain {
  return keepStart(reveal(text), width);
}

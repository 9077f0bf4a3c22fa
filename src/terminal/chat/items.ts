// The content of the scrollback, as rows. Pure. Everything that came from elsewhere is made safe here.

import { grouped } from "../../base/index.ts";
import {
  plain,
  printable,
  reveal,
  revealLines,
  spaces,
  splitPlain,
  trimEndOf,
  type Plain,
  type Printable,
} from "../../text/index.ts";
import { frame, innerWidth } from "../frame.ts";
import { revealProse } from "../markdown/prose.ts";
import type { MarkdownOptions } from "../markdown/render.ts";
import { MarkdownStream } from "../markdown/stream.ts";
import { wrapSpans } from "../markdown/spans.ts";
import type { Paint } from "../paint.ts";
import { wrap, wrapWords } from "../wrap.ts";
import { diffRows } from "./diff-rows.ts";
import type { Item, Message } from "./types.ts";

export type ItemOptions = MarkdownOptions;

/** Items of one group are shown together; between groups there is a blank row. */
export type Group = "person" | "words" | "status" | "work" | "note" | "diff";

// A wider box makes the eye travel.
const MAX_PANEL = 100;

export function groupOf(item: Item): Group {
  switch (item.kind) {
    case "person":
      return "person";
    case "call":
    case "panel":
    case "outcome":
      return "work";
    case "note":
      return "note";
    case "words":
      return "status";
    case "markdown":
      return "words";
    case "diff":
      return "diff";
    default:
      return item satisfies never;
  }
}

export function itemRows(item: Item, options: ItemOptions): readonly Printable[] {
  const { width, paint } = options;
  switch (item.kind) {
    case "person":
      return hanging(paint.bold(plain`> `), 2, folded(prose(item.text, { ...options, width: width - 2 }), paint));
    case "call": {
      const [tool, summary] = [reveal(item.tool), reveal(item.summary)];
      if (options.inWords === true) return wrapWords(plain`Call of ${tool}: ${summary}`, width);
      return wrap(plain`${tool}(${summary})`, width - 2).map((row) => paint.dim(plain`  ${row}`));
    }
    case "panel":
      return panelRows(item, options);
    case "outcome": {
      const { mark, word, colour } = TONES[item.tone];
      if (options.inWords === true) return spoken(word, item.text, options);
      return hanging(printable`  ${paint[colour](mark)} `, 4, sentences(item.text, { ...options, width: width - 4 }));
    }
    case "note":
      if (options.inWords === true) return spoken(plain`Note:`, item.text, options);
      return hanging(paint.yellow(plain`! `), 2, sentences(item.text, { ...options, width: width - 2 }));
    case "words":
      return sentences(item.text, options);
    case "markdown": {
      const stream = new MarkdownStream();
      return [...stream.push(item.text, options), ...stream.end(options)];
    }
    case "diff":
      return diffRows(item, options);
    default:
      return item satisfies never;
  }
}

// The person knows what they pasted; what comes of it is what they wait for.
const MAX_PERSON = 40;

function folded(rows: readonly Printable[], paint: Paint): readonly Printable[] {
  if (rows.length <= MAX_PERSON + 1) return rows;
  const more = reveal(grouped(rows.length - MAX_PERSON));
  return [...rows.slice(0, MAX_PERSON), paint.dim(plain`… and ${more} more rows, all of them sent`)];
}

const TONES = {
  good: { mark: plain`✓`, word: plain`Done:`, colour: "green" },
  bad: { mark: plain`✗`, word: plain`Failed:`, colour: "red" },
  open: { mark: plain`–`, word: plain`Not done:`, colour: "yellow" },
} as const;

/** Nothing for an empty text. */
function panelRows(
  { title, text, more }: Extract<Item, { kind: "panel" }>,
  { width, paint, inWords = false }: ItemOptions,
): readonly Printable[] {
  const outer = Math.min(width, MAX_PANEL);
  const body = text.trimEnd();
  if (body.trim() === "") return [];
  const room = inWords ? width - 2 : innerWidth(outer);
  const safe = revealLines(body.replaceAll("\r\n", "\n").replaceAll("\t", "    "), { reading: "code" });
  const rows = splitPlain(safe, "\n").flatMap((line) => wrap(line, room));
  const name = reveal(title);
  const said = more === null ? [] : wrapWords(reveal(more), room).map(paint.dim);
  if (inWords) return [plain`  ${name}`, ...[...rows, ...said].map((row) => trimEndOf(printable`  ${row}`))];
  return frame(name, said.length === 0 ? rows : [...rows, plain``, ...said], { width: outer, paint });
}

function prose(text: string, options: ItemOptions): Printable[] {
  return wrapSpans([{ text: revealProse(text), styles: [] }], { ...options, width: Math.max(8, options.width) });
}

/** Each line is one line, whatever is in it. */
function sentences(message: Message, options: ItemOptions): Printable[] {
  const lines = typeof message === "string" ? [message] : message;
  const shown = lines.map((line) => reveal(line.replaceAll("\t", "    "), { keepMarks: true, pictures: true }));
  return shown.flatMap((text) => wrapSpans([{ text, styles: [] }], { ...options, width: Math.max(8, options.width) }));
}

/** For someone who listens: a word of ours in place of a sign, and no indentation. */
function spoken(word: Plain, message: Message, options: ItemOptions): Printable[] {
  const rows = sentences(message, { ...options, width: options.width - word.length - 1 });
  return rows.map((row, at) => (at === 0 ? printable`${word} ${row}` : row));
}

function hanging(first: Printable, indent: number, rows: readonly Printable[]): Printable[] {
  return rows.map((row, at) => printable`${at === 0 ? first : spaces(indent)}${row}`);
}

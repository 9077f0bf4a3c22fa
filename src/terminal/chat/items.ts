// What stands in the scrollback, as rows. Pure. Everything that came from elsewhere is made safe here.

import { reveal } from "../../text/index.ts";
import { frame, innerWidth } from "../frame.ts";
import { revealProse } from "../markdown/prose.ts";
import type { MarkdownOptions } from "../markdown/render.ts";
import { MarkdownStream } from "../markdown/stream.ts";
import { wrapSpans } from "../markdown/spans.ts";
import type { Paint } from "../paint.ts";
import { wrap, wrapWords } from "../wrap.ts";
import type { Item } from "./types.ts";

export type ItemOptions = MarkdownOptions;

/** Items of one group stand together; between groups there is a blank row. */
export type Group = "person" | "words" | "told" | "work" | "note";

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
      return "told";
    case "markdown":
    case "diff":
      return "words";
    default:
      return item satisfies never;
  }
}

export function itemRows(item: Item, options: ItemOptions): readonly string[] {
  const { width, paint } = options;
  switch (item.kind) {
    case "person":
      return hanging(paint.bold("> "), 2, folded(prose(item.text, { width: width - 2, paint }), paint));
    case "call": {
      const rows = wrap(`${item.tool}(${reveal(item.summary, { oneLine: true })})`, width - 2);
      return rows.map((row) => paint.dim(`  ${row}`));
    }
    case "panel":
      return panelRows(item, options);
    case "outcome": {
      const { mark, colour } = TONES[item.tone];
      return hanging(`  ${paint[colour](mark)} `, 4, prose(item.text, { width: width - 4, paint }));
    }
    case "note":
      return hanging(paint.yellow("! "), 2, prose(item.text, { width: width - 2, paint }));
    case "words":
      return prose(item.text, options);
    case "markdown": {
      const stream = new MarkdownStream();
      return [...stream.push(item.text, options), ...stream.end(options)];
    }
    case "diff":
      return diffRows(item.text, options);
    default:
      return item satisfies never;
  }
}

// The person knows what they pasted; what comes of it is what they wait for.
const MAX_PERSON = 40;

function folded(rows: readonly string[], paint: Paint): readonly string[] {
  if (rows.length <= MAX_PERSON + 1) return rows;
  const more = (rows.length - MAX_PERSON).toLocaleString("en");
  return [...rows.slice(0, MAX_PERSON), paint.dim(`… and ${more} more rows, all of them sent`)];
}

const TONES = {
  good: { mark: "✓", colour: "green" },
  bad: { mark: "✗", colour: "red" },
  open: { mark: "–", colour: "yellow" },
} as const;

/** Nothing for a blank text. */
function panelRows(
  { title, text, more }: Extract<Item, { kind: "panel" }>,
  { width, paint, inWords = false }: ItemOptions,
): readonly string[] {
  const outer = Math.min(width, MAX_PANEL);
  const body = text.trimEnd();
  if (body.trim() === "") return [];
  const room = inWords ? width - 2 : innerWidth(outer);
  const rows = reveal(body.replaceAll("\r\n", "\n").replaceAll("\t", "    "))
    .split("\n")
    .flatMap((line) => wrap(line, room));
  const name = reveal(title, { oneLine: true });
  const said = more === null ? [] : wrapWords(reveal(more, { oneLine: true }), room).map(paint.dim);
  if (inWords) return [`  ${name}`, ...[...rows, ...said].map((row) => `  ${row}`.trimEnd())];
  return frame(name, said.length === 0 ? rows : [...rows, "", ...said], { width: outer, paint });
}

function diffRows(text: string, { width, paint }: ItemOptions): readonly string[] {
  return text
    .trimEnd()
    .split("\n")
    .flatMap((line) => {
      const rows = wrap(reveal(line.replaceAll("\t", "    ")), width);
      const colour = line.startsWith("@@")
        ? paint.cyan
        : /^(?:---|\+\+\+) /.test(line)
          ? paint.bold
          : line.startsWith("+")
            ? paint.green
            : line.startsWith("-")
              ? paint.red
              : null;
      return colour === null ? rows : rows.map(colour);
    });
}

function prose(text: string, { width, paint }: ItemOptions): string[] {
  return wrapSpans([{ text: revealProse(text), styles: [] }], Math.max(8, width), paint);
}

function hanging(first: string, indent: number, rows: readonly string[]): string[] {
  return rows.map((row, at) => (at === 0 ? first : " ".repeat(indent)) + row);
}

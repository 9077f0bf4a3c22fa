// One part of Markdown as rows for a terminal. Marked finds the structure; what is shown is ours. No letter and no digit
// of the source is ever missing: where drawing would lose one, the source itself is shown.

import { Lexer, type Token, type Tokens } from "marked";
import {
  plain,
  printable,
  repeatPlain,
  revealed,
  spaces,
  splitPlain,
  trimEndOf,
  type Plain,
  type Printable,
} from "../../text/index.ts";
import type { Paint } from "../paint.ts";
import { wrap } from "../wrap.ts";
import { codeRows } from "./code.ts";
import { inlinePieces } from "./inline.ts";
import { revealProse } from "./prose.ts";
import { proseCells, wrapSpans, type Style, type WrapOptions } from "./spans.ts";
import { tableRows } from "./table.ts";

export type MarkdownOptions = WrapOptions & {
  /** For screen readers: no columns and no lines that are drawn. */
  readonly inWords?: boolean;
};

/** Where there is no style, the signs of Markdown are the style. */
export function isStyled(paint: Paint): boolean {
  let styled = known.get(paint);
  if (styled === undefined) known.set(paint, (styled = paint.bold(plain`x`) !== "x"));
  return styled;
}

const known = new WeakMap<Paint, boolean>();

/** Rows of at most `width` cells, but for words that stay whole. */
export function markdownRows(source: string, options: MarkdownOptions): readonly Printable[] {
  const safe = revealProse(source);
  const tokens = new Lexer({ gfm: true }).lex(safe);
  const draw = (longWords: "cut" | "whole"): readonly Printable[] =>
    blockRows(tokens, { ...options, longWords, styled: isStyled(options.paint) });
  const fits = (rows: readonly Printable[]): boolean => rows.every((row) => proseCells(row) <= options.width);
  const { longWords = "cut" } = options;
  const rows = draw(longWords);
  // What is deep inside of lists has no room left on a narrow screen, also if its words may be cut.
  const hasRoom = fits(rows) || (longWords === "whole" && fits(draw("cut")));
  return hasRoom && showsAll(safe, rows) ? rows : plainRows(source, options);
}

/** The text as it is, in rows. */
export function plainRows(source: string, { width, longWords = "cut" }: MarkdownOptions): readonly Plain[] {
  const lines = splitPlain(revealProse(source), "\n");
  return longWords === "whole" ? lines : lines.flatMap((line) => wrap(line, width));
}

type DrawOptions = MarkdownOptions & { readonly styled: boolean };

function blockRows(tokens: readonly Token[], options: DrawOptions): Printable[] {
  const rows: Printable[] = [];
  let isApart = false;
  for (const token of tokens) {
    if (token.type === "space") {
      isApart = rows.length > 0;
      continue;
    }
    const drawn = blockOf(token as BlockToken, options); // No extension adds others.
    const isTight = token.type === "text" || token.type === "list" || token.type === "checkbox";
    if (rows.length > 0 && drawn.length > 0 && (isApart || !isTight)) rows.push(plain``);
    rows.push(...drawn);
    isApart = false;
  }
  return rows;
}

type BlockToken =
  | Tokens.Heading
  | Tokens.Paragraph
  | Tokens.Text
  | Tokens.Code
  | Tokens.Blockquote
  | Tokens.List
  | Tokens.Table
  | Tokens.Hr
  | Tokens.HTML
  | Tokens.Def;

function blockOf(token: BlockToken, options: DrawOptions): Printable[] {
  const { width, paint, styled, inWords = false } = options;
  switch (token.type) {
    case "heading": {
      const style: readonly Style[] = token.depth === 1 ? ["heading", "link"] : ["heading"];
      const sign = styled && token.depth < 3 ? [] : [{ text: `${"#".repeat(token.depth)} `, styles: style }];
      return wrapSpans([...sign, ...inlinePieces(token.tokens, options, style)], options);
    }
    case "paragraph":
      return wrapSpans(inlinePieces(token.tokens, options), options);
    case "text":
      return wrapSpans(inlinePieces(token.tokens ?? [token], options), options);
    case "code":
      return indented(codeBlock(token, { ...options, width: width - 2 }), spaces(2));
    case "blockquote":
      return indented(
        blockRows(token.tokens, { ...options, width: Math.max(8, width - 2) }),
        inWords ? plain`> ` : paint.dim(plain`│ `),
      );
    case "list":
      return token.items.flatMap((item, at) => [
        ...(at > 0 && token.loose ? [plain``] : []),
        ...itemRows(item, token, at, options),
      ]);
    case "table":
      return tableRows(token, options);
    case "hr":
      return inWords ? [plain`---`] : [paint.dim(repeatPlain(plain`─`, Math.min(width, 40)))];
    default:
      return splitPlain(revealed(token.raw.trimEnd()), "\n").flatMap((line) => wrap(line, width));
  }
}

function codeBlock({ raw, text, lang }: Tokens.Code, options: DrawOptions): Printable[] {
  const { paint, styled } = options;
  const width = codeWidth(options);
  const language = lang?.split(/\s/, 1)[0] ?? "";
  // Indented code has no fence.
  const [mark = ""] = /^(?:`{3,}|~{3,})/.exec(raw) ?? [];
  return [
    ...codeLabel(revealed(mark), revealed(lang ?? ""), options),
    ...splitPlain(revealed(text), "\n").flatMap((line) => codeRows(line, { width, paint, language })),
    ...(styled || mark === "" ? [] : [revealed(mark)]),
  ];
}

/** Of a line of code; one that stays whole is as wide as it is. */
export function codeWidth({ width, longWords = "cut" }: WrapOptions): number {
  return longWords === "whole" ? Infinity : width;
}

/** What is above code: its language, which is safe to print, and without colour the sign that code begins. */
export function codeLabel(mark: Plain, language: Plain, { width, paint }: MarkdownOptions): readonly Printable[] {
  const label = plain`${isStyled(paint) ? plain`` : mark}${language}`;
  return label === "" ? [] : wrap(label, Math.max(1, width)).map(paint.dim);
}

/** The number stays as it was written: an answer may refer to it. */
function itemRows(item: Tokens.ListItem, list: Tokens.List, at: number, options: DrawOptions): Printable[] {
  const number = /^\s*(\d{1,9}[.)])/.exec(item.raw)?.[1] ?? `${Number(list.start || 1) + at}.`;
  const bullet = list.ordered ? plain`${revealed(number)} ` : plain`• `;
  const size = proseCells(bullet);
  const rows = blockRows(joinedCheckbox(item.tokens), { ...options, width: Math.max(8, options.width - size) });
  return (rows.length === 0 ? [plain``] : rows).map((row, index) =>
    row === "" && index > 0 ? row : printable`${index === 0 ? bullet : spaces(size)}${row}`,
  );
}

/** A box and the words behind it are one line. */
function joinedCheckbox(tokens: readonly Token[]): readonly Token[] {
  const [box, next, ...rest] = tokens;
  if (box?.type !== "checkbox" || (next?.type !== "text" && next?.type !== "paragraph")) return tokens;
  const words = (next as Tokens.Paragraph).tokens ?? [next];
  return [{ ...next, tokens: [box, ...words] } as Token, ...rest]; // The same token, with one more child.
}

function indented(rows: readonly Printable[], before: Printable): Printable[] {
  return rows.map((row) => trimEndOf(printable`${before}${row}`));
}

const LETTER = /[\p{L}\p{N}]/u;
const PAINTED = /\u001b\[\d+m/g;

/** No letter and no digit of the source is missing in the rows. Every answer passes through here: ASCII is only counted. */
function showsAll(source: string, rows: readonly string[]): boolean {
  ascii.fill(0);
  const others = new Map<string, number>();
  for (const row of rows) count(row.includes("\u001b") ? row.replace(PAINTED, "") : row, others, 1);
  return count(source, others, -1);
}

/** For one call of `showsAll` after another: making it takes longer than counting a paragraph. */
const ascii = new Int32Array(128);

/** False when there are fewer than none of a letter. */
function count(text: string, others: Map<string, number>, by: 1 | -1): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 128) {
      if (IS_ASCII_LETTER[code] === 1 && (ascii[code]! += by) < 0) return false;
      continue;
    }
    const character = String.fromCodePoint(text.codePointAt(at)!); // Within its length.
    at += character.length - 1;
    if (!LETTER.test(character)) continue;
    const left = (others.get(character) ?? 0) + by;
    if (left < 0) return false;
    others.set(character, left);
  }
  return true;
}

const IS_ASCII_LETTER = Uint8Array.from({ length: 128 }, (_, code) => (LETTER.test(String.fromCharCode(code)) ? 1 : 0));

// A table as rows: columns side by side where their words fit, else one "name: value" line per cell. No cell is cut.

import type { Tokens } from "marked";
import { joinPrintable, plain, printable, repeatPlain, spaces, trimEndOf, type Printable } from "../../text/index.ts";
import type { Paint } from "../paint.ts";
import { inlinePieces, type InlineOptions } from "./inline.ts";
import { proseCells, wrapSpans, type Piece } from "./spans.ts";

export type TableOptions = InlineOptions & {
  readonly width: number;
  readonly paint: Paint;
  readonly inWords?: boolean;
};

export function tableRows({ header, rows, align }: Tokens.Table, options: TableOptions): Printable[] {
  const { width, paint } = options;
  const cellsIn = (row: readonly Tokens.TableCell[]): readonly Piece[][] =>
    row.map(({ tokens, header: isHeader }) => [...inlinePieces(tokens, options, isHeader ? ["bold"] : [])]);
  const lines = [header, ...rows].map(cellsIn);
  const wanted = header.map((_, at) => Math.max(1, ...lines.map((line) => sizeOf(line[at] ?? []))));
  const widths = options.inWords === true ? null : fitted(wanted, width - 3 * (wanted.length - 1));
  if (widths === null) return stacked(lines, options);
  const drawn = lines.map((line) => sideBySide(line, { widths, align, paint }));
  const [first = [], ...rest] = drawn;
  const isTall = drawn.some((row) => row.length > 1);
  const lengths = widths.map((size) => repeatPlain(plain`─`, size));
  const rule = paint.dim(joinPrintable(lengths, plain`─┼─`));
  return [
    ...first,
    rule,
    ...rest.flatMap((row, at) => (isTall && at > 0 && needsRule(rest, at) ? [rule, ...row] : row)),
  ];
}

/** Rows of one line each need nothing between them. */
function needsRule(rows: readonly (readonly string[])[], at: number): boolean {
  return (rows[at]?.length ?? 0) > 1 || (rows[at - 1]?.length ?? 0) > 1;
}

/** The widest columns give way, as long as words still fit; null when they do not. */
function fitted(wanted: readonly number[], room: number): readonly number[] | null {
  const widths = [...wanted];
  for (let sum = total(widths); sum > room; sum -= 1) {
    const widest = widths.indexOf(Math.max(...widths));
    if (widths[widest]! <= NARROWEST) return null;
    widths[widest]! -= 1;
  }
  return widths;
}

const NARROWEST = 12;

function total(sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + size, 0);
}

function sideBySide(
  line: readonly (readonly Piece[])[],
  {
    widths,
    align,
    paint,
  }: { readonly widths: readonly number[]; readonly align: Tokens.Table["align"]; readonly paint: Paint },
): readonly Printable[] {
  const columns = widths.map((size, at) => wrapSpans(line[at] ?? [], { width: size, paint }));
  const height = Math.max(...columns.map((rows) => rows.length));
  return Array.from({ length: height }, (_, row) => {
    const cells = widths.map((size, at) => {
      const text = columns[at]![row] ?? plain``;
      return pad(text, size - proseCells(text), align[at] ?? null);
    });
    return trimEndOf(joinPrintable(cells, paint.dim(plain` │ `)));
  });
}

function pad(text: Printable, room: number, align: "center" | "left" | "right" | null): Printable {
  const before = align === "right" ? room : align === "center" ? Math.floor(room / 2) : 0;
  return printable`${spaces(before)}${text}${spaces(room - before)}`;
}

function stacked(
  [header = [], ...rows]: readonly (readonly Piece[][])[],
  { width, paint, inWords = false }: TableOptions,
): Printable[] {
  const names = header.flatMap((name) => wrapSpans(name, { width, paint }));
  if (rows.length === 0) return names;
  return rows.flatMap((row, at) => [
    ...(at === 0 ? [] : [inWords ? plain`` : paint.dim(repeatPlain(plain`─`, Math.min(width, 12)))]),
    ...row.flatMap((cell, column) =>
      wrapSpans([...(header[column] ?? []), { text: ": ", styles: ["bold"] }, ...cell], { width, paint }),
    ),
  ]);
}

function sizeOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { text }) => sum + proseCells(text), 0);
}

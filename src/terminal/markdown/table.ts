// A table as rows: columns side by side where they fit, else one "name: value" line per cell. No cell is cut.

import type { Tokens } from "marked";
import type { Paint } from "../paint.ts";
import { inlinePieces, type InlineOptions } from "./inline.ts";
import { proseCells, wrapSpans, type Piece } from "./spans.ts";

export type TableOptions = InlineOptions & { readonly width: number; readonly paint: Paint };

export function tableRows({ header, rows, align }: Tokens.Table, options: TableOptions): string[] {
  const { width, paint } = options;
  const cellsIn = (row: readonly Tokens.TableCell[]): readonly Piece[][] =>
    row.map(({ tokens, header: isHeader }) => [...inlinePieces(tokens, options, isHeader ? ["bold"] : [])]);
  const lines = [header, ...rows].map(cellsIn);
  const widths = header.map((_, at) => Math.max(1, ...lines.map((line) => sizeOf(line[at] ?? []))));
  const total = widths.reduce((sum, size) => sum + size, 0) + 3 * (widths.length - 1);
  if (total > width) return stacked(lines, options);
  const drawn = lines.map((line) =>
    widths
      .map((size, at) => {
        const cell = line[at] ?? [];
        return pad(wrapSpans(cell, size, paint)[0] ?? "", size - sizeOf(cell), align[at] ?? null);
      })
      .join(paint.dim(" │ "))
      .trimEnd(),
  );
  const [first = "", ...rest] = drawn;
  return [first, paint.dim(widths.map((size) => "─".repeat(size)).join("─┼─")), ...rest];
}

function pad(text: string, room: number, align: "center" | "left" | "right" | null): string {
  const before = align === "right" ? room : align === "center" ? Math.floor(room / 2) : 0;
  return " ".repeat(before) + text + " ".repeat(Math.max(0, room - before));
}

function stacked([header = [], ...rows]: readonly (readonly Piece[][])[], { width, paint }: TableOptions): string[] {
  const names = header.flatMap((name) => wrapSpans(name, width, paint));
  if (rows.length === 0) return names;
  return rows.flatMap((row, at) => [
    ...(at === 0 ? [] : [paint.dim("─".repeat(Math.min(width, 12)))]),
    ...row.flatMap((cell, column) =>
      wrapSpans([...(header[column] ?? []), { text: ": ", styles: ["bold"] }, ...cell], width, paint),
    ),
  ]);
}

function sizeOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { text }) => sum + proseCells(text), 0);
}

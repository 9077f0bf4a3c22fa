// What is drawn of a line: its pieces with their colours and changed words. Made when a line comes near the window and
// kept while it is there.

import {
  createStyles,
  isProse,
  languageOf,
  sourceOf,
  syntaxOf,
  type Outline,
  type Source,
} from "../../../../review/index.ts";
import type { Reading } from "../../../../text/index.ts";
import { bodyLength, sideOf, type LineCell } from "./line-cells.ts";
import { piecesOf, type Hit, type Piece } from "./pieces.ts";

const KEPT = 400;

export type DrawnLines = (cell: LineCell, hits?: readonly Hit[]) => readonly Piece[];

/** `path` chooses the language; `exact` is for a command, of which every space counts. */
export function drawnLines(
  outline: Outline,
  { path, exact = false }: { readonly path: string; readonly exact?: boolean },
): DrawnLines {
  const language = languageOf(path);
  const reading: Reading = exact ? "exact" : isProse(path) ? "prose" : "code";
  const styles = createStyles(outline, path);
  const sources = new Map<string, Source>();

  function sourceIn({ run, line, side }: LineCell): Source {
    const key = `${run.kind} ${side} ${line}`;
    const known = sources.get(key);
    if (known !== undefined) return known;
    const { text, starts } = sideOf(outline, run);
    const source = sourceOf(text.slice(starts[line], starts[line + 1]), {
      usual: outline.usual,
      strict: run.kind !== "context" || exact,
      // No run of right-to-left text is cut by the width of a row: the browser wraps it.
      room: 10_000,
      reading,
      cells: (shown) => shown.length,
    });
    if (sources.size >= KEPT) sources.clear();
    sources.set(key, source);
    return source;
  }

  return (cell, hits = []) => {
    const { run, line } = cell;
    const source = sourceIn(cell);
    const first = run.kind === "removed" ? run.old : run.new;
    const { changed } = styles(run, line - first);
    const body = source.line.slice(0, bodyLength(sideOf(outline, run), line));
    const syntax = language === null ? [] : syntaxOf(body, language);
    return piecesOf(source, cell.span, { changed, syntax, hits });
  };
}

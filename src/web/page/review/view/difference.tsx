// What differs between two texts, in a few rows that are opened on demand: for a question that comes again.

import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { counted } from "../../../../base/index.ts";
import { outlineOf } from "../../../../review/index.ts";
import { drawnLines } from "../rows/drawn-lines.ts";
import { pageRows } from "../rows/page-rows.ts";
import { Line } from "./line.tsx";

// More is better read in the change itself.
const MOST_ROWS = 200;

type DifferenceProps = { readonly path: string; readonly before: string; readonly after: string };

export function Difference({ path, before, after }: DifferenceProps): VNode {
  const { rows, pieces } = useMemo(() => {
    const outline = outlineOf({ path, before, after }, { context: 1 });
    return { rows: pageRows(outline, { headings: false }), pieces: drawnLines(outline, { path }) };
  }, [path, before, after]);
  const shown = Array.from({ length: Math.min(rows.count, MOST_ROWS) }, (_, at) => rows.row(at));
  return (
    <details class="difference">
      <summary>What differs from the question before</summary>
      <div class="difference-rows code" role="region" aria-label="What differs" tabIndex={0}>
        {shown.map((row, at) => {
          if (row.kind === "line")
            return (
              <div key={at} class={`ln ${row.run.kind}`}>
                <Line cell={row} pieces={pieces(row)} />
              </div>
            );
          return (
            <div key={at} class="words fold">
              {row.kind === "words" ? row.part.text : "no line break at the end of the file"}
            </div>
          );
        })}
        {rows.count > MOST_ROWS && (
          <div class="words">{counted(rows.count - MOST_ROWS, "more row")} not shown here</div>
        )}
      </div>
    </details>
  );
}

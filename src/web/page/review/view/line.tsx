// One line of a change in the document: its numbers, its sign, its text. Text nodes only; what cannot be seen is a mark
// with its name, and every element says how many characters of the line it is, so that copying gives the line's own.

import type { ComponentChild, VNode } from "preact";
import type { Piece } from "../rows/pieces.ts";
import type { LineCell } from "../rows/line-cells.ts";

export type DrawnLine = {
  readonly cell: LineCell;
  readonly pieces: readonly Piece[];
};

const SIGNS = { added: "+", removed: "−", context: " " } as const;
const SAID = { added: "added:", removed: "removed:", context: null } as const;

/** Both numbers, or one column of them, then the sign and the text. */
export function Line({ cell, pieces }: DrawnLine): VNode {
  const { run, numbers, span, isCut } = cell;
  const isFirst = span.from === 0;
  return (
    <>
      <span class="no" data-side="old" aria-hidden="true">
        {isFirst ? (numbers.old ?? "") : "·"}
      </span>
      <span class="no" data-side="new" aria-hidden="true">
        {isFirst ? (numbers.new ?? "") : "·"}
      </span>
      <LineText kind={run.kind} pieces={pieces} isCut={isCut} isFirst={isFirst} />
    </>
  );
}

/** A line in one of two columns, with the number of that column. */
export function Half({ cell, pieces, side }: DrawnLine & { readonly side: "old" | "new" }): VNode {
  const isFirst = cell.span.from === 0;
  return (
    <>
      <span class="no" data-side={side} aria-hidden="true">
        {isFirst ? (cell.numbers[side] ?? "") : "·"}
      </span>
      <LineText kind={cell.run.kind} pieces={pieces} isCut={cell.isCut} isFirst={isFirst} />
    </>
  );
}

type LineTextProps = {
  readonly kind: LineCell["run"]["kind"];
  readonly pieces: readonly Piece[];
  readonly isCut: boolean;
  readonly isFirst: boolean;
};

export function LineText({ kind, pieces, isCut, isFirst }: LineTextProps): VNode {
  return (
    <>
      <span class="sign" aria-hidden="true">
        {SIGNS[kind]}
      </span>
      <code class="tx">
        {isFirst && SAID[kind] !== null && <span class="unseen">{SAID[kind]}</span>}
        {pieces.map(drawPiece)}
        {isCut && <span class="more" data-n="0" aria-label="the line continues" />}
      </code>
    </>
  );
}

function drawPiece({ kind, shown, changed, syntax, hit, from, to }: Piece): ComponentChild {
  const found = hit === null ? "" : hit === "at" ? "hit hit-at" : "hit";
  const all = [changed ? "word" : "", syntax === null ? "" : `tok-${syntax}`, found];
  const names = all.filter((name) => name !== "").join(" ");
  switch (kind) {
    case "text":
      return names === "" ? shown : <span class={names}>{shown}</span>;
    case "space":
      return <span class={`ws ${names}`}>{shown}</span>;
    case "tab":
      return <span class={`tab-sign ${names}`}>{shown}</span>;
    case "run":
      return (
        <bdi class={`rtl ${names}`} title="right-to-left text">
          {shown}
        </bdi>
      );
    case "mark":
      return (
        <span class={`mark ${names}`} data-n={to - from}>
          {shown}
        </span>
      );
    default:
      return kind satisfies never;
  }
}

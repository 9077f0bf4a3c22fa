// A change to one file: its lines in a list, each change with its own heading, comments under their lines. Reports what
// was painted; draws nothing that the review does not say.

import type { VNode } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { counted } from "../../../../base/index.ts";
import {
  canChoose,
  canSplit,
  contentOf,
  matchAt,
  matchesOf,
  outlineOf,
  rangeOf,
  type ChangePage,
  type LinePlace,
  type Outline,
  type Review,
  type ReviewEvent,
} from "../../../../review/index.ts";
import { RUN_START } from "../../../../text/index.ts";
import { idOf } from "../state/identity.ts";
import { drawnLines } from "../rows/drawn-lines.ts";
import type { Hit } from "../rows/pieces.ts";
import type { LineCell } from "../rows/line-cells.ts";
import { pageRows } from "../rows/page-rows.ts";
import type { PageRow, PageRows } from "../rows/segments.ts";
import { pairedRows } from "../rows/paired-rows.ts";
import { viewRows, type Extra, type ViewRows } from "../rows/view-rows.ts";
import { copied } from "./copied.ts";
import { CommentBox, CommentNote } from "./comments.tsx";
import { FoldRow } from "./fold-row.tsx";
import { HunkBar } from "./hunk-bar.tsx";
import { Half, Line } from "./line.tsx";
import { VirtualList, type ListControl, type Painted } from "./virtual-list.tsx";

export type ChangeViewProps = {
  readonly review: Review;
  readonly page: ChangePage;
  readonly dispatch: (...events: readonly ReviewEvent[]) => Review;
  /** Above the lines: what is to be known first. */
  readonly lead: VNode;
  readonly wrap: boolean;
  readonly isSplit: boolean;
  readonly control: { current: ListControl | null };
  /** The line that keys act on. */
  readonly cursor: LinePlace | null;
  readonly onCursor: (place: LinePlace) => void;
  readonly onEditHunk: (hunk: number) => void;
  readonly model: { current: ViewRows | null };
  /** Nothing can be answered any more. */
  readonly isOver: boolean;
};

const LINE_HEIGHT = 20;
const CHARACTER = 7.83;
const GUTTER = 120;
const BAR_HEIGHT = 36;

export function ChangeView(props: ChangeViewProps): VNode {
  const { review, page, dispatch, wrap } = props;
  const { payload, view } = page;
  const outline = useOutline(page);
  const headings = view === "change" && (canChoose(page) || canSplit(page));
  // A text alone has no other column.
  const isSplit = props.isSplit && outline.isDiff;
  const rows = useMemo(
    () => (isSplit ? pairedRows(outline, { headings }) : pageRows(outline, { headings })),
    [outline, headings, isSplit],
  );
  const pieces = useMemo(() => drawnLines(outline, { path: payload.path }), [outline, payload.path]);
  const { stage } = review;
  const shown = useMemo(() => viewRows(rows, page, stage), [rows, page.comments, stage]);
  props.model.current = shown;

  const reported = useRef("");
  const onPainted = ({ from, to, height }: Painted): void => {
    const own = shown.counted({ from, to });
    // Saying the same again would only draw everything once more.
    const said = [idOf(page.changes), review.at, view, shown.countedRows, own.from, own.to].join(" ");
    if (review.painted && reported.current === said) return;
    reported.current = said;
    dispatch({
      kind: "page-painted",
      page: review.at,
      view,
      layout: `${view} ${isSplit ? "two columns" : "one"}`,
      rows: shown.countedRows,
      lead: 1,
      height,
      ...own,
      isAnswerable: to > from,
    });
  };
  const draw = (at: number): VNode => {
    const row = shown.row(at);
    switch (row.kind) {
      case "lead":
        return (
          <div key="lead" class="lead">
            {props.lead}
          </div>
        );
      case "comment":
      case "box":
        return drawExtra(row, at, props);
      default:
        return drawRow(row, { at, props, pieces });
    }
  };
  return (
    <div
      class={`diff ${wrap || isSplit ? "wraps" : "long"} ${isSplit ? "split" : ""}`}
      onPointerDown={chooseColumn}
      style={{ "--digits": digitsOf(outline) }}
      onCopy={(event) => copied(event, { shown, outline })}
      onClick={(event) => clicked(event, props, shown)}
    >
      <VirtualList
        class="code"
        label="The change"
        count={shown.count}
        layout={`${review.at} ${view} ${wrap ? "wrapped" : "long"} ${isSplit} ${page.edited ? "edited" : ""}`}
        guess={(at, width) => guess(shown, at, isSplit ? width / 2 : wrap ? width : Infinity)}
        draw={draw}
        version={versionOf(props, rows)}
        keyOf={shown.keyOf}
        rowOf={shown.rowOf}
        onPainted={onPainted}
        control={props.control}
      />
    </div>
  );
}

/** What a row is drawn from; where it is another, rows are drawn again. */
function versionOf({ page, review, cursor, lead, isOver }: ChangeViewProps, rows: PageRows): string {
  const parts = [page.changes, page.chosen, page.comments, review.stage, cursor, lead, rows];
  return `${parts.map(idOf).join(" ")} ${page.hunk} ${page.edited} ${isOver}`;
}

/** The change, or the whole file as it would be. */
function useOutline(page: ChangePage): Outline {
  const { payload, before, proposal, changes, view, context, opened } = page;
  const isWholeFile = view === "whole";
  const after = isWholeFile ? (contentOf(page) ?? before) : proposal;
  return useMemo(
    () =>
      withoutRunSigns(
        outlineOf(
          {
            path: payload.path,
            before: isWholeFile && proposal === null ? after : before,
            after,
            ...(isWholeFile ? {} : { changes }),
          },
          { as: isWholeFile ? "whole" : "diff", context, opened },
        ),
      ),
    [payload, before, after, changes, isWholeFile, context, opened],
  );
}

/** Right-to-left runs are isolated here, not enclosed in signs: there are none to explain. */
function withoutRunSigns(outline: Outline): Outline {
  const parts = outline.parts.filter((part) => part.kind !== "note" || !part.text.startsWith(RUN_START));
  return { ...outline, parts };
}

function digitsOf({ old, new: fresh }: Outline): number {
  return Math.max(2, String(Math.max(old.starts.length, fresh.starts.length) - 1).length);
}

function guess(shown: ViewRows, at: number, width: number): number {
  const length = shown.lengthAt(at);
  if (length > 0) return LINE_HEIGHT * Math.max(1, Math.ceil((length * CHARACTER) / Math.max(80, width - GUTTER)));
  const { kind } = shown.row(at);
  return kind === "line" || kind === "unended" ? LINE_HEIGHT : kind === "lead" ? 96 : BAR_HEIGHT;
}

type DrawOptions = {
  readonly at: number;
  readonly props: ChangeViewProps;
  readonly pieces: ReturnType<typeof drawnLines>;
};

function drawRow(row: PageRow, { at, props, pieces }: DrawOptions): VNode {
  const { page, review, cursor } = props;
  const hits = hitsOf(review, page);
  switch (row.kind) {
    case "line": {
      const left = row.run.hunk !== null && isLeft(page, row.run.hunk);
      const place = placeOf(row);
      const names = [
        "ln",
        row.run.kind,
        left ? "left" : "",
        isSame(cursor, place) ? "at" : "",
        isCommented(review, place) ? "marked" : "",
      ];
      return (
        <div key={`l${at}`} class={names.join(" ")} data-row={at}>
          <Line cell={row} pieces={pieces(row, hits(place))} />
        </div>
      );
    }
    case "words":
      return row.part.kind === "fold" ? (
        <FoldRow key={`w${at}`} fold={row.part} dispatch={props.dispatch} />
      ) : (
        <div key={`w${at}`} class="words note">
          {row.part.text}
        </div>
      );
    case "unended":
      return (
        <div key={`u${at}`} class={`ln unended ${row.of}`}>
          <span class="note">{props.isSplit ? UNENDED[row.of] : ""}no line break at the end of the file</span>
        </div>
      );
    case "hunk":
      return <HunkBar key={`h${row.hunk}`} hunk={row.hunk} {...props} />;
    case "pair": {
      const left = row.hunk !== null && isLeft(page, row.hunk);
      const half = (side: "old" | "new"): VNode => {
        const cell = row[side];
        if (cell === null) return <div class="half empty" data-cell={side} aria-hidden="true" />;
        const place = placeOf(cell);
        const names = [
          "half",
          cell.run.kind,
          left ? "left" : "",
          isSame(cursor, place) ? "at" : "",
          isCommented(review, place) ? "marked" : "",
        ];
        return (
          <div class={names.join(" ")} data-cell={side}>
            <Half cell={cell} side={side} pieces={pieces(cell, hits(place))} />
          </div>
        );
      };
      return (
        <div key={`p${at}`} class="ln pair" data-row={at}>
          {half("old")}
          {half("new")}
        </div>
      );
    }
    default:
      return row satisfies never;
  }
}

const UNENDED = { removed: "before: ", added: "after: ", context: "" } as const;

/** A selection begins in one column and stays in it. */
function chooseColumn(event: PointerEvent): void {
  const diff = event.currentTarget;
  const cell = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-cell]") : null;
  if (diff instanceof HTMLElement && cell !== null) diff.dataset["select"] = cell.dataset["cell"] ?? "";
}

function drawExtra(row: Extra, at: number, props: ChangeViewProps): VNode {
  return row.kind === "comment" ? (
    <CommentNote key={`c${at}`} comment={row.comment} dispatch={props.dispatch} isOver={props.isOver} />
  ) : (
    <CommentBox key="box" text={row.text} review={props.review} dispatch={props.dispatch} />
  );
}

function isLeft({ chosen, view }: ChangePage, hunk: number): boolean {
  return view === "change" && !chosen.has(hunk);
}

/** A line that is taken out is one of the old side; every other one is there in the new text. */
export function placeOf({ side, line }: Pick<LineCell, "side" | "line">): LinePlace {
  return { side, line: line + 1 };
}

function isSame(one: LinePlace | null, other: LinePlace): boolean {
  return one !== null && one.side === other.side && one.line === other.line;
}

function isCommented({ stage }: Review, { side, line }: LinePlace): boolean {
  if (stage.kind !== "commenting") return false;
  const range = rangeOf(stage);
  return range.side === side && range.from <= line && line <= range.to;
}

/** What a search found in a line, and which of it was gone to. */
function hitsOf(review: Review, page: ChangePage): (place: LinePlace) => readonly Hit[] {
  const { stage } = review;
  if (stage.kind !== "searching" || stage.text === "") return () => [];
  const { matches } = matchesOf(page, stage.text);
  const current = matchAt(review);
  return ({ side, line }) =>
    matches
      .filter((match) => match.side === side && match.line === line)
      .map((match) => ({ ...match, isAt: match === current }));
}

/** A click on a number comments on its line; with Shift, from the line of the cursor up to it. */
function clicked(
  event: MouseEvent,
  { page, review, dispatch, cursor, onCursor }: ChangeViewProps,
  shown: ViewRows,
): void {
  const target = event.target instanceof Element ? event.target : null;
  const line = target?.closest<HTMLElement>("[data-row]");
  if (line === null || line === undefined || page.view !== "change") return;
  const row = shown.row(Number(line.dataset["row"]));
  const column = target?.closest<HTMLElement>("[data-cell]")?.dataset["cell"];
  const cell = row.kind === "pair" ? row[column === "old" ? "old" : "new"] : row.kind === "line" ? row : null;
  if (cell === null) return;
  const place = placeOf(cell);
  if (target?.closest(".no") === null) {
    // A selection that is being made is no click.
    if (getSelection()?.isCollapsed === true) onCursor(place);
    return;
  }
  const from = event.shiftKey && cursor !== null && cursor.side === place.side ? cursor : place;
  onCursor(place);
  const leave: readonly ReviewEvent[] = review.stage.kind === "reading" ? [] : [{ kind: "stage-left" }];
  dispatch(
    ...leave,
    { kind: "comment-asked", place: from },
    { kind: "comment-moved", place, extend: true },
    { kind: "comment-opened" },
  );
}

/** "+12 −3" in words. */
export function countsOf({ changes }: ChangePage): {
  readonly added: number;
  readonly removed: number;
  readonly said: string;
} {
  let [added, removed] = [0, 0];
  for (const { old, new: fresh } of changes) {
    removed += old.to - old.from;
    added += fresh.to - fresh.from;
  }
  return { added, removed, said: `${counted(added, "line")} added, ${counted(removed, "line")} removed` };
}

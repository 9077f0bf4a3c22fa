// What the actions of the table (actions.ts) do in a review. Those that answer go through the same gate as the buttons.

import {
  canChoose,
  commentsPrompt,
  pageOf,
  placedComments,
  type LinePlace,
  type Review,
  type ReviewEvent,
} from "../../../../review/index.ts";
import type { Handlers, KeyScope } from "../../keys.ts";
import { useKeys } from "../../use-keys.ts";
import type { UseGate } from "../asking/use-gate.ts";
import { labelsOf } from "../asking/labels.ts";
import type { ViewRows } from "../rows/view-rows.ts";
import type { Shape } from "../view/title-bar.tsx";
import type { ListControl } from "../view/virtual-list.tsx";

type Options = {
  readonly keys: KeyScope;
  readonly review: Review;
  readonly dispatch: (...events: readonly ReviewEvent[]) => Review;
  readonly gate: UseGate;
  readonly isOver: boolean;
  readonly control: { readonly current: ListControl | null };
  readonly model: { readonly current: ViewRows | null };
  readonly cursor: LinePlace | null;
  readonly setCursor: (place: LinePlace | null) => void;
  readonly shape: Shape;
  readonly setShape: (change: Partial<Shape>) => void;
  readonly onClose: () => void;
};

export type Actions = {
  readonly edit: () => void;
  readonly editHunk: (hunk: number) => void;
  readonly comment: () => void;
  readonly copyComments: (() => void) | null;
};

export function useReviewKeys(options: Options): Actions {
  const { keys, review, dispatch, onClose } = options;
  const actions: Actions = {
    edit: () => void dispatch({ kind: "editor-opened" }),
    editHunk: (hunk) => void dispatch({ kind: "editor-opened", hunk }),
    comment: () => commentAtCursor(options),
    copyComments: commentsOf(review) === "" ? null : () => void navigator.clipboard.writeText(commentsOf(review)),
  };
  const { stage } = review;
  const close = (): void => void (stage.kind === "reading" ? onClose() : dispatch({ kind: "stage-left" }));
  // What is typed before the editor is there is meant for it.
  const dialog = stage.kind === "editing" && !options.isOver;
  useKeys(keys, options.isOver ? { close: onClose } : { ...handlersFor(options, actions), close }, { dialog });
  return actions;
}

/** As a prompt for any agent; "" without comments. */
function commentsOf(review: Review): string {
  return commentsPrompt(placedComments(review, (path) => path));
}

function handlersFor(options: Options, actions: Actions): Handlers {
  const { review, dispatch, gate, shape, setShape } = options;
  const { stage } = review;
  const page = pageOf(review);
  const isOnDisk = review.purpose === "work-tree";
  if (stage.kind === "remembering") return { apply: gate.byKey(() => dispatch({ kind: "offer-taken" })) };
  if (stage.kind === "bulk") return { apply: gate.byKey(() => dispatch({ kind: "bulk-confirmed" })) };
  if (stage.kind === "searching")
    return { search: () => void dispatch({ kind: "search-asked", from: topLine(options) }) };
  if (stage.kind !== "reading" || page === null) return {};
  if (review.showing === "overview")
    return {
      apply: () => void dispatch({ kind: "row-opened" }),
      overview: () => void dispatch({ kind: "overview-asked" }),
      search: () => void dispatch({ kind: "filter-asked" }),
      "line-down": () => void dispatch({ kind: "cursor-moved", by: 1 }),
      "line-up": () => void dispatch({ kind: "cursor-moved", by: -1 }),
      "next-file": () => void dispatch({ kind: "cursor-moved", by: 1 }),
      "previous-file": () => void dispatch({ kind: "cursor-moved", by: -1 }),
    };
  const isChange = page.kind === "change";
  const canApply = labelsOf(review, page).nothing === null;
  return {
    ...(canApply ? { apply: gate.byKey(() => dispatch({ kind: "page-applied" })) } : {}),
    reject: gate.byKey(() => dispatch({ kind: "page-rejected", reason: null })),
    ...(isOnDisk || page.kind === "open"
      ? {}
      : { "reject-with-reason": () => void dispatch({ kind: "reason-asked" }) }),
    ...(isOnDisk || page.kind === "open" ? {} : { always: () => void dispatch({ kind: "always-asked", all: false }) }),
    ...(review.pages.length > 1
      ? {
          "next-file": () => void dispatch({ kind: "page-turned", by: 1 }),
          "previous-file": () => void dispatch({ kind: "page-turned", by: -1 }),
          overview: () => void dispatch({ kind: "overview-asked" }),
        }
      : {}),
    ...(isChange
      ? {
          edit: actions.edit,
          "edit-change": () => actions.editHunk(page.hunk),
          comment: actions.comment,
          search: () => void dispatch({ kind: "search-asked", from: topLine(options) }),
          "whole-file": () => void dispatch({ kind: "view-changed" }),
        }
      : {}),
    ...(isChange && canChoose(page)
      ? {
          choose: () => goToHunk(options, 0),
          "toggle-hunk": () => void dispatch({ kind: "hunk-switched", hunk: page.hunk }),
          "next-change": () => goToHunk(options, 1),
          "previous-change": () => goToHunk(options, -1),
        }
      : {}),
    "line-down": () => (page.kind === "open" ? void dispatch({ kind: "place-moved", by: 1 }) : moveCursor(options, 1)),
    "line-up": () => (page.kind === "open" ? void dispatch({ kind: "place-moved", by: -1 }) : moveCursor(options, -1)),
    ...(actions.copyComments === null ? {} : { "copy-prompt": actions.copyComments }),
    "toggle-wrap": () => setShape({ wrap: !shape.wrap }),
    ...(shape.canSplit ? { "toggle-split": () => setShape({ isSplit: !shape.isSplit }) } : {}),
  };
}

function goToHunk({ dispatch, model, control }: Options, by: number): void {
  const next = dispatch({ kind: "hunk-moved", by });
  const page = pageOf(next);
  const row = page?.kind === "change" ? (model.current?.rowOfHunk(page.hunk) ?? null) : null;
  if (row !== null) control.current?.goTo(row);
}

/** The first line in the window, 0-based in the new text. */
function topLine({ control, model }: Options): number {
  const rows = model.current;
  for (let row = control.current?.top() ?? 0; rows !== null && row < rows.count; row += 1) {
    const found = rows.row(row);
    if (found.kind === "line" && found.side === "new") return found.line;
    if (found.kind === "pair" && found.new !== null) return found.new.line;
  }
  return 0;
}

/** To the next line that is shown, from the cursor or from the top of the window. */
function moveCursor({ model, control, cursor, setCursor }: Options, by: 1 | -1): void {
  const rows = model.current;
  const list = control.current;
  if (rows === null || list === null) return;
  const at = cursor === null ? null : rows.rowOfLine(cursor);
  let row = at === null ? list.top() : at + by;
  for (; row >= 0 && row < rows.count; row += by) {
    const found = rows.row(row);
    const cell = found.kind === "pair" ? (found.new ?? found.old) : found.kind === "line" ? found : null;
    if (cell === null || cell.span.from > 0) continue;
    setCursor({ side: cell.side, line: cell.line + 1 });
    list.goTo(row);
    return;
  }
}

/** On the line of the cursor, or on the first line of the change. */
function commentAtCursor({ review, dispatch, cursor }: Options): void {
  const page = pageOf(review);
  if (page?.kind !== "change") return;
  const change = page.changes[page.hunk];
  const first: LinePlace =
    change === undefined
      ? { side: "new", line: 1 }
      : change.new.to > change.new.from
        ? { side: "new", line: change.new.from + 1 }
        : { side: "old", line: change.old.from + 1 };
  dispatch({ kind: "comment-asked", place: cursor ?? first }, { kind: "comment-opened" });
}

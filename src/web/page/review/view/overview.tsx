// All files of a question as a tree: what each changes, what was answered, what has to be decided one by one; and one
// answer for a file, a folder or the rest. Answers nothing by itself: each asks first, with numbers.

import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { counted } from "../../../../base/index.ts";
import {
  bulkOf,
  overviewOf,
  type OverviewRow,
  type PageState,
  type Review,
  type Sum,
} from "../../../../review/index.ts";
import { Revealed } from "../../text.tsx";
import type { Dispatch } from "./action-bar.tsx";
import { VirtualList, type ListControl, type Painted } from "./virtual-list.tsx";

type OverviewProps = {
  readonly review: Review;
  readonly dispatch: Dispatch;
  readonly control: { current: ListControl | null };
  readonly lead: VNode;
};

const ROW_HEIGHT = 36;

export function Overview({ review, dispatch, control, lead }: OverviewProps): VNode {
  const { rows, cursor } = overviewOf(review);
  const filter = useRef<HTMLInputElement>(null);
  const isFiltering = review.stage.kind === "filtering";
  useLayoutEffect(() => {
    if (isFiltering) filter.current?.focus();
  }, [isFiltering]);
  useEffect(() => control.current?.goTo(cursor + 1), [cursor]);
  const reported = useRef("");
  const onPainted = ({ from, to, height }: Painted): void => {
    const said = `${from} ${to} ${rows.length}`;
    if (review.painted && reported.current === said) return;
    reported.current = said;
    dispatch({ kind: "overview-painted", from: Math.max(0, from - 1), height, isAnswerable: to > from });
  };
  const draw = (at: number): VNode =>
    at === 0 ? (
      <div key="lead" class="lead">
        {lead}
        <Filter review={review} dispatch={dispatch} field={filter} />
      </div>
    ) : (
      <Row
        key={rows[at - 1]!.key}
        row={rows[at - 1]!}
        at={at - 1}
        review={review}
        dispatch={dispatch}
        isAt={at - 1 === cursor}
      />
    );
  return (
    <VirtualList
      class="overview"
      label="Files"
      count={rows.length + 1}
      layout={`overview ${rows.length}`}
      guess={(at) => (at === 0 ? 96 : ROW_HEIGHT)}
      draw={draw}
      version={review}
      keyOf={(at) => (at === 0 ? "lead" : (rows[at - 1]?.key ?? ""))}
      rowOf={(key) => (key === "lead" ? 0 : rows.findIndex((row) => row.key === key) + 1)}
      onPainted={onPainted}
      control={control}
    />
  );
}

type FilterProps = Pick<OverviewProps, "review" | "dispatch"> & {
  readonly field: { current: HTMLInputElement | null };
};

function Filter({ review, dispatch, field }: FilterProps): VNode {
  const { filter } = review.overview;
  const type = (text: string): void => {
    if (review.stage.kind !== "filtering") dispatch({ kind: "filter-asked" });
    dispatch({ kind: "filter-typed", text });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    dispatch(event.key === "Enter" ? { kind: "filter-kept" } : { kind: "stage-left" });
    field.current?.blur();
  };
  return (
    <input
      ref={field}
      type="search"
      aria-label="Filter files"
      placeholder="Filter files"
      value={filter}
      onInput={(event) => type(event.currentTarget.value)}
      onBlur={() => review.stage.kind === "filtering" && dispatch({ kind: "filter-kept" })}
      onKeyDown={onKeyDown}
    />
  );
}

type RowProps = {
  readonly row: OverviewRow;
  readonly at: number;
  readonly review: Review;
  readonly dispatch: Dispatch;
  readonly isAt: boolean;
};

function Row({ row, at, review, dispatch, isAt }: RowProps): VNode {
  const { cursor } = overviewOf(review);
  const isReading = review.stage.kind === "reading";
  const open = (): void => void dispatch({ kind: "cursor-moved", by: at - cursor }, { kind: "row-opened" });
  const ask = (action: "apply" | "reject") => (): void => {
    const leave = isReading ? [] : ([{ kind: "stage-left" }] as const);
    dispatch(...leave, { kind: "cursor-moved", by: at - cursor }, { kind: "bulk-asked", action, of: "row" });
  };
  const [apply, reject] =
    review.purpose === "work-tree" ? (["Keep", "Revert"] as const) : (["Apply", "Reject"] as const);
  const { sum } = row;
  // What has a warning is decided on its own screen.
  const isSeparate = sum.undecided > 0 && sum.undecided === sum.separate;
  const numbered = (verb: string, count: number): string =>
    row.kind === "folder" && count > 0 ? `${verb} ${count}` : verb;
  const name = row.kind === "folder" ? `${row.name}/` : row.to === null ? row.name : `${row.name} → ${row.to}`;
  return (
    <div class={`file-row depth-${Math.min(row.depth, 8)} ${isAt ? "at" : ""}`}>
      <button
        type="button"
        class="file-name"
        onClick={open}
        {...(row.kind === "folder" ? { "aria-expanded": !row.isFolded } : {})}
      >
        <span class="twisty" aria-hidden="true">
          {row.kind === "folder" ? (row.isFolded ? "▸" : "▾") : ""}
        </span>
        <span class={row.kind === "folder" ? "folder cut" : "cut"}>
          <Revealed text={name} reading="exact" />
        </span>
        {row.kind === "folder" && <span class="dim small">{sum.files === 1 ? "1 file" : `${sum.files} files`}</span>}
      </button>
      {row.kind === "file" ? <States state={row.state} review={review} /> : <FolderState sum={sum} review={review} />}
      {sum.added + sum.removed > 0 && (
        <span class="counts" aria-label={`${sum.added} lines added, ${sum.removed} removed`}>
          <span class="plus">+{sum.added}</span> <span class="minus">−{sum.removed}</span>
        </span>
      )}
      <span class="file-actions">
        {isSeparate && (
          <button type="button" class="quiet small-button" onClick={open} aria-label={`Review ${row.name}`}>
            Review
          </button>
        )}
        <button
          type="button"
          class="quiet small-button"
          onClick={ask("reject")}
          disabled={sum.toReject === 0}
          aria-label={
            row.kind === "folder" ? `${numbered(reject, sum.toReject)} below ${row.name}` : `${reject} ${row.name}`
          }
        >
          {numbered(reject, sum.toReject)}
        </button>
        {!isSeparate && (
          <button
            type="button"
            class="quiet small-button"
            onClick={ask("apply")}
            disabled={sum.toApply === 0}
            aria-label={
              row.kind === "folder" ? `${numbered(apply, sum.toApply)} below ${row.name}` : `${apply} ${row.name}`
            }
          >
            {numbered(apply, sum.toApply)}
          </button>
        )}
      </span>
    </div>
  );
}

const SEPARATE = {
  protected: "protected",
  likely: "likely edit",
  risky: "warning",
  unplaced: "no place yet",
  unshown: "not shown",
} as const;

function States({ state, review }: { readonly state: PageState; readonly review: Review }): VNode {
  const isOnDisk = review.purpose === "work-tree";
  const answers = {
    none: null,
    applied: isOnDisk ? "✓ kept" : "✓ applied",
    rejected: isOnDisk ? "✗ reverted" : "✗ rejected",
    again: "asked again",
  } as const;
  const answer = answers[state.answer];
  return (
    <span class="file-states">
      {state.separate !== null && <span class="chip warn">⚠ {SEPARATE[state.separate]}</span>}
      {state.isEdited && <span class="chip accent">edited</span>}
      {state.isPart && <span class="chip">in part</span>}
      {answer !== null && (
        <span class={`chip ${state.answer === "applied" ? "good" : state.answer === "rejected" ? "bad" : ""}`}>
          {answer}
        </span>
      )}
      <span class="dim small viewed">{VIEWED[state.viewed]}</span>
    </span>
  );
}

const VIEWED = { no: "", part: "viewed in part", whole: "viewed" } as const;

function FolderState({ sum }: { readonly sum: Sum; readonly review: Review }): VNode {
  const decided = sum.files - sum.undecided;
  return (
    <span class="file-states">
      {sum.separate > 0 && <span class="chip warn">⚠ {sum.separate} one by one</span>}
      {decided > 0 && (
        <span class="dim small">
          {decided} of {sum.files} decided
        </span>
      )}
    </span>
  );
}

/** Under the overview: the rest, with the number of files on each button. */
export function RestBar({ review, dispatch }: Pick<OverviewProps, "review" | "dispatch">): VNode {
  const { total } = overviewOf(review);
  const [apply, reject] = (["apply", "reject"] as const).map((action) => bulkOf(review, action, "rest"));
  const isOnDisk = review.purpose === "work-tree";
  const count = (bulk: typeof apply): number => (typeof bulk === "object" ? bulk.pages.length : 0);
  const matching = review.overview.filter === "" ? "the rest" : "the matches";
  const button = (action: "apply" | "reject", verb: string, bulk: typeof apply): VNode => (
    <button
      type="button"
      class={action === "apply" ? "main" : ""}
      disabled={count(bulk) === 0}
      onClick={() => dispatch({ kind: "bulk-asked", action, of: "rest" })}
    >
      {verb} {matching}
      {count(bulk) > 0 ? ` (${count(bulk)})` : ""}…
    </button>
  );
  return (
    <footer class="actions" aria-label="Answer">
      <p class="actions-note dim small" role="status">
        {review.notice ??
          `${total.files - total.undecided} of ${total.files} decided${total.separate > 0 ? `; ${counted(total.separate, "is", "are")} decided one by one` : ""}.`}
      </p>
      <div class="actions-buttons">
        {button("reject", isOnDisk ? "Revert" : "Reject", reject)}
        {button("apply", isOnDisk ? "Keep" : "Apply", apply)}
      </div>
    </footer>
  );
}

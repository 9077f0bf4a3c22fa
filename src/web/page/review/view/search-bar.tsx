// Searching a change: the text, how often it is there, on to the next place. Folded lines are searched and opened.

import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { matchAt, matchesOf, pageOf, type Review } from "../../../../review/index.ts";
import type { ViewRows } from "../rows/view-rows.ts";
import type { Dispatch } from "./action-bar.tsx";
import { useReturnedFocus } from "./returned-focus.ts";
import type { ListControl } from "./virtual-list.tsx";

type SearchBarProps = {
  readonly review: Review;
  readonly dispatch: Dispatch;
  readonly control: { readonly current: ListControl | null };
  readonly model: { readonly current: ViewRows | null };
};

export function SearchBar({ review, dispatch, control, model }: SearchBarProps): VNode | null {
  const field = useRef<HTMLInputElement>(null);
  useReturnedFocus();
  const { stage } = review;
  const page = pageOf(review);
  const isTyping = stage.kind === "searching" && stage.isTyping;
  useLayoutEffect(() => {
    if (isTyping) field.current?.focus();
  }, [isTyping]);
  const current = matchAt(review);
  useEffect(() => {
    const row = current === null ? null : (model.current?.rowOfLine(current) ?? null);
    if (row !== null) control.current?.goTo(row);
  }, [current]);
  if (stage.kind !== "searching" || page?.kind !== "change") return null;
  const { matches, isCut } = matchesOf(page, stage.text);
  const count =
    stage.text === ""
      ? ""
      : matches.length === 0
        ? "not found"
        : `${(stage.at ?? 0) + 1} of ${matches.length}${isCut ? "+" : ""}`;
  const move = (by: 1 | -1): void => void dispatch({ kind: "search-moved", by });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") dispatch({ kind: "stage-left" });
    else move(event.shiftKey ? -1 : 1);
  };
  return (
    <div class="search" role="search">
      <input
        ref={field}
        type="search"
        aria-label="Search in this change"
        placeholder="Search in this change"
        value={stage.text}
        onFocus={() =>
          !isTyping && dispatch({ kind: "search-asked", from: 0 }, { kind: "search-typed", text: stage.text })
        }
        onInput={(event) => dispatch({ kind: "search-typed", text: event.currentTarget.value })}
        onBlur={() => dispatch({ kind: "search-kept" })}
        onKeyDown={onKeyDown}
      />
      <span class="dim small" role="status">
        {count}
      </span>
      <button type="button" class="quiet small-button" disabled={matches.length === 0} onClick={() => move(-1)}>
        Previous
      </button>
      <button type="button" class="quiet small-button" disabled={matches.length === 0} onClick={() => move(1)}>
        Next
      </button>
      <button type="button" class="quiet small-button" onClick={() => dispatch({ kind: "stage-left" })}>
        Close
      </button>
    </div>
  );
}

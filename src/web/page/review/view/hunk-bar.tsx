// The heading of one change: whether it is part of what would be written, and what can be done to it alone.

import type { VNode } from "preact";
import { canSplit, type ChangePage, type Review, type ReviewEvent } from "../../../../review/index.ts";

type HunkBarProps = {
  readonly hunk: number;
  readonly review: Review;
  readonly page: ChangePage;
  readonly dispatch: (...events: readonly ReviewEvent[]) => Review;
  readonly onEditHunk: (hunk: number) => void;
  /** Nothing can be answered any more. */
  readonly isOver: boolean;
};

export function HunkBar({ hunk, page, review, dispatch, onEditHunk, isOver }: HunkBarProps): VNode {
  const isChosen = page.chosen.has(hunk);
  const { old, new: fresh } = page.changes[hunk]!; // The rows were made from these changes.
  const [removed, added] = [old.to - old.from, fresh.to - fresh.from];
  // Several lines on a side, of a text that can be answered in other words than its hunks.
  const isLong = canSplit(page) && Math.max(removed, added) > 1;
  const name = `Change ${hunk + 1} of ${page.changes.length}`;
  const place =
    added > 0 ? ({ side: "new", line: fresh.from + 1 } as const) : ({ side: "old", line: old.from + 1 } as const);
  const comment = (): void => {
    const leave: readonly ReviewEvent[] = review.stage.kind === "reading" ? [] : [{ kind: "stage-left" }];
    dispatch(...leave, { kind: "comment-asked", place }, { kind: "comment-opened" });
  };
  return (
    <div class={`hunk ${isChosen ? "" : "left"} ${page.hunk === hunk ? "at" : ""}`} role="group" aria-label={name}>
      {page.changes.length === 1 ? (
        <span class="hunk-choice">1 change</span>
      ) : (
        <label class="hunk-choice">
          <input
            type="checkbox"
            checked={isChosen}
            disabled={isOver}
            onChange={() => dispatch({ kind: "hunk-switched", hunk })}
          />
          <span>{name}</span>
        </label>
      )}
      <span class="hunk-counts" aria-hidden="true">
        <span class="plus">+{added}</span> <span class="minus">−{removed}</span>
      </span>
      {!isChosen && <span class="hunk-state">{review.purpose === "work-tree" ? "will be reverted" : "left out"}</span>}
      <span class="grow" />
      {!page.edited && !isOver && (
        <button type="button" class="quiet small-button" onClick={comment} aria-label={`Comment on change ${hunk + 1}`}>
          Comment
        </button>
      )}
      {!isOver && isLong && (
        <button
          type="button"
          class="quiet small-button"
          onClick={() => dispatch({ kind: "choosing-asked" }, { kind: "hunk-split", hunk }, { kind: "stage-left" })}
          aria-label={`Split change ${hunk + 1}`}
        >
          Split
        </button>
      )}
      {!isOver && page.changes !== page.unsplit && (
        <button
          type="button"
          class="quiet small-button"
          onClick={() => dispatch({ kind: "choosing-asked" }, { kind: "hunks-joined" }, { kind: "stage-left" })}
        >
          Join all
        </button>
      )}
      {!isOver && (
        <button
          type="button"
          class="quiet small-button"
          onClick={() => onEditHunk(hunk)}
          aria-label={`Edit change ${hunk + 1}`}
        >
          Edit
        </button>
      )}
    </div>
  );
}

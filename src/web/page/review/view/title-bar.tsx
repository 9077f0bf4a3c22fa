// The bar above a review: what kind of change, to which file, how much, which of how many; and how it is shown.

import type { VNode } from "preact";
import { sandboxOf } from "../../../../approval/index.ts";
import { isDone, type ChangePage, type Page, type Review, type ReviewEvent } from "../../../../review/index.ts";
import { Path, Revealed } from "../../text.tsx";
import { headlineOf, shortPath } from "../asking/headline.ts";
import { countsOf } from "./change-view.tsx";

export type Shape = { readonly wrap: boolean; readonly isSplit: boolean; readonly canSplit: boolean };

type TitleBarProps = {
  readonly review: Review;
  readonly page: Page | null;
  readonly position: { readonly at: number; readonly of: number } | null;
  readonly dispatch: (...events: readonly ReviewEvent[]) => Review;
  readonly onClose: () => void;
  readonly shape: Shape;
  readonly onShape: (shape: Partial<Shape>) => void;
  readonly isEditing: boolean;
};

export function TitleBar(props: TitleBarProps): VNode {
  const { review, page, position, dispatch, onClose, isEditing } = props;
  return (
    <header class="review-title">
      <button type="button" class="icon" aria-label="Back to the inbox" onClick={onClose}>
        <svg class="glyph" viewBox="0 0 16 16" aria-hidden="true">
          <path d="M10 3 5 8l5 5" />
        </svg>
      </button>
      {page === null || review.showing === "overview" ? (
        <h1 class="grow">{review.purpose === "work-tree" ? "Changes on disk" : "Proposed changes"}</h1>
      ) : (
        <PageTitle review={review} page={page} />
      )}
      {position !== null && position.of > 1 && (
        <span class="chip" title="Questions waiting in the inbox">
          question {position.at} of {position.of}
        </span>
      )}
      {isEditing && <span class="chip accent">editing</span>}
      {review.pages.length > 1 && review.showing === "page" && !isEditing && (
        <Files review={review} dispatch={dispatch} />
      )}
      {page?.kind === "change" && review.showing === "page" && !isEditing && <Shapes {...props} page={page} />}
    </header>
  );
}

function PageTitle({ review, page }: { readonly review: Review; readonly page: Page }): VNode {
  const { verb, path, to, detail } = headlineOf(page, review.purpose);
  const sandboxes = new Set(
    review.pages.map((each) => sandboxOf(each.kind === "open" ? each.edit.path : each.payload.path)),
  );
  const counts = page.kind === "change" ? countsOf(page) : null;
  return (
    <div class="review-name grow">
      <h1>
        <span class="verb">{verb}</span> {path !== null && <Path path={shortPath(path, sandboxes)} />}
        {to !== null && (
          <>
            {" "}
            <span aria-label="to">→</span> <Path path={shortPath(to, sandboxes)} />
          </>
        )}
        {page.kind === "change" && page.edited && <span class="chip accent">edited by you</span>}
      </h1>
      {counts !== null && (
        <span class="counts" aria-label={counts.said}>
          <span class="plus">+{counts.added}</span> <span class="minus">−{counts.removed}</span>
        </span>
      )}
      {detail !== null && (
        <span class="dim small">
          <Revealed text={detail} />
        </span>
      )}
    </div>
  );
}

function Files({ review, dispatch }: Pick<TitleBarProps, "review" | "dispatch">): VNode {
  const decided = review.pages.filter((page) => isDone(review, page)).length;
  return (
    <div class="row files-nav" role="group" aria-label="Files of this question">
      <button
        type="button"
        class="icon"
        aria-label="Previous file"
        disabled={review.at === 0}
        onClick={() => dispatch({ kind: "page-turned", by: -1 })}
      >
        <svg class="glyph" viewBox="0 0 16 16" aria-hidden="true">
          <path d="M10 3 5 8l5 5" />
        </svg>
      </button>
      <button type="button" class="quiet files-count" onClick={() => dispatch({ kind: "overview-asked" })}>
        <span class="unseen">Overview: </span>
        {review.at + 1} of {review.pages.length}
        {decided > 0 && <span class="dim small">{decided} decided</span>}
      </button>
      <button
        type="button"
        class="icon"
        aria-label="Next file"
        disabled={review.at === review.pages.length - 1}
        onClick={() => dispatch({ kind: "page-turned", by: 1 })}
      >
        <svg class="glyph" viewBox="0 0 16 16" aria-hidden="true">
          <path d="m6 3 5 5-5 5" />
        </svg>
      </button>
    </div>
  );
}

function Shapes({ page, dispatch, shape, onShape }: TitleBarProps & { readonly page: ChangePage }): VNode {
  return (
    <div class="row shapes" role="group" aria-label="How the change is shown">
      {page.before !== null && (
        <button
          type="button"
          class="quiet small-button"
          aria-pressed={page.view === "whole"}
          onClick={() => dispatch({ kind: "view-changed" })}
        >
          Whole file
        </button>
      )}
      {shape.canSplit && page.view === "change" && page.before !== null && page.proposal !== null && (
        <button
          type="button"
          class="quiet small-button"
          aria-pressed={shape.isSplit}
          onClick={() => onShape({ isSplit: !shape.isSplit })}
        >
          Side by side
        </button>
      )}
      <button
        type="button"
        class="quiet small-button"
        aria-pressed={shape.wrap}
        onClick={() => onShape({ wrap: !shape.wrap })}
      >
        Wrap
      </button>
    </div>
  );
}

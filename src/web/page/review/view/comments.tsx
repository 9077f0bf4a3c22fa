// Comments on lines: those that were made, and the box one is typed in. A comment decides nothing; it goes along with
// the answer.

import type { VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { rangeOf, type PageComment, type Review, type ReviewEvent } from "../../../../review/index.ts";
import { Revealed } from "../../text.tsx";
import { useReturnedFocus } from "./returned-focus.ts";

type Dispatch = (...events: readonly ReviewEvent[]) => Review;

type CommentNoteProps = {
  readonly comment: PageComment;
  readonly dispatch: Dispatch;
  /** Nothing can be answered any more: it stays to be read and copied. */
  readonly isOver: boolean;
};

export function CommentNote({ comment, dispatch, isOver }: CommentNoteProps): VNode {
  const { side, from, to, text } = comment;
  const at = { side, line: from } as const;
  const open: readonly ReviewEvent[] = [
    { kind: "comment-asked", place: at },
    { kind: "comment-moved", place: { side, line: to }, extend: true },
    { kind: "comment-opened" },
  ];
  return (
    <div class="comment" role="note" aria-label={`Your comment on ${linesOf(comment)}`}>
      <div class="comment-text">
        <span class="dim small">You, on {linesOf(comment)}</span>
        <p>
          <Revealed text={text} lines reading="prose" />
        </p>
      </div>
      {!isOver && (
        <>
          <button type="button" class="quiet small-button" onClick={() => dispatch(...open)}>
            Edit
          </button>
          <button
            type="button"
            class="quiet small-button"
            onClick={() => dispatch(...open, { kind: "comment-typed", text: "" }, { kind: "comment-saved" })}
          >
            Delete
          </button>
        </>
      )}
    </div>
  );
}

/** Ctrl+Enter saves, Escape leaves it. */
export function CommentBox({
  text,
  review,
  dispatch,
}: {
  readonly text: string;
  readonly review: Review;
  readonly dispatch: Dispatch;
}): VNode {
  const field = useRef<HTMLTextAreaElement>(null);
  useReturnedFocus();
  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), []);
  const { stage, purpose } = review;
  const range = stage.kind === "commenting" ? rangeOf(stage) : null;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.stopPropagation();
      dispatch({ kind: "comment-saved" });
    } else if (event.key === "Escape") {
      event.stopPropagation();
      dispatch({ kind: "stage-left" });
    }
  };
  return (
    <div class="comment-box">
      <label class="dim small" for="comment-field">
        {range === null ? "Comment" : `Comment on ${linesOf(range)}`}
        {purpose === "work-tree" ? "" : ". It is sent with your answer."}
      </label>
      <textarea
        ref={field}
        id="comment-field"
        rows={3}
        value={text}
        placeholder="What should change here?"
        onInput={(event) => dispatch({ kind: "comment-typed", text: event.currentTarget.value })}
        onKeyDown={onKeyDown}
      />
      <div class="row">
        <button type="button" class="main" onClick={() => dispatch({ kind: "comment-saved" })}>
          {text.trim() === "" ? "Remove" : "Save comment"}
        </button>
        <button type="button" onClick={() => dispatch({ kind: "stage-left" })}>
          Cancel
        </button>
        <span class="dim small">Ctrl Enter saves</span>
      </div>
    </div>
  );
}

export function linesOf({ side, from, to }: Omit<PageComment, "text">): string {
  const lines = from === to ? `line ${from}` : `lines ${from}–${to}`;
  return side === "old" ? `${lines} before the change` : lines;
}

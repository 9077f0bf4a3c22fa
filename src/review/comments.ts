// Comments on lines of a change: choosing the lines, typing, keeping. A comment decides nothing; it goes along with the
// decision, whatever that is.

import type { Comment } from "../approval/index.ts";
import type { Digest } from "../base/index.ts";
import { countLines } from "../text/index.ts";
import type { ChangePage, LinePlace, PageComment, Review, ReviewEvent, Stage } from "./types.ts";

const READING: Stage = { kind: "reading" };

/** Null for an event that is about something else. */
export function comment(review: Review, event: ReviewEvent): Review | null {
  const { stage } = review;
  switch (event.kind) {
    case "comment-asked":
      return stage.kind === "reading" ? ask(review, event.place) : review;
    case "comment-moved":
      return stage.kind === "commenting" && stage.text === null ? move(review, stage, event) : review;
    case "comment-opened":
      if (stage.kind !== "commenting" || stage.text !== null) return review;
      return { ...review, stage: { ...stage, text: commentAt(review, stage)?.text ?? "" }, notice: null };
    case "comment-typed":
      return stage.kind === "commenting" && stage.text !== null
        ? { ...review, stage: { ...stage, text: event.text } }
        : review;
    case "comment-saved":
      return stage.kind === "commenting" && stage.text !== null ? save(review, stage, stage.text.trim()) : review;
    default:
      return null;
  }
}

type Commenting = Extract<Stage, { kind: "commenting" }>;

function ask(review: Review, place: LinePlace): Review {
  const page = changePage(review);
  if (page === null || !isThere(page, place)) return { ...review, notice: "There is no line to comment on here." };
  return { ...review, stage: { kind: "commenting", anchor: place, at: place, text: null }, notice: null };
}

/** Lines of one side belong together; the other side starts anew. */
function move(
  review: Review,
  stage: Commenting,
  { place, extend }: Extract<ReviewEvent, { kind: "comment-moved" }>,
): Review {
  const page = changePage(review);
  if (page === null || !isThere(page, place)) return review;
  const anchor = extend && stage.anchor.side === place.side ? stage.anchor : place;
  return { ...review, stage: { ...stage, anchor, at: place }, notice: null };
}

/** An empty text takes a comment away. */
function save(review: Review, stage: Commenting, text: string): Review {
  const page = changePage(review);
  if (page === null) return review;
  const { side, from, to } = rangeOf(stage);
  const old = commentAt(review, stage);
  const others = page.comments.filter((each) => each !== old);
  const range = old === null ? { side, from, to } : { side: old.side, from: old.from, to: old.to };
  const comments = text === "" ? others : [...others, { ...range, text }];
  const pages = review.pages.with(review.at, { ...page, comments });
  return { ...review, pages, stage: READING, notice: null };
}

/** The lines that are chosen; 1-based, `to` is the last one. */
export function rangeOf({ anchor, at }: Commenting): Omit<PageComment, "text"> {
  return { side: at.side, from: Math.min(anchor.line, at.line), to: Math.max(anchor.line, at.line) };
}

/** The comment that would be changed: the one on exactly these lines, or around the one line that is chosen. */
function commentAt(review: Review, stage: Commenting): PageComment | null {
  const { side, from, to } = rangeOf(stage);
  const own = changePage(review)?.comments.filter((each) => each.side === side) ?? [];
  const same = own.find((each) => each.from === from && each.to === to);
  return same ?? (from === to ? own.find((each) => each.from <= from && from <= each.to) : undefined) ?? null;
}

function changePage({ pages, at }: Review): ChangePage | null {
  const page = pages[at];
  return page?.kind === "change" ? page : null;
}

/** Comments are about the change as it was shown, not about what the person made of it. */
function isThere({ before, payload }: ChangePage, { side, line }: LinePlace): boolean {
  const text = side === "old" ? before : payload.suggested_content;
  return line >= 1 && line <= countLines(text ?? "");
}

/** Every comment of the review, for the decision. */
export function commentsOf({ pages }: Review): readonly Comment[] {
  return pages.flatMap((page) =>
    page.kind === "change"
      ? page.comments.map((each) => ({ digest: page.payload.digest as Digest, ...each })) // The asker made it with digestOf.
      : [],
  );
}

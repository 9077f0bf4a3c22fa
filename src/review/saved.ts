// What a person put into a review, as plain data that outlives the screen: choices, comments, texts, what was being
// typed. Restored only onto the same change; answers only in the same question. What does not fit is left out, page by
// page, never adapted.

import { countLines, splitLines, type LineChange } from "../text/index.ts";
import { contentOf } from "./content.ts";
import { withText } from "./edited.ts";
import { hunkText } from "./reading/edit-hunk.ts";
import type { ChangePage, OpenPage, Page, PageComment, Review, Stage } from "./types.ts";

/** Any of it may come back changed: everything is checked when it is restored. */
export type SavedReview = {
  readonly approvalId: string;
  readonly at: number;
  readonly pages: readonly SavedPage[];
  /** What was being typed. */
  readonly stage: Stage | null;
};

export type SavedPage = {
  /** The change, or the edit without a place. */
  readonly digest: string;
  /** The person's own version; null: as it was suggested. */
  readonly text: string | null;
  /** Where some were split: all changes; null: none was. */
  readonly changes: readonly LineChange[] | null;
  readonly chosen: readonly number[];
  readonly comments: readonly PageComment[];
  readonly place: number;
  readonly answer: Page["answer"];
};

/** Null when there is nothing to keep. */
export function savedOf(review: Review): SavedReview | null {
  const pages = review.pages.flatMap((page) => savedPage(page) ?? []);
  const stage = TYPED.has(review.stage.kind) ? review.stage : null;
  return pages.length === 0 && stage === null ? null : { approvalId: review.approvalId, at: review.at, pages, stage };
}

const TYPED: ReadonlySet<string> = new Set(["reason", "commenting", "editing"] satisfies Stage["kind"][]);

/** The review with what was saved of it; not painted, so that nothing counts before it was on the screen. */
export function restored(review: Review, saved: SavedReview): Review {
  const byDigest = new Map(saved.pages.map((page) => [page.digest, page]));
  const isSame = saved.approvalId === review.approvalId;
  const pages = review.pages.map((page): Page => {
    const found = byDigest.get(nameOf(page));
    if (found === undefined) return page;
    const next = restoredPage(page, found);
    // Pages are not all of one kind, and an answer is of its page's kind.
    return isSame && isAnswerTo(next, found.answer) ? ({ ...next, answer: found.answer } as Page) : next;
  });
  const next: Review = { ...review, pages, painted: false };
  if (!isSame || pages[saved.at] === undefined) return next;
  const isThere = saved.stage !== null && canTypeAt(pages[saved.at]!, saved.stage);
  if (!isThere && review.showing === "overview") return next;
  const there: Review = { ...next, at: saved.at, showing: "page" };
  return isThere ? { ...there, stage: saved.stage! } : there;
}

function savedPage(page: Page): SavedPage | null {
  const { answer } = page;
  const nothing = { digest: nameOf(page), text: null, changes: null, chosen: [], comments: [], place: 0, answer };
  if (page.kind === "plain") return answer === null ? null : nothing;
  if (page.kind === "open") return answer === null && page.place === 0 ? null : { ...nothing, place: page.place };
  const isSplit = page.changes !== page.unsplit;
  const isTouched = page.edited || isSplit || page.chosen.size < page.changes.length || page.comments.length > 0;
  if (!isTouched && answer === null) return null;
  return {
    ...nothing,
    text: page.edited ? page.proposal : null,
    changes: isSplit ? page.changes : null,
    chosen: [...page.chosen],
    comments: page.comments,
  };
}

function nameOf(page: Page): string {
  return page.kind === "open" ? `edit ${page.edit.edit} ${page.edit.path}` : page.payload.digest;
}

function restoredPage(page: Page, saved: SavedPage): Page {
  if (page.kind === "open") return restoredPlace(page, saved);
  if (page.kind === "plain") return page;
  const comments = saved.comments.filter((comment) => isOnPage(page, comment));
  const own = { ...(saved.text === null ? page : (withText(page, saved.text) ?? page)), comments };
  if (saved.text !== null && !own.edited) return own;
  const changes = saved.changes === null ? own.changes : saved.changes;
  const isWhole = saved.changes === null || isSameText(own, changes);
  const isChosen = saved.chosen.every((at) => Number.isInteger(at) && at >= 0 && at < changes.length);
  return isWhole && isChosen ? { ...own, changes, chosen: new Set(saved.chosen) } : own;
}

function restoredPlace(page: OpenPage, { place }: SavedPage): OpenPage {
  return page.edit.places[place] === undefined ? page : { ...page, place };
}

/** The lines outside the changes are the same on both sides: with all of them it is the proposal, with none the file. */
function isSameText({ before, proposal }: ChangePage, changes: readonly LineChange[]): boolean {
  if (proposal === null || before === null) return false;
  const [olds, news] = [splitLines(before), splitLines(proposal)];
  const end = { old: { from: olds.length, to: olds.length }, new: { from: news.length, to: news.length } };
  let [oldAt, newAt] = [0, 0];
  for (const { old, new: fresh } of [...changes, end]) {
    if (old.from < oldAt || old.from - oldAt !== fresh.from - newAt) return false;
    if (old.to < old.from || fresh.to < fresh.from || old.to > olds.length || fresh.to > news.length) return false;
    for (; oldAt < old.from; oldAt += 1, newAt += 1) if (olds[oldAt] !== news[newAt]) return false;
    [oldAt, newAt] = [old.to, fresh.to];
  }
  return true;
}

function isOnPage({ before, payload }: ChangePage, { side, from, to }: PageComment): boolean {
  const text = side === "old" ? before : payload.suggested_content;
  return from >= 1 && from <= to && to <= countLines(text ?? "");
}

function isAnswerTo(page: Page, answer: Page["answer"]): boolean {
  switch (answer?.kind) {
    case "apply":
    case "reject":
      return page.kind !== "open";
    case "place":
      return page.kind === "open" && page.edit.places[answer.place] !== undefined;
    case "left":
      return page.kind === "open";
    case undefined:
      return false;
    default:
      return answer satisfies never;
  }
}

function canTypeAt(page: Page, stage: Stage): boolean {
  switch (stage.kind) {
    case "reason":
      return page.kind !== "open";
    case "commenting":
      return page.kind === "change" && [stage.anchor, stage.at].every((at) => isOnPage(page, commentAt(at)));
    case "editing":
      if (page.kind !== "change" || contentOf(page) === null) return false;
      return stage.hunk === undefined || hunkText(page, stage.hunk) !== null;
    default:
      return false;
  }
}

function commentAt({ side, line }: { readonly side: "old" | "new"; readonly line: number }): PageComment {
  return { side, from: line, to: line, text: "" };
}

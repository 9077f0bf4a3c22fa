// One event at a time: the whole behaviour of a review. Pure, and final: a settled review never changes again.
// An approval counts only for what is on the screen; an event that does not fit the stage changes nothing.

import { WITHOUT_REASON } from "../approval/index.ts";
import { browse } from "./browse.ts";
import { comment, commentsOf } from "./comments.ts";
import { canChoose, contentOf } from "./content.ts";
import { decisionOf, isDecided, placedPaths } from "./decide.ts";
import { editorClosed } from "./edited.ts";
import { allRules, keptRuleOf, rulesFor } from "./offers.ts";
import { hunkText } from "./reading/edit-hunk.ts";
import { look } from "./reading/look.ts";
import { canSplit, split } from "./reading/parts-of-hunks.ts";
import { search } from "./reading/search.ts";
import { see } from "./seen.ts";
import type { ChangePage, Page, Review, ReviewEvent, Stage } from "./types.ts";

const READING: Stage = { kind: "reading" };
const START_FIRST = "Not yet: the first line of it has not been on the screen. Scroll down.";
const END_FIRST = "Not yet: the end of it has not been on the screen.";
const NOT_ANSWERED = WITHOUT_REASON.stopped;

/**
 * The next state of a review. Pure: the same event on the same review gives the same state. What was not painted cannot
 * be approved, and a settled review stays as it is.
 */
export function reduce(review: Review, event: ReviewEvent): Review {
  const next = reduced(review, event);
  // A rule goes with the yes that it was agreed to with, and does not come back with another.
  return next.remember === null || keptRuleOf(next) !== null ? next : { ...next, remember: null };
}

function reduced(review: Review, event: ReviewEvent): Review {
  const { stage } = review;
  if (stage.kind === "settled") return review;
  if (event.kind === "review-cut") return cut(review, event.reason);
  // A page behind the overview is not on the screen.
  if (event.kind === "page-painted") return review.showing === "page" ? painted(review, event) : review;
  if (stage.kind === "editing") {
    return event.kind === "editor-closed" ? step(editorClosed(review, event.outcome)) : review;
  }
  const commented = review.showing === "page" ? comment(review, event) : null;
  if (commented !== null) return commented;
  const looked =
    review.showing === "page" ? (look(review, event) ?? search(review, event) ?? split(review, event)) : null;
  if (looked !== null) return looked;
  const browsed = browse(review, event, (last) => settle(last, {}));
  if (browsed !== null) return browsed;
  switch (event.kind) {
    case "page-turned":
      return turn({ ...review, stage: READING }, review.at + event.by);
    case "page-scrolled":
      return scroll(review, event);
    case "view-changed":
      return withPage(review, (page) =>
        page.kind === "change" ? { ...page, view: page.view === "change" ? "whole" : "change", top: 0 } : page,
      );
    case "page-applied":
      return stage.kind === "reading" || stage.kind === "choosing" ? apply(review) : review;
    case "page-rejected":
      return reject(review, event.reason);
    case "reason-asked":
      if (pageOf(review)?.kind === "open" || review.purpose === "work-tree") return review;
      return enter(review, { kind: "reason", text: "" });
    case "reason-typed":
      return stage.kind === "reason" ? { ...review, stage: { kind: "reason", text: event.text } } : review;
    case "choosing-asked":
      return choose(review);
    case "hunk-moved":
      return withPage(review, (page) => (page.kind === "change" ? moveHunk(page, event.by) : page));
    case "hunk-switched":
      return switchHunk(review, event.hunk);
    case "place-moved":
      return movePlace(review, event.by);
    case "always-asked":
      return askAlways(review, event.all);
    case "offer-moved":
      return stage.kind === "remembering"
        ? { ...review, painted: false, stage: { ...stage, offer: clamp(stage.offer + event.by, stage.offers.length) } }
        : review;
    case "offer-taken":
      return takeOffer(review);
    case "editor-opened":
      return openEditor(review, event.hunk);
    case "editor-closed":
      return review;
    case "help-asked":
      return enter(review, { kind: "help", top: 0, back: stage.kind === "choosing" ? "choosing" : "reading" });
    case "help-scrolled":
      return stage.kind === "help" ? { ...review, stage: { ...stage, top: Math.max(0, event.to) } } : review;
    case "stage-left":
      // What was there before is painted again, and only then is it asked about again.
      return {
        ...review,
        stage: stage.kind === "help" ? { kind: stage.back } : READING,
        notice: null,
        painted: review.painted && stage.kind === "reason",
      };
    case "stop-asked":
      return review.pages.some((page) => isYes(page)) || hasWork(review)
        ? enter(review, { kind: "stopping" })
        : settle(review, { stop: true });
    case "stop-confirmed":
      if (stage.kind !== "stopping" || !review.painted) return review;
      return event.keep ? settle(review, { stop: true }) : cut(review, NOT_ANSWERED);
    case "notice-given":
      return { ...review, notice: event.text };
    case "hunk-reached":
    case "context-changed":
    case "fold-opened":
    case "folds-closed":
    case "columns-changed":
    case "explanation-switched":
      return review; // reading/look.ts
    case "search-asked":
    case "search-typed":
    case "search-kept":
    case "search-moved":
      return review; // reading/search.ts
    case "hunk-split":
    case "hunks-joined":
      return review; // reading/parts-of-hunks.ts
    case "comment-asked":
    case "comment-moved":
    case "comment-opened":
    case "comment-typed":
    case "comment-saved":
      return review; // comments.ts
    case "overview-painted":
    case "overview-asked":
    case "cursor-moved":
    case "row-opened":
    case "row-folded":
    case "filter-asked":
    case "filter-typed":
    case "filter-kept":
    case "filter-cleared":
    case "bulk-asked":
    case "bulk-confirmed":
    case "bulk-declined":
      return review; // browse.ts
    default:
      return event satisfies never;
  }
}

/** The page on the screen. */
export function pageOf(review: Review): Page | null {
  return review.pages[review.at] ?? null;
}

function painted(review: Review, event: Extract<ReviewEvent, { kind: "page-painted" }>): Review {
  const page = review.pages[event.page];
  if (page === undefined) return review;
  const isCurrent = event.page === review.at;
  const view = page.kind === "change" ? page.view : "change";
  if (event.view !== view) return review;
  // The whole file is another text than the change: seeing it is not seeing the change.
  const seen = view === "change" ? see(page.seen, event) : page.seen;
  const shown = { ...page, seen: { ...seen, rows: event.rows, height: event.height }, top: Math.max(0, event.from) };
  return { ...withPageAt(review, event.page, shown), painted: isCurrent ? event.isAnswerable : review.painted };
}

function scroll(review: Review, { to, rows }: Extract<ReviewEvent, { kind: "page-scrolled" }>): Review {
  const notice = review.notice === END_FIRST || review.notice === START_FIRST ? null : review.notice;
  return withPage({ ...review, notice }, (page) => ({
    ...page,
    top: Math.max(0, Math.min(to, (rows ?? page.seen.rows) - page.seen.height)),
  }));
}

function apply(review: Review): Review {
  const page = pageOf(review);
  if (page === null || !review.painted) return review;
  // A path can be longer than a screen: it is not what is asked about.
  if (!page.seen.start) return { ...review, notice: START_FIRST };
  if (page.kind === "open") {
    const { places } = page.edit;
    if (places.length === 0) return { ...review, notice: "There is no place to choose. n leaves this edit out." };
    return answered(review, { ...page, answer: { kind: "place", place: page.place } });
  }
  // Of a command every word counts, and the last one can turn it into another.
  if (page.kind === "plain" && !page.seen.end) return { ...review, notice: END_FIRST };
  return answered(review, { ...page, answer: { kind: "apply" } });
}

function reject(review: Review, reason: string | null): Review {
  const page = pageOf(review);
  if (page === null) return review;
  return answered(
    review,
    page.kind === "open"
      ? { ...page, answer: { kind: "left" } }
      : { ...page, answer: { kind: "reject", reason: reason === "" ? null : reason } },
  );
}

/** On to the next page that has no answer; after the last one the review is settled. */
function answered(review: Review, page: Page): Review {
  return step({ ...withPageAt(review, review.at, page), stage: READING, notice: null });
}

function step(review: Review): Review {
  if (review.stage.kind !== "reading" || pageOf(review)?.answer == null) return review;
  const placed = placedPaths(review);
  const order = review.pages.map((_, index) => (review.at + 1 + index) % review.pages.length);
  const next = order.find((index) => !isDecided(review.pages[index]!, placed));
  return next === undefined ? settle(review, {}) : turn(review, next);
}

function turn(review: Review, to: number): Review {
  const at = clamp(to, review.pages.length);
  if (at === review.at && review.showing === "page") return review;
  return { ...review, at, showing: "page", painted: false, notice: null };
}

function choose(review: Review): Review {
  const page = pageOf(review);
  if (page?.kind !== "change") return review;
  if (!canChoose(page) && !canSplit(page)) {
    return {
      ...review,
      notice: `There is only one change here: ${review.purpose === "work-tree" ? "keep or revert it" : "apply or reject it"}.`,
    };
  }
  const shown = page.view === "change" ? review : reduce(review, { kind: "view-changed" });
  return enter(shown, { kind: "choosing" });
}

function moveHunk(page: ChangePage, by: number): ChangePage {
  return { ...page, hunk: clamp(page.hunk + by, page.changes.length) };
}

/** The page shows something else now: whatever was answered for it no longer counts. */
function switchHunk(review: Review, hunk: number): Review {
  const page = pageOf(review);
  if (page?.kind !== "change" || (!canChoose(page) && !canSplit(page)) || hunk < 0 || hunk >= page.changes.length)
    return review;
  const chosen = new Set(page.chosen);
  if (!chosen.delete(hunk)) chosen.add(hunk);
  return { ...withPageAt(review, review.at, { ...page, chosen, hunk, answer: null }), painted: false };
}

/** Each place changes something else: it must be painted before it can be chosen. */
function movePlace(review: Review, by: number): Review {
  const page = pageOf(review);
  if (page?.kind !== "open") return review;
  const place = clamp(page.place + by, page.edit.places.length);
  if (place === page.place) return review;
  return { ...withPageAt(review, review.at, { ...page, place, answer: null }), painted: false };
}

function askAlways(review: Review, all: boolean): Review {
  const page = pageOf(review);
  if (page === null || !review.painted || review.purpose === "work-tree") return review;
  const { offers, why } = all ? allRules(review.pages) : rulesFor(page);
  return why === null ? enter(review, { kind: "remembering", offers, offer: 0, all }) : { ...review, notice: why };
}

function takeOffer(review: Review): Review {
  const { stage } = review;
  if (stage.kind !== "remembering" || !review.painted) return review;
  const rule = stage.offers[stage.offer];
  const isFor = ({ kind, answer }: Page): boolean => kind !== "open" && answer?.kind !== "reject";
  const agreed = stage.all ? review.pages.flatMap((page, at) => (isFor(page) ? at : [])) : [review.at];
  const remember = rule === undefined ? null : { rule, pages: agreed };
  const kept: Review = { ...review, remember, stage: READING };
  if (!stage.all) return apply(kept);
  // Every page was seen (allRules), so every page without an answer may be approved.
  const pages = kept.pages.map((page) =>
    page.kind === "open" || page.answer !== null ? page : { ...page, answer: { kind: "apply" } as const },
  );
  return apply({ ...kept, pages });
}

/** Closing an editor unchanged applies, so the page must have been painted before. */
function openEditor(review: Review, hunk?: number): Review {
  const page = pageOf(review);
  if (!review.painted) return review;
  if (page?.kind !== "change" || contentOf(page) === null) {
    return { ...review, notice: "There is no text to edit here." };
  }
  if (hunk === undefined) return { ...review, stage: { kind: "editing" }, notice: null };
  if (hunkText(page, hunk) === null) return { ...review, notice: "There is no change to edit here." };
  return { ...review, stage: { kind: "editing", hunk }, notice: null };
}

/** A rule, or what stopping means, must be painted before it can be agreed to. Typing a reason agrees to nothing. */
function enter(review: Review, stage: Stage): Review {
  return { ...review, stage, notice: null, painted: review.painted && stage.kind === "reason" };
}

function settle(review: Review, { stop = false }: { readonly stop?: boolean }): Review {
  const decision = decisionOf(review, { stop, unanswered: NOT_ANSWERED });
  return { ...review, stage: { kind: "settled", decision }, notice: null };
}

/** No answer survives, not even those already given: nothing was written yet. */
function cut(review: Review, reason: string): Review {
  const pages = review.pages.map((page) => ({ ...page, answer: null }));
  const decision = decisionOf({ ...review, pages, remember: null }, { stop: true, unanswered: reason });
  return { ...review, pages, remember: null, stage: { kind: "settled", decision }, notice: null };
}

/** What leaving the review of a work tree would lose. */
function hasWork(review: Review): boolean {
  if (review.purpose !== "work-tree") return false;
  return review.pages.some(({ answer }) => answer !== null) || commentsOf(review).length > 0;
}

function isYes({ answer }: Page): boolean {
  return answer?.kind === "apply" || answer?.kind === "place";
}

function withPage(review: Review, change: (page: Page) => Page): Review {
  const page = pageOf(review);
  return page === null ? review : withPageAt(review, review.at, change(page));
}

function withPageAt(review: Review, index: number, page: Page): Review {
  return page === review.pages[index] ? review : { ...review, pages: review.pages.with(index, page) };
}

function clamp(value: number, count: number): number {
  return Math.max(0, Math.min(value, count - 1));
}

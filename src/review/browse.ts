// What happens in the overview: moving, folding, filtering, and one answer for many files. While it is on the screen no
// event about the page behind it counts.

import { counted } from "../base/index.ts";
import { answerBulk, bulkOf } from "./bulk.ts";
import { isDecided, placedPaths } from "./decide.ts";
import { fileKey, firstKey, overviewOf } from "./overview.ts";
import { pathOf } from "./tree.ts";
import type { Overview, Review, ReviewEvent, Stage } from "./types.ts";

const READING: Stage = { kind: "reading" };

/** Null for an event that is about something else. `settle` ends the review. */
export function browse(review: Review, event: ReviewEvent, settle: (review: Review) => Review): Review | null {
  if (event.kind === "overview-asked") return toggle(review);
  if (review.showing !== "overview") return isBrowsing(event) ? review : null;
  const { stage } = review;
  switch (event.kind) {
    case "overview-painted":
      return { ...at(review, { top: event.from, height: event.height }), painted: event.isAnswerable };
    case "cursor-moved":
      return stage.kind === "reading" ? move(review, event.by) : review;
    case "row-opened":
      return stage.kind === "reading" ? open(review) : review;
    case "row-folded":
      return stage.kind === "reading" ? fold(review, event.fold) : review;
    case "filter-asked":
      return stage.kind === "reading" ? { ...review, stage: { kind: "filtering" }, notice: null } : review;
    case "filter-typed":
      return stage.kind === "filtering" ? filtered(review, event.text) : review;
    case "filter-kept":
      return stage.kind === "filtering" ? { ...review, stage: READING } : review;
    case "filter-cleared":
      return stage.kind === "reading" ? { ...filtered(review, ""), notice: null } : review;
    case "bulk-asked": {
      if (stage.kind !== "reading") return review;
      const bulk = bulkOf(review, event.action, event.of);
      if (typeof bulk === "string") return { ...review, notice: bulk };
      return { ...review, stage: { kind: "bulk", bulk }, notice: null, painted: false };
    }
    case "bulk-confirmed":
      return stage.kind === "bulk" && review.painted ? confirm(review, stage, settle) : review;
    case "bulk-declined":
      return stage.kind === "bulk" ? decline(review, stage, settle) : review;
    case "stage-left":
      return stage.kind === "filtering" ? { ...filtered(review, ""), stage: READING, notice: null } : null;
    case "page-turned":
    case "help-asked":
    case "help-scrolled":
    case "stop-asked":
    case "stop-confirmed":
    case "notice-given":
    case "review-cut":
      return null;
    default:
      return review;
  }
}

const BROWSING: ReadonlySet<ReviewEvent["kind"]> = new Set<ReviewEvent["kind"]>([
  "overview-painted",
  "cursor-moved",
  "row-opened",
  "row-folded",
  "filter-asked",
  "filter-typed",
  "filter-kept",
  "filter-cleared",
  "bulk-asked",
  "bulk-confirmed",
  "bulk-declined",
]);

function isBrowsing({ kind }: ReviewEvent): boolean {
  return BROWSING.has(kind);
}

function at(review: Review, change: Partial<Overview>): Review {
  return { ...review, overview: { ...review.overview, ...change } };
}

/** The page that was on the screen is under the cursor, with the folders around it open. */
function toggle(review: Review): Review {
  if (review.showing === "overview") return toPage(review, review.at);
  if (review.pages.length < 2) return { ...review, notice: "There is only one file." };
  const { folded, filter } = review.overview;
  const path = pathOf(review.pages[review.at]!); // A review has a page at `at`.
  const open = new Set([...folded].filter((folder) => !path.startsWith(`${folder}/`)));
  const shown = at(review, { cursor: fileKey(review.at), folded: open, filter });
  const isThere = overviewOf(shown).rows.some(({ key }) => key === fileKey(review.at));
  const whole = isThere ? shown : at(shown, { filter: "" });
  return { ...whole, showing: "overview", stage: READING, notice: null, painted: false };
}

function toPage(review: Review, page: number): Review {
  return { ...review, showing: "page", at: page, stage: READING, notice: null, painted: false };
}

function move(review: Review, by: number): Review {
  const { rows, cursor } = overviewOf(review);
  const row = rows[Math.max(0, Math.min(rows.length - 1, cursor + by))];
  return row === undefined ? review : { ...at(review, { cursor: row.key }), notice: null };
}

function open(review: Review): Review {
  const { rows, cursor } = overviewOf(review);
  const row = rows[cursor];
  if (row === undefined) return review;
  return row.kind === "file" ? toPage(review, row.page) : fold(review, !row.isFolded);
}

function fold(review: Review, isFolding: boolean): Review {
  const { rows, cursor } = overviewOf(review);
  const row = rows[cursor];
  if (row === undefined) return review;
  if (row.kind === "folder" && row.isFolded !== isFolding) {
    if (review.overview.filter !== "") return { ...review, notice: "Everything that matches is shown." };
    const folded = new Set(review.overview.folded);
    if (isFolding) folded.add(row.path);
    else folded.delete(row.path);
    return { ...at(review, { folded }), notice: null };
  }
  if (!isFolding) return review;
  const parent = rows.slice(0, cursor).findLast(({ depth }) => depth < row.depth);
  return parent === undefined ? review : { ...at(review, { cursor: parent.key }), notice: null };
}

/** The cursor stays where it is as long as its row is there. */
function filtered(review: Review, filter: string): Review {
  const next = at(review, { filter, top: 0 });
  const { rows, cursor } = overviewOf(next);
  const key = rows[cursor]?.key ?? firstKey(next.overview.tree);
  return at(next, { cursor: key });
}

function decline(
  review: Review,
  { bulk }: Extract<Stage, { kind: "bulk" }>,
  settle: (review: Review) => Review,
): Review {
  const back: Review = { ...review, stage: READING, notice: null, painted: false };
  if (!bulk.isWhole) return back;
  const all = { ...bulk, action: "reject", pages: [...review.pages.keys()] } as const;
  return settle({ ...back, pages: answerBulk(review, all) });
}

/** Then to what is left. After the last answer the review is settled. */
function confirm(
  review: Review,
  { bulk }: Extract<Stage, { kind: "bulk" }>,
  settle: (review: Review) => Review,
): Review {
  const pages = answerBulk(review, bulk);
  const next: Review = { ...review, pages, stage: READING, notice: null, painted: false };
  const placed = placedPaths(next);
  const left = pages.filter((page) => !isDecided(page, placed)).length;
  if (left === 0) return settle(next);
  if (!bulk.isWhole && (bulk.scope.kind !== "rest" || bulk.filter !== "")) return next;
  const first = pages.findIndex((page) => !isDecided(page, placed));
  return { ...toPage(next, first), notice: `${counted(left, "file is", "files are")} left to decide one by one.` };
}

// One answer for many files: which files it is for, what of them was not viewed, what stays to be decided one by one.
// A file with any risk, and an edit without a place, is never part of a bulk answer that approves or writes.

import type { ReviewPurpose } from "../approval/index.ts";
import { commonFolder, counted } from "../base/index.ts";
import { placedPaths } from "./decide.ts";
import { filterOf, isTaken, overviewOf, stateOf } from "./overview.ts";
import type { Bulk, BulkScope, Separate } from "./overview-types.ts";
import { pathOf } from "./tree.ts";
import type { Page, Review } from "./types.ts";

/** The question, or why there is nothing to ask. */
export function bulkOf(review: Review, action: Bulk["action"], of: "row" | "rest"): Bulk | string {
  const scope = of === "rest" ? REST : scopeAtCursor(review);
  return scope === null ? "No file matches." : bulkIn(review, action, scope);
}

/** Several files that would all be deleted are one question: null for anything else. */
export function removalOf(review: Review): Bulk | null {
  const { pages, purpose } = review;
  if (purpose !== "approve" || pages.length < 2 || !pages.every(isDeletion)) return null;
  const folder = commonFolder(pages.map(pathOf));
  const bulk = bulkIn(review, "apply", folder.includes("/") ? { kind: "folder", path: folder } : REST);
  return typeof bulk === "string" ? null : { ...bulk, isWhole: true };
}

function bulkIn(review: Review, action: Bulk["action"], scope: BulkScope): Bulk | string {
  const placed = placedPaths(review);
  const { purpose } = review;
  const named = pagesIn(review, scope).map((at) => {
    const state = stateOf(review.pages[at]!, placed);
    return { at, state, isTaken: isTaken(state, { action, purpose, isRest: scope.kind === "rest" }) };
  });
  const taken = named.filter((each) => each.isTaken);
  const open = named.filter(({ state }) => state.answer === "none");
  const separate: Record<Separate, number> = { protected: 0, likely: 0, risky: 0, unplaced: 0, unshown: 0 };
  for (const each of open) if (!each.isTaken) count(separate, each.state.separate);
  if (taken.length === 0) return nothingTo({ scope, open: open.length });
  const states = taken.map(({ state }) => state);
  const pages = taken.map(({ at }) => at);
  const how = (is: (state: (typeof states)[number]) => boolean): number => states.filter(is).length;
  return {
    action,
    scope,
    filter: review.overview.filter,
    pages,
    notViewed: how(({ viewed }) => viewed === "no"),
    partlyViewed: how(({ viewed }) => viewed === "part"),
    ...deletedIn(pages.map((at) => review.pages[at]!)),
    isWhole: false,
    inPart: how(({ isPart }) => isPart),
    edited: how(({ isEdited }) => isEdited),
    reversed: how(({ answer }) => answer !== "none"),
    separate,
  };
}

const REST: BulkScope = { kind: "rest" };

function scopeAtCursor(review: Review): BulkScope | null {
  const { rows, cursor } = overviewOf(review);
  const row = rows[cursor];
  if (row === undefined) return null;
  return row.kind === "folder"
    ? { kind: "folder", path: row.path }
    : { kind: "file", path: pathOf(review.pages[row.page]!) };
}

/** What the filter shows of it. */
function pagesIn({ pages, overview }: Review, scope: BulkScope): readonly number[] {
  const isShown = filterOf(overview.filter);
  const isIn = (path: string): boolean =>
    scope.kind === "rest" || (scope.kind === "file" ? path === scope.path : path.startsWith(`${scope.path}/`));
  return [...pages.keys()].filter((at) => isIn(pathOf(pages[at]!)) && isShown(pathOf(pages[at]!)));
}

function count(separate: Record<Separate, number>, why: Separate | null): void {
  if (why !== null) separate[why] += 1;
}

function deletedIn(pages: readonly Page[]): Pick<Bulk, "deleted" | "deletedBytes" | "deletedBinary"> {
  const sizes = pages.flatMap((page) =>
    page.kind === "change" && page.payload.type === "delete" ? [page.payload.file_bytes] : [],
  );
  return {
    deleted: pages.filter(isDeletion).length,
    deletedBytes: sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0),
    deletedBinary: sizes.filter((size) => size === null).length,
  };
}

function isDeletion(page: Page): boolean {
  return page.kind === "change" && page.proposal === null;
}

function nothingTo({ scope, open }: { readonly scope: BulkScope; readonly open: number }): string {
  if (open === 0) return "Everything here has an answer already.";
  if (scope.kind === "file") return "This file has a warning to read first: Enter opens it.";
  return `${counted(open, "file here is", "files here are")} decided one by one: Enter opens a file.`;
}

/** The pages with the answer that was confirmed. */
export function answerBulk(review: Review, { action, pages }: Bulk): readonly Page[] {
  const chosen = new Set(pages);
  return review.pages.map((page, at): Page => {
    if (!chosen.has(at)) return page;
    if (page.kind === "open") return action === "apply" ? page : { ...page, answer: { kind: "left" } };
    return { ...page, answer: action === "apply" ? { kind: "apply" } : { kind: "reject", reason: null } };
  });
}

/** In words. `question` ends in a question mark; each of the notes is a sentence. Paths and the filter are data. */
export function describeBulk(
  bulk: Bulk,
  { show, purpose = "approve" }: { readonly show: (path: string) => string; readonly purpose?: ReviewPurpose },
): { readonly question: string; readonly notes: readonly string[] } {
  const { action, pages, deleted, inPart, edited, reversed } = bulk;
  if (action === "apply" && purpose === "approve" && deleted === pages.length && pages.length > 1)
    return {
      question: `Delete ${subject(bulk, show)}, ${sizeOf(bulk)}${unviewed(bulk)}?`,
      notes: ["galley undo brings them back.", left(bulk.separate)].filter((note) => note !== ""),
    };
  const isOnDisk = purpose === "work-tree";
  const verb = isOnDisk ? (action === "apply" ? "Keep" : "Revert") : action === "apply" ? "Apply" : "Reject";
  // What is reverted is lost from the disk, so it matters there as well whether it was seen.
  const viewed = action === "apply" || isOnDisk ? unviewed(bulk) : "";
  const many = pages.length;
  const notes = [
    action === "apply" && !isOnDisk && deleted > 0 ? `${counted(deleted, "file is", "files are")} deleted.` : "",
    inPart > 0 && action === "apply" ? `${counted(inPart, "file")} only with the changes you chose.` : "",
    edited > 0 && action === "apply" ? `${counted(edited, "file")} as you edited ${edited === 1 ? "it" : "them"}.` : "",
    reversed > 0 ? `You had ${isOnDisk ? "kept" : "applied"} ${many === 1 ? "it" : `${reversed} of them`}.` : "",
    left(bulk.separate),
  ];
  return { question: `${verb} ${subject(bulk, show)}${viewed}?`, notes: notes.filter((note) => note !== "") };
}

function subject({ scope, pages, filter }: Bulk, show: (path: string) => string): string {
  const files = counted(pages.length, "file");
  const matching = filter === "" ? "" : ` matching "${filter}"`;
  switch (scope.kind) {
    case "file":
      return show(scope.path);
    case "folder":
      return `${files} below ${show(scope.path)}${matching}`;
    case "rest":
      return filter === "" ? `the remaining ${files}` : `${files}${matching}`;
    default:
      return scope satisfies never;
  }
}

function sizeOf({ deletedBytes, deletedBinary, deleted }: Bulk): string {
  const size =
    deletedBytes < 1000 ? counted(deletedBytes, "byte") : `${(deletedBytes / 1000).toLocaleString("en", ROUNDED)} kB`;
  const binary = counted(deletedBinary, "file that is not text", "files that are not text");
  return deletedBinary === 0 ? size : deletedBinary === deleted ? "none of them text" : `${size} and ${binary}`;
}

const ROUNDED = { maximumFractionDigits: 1 } as const;

function unviewed({ pages, notViewed, partlyViewed }: Bulk): string {
  const all = pages.length;
  if (all === 1) return notViewed === 1 ? ", not viewed" : partlyViewed === 1 ? ", viewed only in part" : "";
  const part = partlyViewed === 0 ? "" : `${partlyViewed} viewed only in part`;
  if (notViewed === 0) return part === "" ? ", all of them viewed" : `, ${part}`;
  const not = notViewed === all ? "none of them viewed" : `${notViewed} of them not viewed`;
  return `, ${not}${part === "" ? "" : ` and ${part}`}`;
}

const KINDS = {
  protected: ["protected file", "protected files"],
  likely: ["unsure edit", "unsure edits"],
  risky: ["file with a warning", "files with warnings"],
  unplaced: ["edit without a place", "edits without a place"],
  unshown: ["file that cannot be shown", "files that cannot be shown"],
} as const satisfies Record<Separate, readonly [string, string]>;

function left(separate: Bulk["separate"]): string {
  const kinds = (Object.keys(KINDS) as Separate[]).filter((kind) => separate[kind] > 0); // The keys of the table.
  const named = kinds.map((kind) => counted(separate[kind], KINDS[kind][0], KINDS[kind][1]));
  if (named.length === 0) return "";
  const last = named.pop()!; // There is one at least.
  const all = named.length === 0 ? last : `${named.join(", ")} and ${last}`;
  const total = kinds.reduce((sum, kind) => sum + separate[kind], 0);
  return `${all} ${total === 1 ? "is" : "are"} left for you to decide one by one.`;
}

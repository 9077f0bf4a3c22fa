// The overview of a batch as rows: folders that can be folded, files with what they change, what was answered and what
// must be decided one by one. Read from the review; nothing is answered here.

import { below, sandboxOf, type ReviewPurpose } from "../approval/index.ts";
import { isDeferred, placedPaths } from "./decide.ts";
import { isWhole } from "./content.ts";
import type { Bulk, Separate, TreeFolder, TreeNode } from "./overview-types.ts";
import type { Page, Review } from "./types.ts";

export type PageState = {
  readonly answer: "none" | "applied" | "rejected" | "again";
  readonly viewed: "no" | "part" | "whole";
  /** Some changes are left out. */
  readonly isPart: boolean;
  readonly isEdited: boolean;
  readonly separate: Separate | null;
};

/** What a row sums up. */
export type Sum = {
  readonly files: number;
  readonly added: number;
  readonly removed: number;
  readonly applied: number;
  readonly rejected: number;
  readonly viewed: number;
  /** Without an answer, and only ever approved one by one. */
  readonly separate: number;
  readonly undecided: number;
  /** How many one answer for all of them would be given to. */
  readonly toApply: number;
  readonly toReject: number;
};

/** `key` names the row whatever is folded. */
export type OverviewRow = { readonly key: string; readonly depth: number; readonly name: string; readonly sum: Sum } & (
  | { readonly kind: "folder"; readonly path: string; readonly isFolded: boolean }
  /** `to`: the new name of a file that moves, with its folders where those are others; null for other changes. */
  | {
      readonly kind: "file";
      readonly page: number;
      readonly state: PageState;
      readonly to: string | null;
      /** The file appears or goes; null for one that is there before and after. */
      readonly becomes: "new" | "deleted" | null;
    }
);

export type Listing = {
  readonly rows: readonly OverviewRow[];
  /** Of everything that the filter shows. */
  readonly total: Sum;
  /** The row under the cursor. */
  readonly cursor: number;
};

const listings = new WeakMap<Review, Listing>();

/** Computed once for each state: a key and the screen ask for the same rows. */
export function overviewOf(review: Review): Listing {
  const known = listings.get(review);
  if (known !== undefined) return known;
  const listing = listingOf(review);
  listings.set(review, listing);
  return listing;
}

function listingOf(review: Review): Listing {
  const { tree, filter, folded, cursor } = review.overview;
  const placed = placedPaths(review);
  const isShown = filterOf(filter);
  const sums = new Map<TreeNode, Sum>();
  const states = new Map<number, PageState>();
  const sumUp = (node: TreeNode): Sum => {
    let sum = NOTHING;
    if (node.kind === "folder") for (const child of node.children) sum = plus(sum, sumUp(child));
    else if (isShown(node.path)) {
      const page = review.pages[node.page]!; // The tree was made from these pages.
      const state = stateOf(page, placed);
      states.set(node.page, state);
      sum = sumOf(page, state, review.purpose);
    }
    sums.set(node, sum);
    return sum;
  };
  const total = tree.reduce((sum, node) => plus(sum, sumUp(node)), NOTHING);
  const rows: OverviewRow[] = [];
  const list = (nodes: readonly TreeNode[], depth: number): void => {
    for (const node of nodes) {
      const sum = sums.get(node)!; // Every node was summed up above.
      if (sum.files === 0) continue;
      if (node.kind === "file") {
        const { name, page } = node;
        const to = targetOf(review.pages[page]!);
        const becomes = becomesOf(review.pages[page]!);
        rows.push({ kind: "file", key: fileKey(page), depth, name, to, becomes, page, sum, state: states.get(page)! });
        continue;
      }
      // What matches a filter is looked for: it is shown, whatever was folded.
      const isFolded = filter === "" && folded.has(node.path);
      rows.push({ kind: "folder", key: folderKey(node), depth, name: node.name, path: node.path, isFolded, sum });
      if (!isFolded) list(node.children, depth + 1);
    }
  };
  list(tree, 0);
  const at = rows.findIndex(({ key }) => key === cursor);
  return { rows, total, cursor: Math.max(0, at) };
}

function becomesOf(page: Page): "new" | "deleted" | null {
  if (page.kind !== "change") return null;
  if (page.payload.type === "delete") return "deleted";
  return page.payload.type === "write" && !page.payload.file_exists ? "new" : null;
}

function targetOf(page: Page): string | null {
  if (page.kind !== "change" || page.payload.type !== "move") return null;
  const { path, to } = page.payload;
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const isBeside = to.startsWith(folder) && !to.slice(folder.length).includes("/");
  return isBeside ? to.slice(folder.length) : sandboxOf(to) === sandboxOf(path) ? below(to) : to;
}

export function fileKey(page: number): string {
  return `file ${page}`;
}

export function folderKey({ path }: Pick<TreeFolder, "path">): string {
  return `folder ${path}`;
}

/** The row that the cursor is on at first. */
export function firstKey([first]: readonly TreeNode[]): string {
  return first === undefined ? "" : first.kind === "folder" ? folderKey(first) : fileKey(first.page);
}

/** Any part of a path, in either case. */
export function filterOf(filter: string): (path: string) => boolean {
  const wanted = filter.toLowerCase();
  return wanted === "" ? () => true : (path) => path.toLowerCase().includes(wanted);
}

const NOTHING: Sum = {
  files: 0,
  added: 0,
  removed: 0,
  applied: 0,
  rejected: 0,
  viewed: 0,
  separate: 0,
  undecided: 0,
  toApply: 0,
  toReject: 0,
};

function plus(one: Sum, other: Sum): Sum {
  return {
    files: one.files + other.files,
    added: one.added + other.added,
    removed: one.removed + other.removed,
    applied: one.applied + other.applied,
    rejected: one.rejected + other.rejected,
    viewed: one.viewed + other.viewed,
    separate: one.separate + other.separate,
    undecided: one.undecided + other.undecided,
    toApply: one.toApply + other.toApply,
    toReject: one.toReject + other.toReject,
  };
}

function sumOf(page: Page, state: PageState, purpose: ReviewPurpose): Sum {
  const { answer, viewed, separate } = state;
  const { added, removed } = linesOf(page);
  const isOpen = answer === "none";
  const takes = (action: Bulk["action"]): number => (isTaken(state, { action, purpose, isRest: false }) ? 1 : 0);
  return {
    files: 1,
    added,
    removed,
    applied: answer === "applied" ? 1 : 0,
    rejected: answer === "rejected" ? 1 : 0,
    viewed: viewed === "whole" ? 1 : 0,
    separate: isOpen && separate !== null ? 1 : 0,
    undecided: isOpen ? 1 : 0,
    toApply: takes("apply"),
    toReject: takes("reject"),
  };
}

type Lines = Pick<Sum, "added" | "removed">;
const counts = new WeakMap<readonly unknown[], Lines>();

function linesOf(page: Page): Lines {
  if (page.kind !== "change") return NOTHING;
  // A deletion has no changes to choose from; all lines of the file go.
  if (page.payload.type === "delete") return { added: 0, removed: page.payload.file_lines ?? 0 };
  const { changes } = page;
  const known = counts.get(changes);
  if (known !== undefined) return known;
  let [added, removed] = [0, 0];
  for (const { old, new: fresh } of changes) {
    removed += old.to - old.from;
    added += fresh.to - fresh.from;
  }
  counts.set(changes, { added, removed });
  return { added, removed };
}

export function stateOf(page: Page, placed: ReadonlySet<string>): PageState {
  return {
    answer: isDeferred(page, placed) ? "again" : answerOf(page),
    viewed: page.seen.all ? "whole" : page.seen.ranges.length > 0 ? "part" : "no",
    isPart: page.kind === "change" && !isWhole(page),
    isEdited: page.kind === "change" && page.edited,
    separate: separateOf(page),
  };
}

function answerOf({ answer }: Page): PageState["answer"] {
  switch (answer?.kind) {
    case "apply":
    case "place":
      return "applied";
    case "reject":
    case "left":
      return "rejected";
    case undefined:
      return "none";
    default:
      return answer satisfies never;
  }
}

type Given = { readonly action: Bulk["action"]; readonly purpose: ReviewPurpose; readonly isRest: boolean };

/**
 * Whether one answer for several pages is given to this one too. What has a warning stays out of it, with one exception:
 * rejecting a proposed file, or its folder, by name.
 */
export function isTaken({ answer, separate }: PageState, { action, purpose, isRest }: Given): boolean {
  const isNamedNo = action === "reject" && !isRest;
  if (separate !== null && !(isNamedNo && purpose === "approve")) return false;
  return answer === "none" || (isNamedNo && answer === "applied");
}

/** A page that is only ever approved on its own screen. Any risk is enough: it is there to be read. */
export function separateOf(page: Page): Separate | null {
  if (page.kind === "open") return "unplaced";
  const risks = [...page.payload.risks, ...(page.kind === "change" ? page.shown.risks : [])];
  if (risks.some(({ kind }) => kind === "protected")) return "protected";
  if (risks.some(({ kind }) => kind === "likely")) return "likely";
  if (page.kind === "plain") return "unshown";
  return risks.length > 0 ? "risky" : null;
}

// The keys for each kind of review. They are those of reading-keys.ts and overview-keys.ts; for changes that are on disk
// already with the two answers in their own words, no reasons, and nothing to remember; for a question of the inbox, which
// other reviewers see too, with another meaning of leaving it.

import type { ReviewPurpose } from "../../approval/index.ts";
import { pageOf, type Review } from "../../review/index.ts";
import { plain } from "../../text/index.ts";
import { does, NONE, type Action } from "./actions.ts";
import { OVERVIEW_KEYS, type OverviewKey } from "./overview-keys.ts";
import { READING_KEYS, type ReadingKey } from "./reading-keys.ts";

const LEAVING = {
  keys: ["q"],
  shown: plain`q`,
  help: plain`leave the review; every file stays as it is`,
  docs: "leaves the review; every file stays as it is",
} as const;

const LEAVE = { key: plain`q`, says: () => plain`leave`, isPinned: true } as const;

/** By the first key of a row; null: the key means nothing here. */
const READING: Readonly<Record<string, Partial<ReadingKey> | null>> = {
  enter: {
    help: plain`keep what is shown`,
    docs: "keeps the change",
    hint: { key: plain`Enter`, says: () => plain`keep`, isPinned: true },
  },
  // Esc is no answer here: reverting is what cannot be meant by going back.
  n: {
    keys: ["n", "N", "d"],
    shown: plain`n d`,
    help: plain`revert: the file gets back what it had before; a new file is deleted`,
    docs: "reverts it: the file gets back what it had before, and a new file is deleted",
    hint: { key: plain`d`, says: () => plain`revert`, isPinned: true },
  },
  e: {
    help: plain`edit in your editor; what you save is shown before it is written`,
  },
  c: {
    help: plain`comment on lines: arrows choose them, Enter starts typing`,
    docs: "comments on lines: arrows choose one, `J` and `K` more of them, `Enter` starts typing",
    hint: { key: plain`c`, says: ({ page }) => (page?.kind === "change" ? plain`comment` : null), isPinned: true },
  },
  v: {
    keys: ["v", "w", "escape"],
    does: ({ key, page }) =>
      key === "escape" && !(page?.kind === "change" && page.view === "whole") ? NONE : does({ kind: "view-changed" }),
  },
  r: null,
  a: null,
  A: null,
  p: null,
  q: { ...LEAVING, hint: LEAVE },
};

const OVERVIEW: Readonly<Record<string, Partial<OverviewKey>>> = {
  y: {
    help: plain`keep the file or the folder; the number of files is asked first`,
    docs: "keeps the file, or the folder; you are asked first, with the number of files and how many you have not viewed",
    hint: { key: plain`y`, says: ({ row }) => (row === null ? null : plain`keep`) },
  },
  n: {
    help: plain`revert the file or the folder; asked first`,
    docs: "reverts the file, or the folder; you are asked first",
    hint: { key: plain`n`, says: ({ row }) => (row === null ? null : plain`revert`) },
  },
  Y: {
    help: plain`keep the rest: all that has no answer, of what the filter shows`,
    docs: "keeps the rest: every file without an answer; with a filter, of those that match",
    hint: { key: plain`Y`, says: ({ filter }) => (filter === "" ? plain`keep the rest` : plain`keep the matches`) },
  },
  N: {
    help: plain`revert the rest`,
    docs: "reverts the rest",
    hint: { key: plain`N`, says: ({ filter }) => (filter === "" ? plain`revert the rest` : plain`revert the matches`) },
  },
  q: { ...LEAVING, hint: LEAVE },
};

const WORK_TREE_KEYS: readonly ReadingKey[] = READING_KEYS.flatMap((row) => {
  const own = READING[row.keys[0]!]; // A row has a key.
  return own === null ? [] : [own === undefined ? row : { ...row, ...own }];
});

const WORK_TREE_OVERVIEW_KEYS: readonly OverviewKey[] = OVERVIEW_KEYS.map((row) => ({
  ...row,
  ...OVERVIEW[row.keys[0]!], // A row has a key.
}));

const STAYING = {
  help: plain`leave; what you have not answered stays open in the inbox`,
  docs: "leaves; what you have not answered stays open in the inbox",
  hint: { key: plain`q`, says: () => plain`leave open`, isPinned: true },
} as const;

const INBOX_KEYS: readonly ReadingKey[] = READING_KEYS.map((row) =>
  row.keys[0] === "q" ? { ...row, ...STAYING } : row,
);

const INBOX_OVERVIEW_KEYS: readonly OverviewKey[] = OVERVIEW_KEYS.map((row) =>
  row.keys[0] === "q" ? { ...row, ...STAYING } : row,
);

/** For the docs: what means something else than in a review of proposed changes. */
export const WORK_TREE_DIFFERENCES: readonly ReadingKey[] = WORK_TREE_KEYS.filter((row) => !READING_KEYS.includes(row));

/** What a review is of, and for proposed changes who waits for the answer: this process, or one that asked in the inbox. */
export type ReviewKind = ReviewPurpose | "inbox";

export function kindOf({ purpose, staysOpen }: Pick<Review, "purpose" | "staysOpen">): ReviewKind {
  return purpose === "approve" && staysOpen ? "inbox" : purpose;
}

const KEYS: Readonly<Record<ReviewKind, Tables>> = {
  approve: tablesOf(READING_KEYS, OVERVIEW_KEYS),
  "work-tree": tablesOf(WORK_TREE_KEYS, WORK_TREE_OVERVIEW_KEYS),
  inbox: tablesOf(INBOX_KEYS, INBOX_OVERVIEW_KEYS),
};

type Tables = ReturnType<typeof tablesOf>;

function tablesOf(page: readonly ReadingKey[], overview: readonly OverviewKey[]) {
  return { page, overview, pageByKey: byKey(page), overviewByKey: byKey(overview) };
}

function byKey<Row extends { readonly keys: readonly string[] }>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.flatMap((row) => row.keys.map((key) => [key, row] as const)));
}

export function keysFor(kind: ReviewKind): Tables {
  return KEYS[kind];
}

/** Null for a key that the table does not have. */
export function readingAction(key: string | null, review: Review, height: number): Action | null {
  const row = key === null ? undefined : keysFor(kindOf(review)).pageByKey.get(key);
  return row === undefined ? null : row.does({ key: key!, review, page: pageOf(review) ?? null, height });
}

export function overviewAction(key: string | null, review: Review, height: number): Action {
  return key === null ? NONE : (keysFor(kindOf(review)).overviewByKey.get(key)?.does(key, height) ?? NONE);
}

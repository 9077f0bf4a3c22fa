import { expect, test } from "vitest";
import type { ReviewPurpose } from "../../approval/index.ts";
import type { Review } from "../../review/index.ts";
import { keysFor, kindOf, overviewAction, readingAction } from "./purpose-keys.ts";

/** What the rows of the tables look at. */
const reviewOf = (purpose: ReviewPurpose, staysOpen = false): Review =>
  ({ purpose, staysOpen, pages: [{ kind: "plain", top: 30 }], at: 0 }) as never;

test("a key of two reviews does the same in both, but that Esc never reverts", () => {
  const [proposed, onDisk] = [keysFor("approve"), keysFor("work-tree")];
  const keys = [...onDisk.pageByKey.keys()].filter((key) => key !== "escape");
  expect(keys.filter((key) => !proposed.pageByKey.has(key))).toEqual([]);
  for (const key of keys)
    expect([key, readingAction(key, reviewOf("work-tree"), 20)]).toEqual([
      key,
      readingAction(key, reviewOf("approve"), 20),
    ]);
  for (const key of onDisk.overviewByKey.keys())
    expect([key, overviewAction(key, reviewOf("work-tree"), 20)]).toEqual([
      key,
      overviewAction(key, reviewOf("approve"), 20),
    ]);
});

test.each(["approve", "work-tree"] as const)("c comments and q leaves: %s", (purpose) => {
  const review = reviewOf(purpose);
  expect(readingAction("c", review, 20)).toEqual({ kind: "comment" });
  expect(overviewAction("c", review, 20)).toEqual({ kind: "none" });
  for (const action of [readingAction("q", review, 20), overviewAction("q", review, 20)])
    expect(action).toEqual({ kind: "event", event: { kind: "stop-asked" } });
});

test.each([
  ["approve", false, /^cancel the run$/, "cancel"],
  ["approve", true, /stays open in the inbox$/, "leave open"],
  ["work-tree", false, /every file stays as it is$/, "leave"],
  ["work-tree", true, /every file stays as it is$/, "leave"],
] as const)("q in a review (%s, of the inbox: %s) says what it does", (purpose, staysOpen, help, hint) => {
  const { page, overview } = keysFor(kindOf(reviewOf(purpose, staysOpen)));
  for (const row of [page.find(({ keys }) => keys[0] === "q")!, overview.find(({ keys }) => keys[0] === "q")!]) {
    expect(row.help).toMatch(help);
    expect(row.hint?.says({} as never)).toBe(hint); // Its words depend on nothing.
  }
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ChangePayload } from "../approval/index.ts";
import { diffLines, type Text } from "../text/index.ts";
import { paint, play } from "../../test/support/painted.ts";
import { batchPayload, patchPayload } from "../../test/support/payloads.ts";
import { contentOf } from "./content.ts";
import { openReview } from "./open.ts";
import { restored, savedOf, type SavedReview } from "./saved.ts";
import type { ChangePage, Review, ReviewEvent } from "./types.ts";

const BEFORE = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
const AFTER = "1\nTWO\nTWO AND A HALF\n3\n4\n5\n6\n7\nEIGHT\n9\n";
const change = (path: string, more: Partial<ChangePayload> = {}): ChangePayload =>
  ({
    ...patchPayload(path),
    original_content: BEFORE,
    suggested_content: AFTER,
    hunks: diffLines(BEFORE as Text, AFTER as Text).map(({ old, new: fresh }, index) => ({
      index,
      old_start: old.from + 1,
      old_lines: old.to - old.from,
      new_start: fresh.from + 1,
      new_lines: fresh.to - fresh.from,
    })),
    ...more,
  }) as ChangePayload;
const open = (...more: readonly ChangePayload[]): Review => openReview(batchPayload([change("ws/a"), ...more]));
const again = (saved: SavedReview | null): SavedReview => JSON.parse(JSON.stringify(saved)) as SavedReview;
const first = (review: Review): ChangePage => review.pages[0] as ChangePage;
const typed = (text: string): readonly ReviewEvent[] => [
  { kind: "editor-opened" },
  { kind: "editor-closed", outcome: { kind: "changed", content: text } },
];
const commented: readonly ReviewEvent[] = [
  { kind: "comment-asked", place: { side: "new", line: 2 } },
  { kind: "comment-opened" },
  { kind: "comment-typed", text: "why?" },
];

describe("what was saved comes back onto the same change", () => {
  test.each<[string, readonly ReviewEvent[]]>([
    ["a choice", [{ kind: "choosing-asked" }, { kind: "hunk-switched", hunk: 1 }, { kind: "stage-left" }]],
    ["parts", [{ kind: "choosing-asked" }, { kind: "hunk-split", hunk: 0 }, { kind: "hunk-switched", hunk: 1 }]],
    ["a text", typed("mine\n")],
    ["a text in part", [...typed(`new\n${AFTER}`), { kind: "choosing-asked" }, { kind: "hunk-switched", hunk: 0 }]],
    ["a comment", [...commented, { kind: "comment-saved" }]],
    ["a comment that is being typed", commented],
    ["a reason that is being typed", [{ kind: "reason-asked" }, { kind: "reason-typed", text: "no" }]],
    ["an editor", [{ kind: "editor-opened" }]],
    ["an answer", [{ kind: "page-applied" }]],
  ])("%s", (_, events) => {
    const review = play(open(change("ws/b"), change("ws/c")), ...events);
    const back = restored(open(change("ws/b"), change("ws/c")), again(savedOf(review)));
    const facts = ({ pages, at, stage }: Review) => [pages.map((page) => page.answer), at, stage.kind];
    const [mine, theirs] = [first(back), first(review)];
    expect(facts(back)).toEqual(facts(review.stage.kind === "choosing" ? { ...review, stage: back.stage } : review));
    expect([contentOf(mine), mine.comments, mine.edited]).toEqual([contentOf(theirs), theirs.comments, theirs.edited]);
    expect([mine.chosen, mine.changes]).toEqual([theirs.chosen, theirs.changes]);
    expect(back.painted).toBe(false);
  });

  test("a review that was not touched leaves nothing", () => expect(savedOf(paint(open()))).toBe(null));
});

test("onto another change nothing comes back, and into another question no answer", () => {
  const review = play(open(change("ws/b")), ...typed("mine\n"), { kind: "page-applied" });
  const saved = again(savedOf(review));
  const other = openReview(batchPayload([change("ws/a", { digest: "other" })]));
  expect(first(restored(other, saved))).toEqual(first(other));
  const later = openReview({ ...batchPayload([change("ws/a"), change("ws/b")]), approval_id: "later" });
  const back = first(restored(later, saved));
  expect([back.answer, back.proposal]).toEqual([null, "mine\n"]);
});

test("whatever was changed in what was saved, a page shows its own text or the suggestion, and stays consistent", () => {
  const range = fc.record({ from: fc.nat(12), to: fc.nat(12) });
  const page = fc.record({
    digest: fc.constant(first(open()).payload.digest),
    text: fc.constant(null),
    changes: fc.option(fc.array(fc.record({ old: range, new: range }), { maxLength: 4 })),
    chosen: fc.array(fc.nat(6), { maxLength: 4 }),
    comments: fc.constant([]),
    place: fc.nat(3),
    answer: fc.constant(null),
  });
  fc.assert(
    fc.property(page, (saved) => {
      const fresh = open();
      const back = first(restored(fresh, { approvalId: fresh.approvalId, at: 0, pages: [saved], stage: null }));
      const all = { ...back, chosen: new Set(back.changes.keys()) };
      expect(contentOf(all)).toBe(AFTER);
      const none = { ...back, chosen: new Set<number>() };
      expect(contentOf(none)).toBe(BEFORE);
      expect([...back.chosen].every((at) => at < back.changes.length)).toBe(true);
    }),
  );
});

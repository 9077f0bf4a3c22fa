// What is typed for one change replaces its lines and nothing else.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { patchPayload } from "../../../test/support/payloads.ts";
import { diffLines, splitLines, type Text } from "../../text/index.ts";
import { contentOf } from "../content.ts";
import { openReview } from "../open.ts";
import { reduce } from "../reduce.ts";
import type { ChangePage, Review, ReviewEvent } from "../types.ts";
import { hunkText } from "./edit-hunk.ts";

function opened(before: string, after: string): Review {
  const hunks = diffLines(before as Text, after as Text).map(({ old, new: fresh }, index) => ({
    index,
    old_start: old.from + 1,
    old_lines: old.to - old.from,
    new_start: fresh.from + 1,
    new_lines: fresh.to - fresh.from,
  }));
  const payload = { ...patchPayload("ws/a.ts"), original_content: before, suggested_content: after, hunks };
  const shown = { page: 0, view: "change", layout: "80", lead: 0, rows: 9, height: 9, from: 0, to: 9 } as const;
  const review = openReview(payload as ReturnType<typeof patchPayload>);
  return reduce(review, { kind: "page-painted", ...shown, isAnswerable: true });
}
const pageIn = (review: Review): ChangePage => review.pages[0] as ChangePage;
const after = (review: Review, ...events: readonly ReviewEvent[]): Review => events.reduce(reduce, review);

const BEFORE = "a\r\nb\r\nc\r\nd\r\ne";
const AFTER = "A\r\nb\r\nd\r\nE";

describe("the text of a change", () => {
  test("is its new lines, and its old ones are what it replaces", () => {
    const page = pageIn(opened(BEFORE, AFTER));
    expect([0, 1, 2, 3].map((hunk) => hunkText(page, hunk)).map((own) => own && [own.text, own.original])).toEqual([
      ["A\r\n", "a\r\n"],
      ["", "c\r\n"],
      ["E", "e"],
      null,
    ]);
  });

  test("what is left out stays out, the change that is edited comes in", () => {
    const page = { ...pageIn(opened(BEFORE, AFTER)), chosen: new Set([1]) };
    expect(hunkText(page, 0)!.whole("new\r\n")).toBe("new\r\nb\r\nd\r\ne");
  });

  test("a line that is not ended does not join the next", () =>
    expect(hunkText(pageIn(opened(BEFORE, AFTER)), 1)!.whole("new")).toBe("A\r\nb\r\nnew\r\nd\r\nE"));
});

describe("in a review", () => {
  const edit = (content: string): readonly ReviewEvent[] => [
    { kind: "editor-opened", hunk: 0 },
    { kind: "editor-closed", outcome: { kind: "changed", content } },
  ];
  test("it is shown before it counts, as the person's version", () => {
    const review = after(opened(BEFORE, AFTER), ...edit("x\r\ny\r\n"));
    expect(contentOf(pageIn(review))).toBe("x\r\ny\r\nb\r\nd\r\nE");
    expect([pageIn(review).edited, review.painted, pageIn(review).answer]).toEqual([true, false, null]);
    expect(review.notice).toBe("This is your version. It is not written yet.");
  });

  test("saved unchanged it answers nothing: the rest of the file was not in the editor", () => {
    const review = after(
      opened(BEFORE, AFTER),
      { kind: "editor-opened", hunk: 0 },
      { kind: "editor-closed", outcome: { kind: "unchanged", saved: true } },
    );
    expect([pageIn(review).answer, review.stage]).toEqual([null, { kind: "reading" }]);
    expect(review.notice).toBe("You left this change as it was: nothing is answered.");
  });

  test("a change that is not there is not opened", () =>
    expect(after(opened(BEFORE, AFTER), { kind: "editor-opened", hunk: 9 }).stage).toEqual({ kind: "reading" }));
});

test("for any texts and any change, only its lines are others", () => {
  const line = fc.constantFrom("a\n", "b\r\n", "c\n", "\n");
  const texts = fc
    .tuple(fc.array(line, { maxLength: 12 }), fc.boolean())
    .map(([lines, isEnded]) => (isEnded ? lines.join("") : lines.join("").replace(/\r?\n$/, "")));
  fc.assert(
    fc.property(texts, texts, fc.nat(9), fc.constantFrom("", "x\n", "x", "x\r\ny\r\n"), (before, now, at, typed) => {
      const { changes, ...rest } = pageIn(opened(before, now));
      fc.pre(changes.length > 0);
      const hunk = at % changes.length;
      const { new: own } = changes[hunk]!;
      const lines = splitLines(now);
      const result = splitLines(hunkText({ changes, ...rest }, hunk)!.whole(typed));
      const tail = lines.slice(own.to);
      const middle = result.slice(own.from, result.length - tail.length);
      expect([result.slice(0, own.from), result.slice(result.length - tail.length)]).toEqual([
        lines.slice(0, own.from),
        tail,
      ]);
      expect(middle.join("").replace(/\r?\n$/, "")).toBe(typed.replace(/\r?\n$/, ""));
    }),
  );
});

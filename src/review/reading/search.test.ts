// Every match is found where it is shown, and going to one that is folded opens it.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { patchPayload } from "../../../test/support/payloads.ts";
import { diffLines, splitLines, withoutEnding, type Text } from "../../text/index.ts";
import { outlineOf } from "../diff/outline.ts";
import { isRun } from "../diff/parts.ts";
import { openReview } from "../open.ts";
import { reduce } from "../reduce.ts";
import type { ChangePage, Review, ReviewEvent } from "../types.ts";
import { matchAt, matchesOf } from "./search.ts";

function reviewOf(before: string, after: string): Review {
  const changes = diffLines(before as Text, after as Text); // Well-formed, as all texts here.
  const hunks = changes.map(({ old, new: fresh }, index) => ({
    index,
    old_start: old.from + 1,
    old_lines: old.to - old.from,
    new_start: fresh.from + 1,
    new_lines: fresh.to - fresh.from,
  }));
  const payload = { ...patchPayload("ws/a.ts"), original_content: before, suggested_content: after, hunks };
  return openReview(payload as ReturnType<typeof patchPayload>);
}
const after = (review: Review, ...events: readonly ReviewEvent[]): Review => events.reduce(reduce, review);
const pageIn = (review: Review): ChangePage => review.pages[0] as ChangePage;
const found = (before: string, now: string, text: string): string[] =>
  matchesOf(pageIn(reviewOf(before, now)), text).matches.map(
    ({ side, line, from, to }) => `${side} ${line}:${from}-${to}`,
  );

describe("what is found", () => {
  test.each([
    [
      "both sides, in the order shown",
      "a\nfoo\nb\n",
      "a\nfood\nb\nfoo\n",
      "foo",
      ["old 2:0-3", "new 2:0-3", "new 4:0-3"],
    ],
    ["small letters find capital ones", "x\n", "Foo foo\n", "foo", ["new 1:0-3", "new 1:4-7"]],
    ["capital letters do not find small ones", "x\n", "Foo foo\n", "Foo", ["new 1:0-3"]],
    ["never a pattern", "x\n", "a.c abc\n", "a.c", ["new 1:0-3"]],
    ["signs of patterns are themselves", "x\n", "(a[0]+$b\\)|{}^*?/-\n", "(a[0]+$b\\)|{}^*?/-", ["new 1:0-18"]],
    ["not across lines", "x\n", "fo\no\n", "foo", []],
    ["letters that grow when made small", "x\n", "İİ foo\n", "foo", ["new 1:3-6"]],
  ])("%s", (_, before, now, text, expected) => expect(found(before, now, text)).toEqual(expected));

  test("as a plain search of the lines finds it", () => {
    const texts = fc.array(fc.constantFrom("ab\n", "b ab\r\n", "c\n", "aab\n", "B\n"), { maxLength: 20 });
    fc.assert(
      fc.property(texts, texts, fc.constantFrom("a", "ab", "b", "B", " "), (old, fresh, text) => {
        const [before, now] = [old.join(""), fresh.join("")];
        fc.pre(before !== now);
        const outline = outlineOf({ path: "a", before, after: now }, { context: "all" });
        const expected: string[] = [];
        for (const part of outline.parts.filter(isRun)) {
          const side = part.kind === "removed" ? "old" : "new";
          const lines = splitLines(side === "old" ? before : now);
          for (let line = part[side]; line < part[side] + part.count; line += 1) {
            const body = withoutEnding(lines[line]!);
            const searched = text === "B" ? body : body.toLowerCase();
            for (let at = searched.indexOf(text); at >= 0; at = searched.indexOf(text, at + text.length))
              expected.push(`${side} ${line + 1}:${at}-${at + text.length}`);
          }
        }
        expect(found(before, now, text)).toEqual(expected);
      }),
    );
  });
});

describe("going through them", () => {
  const numbered = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join("");
  const before = numbered(99);
  const review = reviewOf(before, before.replace("line 5\n", "LINE 5\n").replace("line 90\n", ""));

  test("from the top of the screen on, and around", () => {
    const typed = after(review, { kind: "search-asked", from: 40 }, { kind: "search-typed", text: "line 4" });
    expect(matchAt(typed)).toMatchObject({ side: "new", line: 41 });
    expect(matchAt(after(typed, { kind: "search-moved", by: -1 }))).toMatchObject({ line: 40 });
    const first = after(review, { kind: "search-asked", from: 95 }, { kind: "search-typed", text: "line 4" });
    expect(matchAt(first)).toMatchObject({ line: 4 });
    expect(matchAt(after(first, { kind: "search-moved", by: -1 }))).toMatchObject({ line: 49 });
  });

  test("one that is folded is shown; one that is not opens nothing", () => {
    const folded = after(review, { kind: "search-asked", from: 0 }, { kind: "search-typed", text: "line 50" });
    expect(pageIn(folded).opened).toEqual([{ from: 46, to: 53 }]);
    const near = after(review, { kind: "search-asked", from: 0 }, { kind: "search-typed", text: "line 6" });
    expect(pageIn(near).opened).toEqual([]);
    const removed = after(review, { kind: "search-asked", from: 0 }, { kind: "search-typed", text: "line 90" });
    expect(matchAt(removed)).toMatchObject({ side: "old", line: 90 });
  });

  test("no key of a search answers, and leaving it asks again", () => {
    const shown = { page: 0, view: "change", layout: "80", lead: 0, rows: 9, height: 9, from: 0, to: 9 } as const;
    const painted = after(review, { kind: "page-painted", ...shown, isAnswerable: true });
    const searching = after(painted, { kind: "search-asked", from: 0 }, { kind: "search-typed", text: "zzz" });
    expect(searching.stage).toMatchObject({ kind: "searching", at: null });
    expect(after(searching, { kind: "search-moved", by: 1 }).stage).toEqual(searching.stage);
    expect(after(searching, { kind: "page-applied" })).toEqual(searching);
    const left = after(searching, { kind: "search-kept" }, { kind: "stage-left" });
    expect([left.stage, left.painted]).toEqual([{ kind: "reading" }, false]);
  });
});

test("a text that is everywhere is found up to a limit, and it is said that there are more", () => {
  const { matches, isCut } = matchesOf(pageIn(reviewOf("x\n", `${"a".repeat(30_000)}\n`)), "a");
  expect([matches.length, isCut]).toEqual([10_000, true]);
});

// Marks inside a line: what differs is always inside a mark, unless the two are different lines altogether.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Span } from "../../text/index.ts";
import { inlineMarks } from "./inline.ts";

const draw = (line: string, marks: readonly Span[]): string =>
  marks.reduceRight((text, { from, to }) => `${text.slice(0, from)}«${text.slice(from, to)}»${text.slice(to)}`, line);

describe("what is marked", () => {
  test.each([
    ["a word", "let a = one;", "let a = two;", "let a = «one»;", "let a = «two»;"],
    ["a part of a word", "limit = 120", "limit = 121", "limit = 12«0»", "limit = 12«1»"],
    ["something new", "f(a)", "f(a, b)", "f(a)", "f(a«, b»)"],
    ["something gone", "f(a, b)", "f(a)", "f(a«, b»)", "f(a)"],
    ["two places", "if a then b end", "if x then y end", "if «a» then «b» end", "if «x» then «y» end"],
    ["nothing in common", "alpha", "42 + 17", "alpha", "42 + 17"],
    ["the same", "x", "x", "x", "x"],
    ["a pair of halves is not cut", "a 😀 b", "a 😁 b", "a «😀» b", "a «😁» b"],
  ])("%s", (_, old, fresh, drawnOld, drawnNew) => {
    const marks = inlineMarks(old, fresh);
    expect([draw(old, marks.old), draw(fresh, marks.new)]).toEqual([drawnOld, drawnNew]);
  });
});

const words = fc.array(fc.constantFrom("a", "b", "foo", "bar", " ", "  ", "(", ")", "😀", "é"), { maxLength: 30 });
const lines = words.map((parts) => parts.join(""));

test("without the marks the two are the same, unless nothing is marked", () =>
  fc.assert(
    fc.property(lines, lines, (old, fresh) => {
      const marks = inlineMarks(old, fresh);
      const rest = (line: string, spans: readonly Span[]): string =>
        spans.reduceRight((text, { from, to }) => text.slice(0, from) + text.slice(to), line);
      if (marks.old.length + marks.new.length === 0) return;
      // A blank between two marks may be marked on one side only.
      expect(rest(old, marks.old).replaceAll(" ", "")).toBe(rest(fresh, marks.new).replaceAll(" ", ""));
    }),
    { numRuns: 1000 },
  ));

test("a nasty pair stays bounded", () => {
  const old = "a b ".repeat(250_000);
  const marks = inlineMarks(old, `${old.slice(0, 500_000)}x${old.slice(500_000)}`);
  expect(marks).toEqual({ old: [], new: [{ from: 500_000, to: 500_001 }] });
});

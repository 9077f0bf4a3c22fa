import fc from "fast-check";
import { expect, test } from "vitest";
import { leftTop } from "./top-comment.ts";

const CODE = ["const limit = computeLimit();", "export function total(values) {", "  return values.length;", "}"];
const LICENCE = ["/*", " * Copyright of the authors of this file", " */", ""];

test("a licence that is not shown is kept", () => {
  const shown = CODE.with(2, "  return values.size + limit;");
  const found = leftTop([...LICENCE, ...CODE], shown, "a.js");
  expect(found?.kept).toEqual([...LICENCE, ...shown]);
});

test("what is shown with a comment of its own, or is another file, is taken as it is", () => {
  expect(leftTop([...LICENCE, ...CODE], ["// Another first line of it", "", ...CODE], "a.js")).toBeNull();
  expect(leftTop([...LICENCE, ...CODE], ["completely();", "different();", "lines();"], "a.js")).toBeNull();
  expect(leftTop(CODE, CODE, "a.js")).toBeNull();
});

const lines = fc.array(fc.constantFrom(...CODE, ...LICENCE, "// words about this", "", "other(line, of, code);"), {
  maxLength: 12,
});

test("what is kept is the beginning of the file, then all that is shown, in its order", () =>
  fc.assert(
    fc.property(lines, lines, fc.constantFrom("a.js", "a.py", "a.md", "a.unknown"), (own, shown, path) => {
      const kept = leftTop(own, shown, path)?.kept ?? null;
      if (kept === null) return;
      const isBlank = (line: string): boolean => line.trim() === "";
      const body = shown.slice(
        shown.findIndex((line) => !isBlank(line)),
        shown.findLastIndex((line) => !isBlank(line)) + 1,
      );
      const top = kept.length - body.length;
      expect(top).toBeGreaterThan(0);
      expect(kept).toEqual([...own.slice(0, top), ...body]);
    }),
    { numRuns: 2_000 },
  ));

test("a long comment that is gone is left out, whatever comment is shown instead", () => {
  const licence = [
    "// Copyright of the authors",
    "// Permission is granted to anyone",
    "// without any warranty at all",
    "",
  ];
  expect(leftTop([...licence, ...CODE], ["// A new note about it", ...CODE], "a.js")).toEqual({ count: 3, kept: null });
});

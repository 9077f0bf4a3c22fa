import { expect, test } from "vitest";
import { chunk, editOf, planOn, treeAfter } from "../fixtures.ts";
import type { Change, Edit, Format } from "../types.ts";

function rename(id: number, from: string, to: string, lines?: readonly [string, string]): Edit {
  const change: Change =
    lines === undefined ? { kind: "move", to } : { kind: "patch", chunks: [chunk(lines[0], lines[1])], to };
  return editOf(id, change, { format: "udiff", path: from });
}

type Tree = Record<string, string>;
const three: Tree = { a: "A\n", b: "B\n", c: "C\n" };

test.each<[string, Tree, Edit[], Tree, string[]]>([
  [
    "two files swap names",
    { a: "A\n", b: "B\n" },
    [rename(1, "a", "b"), rename(2, "b", "a")],
    { a: "B\n", b: "A\n" },
    ["change", "change"],
  ],
  [
    "and change on the way",
    { a: "A\n", b: "B\n" },
    [rename(1, "a", "b", ["A\n", "A2\n"]), rename(2, "b", "a", ["B\n", "B2\n"])],
    { a: "B2\n", b: "A2\n" },
    ["change", "change"],
  ],
  [
    "three in a round",
    three,
    [rename(1, "a", "b"), rename(2, "b", "c"), rename(3, "c", "a")],
    { a: "C\n", b: "A\n", c: "B\n" },
    ["change", "change", "change"],
  ],
  [
    "one waits for a place that is left later",
    { a: "A\n", b: "B\n" },
    [rename(1, "a", "b"), rename(2, "b", "c")],
    { b: "A\n", c: "B\n" },
    ["change", "change"],
  ],
  [
    "one of them does not fit: none is made",
    { a: "A\n", b: "B\n" },
    [rename(1, "a", "b"), rename(2, "b", "a", ["X\n", "Y\n"])],
    { a: "A\n", b: "B\n" },
    ["already_exists", "already_exists"],
  ],
  [
    "the last place is not free",
    three,
    [rename(1, "a", "b"), rename(2, "b", "c")],
    three,
    ["already_exists", "already_exists"],
  ],
  [
    "a file that is moved on twice",
    { a: "A\n" },
    [rename(1, "a", "b"), rename(2, "b", "c")],
    { c: "A\n" },
    ["change", "change"],
  ],
  [
    "another edit has a part in it: one after the other",
    { a: "A\n", b: "B\n" },
    [rename(1, "a", "b"), rename(2, "b", "a"), editOf(3, { kind: "delete" }, { format: "udiff", path: "b" })],
    { a: "A\n" },
    ["already_exists", "already_exists", "change"],
  ],
])("%s", (_, before, edits, after, results) => {
  const plan = planOn(before, edits);
  expect(treeAfter(before, plan)).toEqual(after);
  expect(plan.results.map((each) => (each.kind === "miss" ? each.why.error : each.kind))).toEqual(results);
});

test("a patch of codex means one after the other", () => {
  const format: Format = "apply-patch";
  const edits = [rename(1, "a", "b"), rename(2, "b", "a")].map((edit) => ({
    ...edit,
    source: { ...edit.source, format },
  }));
  expect(planOn({ a: "A\n", b: "B\n" }, edits).files).toEqual([]);
});

test("places that are traded are changes of both files, each by both edits", () => {
  const plan = planOn({ a: "A\n", b: "B\n" }, [rename(1, "a", "b"), rename(2, "b", "a")]);
  expect(plan.files.map(({ path, to, before, result, edits }) => ({ path, to, before, result, edits }))).toEqual([
    { path: "a", to: null, before: "A\n", result: "B\n", edits: ["1", "2"] },
    { path: "b", to: null, before: "B\n", result: "A\n", edits: ["1", "2"] },
  ]);
});

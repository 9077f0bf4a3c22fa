import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { WorkspacePath } from "../../../base/index.ts";
import { openEdits, type OpenEdit } from "./open-edits.ts";
import { parseAnswer } from "../../formats/parse.ts";
import { pathsOf } from "../plan.ts";
import { block, chars, chunk, editOf, fileWith, patch, planOn, treeAfter } from "../../fixtures.ts";
import type { Change, Edit, Found } from "../../types.ts";

const at = (text: string, edits: readonly Edit[]): readonly OpenEdit[] => {
  const files = new Map<WorkspacePath, Found>(pathsOf(edits).map((path) => [path, fileWith(text, path)]));
  return openEdits(edits, files);
};
const numbered = (changes: readonly Change[]): readonly Edit[] => changes.map((change, n) => editOf(n + 1, change));

/** The text after choosing; `choose` has the number of a place (from 0) for an edit's id. */
function placed(text: string, edits: readonly Edit[], choose: Readonly<Record<string, number>>) {
  const open = at(text, edits);
  const chosen = edits.map((edit) => {
    const number = choose[edit.id];
    return number === undefined ? edit : open.find((each) => each.edit === edit.id)!.choices[number]!.edit;
  });
  const plan = planOn({ "a.txt": text }, chosen);
  return {
    chosen,
    text: treeAfter({ "a.txt": text }, plan)["a.txt"],
    results: plan.results.map((result) => (result.kind === "miss" ? result.why.error : result.kind)),
  };
}

const TWICE = "if a:\n  x\nelse:\n  x\n";

describe("what is open", () => {
  test.each<[string, string, Change, readonly string[]]>([
    ["every exact place of lines", TWICE, block("  x\n", "  y\n"), ["2", "4"]],
    ["places that overlap", "x\nx\nx\n", block("x\nx\n", "y\n"), ["1", "2"]],
    ["characters twice in one line", "a b a\n", chars("a", "c"), ["1", "1"]],
    [
      "the candidate with its rule",
      "def f():\n    return 1\n",
      block("def f():\n  return 1\n", "def f():\n  return 2\n"),
      ["1 indentation-shift"],
    ],
    ["a hunk that matches twice", TWICE, patch(chunk("  x\n", "  y\n", { line: 9 })), ["2", "4"]],
    ["what fits is not open", "a\nb\n", block("a\n", "c\n"), []],
    ["what matches nowhere is not open", "a\nb\n", block("zebra crossing\n", "c\n"), []],
    ["all of them is another wish", "aaa\n", chars("aa", "b", true), []],
    ["blank lines name no place", "a\n\nb\n\n", block("\n", "x\n"), []],
    [
      "a hunk that fails with another one, which matches nowhere",
      TWICE,
      patch(chunk("  x\n", "  y\n"), chunk("zebra crossing\n", "")),
      [],
    ],
  ])("%s", (_, text, change, expected) => {
    const open = at(text, [editOf(1, change)]);
    expect(
      open.flatMap(({ choices }) => choices.map(({ line, rule }) => `${line}${rule === null ? "" : ` ${rule}`}`)),
    ).toEqual(expected);
  });

  test("each place shows what it would change there, and only that", () => {
    const [open] = at(TWICE, [editOf(1, block("  x\n", "  y\n"))]);
    expect(open).toMatchObject({
      edit: "1",
      path: "a.txt",
      message: "The EDIT text of block 1 matches 2 places in a.txt.",
    });
    expect(open!.choices.map((choice) => choice.unified_diff)).toEqual([
      "--- a/a.txt\n+++ b/a.txt\n@@ -1,4 +1,4 @@\n if a:\n-  x\n+  y\n else:\n   x\n",
      "--- a/a.txt\n+++ b/a.txt\n@@ -1,4 +1,4 @@\n if a:\n   x\n else:\n-  x\n+  y\n",
    ]);
  });

  test("a long list is cut, and the message mentions it", () => {
    const [open] = at("x\n".repeat(1000), [editOf(1, block("x\n", "y\n"))]);
    expect([open!.choices.length, open!.message]).toEqual([
      30,
      "The EDIT text of block 1 matches 1000 places in a.txt. 30 of them can be chosen here.",
    ]);
  });
});

describe("a chosen place", () => {
  const two = [block("  x\n", "  y\n"), block("  x\n", "  z\n")];
  test.each<[string, string, readonly Change[], Record<string, number>, string, readonly string[]]>([
    ["the first", TWICE, two.slice(0, 1), { 1: 0 }, "if a:\n  y\nelse:\n  x\n", ["change"]],
    ["the second", TWICE, two.slice(0, 1), { 1: 1 }, "if a:\n  x\nelse:\n  y\n", ["change"]],
    [
      "one of two: the other fits by itself then",
      TWICE,
      two,
      { 1: 1 },
      "if a:\n  z\nelse:\n  y\n",
      ["change", "change"],
    ],
    [
      "for the second alone leaves the first open",
      TWICE,
      two,
      { 2: 0 },
      "if a:\n  z\nelse:\n  x\n",
      ["ambiguous_anchor", "change"],
    ],
    ["for both, apart", TWICE, two, { 1: 0, 2: 1 }, "if a:\n  y\nelse:\n  z\n", ["change", "change"]],
    [
      "for both, the same: the second does not slip",
      TWICE,
      two,
      { 1: 0, 2: 0 },
      "if a:\n  y\nelse:\n  x\n",
      ["change", "stale"],
    ],
    [
      "moves along with lines that an edit before it adds",
      TWICE,
      [block("if a:\n", "# one\n# two\nif a:\n"), two[0]!],
      { 2: 1 },
      "# one\n# two\nif a:\n  x\nelse:\n  y\n",
      ["change", "change"],
    ],
    [
      "in lines that an edit before it wrote",
      "a\nb\n",
      [block("a\n", "x\nx\n"), block("x\n", "y\n")],
      { 2: 1 },
      "x\ny\nb\n",
      ["change", "change"],
    ],
    ["of characters", "a b a\r\na\r\n", [chars("a", "c")], { 1: 1 }, "a b c\r\na\r\n", ["change"]],
    ["after a BOM", "\uFEFFa a\n", [chars("a", "c")], { 1: 0 }, "\uFEFFc a\n", ["change"]],
    ["among places that overlap", "x\nx\nx\n", [block("x\nx\n", "y\n")], { 1: 1 }, "x\ny\n", ["change"]],
    [
      "of a candidate",
      "def f():\n    return 1\n",
      [block("def f():\n  return 1\n", "def f():\n  return 2\n")],
      { 1: 0 },
      "def f():\n    return 2\n",
      ["change"],
    ],
    [
      "of a hunk, with the other hunks",
      `top\n${TWICE}`,
      [patch(chunk("top\n", "TOP\n"), chunk("  x\n", "  y\n"))],
      { 1: 1 },
      "TOP\nif a:\n  x\nelse:\n  y\n",
      ["change"],
    ],
  ])("%s", (_, text, changes, choose, after, results) => {
    expect(placed(text, numbered(changes), choose)).toMatchObject({ text: after, results });
  });

  test("two hunks that match twice are placed one after the other", () => {
    const text = `${TWICE}m\nm\n`;
    const first = placed(text, [editOf(1, patch(chunk("  x\n", "  y\n"), chunk("m\n", "n\n")))], { 1: 1 });
    expect(first.results).toEqual(["ambiguous_anchor"]);
    expect(at(text, first.chosen)[0]!.message).toBe("Hunk 2 of block 1 matches 2 places in a.txt.");
    expect(placed(text, first.chosen, { 1: 0 })).toMatchObject({
      text: "if a:\n  x\nelse:\n  y\nn\nm\n",
      results: ["change"],
    });
  });

  test("in a file that changed since: not made, and its places are offered afresh, also a single one", () => {
    const { chosen } = placed(TWICE, [editOf(1, block("  x\n", "  y\n"))], { 1: 1 });
    const changed = "if a:\n  x\nelse:\n  w\n";
    expect(planOn({ "a.txt": changed }, chosen).results).toMatchObject([{ kind: "miss", why: { code: "STALE" } }]);
    const [open] = at(changed, chosen);
    expect([open!.message, open!.choices.map(({ line }) => line)]).toEqual([
      "a.txt changed after a place was chosen. The EDIT text of block 1 matches 1 place in a.txt.",
      [2],
    ]);
    expect(placed(changed, chosen, { 1: 0 }).text).toBe("if a:\n  y\nelse:\n  w\n");
  });
});

describe("whatever the file", () => {
  const line = fc.constantFrom("a\n", "b\n", "a\r\n", " a\n");
  const text = fc.array(line, { minLength: 2, maxLength: 12 }).map((lines) => lines.join(""));
  const find = fc.constantFrom("a\n", "b\n", "a\nb\n", "a\na\n", " a\n");

  test("a chosen place changes the chosen lines and nothing else", () => {
    fc.assert(
      fc.property(text, find, fc.constantFrom("x\n", "x\ny\n", ""), fc.nat(), (before, wanted, put, pick) => {
        const edits = [editOf(1, block(wanted, put))];
        const [open] = at(before, edits);
        fc.pre(open !== undefined && open.choices.every(({ rule }) => rule === null));
        const number = pick % open!.choices.length;
        const after = placed(before, edits, { 1: number }).text!;
        const lines = before.split(/(?<=\n)/);
        const from = open!.choices[number]!.line - 1;
        const size = wanted.split("\n").length - 1;
        const plain = (part: readonly string[]) => part.join("").replaceAll("\r\n", "\n");
        const head = lines.slice(0, from).join("");
        const tail = lines.slice(from + size).join("");
        expect(after.startsWith(head) && after.endsWith(tail)).toBe(true);
        expect(plain([after.slice(head.length, after.length - tail.length)])).toBe(put);
        expect(plain(lines.slice(from, from + size))).toBe(wanted);
      }),
    );
  });

  test("one more byte anywhere, and the chosen place is not used", () => {
    fc.assert(
      fc.property(text, find, fc.nat(), fc.nat(), (before, wanted, pick, where) => {
        const edits = [editOf(1, block(wanted, "x\n"))];
        const [open] = at(before, edits);
        fc.pre(open !== undefined);
        const { edit } = open!.choices[pick % open!.choices.length]!;
        const cut = where % (before.length + 1);
        const changed = `${before.slice(0, cut)}!${before.slice(cut)}`;
        const plan = planOn({ "a.txt": changed }, [edit]);
        expect([plan.files, plan.results[0]]).toMatchObject([[], { kind: "miss", why: { error: "stale" } }]);
      }),
    );
  });

  test("the diff of a place, applied by itself, gives what choosing it gives", () => {
    const long = fc.array(line, { minLength: 2, maxLength: 60 }).map((lines) => lines.join(""));
    fc.assert(
      fc.property(long, find, fc.constantFrom("x\n", "x\ny\n", ""), fc.nat(), (before, wanted, put, pick) => {
        const edits = [editOf(1, block(wanted, put))];
        const [open] = at(before, edits);
        fc.pre(open !== undefined);
        const number = pick % open!.choices.length;
        const { blocks } = parseAnswer(open!.choices[number]!.unified_diff, "udiff", { known: () => true });
        const changes = blocks.map((each) => (each.kind === "edit" ? each.change : block("none\n", "")));
        const plan = planOn({ "a.txt": before }, numbered(changes));
        expect(plan.results.map(({ kind }) => kind)).toEqual(["change"]);
        expect(treeAfter({ "a.txt": before }, plan)["a.txt"]).toBe(placed(before, edits, { 1: number }).text);
      }),
    );
  });
});

test("places in a large file are distinguished by the lines around them", () => {
  const text = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n".repeat(12_500);
  const [open] = at(text, [editOf(1, block("five\n", "5\n"))]);
  expect(open!.choices.map(({ line }) => line).slice(0, 3)).toEqual([5, 13, 21]);
  expect(open!.choices[2]!.unified_diff).toBe(
    "--- a/a.txt\n+++ b/a.txt\n@@ -18,7 +18,7 @@\n two\n three\n four\n-five\n+5\n six\n seven\n eight\n",
  );
});

test("very long lines are not shown thirty times", () => {
  const [open] = at(`${"a b ".repeat(100_000)}\n`, [editOf(1, chars("a b a", "c"))]);
  expect(open!.choices).toHaveLength(1);
  expect(open!.message).toMatch(/ matches 99999 places in a\.txt\. 1 of them can be chosen here\.$/);
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { diffHunks, type Text } from "../../text/index.ts";
import { chunk, editOf, patch, planOn, treeAfter, tried } from "../fixtures.ts";
import type { Change, Chunk } from "../types.ts";

const verse = "a\nx\nb\nx\nc\nx\nd\n";

describe("a file that has several headers in one answer", () => {
  const later = (find: string, put: string, line: number | null = null): Chunk => ({
    ...chunk(find, put, { line }),
    part: 1,
  });
  test.each<[string, string, Chunk[], string, string]>([
    ["both are for the file as it was", "1\n2\n3\n", [chunk("1\n", "A\n"), later("3\n", "C\n")], "A\n2\nC\n", "change"],
    [
      "the later is for what the first leaves",
      "1\n2\n",
      [chunk("2\n", "B\n"), later("B\n", "C\n")],
      "1\nC\n",
      "change",
    ],
    [
      "also where both touch the same lines",
      "1\n2\n3\n",
      [chunk("1\n2\n", "1\nB\n"), later("1\nB\n3\n", "A\nB\n3\n")],
      "A\nB\n3\n",
      "change",
    ],
    [
      "a line that appears twice after the first is not certain before it either",
      "x\n1\n2\n",
      [chunk("1\n", "2\n", { line: 2 }), later("2\n", "3\n", 2)],
      "x\n1\n2\n",
      "ambiguous_anchor",
    ],
    [
      "numbers choose where both readings agree",
      "x\na\nx\n",
      [chunk("a\n", "b\n", { line: 2 }), later("x\n", "y\n", 3)],
      "x\nb\ny\n",
      "change",
    ],
    ["fits neither way", "1\n2\n", [chunk("2\n", "B\n"), later("C\n", "D\n")], "1\n2\n", "anchor_not_found"],
  ])("%s", (_, before, chunks, after, result) =>
    expect(tried(before, patch(...chunks))).toEqual({ text: after, results: [result] }),
  );

  test("one result, with the changes of all parts and the new name", () => {
    const chunks = [chunk("1\n", "A\n"), later("A\n2\n", "A\nB\n")];
    const plan = planOn({ "a.txt": "1\n2\n" }, [editOf(1, { kind: "patch", chunks, to: "b.txt" })]);
    expect(plan.results).toEqual([
      { edit: "1", kind: "change", line: 1, matchLine: 1, linesChanged: 2, replacements: 2 },
    ]);
    expect(plan.files.map(({ path, to, result }) => [path, to, result])).toEqual([["a.txt", "b.txt", "A\nB\n"]]);
  });
});

describe("a hunk for a file without lines", () => {
  const filled = chunk("", "x\ny\n", { line: 1 });
  test.each<[string, Record<string, string>, Chunk[], Record<string, string>, string]>([
    ["makes the file that is not there", {}, [filled], { "a.txt": "x\ny\n" }, "change"],
    ["fills the one that is empty", { "a.txt": "" }, [filled], { "a.txt": "x\ny\n" }, "change"],
    ["adds before the first line", { "a.txt": "z\n" }, [filled], { "a.txt": "x\ny\nz\n" }, "change"],
    ["is not alone: the file must be there", {}, [filled, chunk("z\n", "Z\n")], {}, "file_not_found"],
    ["another line is one of a file", {}, [chunk("", "x\n", { line: 2 })], {}, "file_not_found"],
  ])("%s", (_, before, chunks, after, result) => {
    const plan = planOn(before, [editOf(1, patch(...chunks))]);
    expect(treeAfter(before, plan)).toEqual(after);
    expect(plan.results.map((each) => (each.kind === "miss" ? each.why.error : each.kind))).toEqual([result]);
  });

  test("makes anew the one that an edit before it took away", () => {
    const before = { "a.txt": "old\n" };
    const plan = planOn(before, [editOf(1, { kind: "delete" }), editOf(2, patch(filled))]);
    expect(treeAfter(before, plan)).toEqual({ "a.txt": "x\ny\n" });
    expect(plan.results.map(({ kind }) => kind)).toEqual(["change", "change"]);
  });
});

describe("adding what is already beside it", () => {
  const steps = (each: Chunk, signs: string): Chunk => ({ ...each, steps: signs });
  test.each<[string, string, Chunk, string, string]>([
    ["by number at the end", "a\nb\n", chunk("", "b\n", { line: 3 }), "a\nb\nb\n", "change"],
    ["by number, there", "a\nb\nb\n", chunk("", "b\n", { line: 3 }), "a\nb\nb\n", "already"],
    ["at the end", "a\nb\n", chunk("", "b\n", { end: true }), "a\nb\n", "already"],
    [
      "after the last of several",
      "a\na\na\n",
      steps(chunk("a\n", "a\na\na\n", { line: 3 }), " ++"),
      "a\na\na\na\na\n",
      "change",
    ],
    [
      "after the first of several",
      "a\na\na\nb\n",
      steps(chunk("a\n", "a\na\na\n", { line: 1 }), " ++"),
      "a\na\na\nb\n",
      "already",
    ],
    ["before the first of several", "a\na\n", steps(chunk("a\n", "a\na\n", { line: 1 }), "+ "), "a\na\na\n", "change"],
  ])("%s", (_, before, each, after, result) =>
    expect(tried(before, patch(each))).toEqual({ text: after, results: [result] }),
  );
});

describe("where a chunk goes", () => {
  test.each<[string, string, Chunk[], string, string]>([
    [
      "the only place, whatever the header says",
      "1\n2\n3\n",
      [chunk("2\n", "X\n", { line: 9 })],
      "1\nX\n3\n",
      "change",
    ],
    ["several places and no line", verse, [chunk("x\n", "X\n")], verse, "ambiguous_anchor"],
    [
      "several places, the header names one",
      verse,
      [chunk("x\n", "X\n", { line: 4 })],
      "a\nx\nb\nX\nc\nx\nd\n",
      "change",
    ],
    ["several places, the header names none", verse, [chunk("x\n", "X\n", { line: 3 })], verse, "ambiguous_anchor"],
    [
      "lines are those of the file before the patch",
      verse,
      [chunk("a\n", "a\nn\nn\n", { line: 1 }), chunk("x\n", "X\n", { line: 4 })],
      "a\nn\nn\nx\nb\nX\nc\nx\nd\n",
      "change",
    ],
    [
      "the header names one, but the hunk was made at the end of a file and fits there, too",
      "x\nb\nx\n",
      [{ ...chunk("x\n", "x\nn\n", { line: 1 }), steps: " +" }],
      "x\nb\nx\n",
      "ambiguous_anchor",
    ],
    [
      "the header names the end",
      "x\nb\nx\n",
      [{ ...chunk("x\n", "x\nn\n", { line: 3 }), steps: " +" }],
      "x\nb\nx\nn\n",
      "change",
    ],
    [
      "the hunk was made at the start of a file, and does not fit there",
      "a\nx\nb\nx\nc\n",
      [{ ...chunk("x\n", "n\nx\n", { line: 4 }), steps: "+ " }],
      "a\nx\nb\nn\nx\nc\n",
      "change",
    ],
    [
      "a header that is wrong elsewhere may not choose",
      verse,
      [chunk("c\n", "C\n", { line: 1 }), chunk("x\n", "X\n", { line: 4 })],
      verse,
      "ambiguous_anchor",
    ],
    [
      "also when it comes later",
      verse,
      [chunk("x\n", "X\n", { line: 4 }), chunk("d\n", "D\n", { line: 9 })],
      verse,
      "ambiguous_anchor",
    ],
    [
      "chunks in another order than the file",
      "1\n2\n3\n",
      [chunk("3\n", "C\n"), chunk("1\n", "A\n")],
      "A\n2\nC\n",
      "change",
    ],
    [
      "the same hunk twice",
      "a\nb\n",
      [chunk("a\nb\n", "a\nx\nb\n"), chunk("a\nb\n", "a\nx\nb\n")],
      "a\nb\n",
      "ambiguous_anchor",
    ],
    [
      "two that add after the same line",
      "a\nb\n",
      [chunk("a\n", "a\nx\n"), chunk("a\n", "a\ny\n")],
      "a\nb\n",
      "ambiguous_anchor",
    ],
    [
      "one adds after a line, one before the next",
      "a\nb\n",
      [chunk("a\n", "a\nx\n"), chunk("b\n", "y\nb\n")],
      "a\nx\ny\nb\n",
      "change",
    ],
    [
      "and the same line both times",
      "a\nb\n",
      [chunk("a\n", "a\nx\n"), chunk("b\n", "x\nb\n")],
      "a\nb\n",
      "ambiguous_anchor",
    ],
    [
      "both add at the end",
      "a\n",
      [chunk("", "x\n", { end: true }), chunk("", "y\n", { end: true })],
      "a\nx\ny\n",
      "change",
    ],
    [
      "lines around changes may be shared",
      "1\n2\n3\n4\n",
      [chunk("1\n2\n3\n", "1\n3\n"), chunk("3\n4\n", "3\nN\n4\n")],
      "1\n3\nN\n4\n",
      "change",
    ],
    [
      "changes may not",
      "one\n",
      [chunk("one\n", "first\n"), chunk("one\n", "second\n", { end: true })],
      "one\n",
      "ambiguous_anchor",
    ],
    [
      "one that is not there: none is made",
      "1\n2\n",
      [chunk("1\n", "A\n"), chunk("9\n", "B\n")],
      "1\n2\n",
      "anchor_not_found",
    ],
    ["at the end of the file", "x\na\nx\n", [chunk("x\n", "X\n", { end: true })], "x\na\nX\n", "change"],
    ["at the end, but it is not there", "x\na\n", [chunk("x\n", "X\n", { end: true })], "x\na\n", "anchor_not_found"],
    ["CRLF, one chunk in LF", "1\r\n2\r\n", [chunk("1\n2\n", "1\nn\n2\n")], "1\r\nn\r\n2\r\n", "change"],
  ])("%s", (_, before, chunks, after, result) =>
    expect(tried(before, patch(...chunks))).toEqual({ text: after, results: [result] }),
  );
});

describe("lines that are only added", () => {
  test.each<[string, string, Chunk[], string, string]>([
    ["before the line the header names", "1\n2\n", [chunk("", "n\n", { line: 2 })], "1\nn\n2\n", "change"],
    ["at the start", "1\n2\n", [chunk("", "n\n", { line: 1 })], "n\n1\n2\n", "change"],
    ["one past the last line is the end", "1\n2\n", [chunk("", "n\n", { line: 3 })], "1\n2\nn\n", "change"],
    ["further is nowhere", "1\n2\n", [chunk("", "n\n", { line: 4 })], "1\n2\n", "anchor_not_found"],
    [
      "not when another header is wrong",
      "1\n2\n",
      [chunk("2\n", "B\n", { line: 1 }), chunk("", "n\n", { line: 2 })],
      "1\n2\n",
      "anchor_not_found",
    ],
    ["at the end of the file", "1\n2\n", [chunk("", "n\n", { end: true })], "1\n2\nn\n", "change"],
    [
      "at the end, before a change of the last lines",
      "1\n2\n3\n",
      [chunk("", "n\n", { end: true }), chunk("1\n2\n3\n", "1\nX\n")],
      "1\nX\nn\n",
      "change",
    ],
    ["into an empty file", "", [chunk("", "n\n")], "n\n", "change"],
    ["without a word where", "1\n", [chunk("", "n\n")], "1\n", "anchor_not_found"],
    ["after a named line", "1\n2\n", [chunk("", "n\n", { after: ["1"] })], "1\nn\n2\n", "change"],
    [
      "after a line that is there twice",
      "1\n2\n1\n",
      [chunk("", "n\n", { after: ["1"] })],
      "1\n2\n1\n",
      "ambiguous_anchor",
    ],
    ["after a last line without a newline", "1\r\n2", [chunk("", "n\n", { end: true })], "1\r\n2\r\nn", "change"],
  ])("%s", (_, before, chunks, after, result) =>
    expect(tried(before, patch(...chunks))).toEqual({ text: after, results: [result] }),
  );
});

const classes = "class A:\n  def f():\n    pass\n  def g():\n    pass\nclass B:\n  def f():\n    pass\n";

describe("lines named after @@", () => {
  test.each<[string, string, Chunk[], string, string]>([
    [
      "leave one place",
      "fn a\nx\nfn b\nx\n",
      [chunk("x\n", "X\n", { after: ["fn b"] })],
      "fn a\nx\nfn b\nX\n",
      "change",
    ],
    [
      "leave two",
      "fn a\nx\nfn b\nx\n",
      [chunk("x\n", "X\n", { after: ["fn a"] })],
      "fn a\nx\nfn b\nx\n",
      "ambiguous_anchor",
    ],
    [
      "enclose one",
      classes,
      [chunk("    pass\n", "    return\n", { after: ["class A:", "  def g():"] })],
      classes.replace("g():\n    pass", "g():\n    return"),
      "change",
    ],
    [
      "enclose one, written without spaces",
      classes,
      [chunk("    pass\n", "    return\n", { after: ["class A:", "def f():"] })],
      classes.replace("pass", "return"),
      "change",
    ],
    [
      "enclose several",
      classes,
      [chunk("    pass\n", "    return\n", { after: ["def f():"] })],
      classes,
      "ambiguous_anchor",
    ],
    [
      "are parts of lines",
      "export class A extends B {\n  x\n}\n",
      [chunk("  x\n", "  X\n", { after: ["class A"] })],
      "export class A extends B {\n  X\n}\n",
      "change",
    ],
    [
      "are parts of one line each, and narrow",
      "class A:\n  def f(self):\n    pass\nclass B:\n  def f(self):\n    pass\n",
      [chunk("    pass\n", "    return\n", { after: ["class B"] })],
      "class A:\n  def f(self):\n    pass\nclass B:\n  def f(self):\n    return\n",
      "change",
    ],
    [
      "are parts of one line each, after the one before",
      "class A:\n  def f(self):\n    pass\nclass B:\n  def f(self):\n    pass\n",
      [chunk("    pass\n", "    return\n", { after: ["class B", "def f"] })],
      "class A:\n  def f(self):\n    pass\nclass B:\n  def f(self):\n    return\n",
      "change",
    ],
    [
      "are parts of several lines, and do not narrow",
      "class A:\n  pass\nclass A2, class A:\n  pass\n",
      [chunk("  pass\n", "  return\n", { after: ["class A"] })],
      "class A:\n  pass\nclass A2, class A:\n  pass\n",
      "ambiguous_anchor",
    ],
    [
      "are parts of words",
      "class Abc:\n  x\n",
      [chunk("  x\n", "  X\n", { after: ["class A"] })],
      "class Abc:\n  x\n",
      "anchor_not_found",
    ],
    [
      "are parts of lines, with nothing but lines to add",
      "def f(a,\n      b):\n  x\n",
      [chunk("", "  n\n", { after: ["def f"] })],
      "def f(a,\n      b):\n  x\n",
      "anchor_not_found",
    ],
    ["are not there", "fn a\nx\n", [chunk("x\n", "X\n", { after: ["fn b"] })], "fn a\nx\n", "anchor_not_found"],
    ["come after the text", "x\nfn a\n", [chunk("x\n", "X\n", { after: ["fn a"] })], "x\nfn a\n", "anchor_not_found"],
    [
      "begin the text themselves",
      "fn a\nx\n",
      [chunk("fn a\nx\n", "fn a\nX\n", { after: ["fn a"] })],
      "fn a\nX\n",
      "change",
    ],
  ])("%s", (_, before, chunks, after, result) =>
    expect(tried(before, patch(...chunks))).toEqual({ text: after, results: [result] }),
  );
});

describe("the last newline", () => {
  test.each<[string, string, Chunk[], string, string]>([
    ["is taken away", "a\nb\n", [chunk("a\nb\n", "a\nb", { new: true })], "a\nb", "change"],
    ["is put in", "a\nb", [chunk("b", "b\n", { old: true })], "a\nb\n", "change"],
    ["is put in with CRLF", "a\r\nb", [chunk("b", "b\n", { old: true })], "a\r\nb\r\n", "change"],
    ["is missing on both sides", "a\nb", [chunk("b", "c", { old: true, new: true })], "a\nc", "change"],
    ["is not spoken of, and missing", "a\nb", [chunk("b\n", "c\n")], "a\nc", "change"],
    [
      "is said to be missing, but is there",
      "a\nb\n",
      [chunk("b", "c", { old: true, new: true })],
      "a\nb\n",
      "anchor_not_found",
    ],
    ["is to be taken away, but is missing", "a\nb", [chunk("b\n", "b", { new: true })], "a\nb", "anchor_not_found"],
    ["is to be put in, but is there", "a\nb\n", [chunk("b", "b\n", { old: true })], "a\nb\n", "anchor_not_found"],
    [
      "is said to be missing in the middle",
      "a\nb\nc",
      [chunk("b", "x", { old: true, new: true })],
      "a\nb\nc",
      "anchor_not_found",
    ],
    ["a new file's last line has none", "", [chunk("", "a\nb", { new: true, line: 1 })], "a\nb", "change"],
  ])("%s", (_, before, chunks, after, result) =>
    expect(tried(before, patch(...chunks))).toEqual({ text: after, results: [result] }),
  );
});

test("the patch decides which of two equal lines goes; endings distinguish them", () => {
  const first = { ...chunk("same\nsame\n", "same\n"), steps: "- " };
  const second = { ...chunk("same\nsame\n", "same\n"), steps: " -" };
  expect(tried("same\r\nsame\n", patch(first)).text).toBe("same\n");
  expect(tried("same\r\nsame\n", patch(second)).text).toBe("same\r\n");
});

test("what a patch counts", () => {
  const plan = planOn({ "a.txt": "1\n2\n3\n4\n5\n" }, [
    editOf(1, patch(chunk("4\n5\n", "4\nX\nY\n"), chunk("1\n2\n", "2\n"))),
  ]);
  expect(plan.results).toEqual([
    { edit: "1", kind: "change", line: 1, matchLine: 1, linesChanged: 3, replacements: 2 },
  ]);
});

/** The difference of two texts as a model's perfect patch: hunks with line numbers and three lines around. */
function patchBetween(before: string, after: string, context: number): Change {
  const chunks = diffHunks(before as Text, after as Text, context).map((hunk): Chunk => {
    const side = (out: "removed" | "added"): string[] =>
      hunk.lines.filter(({ kind }) => kind !== out).map(({ text }) => text);
    const old = side("added");
    const fresh = side("removed");
    return {
      find: old.join(""),
      put: fresh.join(""),
      at: { line: hunk.oldCount === 0 ? hunk.oldStart + 1 : hunk.oldStart, after: [], end: false },
      noFinalNewline: { old: isUnterminated(old), new: isUnterminated(fresh) },
      steps: hunk.lines.map(({ kind }) => ({ context: " ", removed: "-", added: "+" })[kind]).join(""),
    };
  });
  return { kind: "patch", chunks, to: null };
}

function isUnterminated(lines: readonly string[]): boolean {
  return lines.length > 0 && !lines.at(-1)!.endsWith("\n");
}

const lines = fc.array(fc.constantFrom("a", "b", "c", "d", ""), { maxLength: 14 });
const texts = fc
  .tuple(lines, fc.constantFrom("", "end"))
  .map(([all, last]) => all.map((line) => `${line}\n`).join("") + last);

test("a patch made from two texts turns one into the other", () => {
  fc.assert(
    fc.property(texts, texts, fc.constantFrom(0, 1, 3), (before, after, context) => {
      fc.pre(before !== after);
      const { text, results } = tried(before, patchBetween(before, after, context));
      // Lines that are added may stand there already, and then nothing has to be done for them.
      if (results[0] === "change") expect(text).toBe(after);
      else expect(text).toBe(before);
    }),
    { numRuns: 400 },
  );
});

test("it is refused only when some lines it adds are there already", () => {
  const distinct = fc.uniqueArray(fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz"), { maxLength: 20 });
  fc.assert(
    fc.property(distinct, distinct, fc.constantFrom(0, 1, 3), (old, fresh, context) => {
      const before = old.map((line) => `${line}\n`).join("");
      const after = fresh.map((line) => `${line}!\n`).join("");
      fc.pre(before !== after);
      expect(tried(before, patchBetween(before, after, context))).toEqual({ text: after, results: ["change"] });
    }),
  );
});

test("the same patch on the same lines with other endings keeps those", () => {
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const change = patchBetween(before, after, 3);
      fc.pre(before.includes("\n") && before !== after && tried(before, change).results[0] === "change");
      expect(tried(before.replaceAll("\n", "\r\n"), change).text).toBe(after.replaceAll("\n", "\r\n"));
    }),
  );
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { block, chars, chunk, editOf, patch, planOn, treeAfter } from "./stand-in.ts";
import type { Candidate, Change } from "./types.ts";

function candidateOf(text: string, change: Change): Candidate | null {
  const [result] = planOn({ "a.txt": text }, [editOf(1, change)]).results;
  return result?.kind === "miss" ? (result.why.diagnostics?.candidate ?? null) : null;
}

/** The rule's name and the text after a person accepted, or null. */
function accepted(text: string, change: Change): readonly [string, string] | null {
  const candidate = candidateOf(text, change);
  if (candidate === null) return null;
  const plan = planOn({ "a.txt": text }, [editOf(1, candidate.change)]);
  return [candidate.rule, treeAfter({ "a.txt": text }, plan)["a.txt"]!];
}

describe("one named rule finds one place", () => {
  test.each<[string, string, Change, string, string]>([
    ["blanks at a line's end", "a  \nb\n", block("a\nb\n", "a\nB\n"), "line-end-blanks", "a  \nB\n"],
    ["blanks the writer added", "a\nb\n", block("a \nb\n", "a \nB\n"), "line-end-blanks", "a\nB\n"],
    [
      "deeper in the file",
      "  if x:\n    y\n",
      block("if x:\n  y\n", "if x:\n  z\n  w\n"),
      "indentation-shift",
      "  if x:\n    z\n    w\n",
    ],
    [
      "less deep in the file",
      "if x:\n  y\n",
      block("  if x:\n    y\n", "  if x:\n    z\n"),
      "indentation-shift",
      "if x:\n  z\n",
    ],
    [
      "tabs for blanks",
      "f() {\n\tx;\n}\n",
      block("f() {\n    x;\n}\n", "f() {\n    x;\n        y;\n}\n"),
      "indentation-shift",
      "f() {\n\tx;\n\t\ty;\n}\n",
    ],
    [
      "blanks for tabs",
      "f() {\n  x;\n}\n",
      block("f() {\n\tx;\n}\n", "f() {\n\ty;\n}\n"),
      "indentation-shift",
      "f() {\n  y;\n}\n",
    ],
    ["quotes", "say “hi”\nx\n", block('say "hi"\nx\n', 'say "hi"\ny\n'), "look-alike", "say “hi”\ny\n"],
    ["a dash and a no-break space", "a – b\u00a0c\n", block("a - b c\n", "new\n"), "look-alike", "new\n"],
    ["a zero-width space", "a\u200bb\n", block("ab\n", "cd\n"), "look-alike", "cd\n"],
    ["a blank line too few", "a\n\nb\nc\n", block("a\nb\nc\n", "a\nB\nc\n"), "blank-lines", "a\n\nB\nc\n"],
    ["a blank line too many", "a\nb\nc\n", block("a\n\nb\nc\n", "a\n\nb\nC\n"), "blank-lines", "a\nb\nC\n"],
    ["blank lines around it", "x\na\nb\ny\n", block("\na\nb\n\n", "\nA\nb\n\n"), "blank-lines", "x\nA\nb\ny\n"],
    [
      "lines left out",
      "f:\n  a\n  b\n  c\n  end\n",
      block("f:\n  a\n  ...\n  end\n", "f:\n  A\n  ...\n  end\n"),
      "elision",
      "f:\n  A\n  b\n  c\n  end\n",
    ],
    [
      "lines left out in a comment",
      "a\nb\nc\nd\n",
      block("a\n// ... existing code ...\nd\n", "a\n// ... existing code ...\nD\n"),
      "elision",
      "a\nb\nc\nD\n",
    ],
    ["CRLF stays", "a  \r\nb\r\n", block("a\nb\n", "a\nB\n"), "line-end-blanks", "a  \r\nB\r\n"],
    ["inside a line", "x = ‘a’;\n", chars("= 'a'", "= 'b'"), "look-alike", "x = 'b';\n"],
    ["a hunk", "  a\n  b\n", patch(chunk("a\nb\n", "a\nB\n")), "indentation-shift", "  a\n  B\n"],
    [
      "two hunks",
      "  a\nm\n  z\n",
      patch(chunk("a\n", "A\n"), chunk("m\n", "M\n"), chunk("z\n", "Z\n")),
      "indentation-shift",
      "  A\nM\n  Z\n",
    ],
  ])("%s", (_, before, change, rule, after) => expect(accepted(before, change)).toEqual([rule, after]));
});

describe("nothing is proposed", () => {
  test.each<[string, string, Change]>([
    ["two places fit", "  a\nx\n  a\n", block("a\n", "b\n")],
    ["two places under the stricter rule, one under none", "a \nx\na  \n", block("a\n", "b\n")],
    ["the lines are shifted differently", "  a\n      b\n", block("a\nb\n", "a\nB\n")],
    ["a new line is less deep than what is taken off", "a\n  b\n", block("    a\n      b\n", "    a\n  c\n")],
    ["blanks between words", "a  b\n", block("a b\n", "c\n")],
    ["lines left out on one side only", "a\nb\nc\n", block("a\n...\nc\n", "a\nx\nc\n")],
    ["lines left out, and an end stands twice", "a\nb\nc\nc\n", block("a\n...\nc\n", "A\n...\nc\n")],
    ["another hunk has no place at all", "  a\nm\n", patch(chunk("a\n", "A\n"), chunk("q\n", "Q\n"))],
    ["another hunk has two places", "  a\nm\nm\n", patch(chunk("a\n", "A\n"), chunk("m\n", "M\n"))],
    ["other words", "alpha\nbeta\n", block("gamma\n", "delta\n")],
  ])("%s", (_, before, change) => expect(candidateOf(before, change)).toBeNull());
});

test("the diff is the one that accepting makes", () => {
  expect(candidateOf("x\n  a\n  b\ny\n", block("a\nb\n", "a\nB\n"))).toEqual({
    rule: "indentation-shift",
    line: 2,
    unified_diff: "--- a/a.txt\n+++ b/a.txt\n@@ -1,4 +1,4 @@\n x\n   a\n-  b\n+  B\n y\n",
    change: block("  a\n  b\n", "  a\n  B\n"),
  });
});

test("a proposal, accepted, changes only lines of its place", () => {
  const line = fc.constantFrom("a", "b", "  a", "\ta", "a ", "“a”", '"a"', "", "...");
  const some = fc.array(line, { minLength: 1, maxLength: 4 }).map((all) => all.map((each) => `${each}\n`).join(""));
  fc.assert(
    fc.property(some, some, some, some, (head, middle, tail, put) => {
      const text = `1\n${head}${middle}${tail}2\n`;
      const after = accepted(text, block(middle.replaceAll(" ", ""), put));
      if (after === null) return;
      expect(after[1].startsWith("1\n") && after[1].endsWith("2\n")).toBe(true);
    }),
    { numRuns: 300 },
  );
});

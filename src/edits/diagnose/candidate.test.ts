import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { block, chars, chunk, editOf, patch, planOn, treeAfter } from "../fixtures.ts";
import type { Candidate, Change } from "../types.ts";

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
    ["lines shifted differently", "  a\n      b\n", block("a\nb\n", "a\nB\n"), "indentation-by-line", "  a\n      B\n"],
    [
      "one line alone is off",
      "if (x) {\n  a();\n    b();\n}\n",
      block("if (x) {\n  a();\n  b();\n}\n", "if (x) {\n  a();\n  b();\n  c();\n}\n"),
      "indentation-by-line",
      "if (x) {\n  a();\n    b();\n    c();\n}\n",
    ],
    [
      "whitespace inside a line",
      "f( a,b )\nx\n",
      block("f(a, b)\nx\n", "f(a, b)\ny\n"),
      "whitespace-inside",
      "f( a,b )\ny\n",
    ],
    ["tabs inside a line", "a\t= 1\n", block("a = 1\n", "a = 2\n"), "whitespace-inside", "a = 2\n"],
    [
      "line numbers",
      "x\n  a\n\n  b\n",
      block("2|  a\n3|\n4|  b\n", "2|  a\n3|\n4|  c\n"),
      "line-numbers",
      "x\n  a\n\n  c\n",
    ],
    [
      "line numbers with a space after them",
      "x\n  a\n  b\n",
      block(" 2 |   a\n 3 |   b\n", "  c\n"),
      "line-numbers",
      "x\n  c\n",
    ],
    ["line numbers with a tab", "a\nb\n", block("     1\ta\n     2\tb\n", "     1\tA\n"), "line-numbers", "A\n"],
    [
      "a composed letter in the text",
      "cafe\u0301 = 1\nx\n",
      block("caf\u00e9 = 1\nx\n", "caf\u00e9 = 1\ny\n"),
      "unicode-form",
      "cafe\u0301 = 1\ny\n",
    ],
    ["a decomposed letter in the text", "\u00fc\n", block("u\u0308\n", "v\n"), "unicode-form", "v\n"],
    [
      "a line after @@ that is nowhere",
      "def p\n  a\n",
      patch(chunk("  a\n", "  A\n", { after: ["def q"] })),
      "context-line",
      "def p\n  A\n",
    ],
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
    ["lines shifted differently, and a new line is indented like none", "  a\n      b\n", block("a\nb\n", "a\n   B\n")],
    ["a new line is less deep than what is taken off", "a\n  b\n", block("    a\n      b\n", "    a\n  c\n")],
    ["words that run together", "ab(c)\n", block("a b(c)\n", "c\n")],
    ["line numbers, in some new lines only", "a\nb\n", block("1| a\n2| b\n", "1| a\nc\n")],
    ["line numbers that do not count up", "a\nb\n", block("4: a\n9: b\n", "c\n")],
    ["line numbers, and two places", "a\nx\na\n", block("1|a\n", "b\n")],
    ["another Unicode form, in two places", "e\u0301\nx\ne\u0301\n", block("\u00e9\n", "b\n")],
    ["a line after @@ that is nowhere, and two places", "a\nx\na\n", patch(chunk("a\n", "A\n", { after: ["def q"] }))],
    ["lines left out on one side only", "a\nb\nc\n", block("a\n...\nc\n", "a\nx\nc\n")],
    ["lines left out, and an end stands twice", "a\nb\nc\nc\n", block("a\n...\nc\n", "A\n...\nc\n")],
    ["another hunk has no place at all", "  a\nm\n", patch(chunk("a\n", "A\n"), chunk("q\n", "Q\n"))],
    ["another hunk has two places", "  a\nm\nm\n", patch(chunk("a\n", "A\n"), chunk("m\n", "M\n"))],
    ["other words", "alpha\nbeta\n", block("gamma\n", "delta\n")],
    ["the new text has the file's own indentation", "    a\n    b\n", block("a\nb\n", "    a\n    B\n")],
    ["the same, less deep in the file", "a\nb\n", block("    a\n    b\n", "a\nB\n")],
    ["the same, in tabs", "\ta\n\tb\n", block("    a\n    b\n", "\ta\n\tB\n")],
    ["some of the new lines have it", "    a\n    b\n", block("a\nb\n", "a\n    b\nc\n")],
    ["a new line is less deep than the old ones", "    a\n", block("  a\n", "b:\n  a\n")],
    ["a hunk", "    a\n    b\n", patch(chunk("a\nb\n", "    a\n    B\n"))],
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

describe("a line that the edit does not change keeps the file's indentation", () => {
  const word = fc.constantFrom("alpha", "beta", "gamma", "delta", "");
  const depth = fc.integer({ min: 0, max: 3 });
  const styles = [
    { name: "as it is", indent: (at: number) => "  ".repeat(at) },
    { name: "deeper", indent: (at: number) => "  ".repeat(at + 2) },
    { name: "tabs", indent: (at: number) => "\t".repeat(at) },
    { name: "wider", indent: (at: number) => "    ".repeat(at) },
    { name: "line ends", indent: (at: number) => "  ".repeat(at), end: "  " },
  ];
  const style = fc.constantFrom(...styles);
  const rows = fc.array(fc.record({ word, depth, changes: fc.boolean() }), {
    minLength: 1,
    maxLength: 5,
  });
  type Row = { readonly word: string; readonly depth: number };
  const written = (all: readonly Row[], { indent, end = "" }: (typeof styles)[number]): string =>
    all.map((row, at) => (row.word === "" ? "\n" : `${indent(row.depth)}${row.word}${at}${end}\n`)).join("");

  test("whatever the indentation of the file, of the old text and of the new", () =>
    fc.assert(
      fc.property(rows, style, style, style, (all, file, old, fresh) => {
        const wanted = all.map((row) => (row.changes && row.word !== "" ? { ...row, word: `new-${row.word}` } : row));
        const text = `first\n${written(all, file)}last\n`;
        const after = accepted(text, block(written(all, old), written(wanted, fresh)));
        if (after === null) return;
        const lines = after[1].split("\n").map((line) => line.trimEnd());
        // An old text with the file's own indentation: then the new text means its indentation as it is.
        const full = all.filter(({ word: name }) => name !== "");
        const isExact = full.every((row) => old.indent(row.depth) === file.indent(row.depth));
        const { indent } = isExact ? fresh : file;
        for (const [at, row] of all.entries())
          if (row.word !== "" && !row.changes) expect(lines).toContain(`${indent(row.depth)}${row.word}${at}`);
      }),
      { numRuns: 2000 },
    ));
});

test("blank lines that differ move no line of words", () => {
  const gap = fc.integer({ min: 0, max: 2 });
  const rows = fc.array(
    fc.record({ indent: fc.constantFrom("", "  "), file: gap, old: gap, fresh: gap, changes: fc.boolean() }),
    {
      minLength: 1,
      maxLength: 5,
    },
  );
  const full = (text: string): string[] => text.split("\n").filter((line) => line.trim() !== "");
  fc.assert(
    fc.property(rows, (all) => {
      const written = (side: "file" | "old" | "fresh"): string =>
        all
          .map(({ indent, changes, ...gaps }, at) => {
            const word = side === "fresh" && changes ? "new" : "line";
            return `${indent}${word}${at}\n${"\n".repeat(gaps[side])}`;
          })
          .join("");
      const after = accepted(`first\n${written("file")}last\n`, block(written("old"), written("fresh")));
      if (after !== null) expect(full(after[1])).toEqual(["first", ...full(written("fresh")), "last"]);
    }),
    { numRuns: 2000 },
  );
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

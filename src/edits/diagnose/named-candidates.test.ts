// What is said where a softer rule finds the place, and where text is several times: the words must be true and help.

import { describe, expect, test } from "vitest";
import { block, editOf, planOn } from "../fixtures.ts";
import { describeBlocks, firstProblem } from "../formats/describe-blocks.ts";
import { Draft } from "../plan/draft/draft.ts";
import type { Change } from "../types.ts";
import { propose, proposeByNumbers } from "./candidate.ts";
import { SoftLines } from "./soften.ts";

function missOf(text: string, change: Change) {
  const [result] = planOn({ "a.txt": text }, [editOf(1, change)]).results;
  if (result?.kind !== "miss") throw new Error("it was made");
  return result.why;
}

describe("diagnostics", () => {
  test("line numbers show the line that is meant", () => {
    const file = "one\ntwo\nthree\ntwo point five\n";
    const { message, diagnostics } = missOf(file, block("3| three\n", "3| THREE\n"));
    expect(message).toContain("Its lines begin with line numbers. Without them it is in the file.");
    expect(diagnostics?.nearest).toEqual([{ line: 3, text: "three" }]);
  });

  test.each([
    ["a bar", (at: number) => `${at} | `],
    ["a line of a box", (at: number) => `${at}│ `],
    ["a tab", (at: number) => `  ${at}\t`],
    ["a letter", (at: number) => `L${at}: `],
    ["brackets", (at: number) => `[${at}] `],
    ["parentheses", (at: number) => `(${at}) `],
    ["a point", (at: number) => `${at}. `],
    ["grep's context", (at: number) => `${at}- `],
    ["zeros", (at: number) => `${String(at).padStart(4, "0")} `],
    ["two spaces", (at: number) => `${String(at).padStart(4)}  `],
  ])("line numbers with %s are taken off the old and the new text", (_, number) => {
    const own = ["if x:", "    y()", "", "    z()"];
    const numbered = (lines: readonly string[]): string =>
      lines.map((line, at) => (line === "" ? "\n" : `${number(at + 9)}${line}\n`)).join("");
    const { diagnostics } = missOf(`${own.join("\n")}\n`, block(numbered(own), numbered(["if a:", ...own.slice(1)])));
    expect(diagnostics?.candidate).toMatchObject({ rule: "line-numbers", line: 1 });
    expect(diagnostics?.candidate?.unified_diff).toContain("-if x:\n+if a:\n     y()\n");
  });

  test("HTML-escaped text is named, and offered unescaped in the old and the new text", () => {
    const file = "function App() {\n  return <b>&amp;</b>;\n}\n";
    const escaped = block("  return &lt;b&gt;&amp;amp;&lt;/b&gt;;\n", "  return &lt;i&gt;&#39;&lt;/i&gt;;\n");
    const { message, diagnostics } = missOf(file, escaped);
    expect(message).toContain("HTML-escaped");
    expect(message).toContain("Unescaped, it is in the file.");
    expect(diagnostics).toMatchObject({ cause: "marker_damage", nearest: [{ line: 2 }] });
    expect(diagnostics?.candidate).toMatchObject({ rule: "html-escaped", line: 2 });
    expect(diagnostics?.candidate?.unified_diff).toContain("-  return <b>&amp;</b>;\n+  return <i>'</i>;\n");
  });

  test.each([
    ["it fits several places", "a < b\na < b\n"],
    ["it fits none", "a > b\n"],
  ])("HTML-escaped text is not offered where %s", (_, file) =>
    expect(missOf(file, block("a &lt; b\n", "x\n")).diagnostics?.candidate).toBeNull(),
  );

  test("one leading space is indentation, not a diff", () => {
    const { message, diagnostics } = missOf("alpha\nbeta\n", block(" alpha\n beta\n", " x\n"));
    expect(message).not.toContain("signs of a diff");
    expect(diagnostics).toMatchObject({ cause: "indentation", candidate: { rule: "indentation-shift" } });
  });

  test("letters in another Unicode form are spelled out", () =>
    expect(missOf("x\ncafe\u0301!\n", block("caf\u00e9!\n", "y\n"))).toMatchObject({
      message: expect.stringContaining(
        "Line 2 has e\u0301 as U+0065 U+0301; your text has \u00e9 as U+00E9.",
      ) as string,
      diagnostics: { cause: "look_alike" },
    }));

  test("a place among several is named by what it is in", () => {
    const file = "def one():\n\n    x = 1\n\ndef two():\n    if y:\n        z()\n\n    x = 1\n\nx = 1\n";
    const { message } = missOf(file, block("    x = 1\n", "    x = 2\n"));
    expect(message).toContain('line 3: in "def one():"\nline 9: in "def two():"');
    const top = missOf("\na\n\nb\n\na\n", block("a\n", "c\n")).message;
    expect(top).toContain('line 2: at the start of the file\nline 6: after "b"');
  });

  test.each([">>>>>>> REPLACE<", ">>>>>>> REPLACE>>", ">>>> REPLACE"])("a damaged end: %s", (end) => {
    const bad = `a.ts\n<<<<<<< SEARCH\none\n=======\n1\n${end}\n`;
    const good = "b.ts\n<<<<<<< SEARCH\none\n=======\n1\n>>>>>>> REPLACE\n";
    expect(describeBlocks(bad + good, "auto")).toEqual(["! a.ts malformed_block", "b.ts: one/ → 1/"]);
    expect(firstProblem(bad, "auto")).toContain(
      `${JSON.stringify(end)} on line 6 of the answer looks like the end of the block`,
    );
  });

  test("an end without its space is only likely to be one", () =>
    expect(describeBlocks("a.ts\n<<<<<<< SEARCH\none\n=======\n1\n>>>>>>>REPLACE\n", "auto")).toEqual([
      "a.ts: ? one/ → 1/",
    ]));

  test("the advice for an escaped hint does not lead to another refusal", () => {
    const answer = "a.ts\n<<<<<<< SEARCH\none\n=======\n\\:start_line:5\n>>>>>>> REPLACE\n";
    expect(firstProblem(answer, "auto")).toContain("Send this change as a unified diff");
    expect(describeBlocks("--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-one\n+:start_line:5\n", "auto")).toEqual([
      "a.ts: @1[one/ → :start_line:5/]",
    ]);
  });
});

// Nothing is counted here: a search that is not linear takes minutes on these, and the test runs out of time.
test.each<[string, string, readonly string[]]>([
  ["numbered lines", "a\n".repeat(100_000), Array.from({ length: 20_000 }, (_, at) => `${at + 1}| a`)],
  ["indentation", "  a\n".repeat(100_000), Array.from({ length: 20_000 }, (_, at) => " ".repeat(at % 3) + "a")],
  ["letters", "e\u0301\n".repeat(100_000), Array.from({ length: 20_000 }, () => "\u00e9")],
  ["one long line", `${"e\u0301 ".repeat(300_000)}\n`, [`${"\u00e9  ".repeat(300_000)}`]],
])("a large file: %s", (_, file, find) => {
  const draft = new Draft(file);
  const wanted = { find, put: find.map((line) => `${line}!`) };
  expect(proposeByNumbers(draft, wanted) ?? propose(draft, new SoftLines(draft), wanted)).toBe(null);
});

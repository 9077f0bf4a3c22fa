// Blocks whose text has a line that could be one of their own markers: from the answer to the file after it.

import { describe, expect, test } from "vitest";
import type { WorkspacePath } from "../../base/index.ts";
import { parseAnswer } from "../formats/parse.ts";
import { editOf, planOn, treeAfter } from "../fixtures.ts";

type Tree = Readonly<Record<string, string>>;

function lines(...all: readonly string[]): string {
  return `${all.join("\n")}\n`;
}

/** The tree after the answer, and what became of each block. */
function applied(answer: string, tree: Tree): readonly [Tree, readonly string[]] {
  const { blocks } = parseAnswer(answer, "auto", { known: (path) => Object.hasOwn(tree, path) });
  const edits = blocks.flatMap((block, at) =>
    block.kind === "edit"
      ? [{ ...editOf(at + 1, block.change), path: block.path as WorkspacePath, source: block.source }]
      : [],
  );
  const plan = planOn(tree, edits);
  const results = new Map(plan.results.map((result) => [result.edit as string, result]));
  const said = blocks.map((block, at) => {
    if (block.kind === "broken") return block.error;
    const result = results.get(String(at + 1))!;
    return result.kind === "miss" ? result.why.error : result.kind;
  });
  return [treeAfter(tree, plan), said];
}

const search = (path: string, ...body: readonly string[]): string =>
  lines(path, "<<<<<<< SEARCH", ...body, ">>>>>>> REPLACE");

describe("dividers in the text of a SEARCH/REPLACE block", () => {
  test.each<[string, string, string | null, string, string | null]>([
    [
      "said twice, and the file has it after the old text",
      search("a", "Title", "=======", "======="),
      "Title\n=======\n\nbody\n",
      "malformed_block",
      "Title\n=======\n\nbody\n",
    ],
    [
      "said twice, in a file without such lines",
      search("a", "Title", "=======", "======="),
      "Title\nx\n",
      "change",
      "x\n",
    ],
    [
      "said twice, in a file with lines of signs",
      search("a", "-------", "=======", "======="),
      "Title\n-------\nx\n",
      "malformed_block",
      "Title\n-------\nx\n",
    ],
    [
      "said three times",
      search("a", "Title", "=======", "=======", "======="),
      "Title\n=======\nx\n",
      "malformed_block",
      "Title\n=======\nx\n",
    ],
    [
      "in the new text",
      search("a", "Intro", "=======", "Head", "=======", "Intro"),
      "Intro\nx\n",
      "change",
      "Head\n=======\nIntro\nx\n",
    ],
    [
      "in the old text",
      search("a", "Head", "=======", "Intro", "=======", "New"),
      "Head\n=======\nIntro\nx\n",
      "malformed_block", // "Head" alone fits, too.
      "Head\n=======\nIntro\nx\n",
    ],
    [
      "in the old text, which alone fits",
      search("a", "=======", "Intro", "=======", "New"),
      "Head\n=======\nIntro\nx\n",
      "change",
      "Head\nNew\nx\n",
    ],
    ["in a new file", search("a", "=======", "Head", "=======", "x"), null, "change", "Head\n=======\nx\n"],
    [
      "of another length than the markers",
      search("a", "Head", "=====", "=======", "New", "====="),
      "Head\n=====\nx\n",
      "change",
      "New\n=====\nx\n",
    ],
    ["that fit nowhere", search("a", "p", "=======", "q", "=======", "r"), "x\n", "malformed_block", "x\n"],
    [
      "the old text of one reading is in several places",
      search("a", "Head", "=======", "x", "=======", "y"),
      "Head\n=======\nx\nHead\n",
      "malformed_block",
      "Head\n=======\nx\nHead\n",
    ],
  ])("%s", (_, answer, before, kind, after) => {
    const [tree, said] = applied(answer, before === null ? {} : { a: before });
    expect([said, tree["a"] ?? null]).toEqual([[kind], after]);
  });
});

describe("a line that could end the block comes twice", () => {
  const unchanged = { a: "x\nq\n" };
  test.each<[string, string]>([
    ["search/replace", search("a", "x", "=======", "y", ">>>>>>> REPLACE", "z")],
    ["search/replace, at once", search("a", "x", "=======", "y", ">>>>>>> REPLACE")],
    ["an edit block", lines("a", "««« EDIT", "x", "═══════ REPL", "y", "»»» EDIT END", "z", "»»» EDIT END")],
    ["an edit block, at once", lines("a", "««« EDIT", "x", "═══════ REPL", "y", "»»» EDIT END", "»»» EDIT END")],
  ])("%s", (_, answer) => expect(applied(answer, unchanged)).toEqual([unchanged, ["malformed_block"]]));

  test("with other lengths it is content", () =>
    expect(
      applied(
        lines("a", "<<<<<<<<< SEARCH", "x", "=========", "y", ">>>>>>> REPLACE", "z", ">>>>>>>>> REPLACE"),
        unchanged,
      ),
    ).toEqual([{ a: "y\n>>>>>>> REPLACE\nz\nq\n" }, ["change"]]));

  test("the end of a damaged block is not one of the block before", () =>
    expect(
      applied(
        lines("a", "««« EDIT", "x", "═══════ REPL", "y", "»»» EDIT END", "", "a", "<<< EDIT", "z", "»»» EDIT END"),
        unchanged,
      )[0],
    ).toEqual({ a: "y\nq\n" }));

  test("nor is that of a block after another one", () =>
    expect(
      applied(search("a", "x", "=======", "y") + search("a", "q", "=======", "r", ">>>>>>> REPLACE"), unchanged),
    ).toEqual([{ a: "y\nq\n" }, ["change", "malformed_block"]]));
});

describe("code fences in a whole file", () => {
  test.each<[string, string, string | null]>([
    ["a fence inside without a language", lines("a.txt", "```", "# T", "```", "npm i", "```", "end", "```"), null],
    ["inside a comment of code", lines("a.py", "```python", '"""', "```", "x", "```", '"""', "```"), null],
    [
      "another fence follows, after a blank line",
      lines("a.md", "```", "# T", "```", "", "Run:", "", "```", "x", "```"),
      "# T\n",
    ],
    ["the same with a colon", lines("a.md", "```", "# T", "```", "", "Run:", "```", "x", "```"), "# T\n"],
    ["words follow at once, and no fence", lines("a.md", "```", "# T", "```", "Done."), "# T\n"],
    [
      "words and a fence with a language follow",
      lines("a.md", "```", "# T", "```", "Run:", "```sh", "x", "```"),
      "# T\n",
    ],
    ["a longer fence", lines("a.md", "````", "# T", "```", "npm i", "```", "````"), "# T\n```\nnpm i\n```\n"],
  ])("%s", (_, answer, after) => {
    const [tree, said] = applied(answer, {});
    expect([said[0], Object.values(tree)[0] ?? null]).toEqual([after === null ? "malformed_block" : "change", after]);
  });
});

describe("diffs of files that are about diffs", () => {
  const answer = lines("--- a/doc", "+++ b/doc", "@@", "-one", "+ONE", "--- a/x", "+++ b/x", "@@", "-1", "+2");
  test("names of the next file", () =>
    expect(applied(answer, { doc: "one\ntwo\n", x: "1\n" })).toEqual([
      { doc: "ONE\ntwo\n", x: "2\n" },
      ["change", "change"],
    ]));
  test("names that may be lines of this one", () =>
    expect(applied(answer, { doc: "one\n-- a/x\n", x: "1\n" })).toEqual([
      { doc: "one\n-- a/x\n", x: "2\n" },
      ["malformed_block", "change"],
    ]));

  const cut = (...after: readonly string[]): string =>
    lines("```diff", "--- a/doc", "+++ b/doc", "@@ -1,4 +1,4 @@", "-one", "+ONE", "```", ...after);
  test("a hunk that continues after a fence in it", () =>
    expect(applied(cut(" two", "-three", "+THREE", "```"), { doc: "one\n```\ntwo\nthree\n" })).toEqual([
      { doc: "one\n```\ntwo\nthree\n" },
      ["malformed_block", "unsure"],
    ]));
  test("counts that are wrong, and a list after the fence", () =>
    expect(applied(cut("", "- a list"), { doc: "one\n" })).toEqual([{ doc: "ONE\n" }, ["change"]]));
});

test("a patch whose section continues after a line that is no part of it is not made in part", () =>
  expect(
    applied(
      lines("*** Begin Patch", "*** Update File: a", "@@", "-x", "+y", "*** a note", "-q", "+r", "*** End Patch"),
      { a: "x\n*** a note\nq\n" },
    ),
  ).toEqual([{ a: "x\n*** a note\nq\n" }, ["malformed_block"]]));

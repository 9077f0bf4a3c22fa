// An answer's blocks and their results: every block that looks like an edit has one, in order.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { failure, parsePath } from "../../base/index.ts";
import { parseAnswer } from "../../edits/index.ts";
import { createMemoryFiles } from "../../fs/index.ts";
import { applyAnswer, type ApplyOptions, type ApplyReport } from "./apply-answer.ts";
import type { ToolContext } from "../context.ts";

type Tree = Readonly<Record<string, string>>;

function contextOn(tree: Tree, more: Partial<ToolContext> = {}): ToolContext {
  const files = createMemoryFiles({ files: tree }).real;
  const unused = (): never => {
    throw new Error("nothing is written in a dry run");
  };
  return {
    files,
    approved: files,
    readable: files,
    resolve: (path) => {
      const parsed = parsePath(path);
      if (parsed.kind === "refused") throw failure(parsed.code, parsed.message);
      return parsed.path;
    },
    requireWritable: () => undefined,
    known: (path) => Object.hasOwn(tree, path),
    show: (path) => path,
    gate: {
      policy: { user: [], project: [], remembered: [], matches: () => false },
      flagsOf: () => ({ read_approval: false, write_approval: true, edit_approval: true }),
    },
    carryOut: unused,
    remove: unused,
    stage: null,
    commands: null,
    reviewer: null,
    yes: false,
    ...more,
  };
}

const DRY = { format: "auto", dryRun: true, atomic: false, lenient: false, seen: null } as const;

function dryRun(answer: string, tree: Tree): Promise<ApplyReport> {
  return applyAnswer(answer, DRY, contextOn(tree));
}

const lines = (...all: readonly string[]): string => `${all.join("\n")}\n`;
const TREE: Tree = { "a.ts": "one\ntwo\nthree\nfour\n", "doc.md": "Title\n=======\n\nbody\n" };
const DIFF = ["--- a/a.ts", "+++ b/a.ts", "@@ -1,2 +1,2 @@", "-one", "+1", " two"];

/** `path status`, with the line in the answer of what is not applied. */
function drawn({ results }: ApplyReport): string[] {
  return results.map(
    ({ file_path, status, error_type, line }) =>
      `${file_path} ${status}${error_type === null ? "" : ` ${error_type} ${line}`}`,
  );
}

describe("what an answer has besides certain edits", () => {
  test.each<[string, string, string[]]>([
    [
      "a new file next to a diff is made",
      lines(...DIFF, "", "new.ts", "```", "x", "```"),
      ["a.ts VALIDATED", "new.ts VALIDATED"],
    ],
    [
      "one that is there is not overwritten",
      lines(...DIFF, "", "doc.md", "```", "x", "```"),
      ["a.ts VALIDATED", "doc.md FAILED unsure 8"],
    ],
    [
      "nor is one that an edit before has made",
      lines("n.ts", "««« EDIT", "═══════ REPL", "1", "»»» EDIT END", "n.ts", "```", "2", "```"),
      ["n.ts VALIDATED", "n.ts FAILED unsure 6"],
    ],
    ["a part of a file is a quotation", lines("a.ts", "```", "two", "```", ...DIFF), ["a.ts VALIDATED"]],
    [
      "the whole file is in place already",
      lines("a.ts", "```", ...TREE["a.ts"]!.trimEnd().split("\n"), "```", ...DIFF),
      ["a.ts ALREADY_APPLIED", "a.ts VALIDATED"],
    ],
    ["what the edits make of it, before them", lines("a.ts", "```", "1", "two", "```", ...DIFF), ["a.ts VALIDATED"]],
    ["what the edits make of it, after them", lines(...DIFF, "", "a.ts", "```", "1", "two", "```"), ["a.ts VALIDATED"]],
    ["a small part of a file alone", lines("a.ts", "```", "two", "```"), []],
    ["two small parts of a file", lines("a.ts", "```", "two", "```", "a.ts", "```", "four", "```"), []],
    [
      "a small part, then the whole file",
      lines("a.ts", "```", "two", "```", "a.ts", "```", "two", "three", "four", "```"),
      ["a.ts VALIDATED"],
    ],
    [
      "a part of a file next to an edit of another file",
      lines("doc.md", "```", "Title", "```", ...DIFF),
      ["a.ts VALIDATED"],
    ],
    [
      "most of a file next to an edit of another file",
      lines("doc.md", "```", "Title", "=======", "", "```", ...DIFF),
      ["a.ts VALIDATED"],
    ],
    [
      "a part of a file whose own edit fails",
      lines("a.ts", "```", "two", "```", "a.ts", "<<<<<<< SEARCH", "none", "=======", "x", ">>>>>>> REPLACE"),
      ["a.ts FAILED anchor_not_found 5"],
    ],
    ["most of a file alone is one", lines("a.ts", "```", "one", "two", "three", "```"), ["a.ts VALIDATED"]],
    [
      "a fence under a label",
      lines("### 1. Change `a.ts`", "```ts", "new", "```", ...DIFF),
      ["a.ts FAILED unsure 1", "a.ts VALIDATED"],
    ],
    ["the same, quoted", lines("### 1. Look at `a.ts`", "```ts", "two", "```", ...DIFF), ["a.ts VALIDATED"]],
    [
      "a diff without a file",
      lines("```diff", "-one", "+1", "```", "", ...DIFF),
      ["null FAILED unsure 1", "a.ts VALIDATED"],
    ],
    [
      "a diff that git printed of a file that is not here",
      lines(
        "diff --git a/z b/z",
        "index 1234567..89abcde 100644",
        "--- a/z",
        "+++ b/z",
        "@@ -1 +1 @@",
        "-1",
        "+2",
        "a.ts",
        "<<<<<<< SEARCH",
        "one",
        "=======",
        "1",
        ">>>>>>> REPLACE",
      ),
      ["z FAILED file_not_found 1", "a.ts VALIDATED"],
    ],
    [
      "the same alone",
      lines("diff --git a/z b/z", "index 1234567..89abcde 100644", "--- a/z", "+++ b/z", "@@ -1 +1 @@", "-1", "+2"),
      ["z FAILED file_not_found 1"],
    ],
    [
      "commands, output and samples",
      lines("Run:", "```sh", "ls", "```", "It prints:", "```", "a.ts", "```", "Like:", "```ts", "x", "```", ...DIFF),
      ["a.ts VALIDATED"],
    ],
    ["a label with a file that is there", lines("Here is the new a.ts:", "```", "x", "```"), ["a.ts FAILED unsure 1"]],
    ["a label with a file that is not", lines("Here is the new q.ts:", "```", "x", "```"), ["q.ts FAILED unsure 1"]],
    ["signs under one", lines("Now a.ts:", "", "-one", "+1"), ["a.ts FAILED unsure 3"]],
    ["a link that names a file", lines("### [n.ts](n.ts)", "", "```ts", "x", "```"), ["n.ts VALIDATED"]],
    [
      "a link that names two",
      lines("### [n.ts](m.ts)", "", "```ts", "x", "```", ...DIFF),
      ["null FAILED unsure 1", "a.ts VALIDATED"],
    ],
    [
      "two dividers that both fit",
      lines("doc.md", "<<<<<<< SEARCH", "Title", "=======", "=======", ">>>>>>> REPLACE"),
      ["doc.md FAILED malformed_block 1"],
    ],
  ])("%s", async (_, answer, expected) => expect(drawn(await dryRun(answer, TREE))).toEqual(expected));

  test("a quotation is said, and is no edit", async () => {
    const { results, warnings, format } = await dryRun(lines("Words.", "a.ts", "```", "two", "```", ...DIFF), TREE);
    expect({ results: results.length, warnings, format }).toEqual({
      results: 1,
      warnings: [
        "The answer mixes formats (1 whole file, 1 unified diff), which were read in their order.",
        "Line 2 of the answer: Line 2 of a.ts has this text already, so it was read as a quotation, not as an edit.",
      ],
      format: "udiff",
    });
  });

  test("the message of what is not applied begins with its line in the answer", async () => {
    const { results } = await dryRun(
      lines("Words.", "", "a.ts", "<<<<<<< SEARCH", "x", "=======", "y", ">>>>>>> REPLACE"),
      TREE,
    );
    expect(results).toMatchObject([
      { line: 3, message: expect.stringMatching(/^Line 3 of the answer: The SEARCH text/) as string },
    ]);
  });
});

test("what will not be applied is said before anything is written", async () => {
  const said: string[] = [];
  const context = contextOn(TREE, {
    carryOut: async () => {
      said.push("written");
      throw failure("ABORTED", "far enough");
    },
  });
  const answer = lines(
    ...DIFF,
    "",
    "doc.md",
    "```",
    "x",
    "```",
    "b.ts",
    "<<<<<<< SEARCH",
    "x",
    "=======",
    "y",
    ">>>>>>> REPLACE",
  );
  const options: ApplyOptions = {
    ...DRY,
    dryRun: false,
    onNotApplied: (results) => said.push(...results.map(({ file_path, line }) => `${file_path} ${line}`)),
  };
  await expect(applyAnswer(answer, options, context)).rejects.toThrow("far enough");
  expect(said).toEqual(["doc.md 8", "b.ts 12", "written"]);
});

const PIECES: readonly (readonly string[])[] = [
  DIFF,
  ["a.ts", "««« EDIT", "two", "═══════ REPL", "2", "»»» EDIT END"],
  ["a.ts", "```", "<<<<<<< SEARCH", "three", "=======", "3", ">>>>>>> REPLACE", "```"],
  ["*** Begin Patch", "*** Update File: doc.md", "-body", "+text", "*** End Patch"],
  ["a.ts", "```", "two", "```"],
  ["new.ts", "```", "x", "```"],
  ["doc.md", "<<<<<<< SEARCH", "Title", "=======", "=======", ">>>>>>> REPLACE"],
  ["```diff", "-a", "+b", "```"],
  ["In `a.ts`:", "```ts", "zzz", "```"],
  ["```sh", "ls", "```"],
  ["<<< EDIT", "x", ""],
  ["Words.", ""],
];

test("every block has one result or is a quotation that is said, in the order of the answer", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(
          fc.constantFrom(...PIECES),
          fc.constantFrom(...PIECES).chain((all) => fc.nat(all.length).map((at) => all.slice(0, at))),
        ),
        { maxLength: 8 },
      ),
      async (pieces) => {
        const answer = pieces.map((piece) => lines(...piece)).join("");
        const { blocks } = parseAnswer(answer, "auto", { known: (path) => Object.hasOwn(TREE, path) });
        const { results, warnings } = await dryRun(answer, TREE);
        const quoted = warnings.filter((warning) => /read as a(?: quotation|n explanation)/.test(warning)).length;
        expect(results.length + quoted).toBe(blocks.length);
        const places = results.flatMap(({ status, line }) =>
          status === "FAILED" || status === "SKIPPED" ? [line] : [],
        );
        expect(places).toEqual(places.toSorted((a, b) => a! - b!));
      },
    ),
    { numRuns: 500 },
  ));

test.each([
  [true, ["a.ts VALIDATED", "a.ts VALIDATED", "a.ts VALIDATED", "a.ts FAILED anchor_not_found 19"]],
  [false, [1, 7, 13, 19].map((line) => `a.ts FAILED anchor_not_found ${line}`)],
])("lenient %s: edits that miss by whitespace, the third on the result of the first", async (lenient, expected) => {
  const block = (find: string, put: string): string => `a.ts\n««« EDIT\n${find}\n═══════ REPL\n${put}\n»»» EDIT END\n`;
  const answer =
    block("  one();", "  three();") +
    block("two();  ", "four();") +
    block("  three();", "  five();") +
    block("nothing like it", "x");
  const tree = { "a.ts": "if (a) {\n    one();\n}\ntwo();\n" };
  const report = await applyAnswer(answer, { ...DRY, lenient }, contextOn(tree));
  expect(drawn(report)).toEqual(expected);
});

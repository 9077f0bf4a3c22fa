import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BlockParser } from "./blocks/parser.ts";
import { Answer } from "./answer.ts";
import { blocksOf } from "./passages.ts";
import { describeBlocks } from "./describe-blocks.ts";
import { parseAnswer, scan } from "./parse.ts";
import type { Format } from "../types.ts";

const FORMATS: readonly Format[] = ["edit-block", "search-replace", "apply-patch", "udiff", "whole-file"];

function lines(...all: readonly string[]): string {
  return `${all.join("\n")}\n`;
}

const BLOCK = ["b.ts", "««« EDIT", "1", "═══════ REPL", "2", "»»» EDIT END"];
const SEARCH = ["s.ts", "```ts", "<<<<<<< SEARCH", "1", "=======", "2", ">>>>>>> REPLACE", "```"];
const PATCH = ["*** Begin Patch", "*** Update File: p.ts", "-1", "+2", "*** End Patch"];
const DIFF = ["--- d.ts", "+++ d.ts", "@@ -1 +1 @@", "-1", "+2"];
const WHOLE = ["w.ts", "```ts", "2", "```"];

describe("the format is detected from the text", () => {
  test.each<[Format, readonly string[], string]>([
    ["edit-block", BLOCK, "b.ts: 1/ → 2/"],
    ["search-replace", SEARCH, "s.ts: 1/ → 2/"],
    ["apply-patch", PATCH, "p.ts: [1/ → 2/]"],
    ["udiff", DIFF, "d.ts: @1[1/ → 2/]"],
    ["whole-file", WHOLE, "w.ts: = 2/"],
  ])("%s", (format, all, block) => {
    const text = lines("Some words.", "", ...all, "", "More words.");
    const parsed = parseAnswer(text, "auto");
    expect([parsed.format, parsed.reason]).toEqual([format, null]);
    expect(describeBlocks(text, "auto")).toEqual([block]);
    expect(describeBlocks(text, format)).toEqual([block]);
  });
});

test.each<[Format, readonly string[]]>([
  ["edit-block", BLOCK],
  ["search-replace", ["s.ts", ...SEARCH.slice(2)]],
  ["apply-patch", PATCH],
  ["udiff", DIFF],
  ["whole-file", WHOLE],
])("a BOM before %s is no part of it", (format, all) =>
  expect(describeBlocks(`\uFEFF${lines(...all)}`, "auto")).toEqual(describeBlocks(lines(...all), format)),
);

describe("a format inside another one's content is content", () => {
  const plus = (all: readonly string[]): string[] => all.map((line) => `+${line}`);
  const inner = [...SEARCH, ...PATCH, ...DIFF];
  test.each<[string, readonly string[], string[]]>([
    [
      "in an edit block",
      ["b.ts", "««« EDIT", "═══════ REPL", ...inner, "»»» EDIT END"],
      [`b.ts: + ${inner.join("/")}/`],
    ],
    [
      "in a search/replace block",
      ["s.ts", "<<<<<<< SEARCH", "=======", ...BLOCK, ...PATCH, ...DIFF, ">>>>>>> REPLACE"],
      [`s.ts: + ${[...BLOCK, ...PATCH, ...DIFF].join("/")}/`],
    ],
    [
      "in a patch",
      ["*** Begin Patch", "*** Add File: p", ...plus([...BLOCK, ...inner]), "*** End Patch"],
      [`p: + ${[...BLOCK, ...inner].join("/")}/`],
    ],
    [
      "in a diff",
      ["--- /dev/null", "+++ d", "@@ @@", ...plus([...BLOCK, ...inner])],
      [`d: + ${[...BLOCK, ...inner].join("/")}/`],
    ],
    [
      "in a whole file",
      ["README.md", "````md", "# How", "", "Write:", ...BLOCK, ...inner, "````"],
      [`README.md: = # How//Write:/${[...BLOCK, ...inner].join("/")}/`],
    ],
  ])("%s", (_, all, blocks) => {
    expect(describeBlocks(lines(...all), "auto")).toEqual(blocks);
    expect(parseAnswer(lines(...all), "auto").reason).toBe(null);
  });
});

describe("several formats in one answer", () => {
  test("all are taken in order, and it is said", () => {
    const text = lines(...SEARCH, ...BLOCK, ...PATCH, ...DIFF, "", ...WHOLE, ...BLOCK);
    expect(describeBlocks(text, "auto")).toEqual([
      "s.ts: 1/ → 2/",
      "b.ts: 1/ → 2/",
      "p.ts: [1/ → 2/]",
      "d.ts: @1[1/ → 2/]",
      "w.ts: = 2/",
      "b.ts: 1/ → 2/",
    ]);
    expect(parseAnswer(text, "auto")).toMatchObject({
      format: "mixed",
      reason:
        "The answer mixes formats (1 search/replace block, 2 edit blocks, 1 patch section, 1 unified diff, 1 whole file), which were read in their order.",
    });
  });

  test("a chosen format leaves the others out, and it is said", () => {
    const text = lines(...DIFF, "", ...WHOLE, ...BLOCK);
    expect(describeBlocks(text, "udiff")).toEqual(["d.ts: @1[1/ → 2/]"]);
    expect(describeBlocks(text, "whole-file")).toEqual(["w.ts: = 2/"]);
    expect(parseAnswer(text, "udiff").reason).toBe(
      "Skipped, because another format was chosen: 1 whole file, 1 edit block (w.ts, b.ts).",
    );
  });

  test("a stray marker does not make a mixture", () => {
    const text = lines("»»» EDIT END", "", ...WHOLE);
    expect(describeBlocks(text, "auto")).toEqual(["! null malformed_block", "w.ts: = 2/"]);
    expect(parseAnswer(text, "auto").blocks[1]).toMatchObject({ change: { doubt: { kind: "quotation" } } });
  });

  test("changes of one file keep their order", () =>
    expect(describeBlocks(lines(...PATCH, "p.ts", ...BLOCK.slice(1), ...PATCH), "auto")).toEqual([
      "p.ts: [1/ → 2/]",
      "p.ts: 1/ → 2/",
      "p.ts: [1/ → 2/]",
    ]));
});

describe("when there is no edit, the reason says what was looked for", () => {
  const looked = expect.stringMatching(
    /^No edit was recognised: the answer has no code fence and no marker of an edit\. Looked for edit blocks \("««« EDIT"\), .* and whole files in /,
  ) as string;
  test.each<[string, string, Format | "auto", string]>([
    ["nothing", " \n", "auto", "The answer is empty: there is no edit in it."],
    ["prose", "I have no changes.\n", "auto", looked],
    [
      "fences without a path",
      lines("Try:", "```js", "x", "```", "Run:", "```sh", "x", "```"),
      "auto",
      'No edit was recognised. The answer has 2 code fences: line 2 ("```js") does not say which file it is, line 6 ("```sh") has commands or output. Put the path of a file alone on the line before its fence, or send the change as an edit.',
    ],
    [
      "a diff without spaces",
      lines("---a/d.ts", "+++b/d.ts", ""),
      "auto",
      'No edit was recognised. Line 1 of the answer ("---a/d.ts") has no space after its signs. A diff needs "--- path" and "+++ path" lines, with a space, before its "@@" lines.',
    ],
    [
      "many fences",
      lines("Try:", "```", "x", "```").repeat(9),
      "auto",
      expect.stringMatching(/The answer has 9 code fences: .*, and 4 more\. Put the path/) as string,
    ],
    [
      "another format than asked for",
      lines(...DIFF),
      "edit-block",
      'No edit in the format "edit-block" was recognised. Skipped, because another format was chosen: 1 unified diff (d.ts).',
    ],
  ])("%s", (_, text, format, reason) =>
    expect(parseAnswer(text, format)).toMatchObject({ format: null, blocks: [], reason }),
  );
});

describe("what looks damaged is a likely edit", () => {
  const markers =
    'the markers are "««« EDIT", "═══════ REPL" and "»»» EDIT END", at the start of a line and with nothing after them';
  test.each<[string, string, string | null, string]>([
    [
      "an indented marker",
      lines("  b.ts", "  ««« EDIT"),
      "b.ts",
      `"««« EDIT" looks like part of an edit, but ${markers}.`,
    ],
    [
      "markers of other signs, which are one edit",
      lines("b.ts", "<<< EDIT", "x", "=== REPL", "y", ">>> EDIT END"),
      "b.ts",
      `"<<< EDIT" looks like part of an edit, but ${markers}.`,
    ],
    [
      "a path on the marker's line",
      lines("««« EDIT src/a.ts", "x"),
      null,
      `"««« EDIT src/a.ts" looks like part of an edit, but ${markers}.`,
    ],
    [
      "another word than SEARCH",
      lines("b.ts", "<<<<<<< BEFORE", "x"),
      "b.ts",
      '"<<<<<<< BEFORE" looks like part of an edit, but a search/replace block starts with "<<<<<<< SEARCH".',
    ],
    [
      "a separator without a block",
      lines("x", "═══════ REPL"),
      null,
      `"═══════ REPL" looks like part of an edit, but ${markers}.`,
    ],
    [
      "in a fence",
      lines("Then:", "```", " ««« EDIT", " x", " »»» EDIT END", "```"),
      null,
      `"««« EDIT" looks like part of an edit, but ${markers}.`,
    ],
  ])("%s", (_, text, path, message) =>
    expect(parseAnswer(text, "auto").blocks).toMatchObject([{ kind: "broken", path, error: "unsure", message }]),
  );

  test("in a fence that seems to be a file", () =>
    expect(describeBlocks(lines("b.ts", "```", " ««« EDIT", " x", " »»» EDIT END", "```"), "auto")).toEqual([
      "! b.ts malformed_block",
    ]));

  test("next to good edits too", () =>
    expect(describeBlocks(lines(...BLOCK, "", " ««« EDIT"), "auto")).toEqual(["b.ts: 1/ → 2/", "! null unsure"]));

  test.each<[string, string[]]>([
    ["bold words", ["**Update file handling**", "**Add file `a.ts`:**"]],
    ["a comment of SQL", ["```sql", "-- search", "select 1;", "```"]],
    ["a conflict of git", ["```", "<<<<<<< HEAD", "x", "=======", "y", ">>>>>>> main", "```"]],
    ["rules and headings", ["Title", "=======", "", "-----", "***"]],
  ])("not %s", (_, all) => expect(describeBlocks(lines(...all), "auto")).toEqual([]));
});

const piece = fc.oneof(
  ...[BLOCK, SEARCH, PATCH, DIFF, WHOLE].map((all) => fc.constant(lines(...all))),
  ...[BLOCK, SEARCH, PATCH, DIFF, WHOLE].map((all) => fc.nat(all.length).map((cut) => lines(...all.slice(0, cut)))),
  ...[BLOCK, SEARCH, PATCH, DIFF, WHOLE].map((all) => fc.constantFrom(...all).map((line) => `${line}\n`)),
  fc.string().map((text) => `${text}\n`),
  fc.constantFrom(
    "\n",
    "Words.\n",
    "```\n",
    "@@ @@\n",
    "diff --git a/x b/x\n",
    "rename from x\n",
    "*** End of File\n",
    "\\ No\n",
  ),
);
const answers = fc.array(piece, { maxLength: 12 }).map((all) => all.join(""));

describe("laws", () => {
  test("any text is read, and every block lies in it", () =>
    fc.assert(
      fc.property(answers, fc.constantFrom("auto" as const, ...FORMATS), (text, format) => {
        const parsed = parseAnswer(text, format);
        for (const { source } of parsed.blocks)
          expect([0 <= source.from, source.from < source.to, source.to <= text.length]).toEqual([true, true, true]);
        const starts = parsed.blocks.map(({ source }) => source.from);
        expect(starts).toEqual(starts.toSorted((a, b) => a - b));
        expect(parsed.blocks.length === 0).toBe(parsed.format === null);
        if (parsed.blocks.length === 0) expect(parsed.reason).not.toBe(null);
      }),
      { numRuns: 500 },
    ));

  test("edit blocks are the same, streamed or whole", () =>
    fc.assert(
      fc.property(answers, (text) => {
        const parser = new BlockParser();
        const events = [...parser.push(text), ...parser.end()];
        const streamed = events.flatMap((event) => (event.kind === "block-end" ? [event.proposed] : []));
        const { passages } = parseAnswer(text, "edit-block");
        // What is around a block may make it likely; that is known when the answer is whole.
        const read = blocksOf(passages).map((block) => {
          if (block.kind === "broken") return block;
          const { likely: _, ...certain } = block;
          return certain;
        });
        // An end that comes twice is known when the answer is whole: such a block is broken then.
        const spoiled = read.filter(
          ({ source }) => !streamed.some((block) => block.source.to === source.to && block.source.from === source.from),
        );
        expect(spoiled.every((block) => block.kind === "broken")).toBe(true);
        for (const block of streamed)
          if (block.kind === "edit" && !spoiled.some(({ source }) => source.from === block.source.from))
            expect(read).toContainEqual(block);
      }),
    ));

  test("\\r\\n or \\n makes no difference", () =>
    fc.assert(
      fc.property(answers, fc.constantFrom("auto" as const, ...FORMATS), (answer, format) => {
        const text = answer.replaceAll("\r", "");
        expect(describeBlocks(text.replaceAll("\n", "\r\n"), format)).toEqual(describeBlocks(text, format));
      }),
    ));
});

describe("hostile answers are read in steps that grow with their length only", () => {
  const stepsPerLine = (text: string): number => {
    const answer = new Answer(text);
    scan(answer, new Set(FORMATS), null);
    return answer.reads / answer.length;
  };
  test.each<[string, (count: number) => string]>([
    ["good blocks", (count) => lines(...BLOCK).repeat(count)],
    ["starts of blocks", (count) => "««« EDIT\n".repeat(count)],
    ["starts of search/replace blocks", (count) => "a.ts\n<<<<<<< SEARCH\n".repeat(count)],
    ["dividers", (count) => `a.ts\n<<<<<<< SEARCH\n${"=======\n".repeat(count)}>>>>>>> REPLACE\n`],
    ["begins of patches", (count) => "*** Begin Patch\n".repeat(count)],
    [
      "padded ends of patches",
      (count) => `*** Begin Patch\n*** Update File: a\n${" *** End Patch\n\n".repeat(count)}+x\n`,
    ],
    ["blank lines in a new file", (count) => `*** Begin Patch\n*** Add File: a\n${"\n".repeat(count)}+x\n`],
    ["headers of diffs", (count) => "--- a\n+++ a\n".repeat(count)],
    ["headers of hunks", (count) => `--- a\n+++ a\n${"@@ -1,9 +1,9 @@\n".repeat(count)}`],
    ["hunks with blank lines between", (count) => `--- a\n+++ a\n${"@@ @@\n\n\n\n".repeat(count)}`],
    ["broken hunks", (count) => `--- a\n+++ a\n${"@@ @@\n?\n?\n".repeat(count)}`],
    ["one path many times", (count) => lines("--- a", "+++ a", "@@ @@", "-x", "+y").repeat(count)],
    ["fences that open", (count) => "a.ts\n```ts\n".repeat(count)],
    ["a list", (count) => "- an item\n".repeat(count)],
    ["a list with two signs", (count) => "- an item\n+ another\n".repeat(count)],
    ["fences that open and close", (count) => "a.ts\n```ts\n```\n".repeat(count)],
    [
      "deeper and deeper fences",
      (count) => Array.from({ length: Math.sqrt(count) }, (_, at) => `a.md\n${"`".repeat(at + 3)}x\n`).join(""),
    ],
    ["blank lines", (count) => "\n".repeat(count)],
    ["names among words", (count) => "### 1. Update `src/a.ts` (new)\n\nAdds it.\n\n```ts\nx\n```\n".repeat(count)],
    ["words above fences", (count) => "Here it is, as you asked:\n\n```ts\nx\n```\n".repeat(count)],
    ["tags that open", (count) => '<file path="a.ts">\n'.repeat(count)],
    ["tags of many names", (count) => Array.from({ length: count }, (_, at) => `<file${at} path="a.ts">\n`).join("")],
    ["tags that close", (count) => '<file path="a.ts">\nx\n</file>\n'.repeat(count)],
    ["names above blocks", (count) => "2. src/a.ts\n<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n".repeat(count)],
    ["almost markers", (count) => " ««« EDIT\n".repeat(count)],
  ])("%s", (_, textOf) => {
    const [small, large] = [stepsPerLine(textOf(1000)), stepsPerLine(textOf(8000))];
    expect(large).toBeLessThan(small * 1.25 + 1);
    expect(large).toBeLessThan(60);
  });

  // Nothing is counted here: a pattern that tries every blank of a run anew takes minutes, and the test runs out of time.
  const long = " ".repeat(200_000);
  test.each<[string, string]>([
    ["text", `${long}x\n`],
    ["a path line", `${long}a.ts${long}x\n««« EDIT\n`],
    ["a marker", `««« EDIT${long}x\n<<<<<<< SEARCH${long}x\n*** Begin Patch${long}x\n`],
    ["the name in a diff", `--- a${long}x\n+++ a${long}x\n@@ @@\n-x\n+y\n`],
    ["a quoted name in a diff", `--- "${"\\\\".repeat(100_000)}\n+++ "${long}\n@@ @@\n-x\n`],
    ["a git header", `diff --git ${"a/x ".repeat(50_000)}\nold mode 1\nBinary files${long}x\n`],
    ["the header of a hunk", `--- a\n+++ a\n@@ -${"1".repeat(200_000)}${long}x\n-x\n`],
    ["the header of a chunk", `*** Begin Patch\n*** Update File: a\n@@ ${long}x${long}\n-x\n*** End Patch\n`],
    ["an info string", `\`\`\`ts${long}title${long}=${long}x\nx\n\`\`\`\n`],
    ["a heading", `### ${long}a.ts${long}x\n\`\`\`\nx\n\`\`\`\n`],
    ["a comment", `\`\`\`ts\n// ${long}a.ts${long}x\n\`\`\`\n`],
    ["backticks", `${"`".repeat(200_000)}\n${"`".repeat(200_000)}x\n`],
    ["carriage returns", `a.ts\r\n««« EDIT\r\n${"\r".repeat(200_000)}\n`],
  ])("one long line: %s", (_, text) => expect(parseAnswer(text, "auto").blocks.length).toBeLessThan(3));

  test.each<[string, string, string]>([
    ["dividers", `a.ts\n<<<<<<< SEARCH\n${"=======\n".repeat(200_000)}x\n>>>>>>> REPLACE\n`, "and 199992 more"],
    ["ends", `a.ts\n<<<<<<< SEARCH\n=======\n${">>>>>>> REPLACE\n".repeat(200_000)}`, "and 199992 more"],
  ])("very many %s", (_, text, said) =>
    expect(parseAnswer(text, "auto").blocks).toMatchObject([
      { kind: "broken", path: "a.ts", error: "malformed_block", message: expect.stringContaining(said) as string },
    ]),
  );
});

test("a path in the spelling of another system is likely the file in the project, and only if that is there", () => {
  const known = (path: string): boolean => ["lib", "lib/a.js"].includes(path);
  const read = (path: string): readonly string[] =>
    describeBlocks(`${path}\n<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n`, "auto", { known });
  expect(read("lib/a.js")).toEqual(["lib/a.js: x/ → y/"]);
  expect(read("/lib/a.js")).toEqual(["lib/a.js: ? x/ → y/"]);
  expect(read("lib\\a.js")).toEqual(["lib/a.js: ? x/ → y/"]);
  expect(read("/lib/new.js")).toEqual(["lib/new.js: ? x/ → y/"]);
  expect(read("/etc/a.js")).toEqual(["/etc/a.js: x/ → y/"]);
});

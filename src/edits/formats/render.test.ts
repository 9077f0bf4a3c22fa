import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parsePath } from "../../base/index.ts";
import type { Text } from "../../text/index.ts";
import { parseAnswer } from "./parse.ts";
import { FORMAT_NAMES } from "./table.ts";
import { planOn, treeAfter } from "../fixtures.ts";
import type { Edit, EditId, EditPlan, Format } from "../types.ts";
import { renderEdit } from "./render.ts";
import type { FileChange } from "./written.ts";

/** Those that can be written, not only read. */
const WRITTEN = FORMAT_NAMES.filter(
  (format) => renderEdit(format, { path: "a.ts", before: "a\n" as Text, after: "b\n" as Text }).kind === "text",
);
const BUILT_IN = ["edit-block", "search-replace", "apply-patch", "udiff", "whole-file"] as const;

/** The tree after the answer, or what went wrong. */
function applied(answer: string, format: Format | "auto", tree: Readonly<Record<string, string>>): unknown {
  const parsed = parseAnswer(answer, format);
  const edits: Edit[] = [];
  for (const [at, block] of parsed.blocks.entries()) {
    if (block.kind === "broken") return block;
    const path = parsePath(block.path);
    if (path.kind === "refused") return path;
    edits.push({ id: String(at + 1) as EditId, path: path.path, source: block.source, change: block.change });
  }
  const plan = planOn(tree, edits);
  const misses = plan.results.filter((result) => result.kind !== "change");
  return misses.length > 0 ? misses : treeAfter(tree, plan);
}

/** New code that is all a fence is read right, and asked about. */
function isDoubted(read: unknown): boolean {
  return (
    Array.isArray(read) && read.every((result: EditPlan) => result.kind === "miss" && result.why.error === "unsure")
  );
}

function treesOf(files: readonly FileChange[]): Record<"before" | "after", Record<string, string>> {
  const tree = (side: "before" | "after") =>
    Object.fromEntries(files.flatMap((file) => (file[side] === null ? [] : [[file.path, file[side]]])));
  return { before: tree("before"), after: tree("after") };
}

const line = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("a", "b", "c", "d", "}", "", "  x") },
  fc.constantFrom("««« EDIT", "═══════ REPL", "»»» EDIT END", "=======", "=====", "<<<<<<< SEARCH", ">>>>>>> REPLACE"),
  fc.constantFrom(
    "*** End Patch",
    "*** Begin Patch",
    "@@ -1 +1 @@",
    "--- a",
    "+++ b",
    "```",
    "```ts",
    "````",
    "\\ No",
    "-- ",
  ),
  fc.constantFrom(
    ":start_line:3",
    "\\=======",
    "<<<<<<< ORIGINAL",
    ">>>>>>> UPDATED",
    " ««« EDIT",
    "<<< SEARCH",
    "[a.ts](a.ts)",
  ),
  fc.constantFrom("$&", "x.ts", "// src/a.ts", "é😀", "\t", "trailing "),
);
const lines = fc.array(line, { maxLength: 14 });
const content = fc
  .tuple(lines, fc.constantFrom("\n", "\n", "\r\n"), fc.constantFrom(true, true, false))
  .map(([all, ending, isClosed]) => (all.join(ending) + (isClosed && all.length > 0 ? ending : "")) as Text);
/** Two texts that share most of their lines. */
const edited = fc
  .tuple(lines, fc.array(fc.tuple(fc.nat(14), fc.nat(2), fc.array(line, { maxLength: 2 })), { maxLength: 3 }))
  .map(([all, cuts]) => {
    const after = [...all];
    for (const [at, count, fresh] of cuts) after.splice(Math.min(at, after.length), count, ...fresh);
    const text = (each: readonly string[]) => each.map((one) => `${one}\n`).join("") as Text;
    return [text(all), text(after)] as const;
  });
const path = fc.constantFrom(
  "a.ts",
  "src/b.ts",
  "dir name/c d.md",
  "LICENSE",
  ".gitignore",
  "über/ß.py",
  "my file.txt",
  "LICENSE-MIT",
  "b/x.ts",
);
const file: fc.Arbitrary<FileChange> = fc
  .tuple(
    path,
    fc.oneof(
      { weight: 4, arbitrary: edited },
      fc.tuple(content, content),
      fc.tuple(fc.constant(null), content),
      fc.tuple(content, fc.constant(null)),
    ),
  )
  .map(([where, [before, after]]) => ({ path: where, before, after }))
  // A comment in place of code is not certain.
  .filter(({ before, after }) => before !== after && (before === null || !after?.includes("// src/a.ts")));

describe("what is written gives exactly the new text", () => {
  test.each(WRITTEN)("%s", (format) => {
    let written = 0;
    fc.assert(
      fc.property(fc.uniqueArray(file, { minLength: 1, maxLength: 3, selector: (each) => each.path }), (files) => {
        const rendered = files.map((each) => [each, renderEdit(format, each)] as const);
        const said = rendered.flatMap(([each, text]) => (text.kind === "text" ? [[each, text.text] as const] : []));
        if (said.length === 0) return;
        written += 1;
        const trees = treesOf(said.map(([each]) => each));
        const answer = `Here you are.\n\n${said.map(([, text]) => text).join("\nAnd:\n\n")}\nDone.\n`;
        const read = applied(answer, format, trees.before);
        fc.pre(!isDoubted(read));
        expect(read).toEqual(trees.after);
        // A small part of a file is read as a quotation of it, unless the format is chosen.
        if (format !== "whole-file") expect(applied(answer, "auto", trees.before)).toEqual(trees.after);
      }),
      { numRuns: 200 },
    );
    expect(written).toBeGreaterThan(50);
  });
});

describe("an answer cut off anywhere makes no edit that the whole answer does not make", () => {
  const before = Array.from({ length: 12 }, (_, at) => `line ${at}\n`).join("") as Text;
  const after = before.replace("line 2\n", "2\n2b\n").replace("line 11\n", "") as Text;
  const files: readonly FileChange[] = [
    { path: "a.ts", before, after },
    { path: "src/b.ts", before: null, after: "x\n\ny\n" as Text },
    { path: "c.ts", before, after: after.replace("line 5", "5") as Text },
  ];
  test.each(WRITTEN)("%s", (format) => {
    const texts = files.map((each) => renderEdit(format, each)).map((each) => (each.kind === "text" ? each.text : ""));
    // A bare diff does not show its end: what is cut off between two of its hunks cannot be known.
    const answer = format === "udiff" ? `\`\`\`diff\n${texts.join("")}\`\`\`\n` : texts.join("\n");
    const editsOf = (text: string): string[] =>
      parseAnswer(text, "auto").blocks.flatMap((block) =>
        block.kind === "edit" ? [JSON.stringify([block.path, block.change])] : [],
      );
    const whole = new Set(editsOf(answer));
    expect(whole.size).toBeGreaterThan(2);
    for (let cut = 0; cut < answer.length; cut += 1)
      expect(editsOf(answer.slice(0, cut)).filter((edit) => !whole.has(edit))).toEqual([]);
  });
});

describe("what a format cannot say, it says", () => {
  const text = (words: string): Text => words as Text;
  test.each<[Format, Text | null, Text | null, string]>([
    ["edit-block", text("a\n"), null, "blocks do not delete files"],
    ["edit-block", null, text("a"), "a new file always ends in a line break"],
    ["edit-block", text("a"), text("a\n"), "the last line break comes or goes"],
    ["edit-block", text("a\r\nb\n"), text("a\r\nc\n"), "lines end in different ways"],
    ["edit-block", text("\n\n"), text("\nx\n"), "the old text is blank, so it identifies no place"],
    [
      "search-replace",
      null,
      text(">>>>>>> REPLACE\n"),
      "the path or the content reads as something else in this format",
    ],
    ["apply-patch", text("\n"), text("x\n"), "the old text is blank, so it identifies no place"],
    ["whole-file", text("a\n"), null, "a file in a fence is never a deletion"],
    ["whole-file", text("a\n"), text("b"), "the last line break comes or goes"],
    ["whole-file", null, text("««« EDIT\n"), "the file begins like an edit in another format"],
  ])("%s: %j to %j", (format, before, after, because) =>
    expect(renderEdit(format, { path: "a.ts", before, after })).toEqual({ kind: "cannot", because }),
  );
});

test("each format, to look at", () => {
  const file: FileChange = { path: "src/a.ts", before: "one\ntwo\nthree\n" as Text, after: "one\n2\nthree\n" as Text };
  const shown = BUILT_IN.map((format) => renderEdit(format, file)).map((each) =>
    each.kind === "text" ? each.text : each.because,
  );
  expect(shown.join("-----\n")).toMatchInlineSnapshot(`
    "src/a.ts
    ««« EDIT
    one
    two
    three
    ═══════ REPL
    one
    2
    three
    »»» EDIT END
    -----
    src/a.ts
    \`\`\`
    <<<<<<< SEARCH
    one
    two
    three
    =======
    one
    2
    three
    >>>>>>> REPLACE
    \`\`\`
    -----
    *** Begin Patch
    *** Update File: src/a.ts
    @@
     one
    -two
    +2
     three
    *** End Patch
    -----
    diff --git a/src/a.ts b/src/a.ts
    --- a/src/a.ts
    +++ b/src/a.ts
    @@ -1,3 +1,3 @@
     one
    -two
    +2
     three
    -----
    src/a.ts
    \`\`\`
    one
    2
    three
    \`\`\`
    "
  `);
});

test("a file of equal lines is named by as much of it as it takes", () => {
  const before = `${"same\n".repeat(2000)}end\n` as Text;
  const after = `${"same\n".repeat(1000)}new\n${"same\n".repeat(1000)}end\n` as Text;
  for (const format of WRITTEN) {
    const rendered = renderEdit(format, { path: "a.txt", before, after });
    expect(applied(rendered.kind === "text" ? rendered.text : "", format, { "a.txt": before })).toEqual({
      "a.txt": after,
    });
  }
});

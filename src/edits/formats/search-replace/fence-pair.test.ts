// Two fences of which the second replaces the first, in the words of people and models.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { editOf, planOn } from "../../fixtures.ts";
import { Answer } from "../answer.ts";
import { describeBlocks } from "../describe-blocks.ts";
import { parseAnswer, scan } from "../parse.ts";
import { FORMAT_NAMES } from "../table.ts";

const lines = (...all: readonly string[]): string => `${all.join("\n")}\n`;
const pair = (old: string, fresh: string, ...above: readonly string[]): string =>
  lines(...above, old, "", "```js", "one", "```", "", fresh, "", "```js", "1", "```", "", "Done.");
const READ = ["a.js: ? one/ → 1/"];

describe("read as a likely change", () => {
  test.each<[string, string]>([
    ["replace with", pair("In `a.js`, replace this:", "with:")],
    ["the file in a heading", pair("Replace:", "with this:", "### `a.js`", "")],
    ["the file alone above", pair("Find:", "Replace with:", "a.js", "")],
    ["find and replace", pair("Find this line in a.js:", "And replace it with:", "Open `a.js`.")],
    ["before and after", pair("**Before** (`a.js`):", "**After:**")],
    ["change to", pair("Change this in `a.js`:", "to:")],
    ["current and new", pair("Current code in `a.js`:", "New code:")],
    ["German", pair("Ersetze in `a.js` diese Zeile:", "durch:")],
    ["German, before and after", pair("**Vorher** (`a.js`):", "**Nachher:**")],
    ["Spanish", pair("En `a.js`, cambia esto:", "por esto:")],
    ["French", pair("Dans `a.js`, remplacez :", "par :")],
    ["Chinese", pair("将 `a.js` 中的这一行：", "替换为：")],
    ["Russian", pair("В `a.js` замените:", "на:")],
    ["should be", pair("In `a.js` the existing line is:", "should be:")],
    [
      "indented in a list",
      lines(
        "1. In `a.js`, replace:",
        "",
        "   ```js",
        "   one",
        "   ```",
        "",
        "   with:",
        "",
        "   ```js",
        "   1",
        "   ```",
      ),
    ],
  ])("%s", (_, answer) => expect(describeBlocks(answer, "auto")).toEqual(READ));

  test.each<[string, string, readonly string[]]>([
    ["in English", pair("In `a.js`, change one:", "In `b.js`, change two:"), ["a.js", "b.js"]],
    ["of one file", pair("In `a.js`, change one:", "In `a.js`, change two:"), ["a.js", "a.js"]],
    ["in Italian", pair("In `a.js`, cambia questo:", "In questo:"), ["a.js"]],
  ])("two changes are no pair, and one is: %s", (_, answer, paths) =>
    expect(parseAnswer(answer, "auto").blocks.map(({ path }) => path)).toEqual(paths),
  );

  describe("two versions of a text of a file that is there, in whatever language", () => {
    const versions = (above: string, between: string, second = "let size = 2"): string =>
      lines(above, "", "```js", "let size = 1", "```", "", between, "", "```js", second, "```");
    const read = (answer: string): readonly string[] =>
      parseAnswer(answer, "auto", { known: (path) => path === "a.js" }).blocks.map((block) =>
        block.kind === "edit" && block.change.kind === "replace"
          ? `${block.path}: ${block.likely === undefined ? "" : "? "}${block.change.put}`
          : block.kind,
      );

    test.each([
      ["Polish", "Zmień w pliku `a.js` ten wiersz:", "na następujący:"],
      ["German", "Ändere in der Datei `a.js` folgende Zeile:", "wie folgt:"],
      ["Dutch", "In `a.js` staat nu:", "Dat wordt:"],
      ["Japanese", "`a.js` の次の行を：", "このようにします："],
    ])("%s", (_, above, between) => expect(read(versions(above, between))).toEqual(["a.js: ? let size = 2\n"]));

    test.each([
      ["a file that is not there", versions("Zmień w pliku `b.js` ten wiersz:", "na następujący:")],
      ["another text", versions("W `a.js` jest:", "Przykład:", "import { run } from 'it'")],
      ["words that announce nothing", versions("W `a.js` jest:", "To jest inny przykład.")],
    ])("not %s", (_, answer) => expect(read(answer)).not.toContain("a.js: ? let size = 2\n"));
  });

  test("two lines of nothing but code", () =>
    expect(describeBlocks(lines("In `a.js`, replace", "", "`one`", "", "with", "", "`1`."), "auto")).toEqual([
      "a.js: ? one → 1",
    ]));

  test.each<[string, string, string[]]>([
    ["delete", "In `a.js`, simply delete this line:", ["a.js: ? one/ → "]],
    ["remove", "Remove the following import from a.js:", ["a.js: ? one/ → "]],
    ["German", "Lösche in `a.js`:", ["a.js: ? one/ → "]],
    ["not asked for", "You should not delete this line of `a.js`:", ["a.js: ? = one/"]],
  ])("text to be removed: %s", (_, words, expected) =>
    expect(describeBlocks(lines(words, "", "```js", "one", "```", "", "Done."), "auto")).toEqual(expected),
  );

  test("the next one is for the same file", () => {
    const answer = pair("In `a.js`, replace:", "with:") + pair("Then replace:", "with:");
    expect(describeBlocks(answer, "auto")).toEqual([...READ, ...READ]);
  });

  test("the reading quotes both lines", () => {
    const [block] = parseAnswer(pair("In `a.js`, replace this:", "with:"), "auto").blocks;
    expect(block).toMatchObject({
      likely: {
        line: 1,
        reading: '"In `a.js`, replace this:" and "with:" say that the second text replaces the first in a.js',
      },
    });
  });
});

describe("not read so", () => {
  test.each<[string, string, readonly string[]]>([
    ["no file is named", pair("Replace this:", "with:"), ["! null unsure"]],
    ["two files are named", pair("Replace this in `a.js` or `b.js`:", "with:"), ["! null unsure"]],
    ["samples", pair("Before:", "After:"), []],
    ["other words between", pair("Change `a.js`. It prints this:", "Which is wrong, see below."), []],
    ["a command", pair("In `a.js`, replace this:", "with:").replaceAll("```js", "```sh"), []],
    ["cut off", lines("In `a.js`, replace:", "```js", "one", "```", "with:", "```js", "1"), []],
  ])("%s", (_, answer, expected) =>
    expect(describeBlocks(answer, "auto").filter((each) => !each.includes(": ? ="))).toEqual(expected),
  );
});

describe("planned", () => {
  const change = { kind: "replace", find: "one\n", put: "1\n", match: "lines", all: false } as const;
  const likely = { reading: "", line: 1, why: "Why.", canConfirm: false };
  test("without a person it is unsure; once the file has it, it was an explanation", () => {
    const explained = { ...editOf(1, change, { format: "search-replace" }), likely };
    const made = editOf(2, change, { format: "search-replace" });
    const kinds = (text: string, ...edits: Parameters<typeof planOn>[1]): readonly string[] =>
      planOn({ "a.txt": text }, edits).results.map((result) =>
        result.kind === "miss" ? result.why.error : result.kind,
      );
    expect(kinds("one\n", explained)).toEqual(["unsure"]);
    expect(kinds("1\n", explained)).toEqual(["already"]);
    expect(kinds("one\n", explained, made)).toEqual(["already", "change"]);
    expect(kinds("one\none\n", explained, made)).toEqual(["already", "ambiguous_anchor"]);
  });
});

const code = fc
  .array(fc.constantFrom("one", "", "  two", "# x", "- y", "with:"), { minLength: 1, maxLength: 4 })
  .filter((all) => all.some((line) => line.trim() !== ""));

describe("laws", () => {
  test("the texts are those of the fences", () =>
    fc.assert(
      fc.property(code, code, (old, fresh) => {
        fc.pre(old.join("\n") !== fresh.join("\n"));
        const answer = lines("In `a.js`, replace:", "```", ...old, "```", "with:", "```", ...fresh, "```");
        expect(parseAnswer(answer, "auto").blocks).toMatchObject([
          { change: { find: lines(...old), put: lines(...fresh) } },
        ]);
      }),
    ));

  test.each<[string, (count: number) => string]>([
    ["labels and fences", (count) => "Replace `a.js`:\n```\n".repeat(count)],
    ["closed ones", (count) => "Replace `a.js`:\n```\nx\n```\n".repeat(count)],
    ["one that is not closed", (count) => `Replace \`a.js\`:\n\`\`\`\n${"x\n".repeat(count)}`],
    ["pairs", (count) => pair("In `a.js`, replace:", "with:").repeat(count)],
  ])("hostile answers: %s", (_, textOf) => {
    const steps = (count: number): number => {
      const answer = new Answer(textOf(count));
      scan(answer, new Set(FORMAT_NAMES), null);
      return answer.reads / answer.length;
    };
    const [small, large] = [steps(500), steps(4000)];
    expect(large).toBeLessThan(small * 1.25 + 1);
    expect(large).toBeLessThan(60);
  });
});

test("files that are much alike, each with its name above, are no two versions of one", () => {
  const file = (name: string): string =>
    `1. Change src/${name}.ts:\n\n   \`\`\`ts\n   export const name = "${name}";\n   export const count = 1;\n   export const size = 2;\n   \`\`\`\n\n`;
  const { blocks } = parseAnswer(file("a") + file("b"), "auto");
  expect(blocks.map(({ path }) => path)).toEqual(["src/a.ts", "src/b.ts"]);
});

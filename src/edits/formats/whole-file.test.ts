import { describe, expect, test } from "vitest";
import { firstProblem, describeBlocks } from "./describe-blocks.ts";

function lines(...all: readonly string[]): string {
  return `${all.join("\n")}\n`;
}

describe("which file", () => {
  test.each<[string, string[], string]>([
    ["on the line before", ["src/a.ts", "```ts"], "src/a.ts"],
    ["a blank line between", ["src/a.ts", "", "```ts"], "src/a.ts"],
    ["in backticks", ["`a.ts`", "```"], "a.ts"],
    ["bold with a colon", ["**a.ts**:", "```"], "a.ts"],
    ["a heading", ["### `src/a.ts`", "```"], "src/a.ts"],
    ["File:", ["File: a.ts", "```"], "a.ts"],
    ["a well-known name", ["Dockerfile", "```dockerfile"], "Dockerfile"],
    ["a dot file", [".gitignore", "```"], ".gitignore"],
    ["spaces in it, quoted", ["`my file.txt`", "```"], "my file.txt"],
    ["after the language", ["```ts src/a.ts"], "src/a.ts"],
    ["after the language and a colon", ["```ts:src/a.ts"], "src/a.ts"],
    ["instead of the language", ["```src/a.ts"], "src/a.ts"],
    ["title=", ['```ts title="src/a.ts"'], "src/a.ts"],
    ["name=", ["```ts name=src/a.ts"], "src/a.ts"],
    ["file_path=", ["```ts file_path=src/a.ts"], "src/a.ts"],
    ["path=", ["```ts path=src/a.ts"], "src/a.ts"],
    ["filename= in braces", ['```ts {filename="a.ts"}'], "a.ts"],
    ["tildes", ["src/a.ts", "~~~ts"], "src/a.ts"],
    ["the info string before the line above", ["b.ts", "```ts src/a.ts"], "src/a.ts"],
    ["a link", ["### [a.ts](a.ts)", "", "```ts"], "a.ts"],
    ["a link to the same place", ["[src/a.ts](./src/a.ts)", "```ts"], "src/a.ts"],
    ["a bold link", ["**[src/a.ts](src/a.ts)**", "```ts"], "src/a.ts"],
  ])("%s", (_, before, path) =>
    expect(describeBlocks(lines(...before, "x", before.at(-1)!.startsWith("~") ? "~~~" : "```"), "whole-file")).toEqual(
      [`${path}: = x/`],
    ),
  );

  test("a key that is not known is no part of a certain name", () => {
    expect(describeBlocks(lines("```ts source=src/a.ts", "x", "```"), "whole-file")).toEqual([]);
    expect(describeBlocks(lines("a.ts", "```ts name=setup", "x", "```"), "whole-file")).toEqual(["a.ts: = x/"]);
  });

  test.each<[string, string[], string]>([
    ["//", ["```ts", "// src/a.ts"], "src/a.ts: = // src/a.ts/x/"],
    ["#", ["```python", "# src/a.py"], "src/a.py: = # src/a.py/x/"],
    ["<!-- -->", ["```html", "<!-- src/a.html -->"], "src/a.html: = <!-- src/a.html -->/x/"],
    ["/* */", ["```css", "/* src/a.css */"], "src/a.css: = /* src/a.css *//x/"],
    ["called a file, even in a shell", ["```bash", "# File: run.sh"], "run.sh: = # File: run.sh/x/"],
  ])("in a comment on the first line: %s", (_, before, block) =>
    expect(describeBlocks(lines(...before, "x", "```"), "whole-file")).toEqual([block]),
  );

  test.each<[string, string[]]>([
    ["no path", ["```ts"]],
    ["prose", ["Run this:", "```bash"]],
    ["one word", ["Example", "```"]],
    ["a sentence", ["See src/a.ts.", "```ts"]],
    ["another use", ["```run src/a.ts"]],
    ["a command under a file of code", ["src/a.ts", "```bash"]],
    ["an address", ["https://example.com/a.ts", "```ts"]],
    ["an address without its scheme", ["mysite.com/a.html", "```html"]],
    ["a product", ["### Node.js", "", "```js"]],
    ["an example", ["e.g. config.json", "```json"]],
    ["a comment in a shell's fence", ["```bash", "# scripts/run.sh"]],
    ["a comment with more words", ["```ts", "// see src/a.ts for more"]],
    ["an example in a sentence", ["For example, a config in `src/a.ts` could look like this:", "```ts"]],
    ["a link to a page", ["See [the docs](https://example.com/a.html):", "```ts"]],
    ["what a program prints", ["`node src/a.js` prints:", "```"]],
    ["the output of a file", ["Output of `src/a.js`:", "```"]],
  ])("none: %s", (_, before) => expect(describeBlocks(lines(...before, "x", "```"), "whole-file")).toEqual([]));

  test("lines of a file by their numbers are at most a part of it, never its whole", () =>
    expect(describeBlocks(lines("```12:20:src/a.ts", "x", "```"), "whole-file")).toEqual(["src/a.ts: ? = x/"]));
});

describe("a new file's name is certain only where nothing else is written around it", () => {
  const known = (path: string): boolean => path === "src/a.ts" || path === "old (1).ts";
  test.each<[string, string, string]>([
    ["typographic quotes", "“src/a.ts”", "src/a.ts: = x/"],
    ["guillemets", "« src/a.ts »", "src/a.ts: = x/"],
    ["lenticular brackets", "【src/a.ts】", "src/a.ts: = x/"],
    ["parentheses", "(src/a.ts)", "src/a.ts: = x/"],
    ["a label in Chinese", "文件：src/a.ts", "src/a.ts: = x/"],
    ["a label in German", "Datei: src/a.ts", "src/a.ts: = x/"],
    ["folders in parentheses and brackets", "app/(auth)/[id]/page.ts", "app/(auth)/[id]/page.ts: = x/"],
    ["a name of a file that is there", "`old (1).ts`", "old (1).ts: = x/"],
    ["a number and bold text", "**1) src/a.ts** – shorter", "src/a.ts: ? = x/"],
    ["words before it in bold text", "**Change #2 — src/a.ts**", "src/a.ts: ? = x/"],
    ["a mention", "@src/a.ts", "src/a.ts: ? = x/"],
    ["an unknown mention", "@types/a.ts", "@types/a.ts: = x/"],
    ["a fullwidth question mark", "src/b.ts？", "src/b.ts？: ? = x/"],
    ["a bracket that is not closed", "(src/b.ts", "src/b.ts: ? = x/"],
  ])("%s", (_, line, block) =>
    expect(describeBlocks(lines(line, "```ts", "x", "```"), "whole-file", { known })).toEqual([block]),
  );
});

describe("what looks like a file and may be none is a likely edit", () => {
  test.each<[string, string[], string]>([
    ["prose with a path in it", ["Put this in src/a.ts:", "```ts"], "src/a.ts: ? = x/"],
    ["a label", ["#### 2. Update `a.ts`", "```ts"], "a.ts: ? = x/"],
    ["a path further above", ["src/a.ts", "", "", "```ts"], "src/a.ts: ? = x/"],
    ["a heading, and words below it", ["### src/a.ts", "", "It adds a cache.", "", "```ts"], "src/a.ts: ? = x/"],
    ["a comment without a folder", ["```ts", "// a.ts"], "a.ts: ? = // a.ts/x/"],
    ["a comment in JSX", ["```jsx", "{/* a.jsx */}"], "a.jsx: ? = {/* a.jsx */}/x/"],
    ["a comment in SQL", ["```sql", "-- db/a.sql (new)"], "db/a.sql: ? = -- db/a.sql (new)/x/"],
    [
      "a comment after a shebang",
      ["```python", "#!/usr/bin/env python3", "# a.py"],
      "a.py: ? = #!/usr/bin/env python3/# a.py/x/",
    ],
    ["a comment in the info string", ["```js // src/a.js"], "src/a.js: ? = x/"],
    ["a name in parentheses in the info string", ["```ts (a.ts)"], "a.ts: ? = x/"],
    ["two names", ["`a.ts` and `b.ts`:", "```ts"], "! null unsure"],
    ["two lines of names", ["src/a.ts", "src/b.ts", "```ts"], "! null unsure"],
    ["a path above and another in a comment", ["src/a.ts", "```ts", "// src/b.ts"], "! null unsure"],
    ["a name above and another in a comment", ["In `src/a.ts`:", "```ts", "// src/b.ts"], "! null unsure"],
    ["in a list", ["1. src/a.ts", "```ts"], "src/a.ts: ? = x/"],
    ["a link to another file", ["### [a.ts](src/a.ts)", "", "```ts"], "! null unsure"],
    ["a link and more", ["### New: [a.ts](b.ts) (new)", "", "```ts"], "! null unsure"],
    ["a link that is not one", ["**[the file](src/a.ts)**", "```ts"], "! null unsure"],
    ["lines of a file", ["src/a.ts:10-12", "```ts"], "src/a.ts: ? = x/"],
    ["a line of a file", ["`src/a.ts#L10`", "```ts"], "src/a.ts: ? = x/"],
    ["a deed that a fence cannot do", ["```append src/a.ts"], "src/a.ts: ? = x/"],
    ["an indented fence", ["src/a.ts", "  ```ts"], "src/a.ts: ? = x/"],
    ["a fence in a list", ["- `src/a.ts`:", "", "      ```ts"], "src/a.ts: ? = x/"],
  ])("%s", (_, before, block) => {
    const indent = /^ */.exec(before.at(-1)!)![0];
    const text = lines(...before, `${indent}x`, `${indent}\`\`\``);
    expect(describeBlocks(text, "whole-file")).toEqual([block]);
  });

  test("a file in a fence inside another fence", () =>
    expect(describeBlocks(lines("````markdown", "src/a.ts", "```ts", "x", "```", "````"), "whole-file")).toEqual([
      "! src/a.ts unsure",
    ]));
});

test("a bare word is a label, also when there is such a file", () =>
  expect(describeBlocks(lines("run", "```", "x", "```"), "whole-file", { known: () => true })).toEqual([]));

describe("where it ends", () => {
  test.each<[string, string[], string[]]>([
    ["at its close", ["a.ts", "```", "x", "", "y", "```", "words"], ["a.ts: = x//y/"]],
    ["empty", ["a.ts", "```", "```"], ["a.ts: = "]],
    ["a longer fence holds shorter ones", ["a.md", "````", "```ts", "x", "```", "````"], ["a.md: = ```ts/x/```/"]],
    ["a longer close closes", ["a.ts", "```", "x", "````"], ["a.ts: = x/"]],
    ["tildes hold backticks", ["a.md", "~~~", "```", "x", "```", "~~~"], ["a.md: = ```/x/```/"]],
    ["four spaces are content", ["a.md", "```", "    ```", "```"], ["a.md: =     ```/"]],
    ["a tag", ["a.md", "<source>", "```", "x", "```", "</source>"], ["a.md: = ```/x/```/"]],
    ["a tag that is never closed", ["a.md", "<source>", "x"], ["! a.md incomplete"]],
    ["two files", ["a.ts", "```", "x", "```", "b.ts", "```", "y", "```"], ["a.ts: = x/", "b.ts: = y/"]],
    [
      "the name of the next is not looked for inside",
      ["a.ts", "```", "b.ts", "```", "", "```", "y", "```"],
      ["a.ts: = b.ts/"],
    ],
    ["never", ["a.ts", "```", "x"], ["! a.ts incomplete"]],
    [
      "a fence inside a document, closed: likely",
      ["a.md", "```", "```ts", "x", "```", "y", "```"],
      ["a.md: ? = ```ts/x/```/y/"],
    ],
    [
      "two readings: a fence inside, not closed",
      ["a.md", "```", "```ts", "x", "```", "b.ts", "~~~", "y", "~~~"],
      ["! a.md malformed_block", "b.ts: = y/"],
    ],
  ])("%s", (_, all, blocks) => expect(describeBlocks(lines(...all), "whole-file")).toEqual(blocks));

  test("an answer in \\r\\n", () =>
    expect(describeBlocks(lines("a.ts", "```", "x", "```").replaceAll("\n", "\r\n"), "whole-file")).toEqual([
      "a.ts: = x/",
    ]));

  test.each([
    ["one without a language", ["# T", "```", "npm i", "```", "end"], "a.md: ? = # T/```/npm i/```/end/"],
    ["a name inside it", ["# T", "```", "src/a.js", "```", "end"], "a.md: ? = # T/```/src/a.js/```/end/"],
    ["two of each kind", ["```sh", "x", "```", "```", "y", "```", "z"], "a.md: ? = ```sh/x/```/```/y/```/z/"],
    ["one that is not closed", ["# T", "```", "npm i", "end"], "! a.md malformed_block"],
    ["the next file's", ["# T", "```ts a.ts", "x", "```", "end"], "! a.md malformed_block"],
  ])("a document with a fence inside is read to its end, and never up to that fence: %s", (_, body, read) =>
    expect(describeBlocks(lines("a.md", "```markdown", ...body, "```"), "whole-file")[0]).toBe(read),
  );

  test("\\r\\n content between \\n fences", () =>
    expect(describeBlocks("a.ts\n```\nx\r\n```\n", "whole-file")).toEqual(["a.ts: = x%/"]));

  test("the message says what to do", () =>
    expect(firstProblem(lines("a.txt", "```", "```ts", "x", "```", "y", "```"), "whole-file")).toBe(
      "The file has a code fence in it (line 3 of the answer) as long as its own, so it is not clear where the file ends. Send it again in a longer fence (````). None of it was applied.",
    ));
});

describe("a fence that holds edits is no whole file", () => {
  test.each<[string, string[], string[]]>([
    ["a search/replace block", ["a.ts", "```ts", "<<<<<<< SEARCH", "x", "=======", "y", ">>>>>>> REPLACE", "```"], []],
    [
      "named inside once more",
      ["a.ts", "```ts", "a.ts", "<<<<<<< SEARCH", "x", "=======", "y", ">>>>>>> REPLACE", "```"],
      [],
    ],
    ["an edit block", ["a.ts", "```", "««« EDIT", "x", "═══════ REPL", "y", "»»» EDIT END", "```"], []],
    ["a diff", ["a.ts", "```diff", "--- a.ts", "+++ a.ts", "@@ @@", "-x", "+y", "```"], []],
    ["hunks of a diff", ["a.ts", "```diff", "@@ @@", "-x", "+y", "```"], []],
    ["lines of a diff", ["a.ts", "```diff", "-x", "+y", "```"], []],
    ["a patch", ["a.ts", "```", "*** Begin Patch", "*** Delete File: a.ts", "*** End Patch", "```"], []],
    [
      "further down, it may be either",
      ["a.ts", "```", "1", "2", "<<<<<<< SEARCH", "x", "=======", "y", ">>>>>>> REPLACE", "```"],
      ["! a.ts malformed_block"],
    ],
    [
      "further down in a longer fence, it is content",
      ["a.ts", "````", "1", "2", "<<<<<<< SEARCH", ">>>>>>> REPLACE", "````"],
      ["a.ts: = 1/2/<<<<<<< SEARCH/>>>>>>> REPLACE/"],
    ],
    ["a file of patches may be one", ["a.patch", "```diff", "-x", "```"], ["a.patch: = -x/"]],
  ])("%s", (_, all, blocks) => expect(describeBlocks(lines(...all), "whole-file")).toEqual(blocks));
});

import { describe, expect, test } from "vitest";
import { Answer } from "../answer.ts";
import { firstProblem, describeBlocks } from "../describe-blocks.ts";
import { parseAnswer, scan } from "../parse.ts";

const START = "<<<<<<< SEARCH";
const DIVIDER = "=======";
const END = ">>>>>>> REPLACE";
const BODY = [START, "old", DIVIDER, "new", END];

function lines(...all: readonly string[]): string {
  return `${all.join("\n")}\n`;
}

describe("what a block means", () => {
  test.each<[string, string, string[]]>([
    ["lines change", lines("a.ts", ...BODY), ["a.ts: old/ → new/"]],
    ["no line break at the end", ["a.ts", ...BODY].join("\n"), ["a.ts: old/ → new/"]],
    ["an empty SEARCH creates", lines("a.ts", START, DIVIDER, "x", "", END), ["a.ts: + x//"]],
    ["an empty REPLACE deletes lines", lines("a.ts", START, "x", DIVIDER, END), ["a.ts: x/ → "]],
    ["blank lines are content", lines("a.ts", START, "", "x", DIVIDER, "y", "", END), ["a.ts: /x/ → y//"]],
    ["five signs", lines("a.ts", "<<<<< SEARCH", "x", "=====", "y", ">>>>> REPLACE"), ["a.ts: x/ → y/"]],
    ["nine signs", lines("a.ts", "<<<<<<<<< SEARCH", "x", "=========", "y", ">>>>>>>>> REPLACE"), ["a.ts: x/ → y/"]],
    [
      "signs that do not agree",
      lines("a.ts", "<<<<<<< SEARCH", "x", "=====", "y", ">>>>>>>> REPLACE"),
      ["a.ts: x/ → y/"],
    ],
    [
      "four or ten are none",
      lines("a.ts", "<<<< SEARCH", "x", "<<<<<<<<<< SEARCH"),
      ["! a.ts unsure", "! null unsure"],
    ],
    ["cline's signs", lines("a.ts", "------- SEARCH", "x", DIVIDER, "y", "+++++++ REPLACE"), ["a.ts: x/ → y/"]],
    [
      "whole blocks with fewer signs are content",
      lines("a.md", "<<<<<<<<< SEARCH", "x", ...BODY, "=========", "y", ...BODY, ">>>>>>>>> REPLACE"),
      [`a.md: x/${BODY.join("/")}/ → y/${BODY.join("/")}/`],
    ],
    [
      "so are those with more",
      lines("a.md", "<<<<< SEARCH", ...BODY, "=====", "y", ">>>>> REPLACE"),
      [`a.md: ${BODY.join("/")}/ → y/`],
    ],
    ["SEARCH>", lines("a.ts", "<<<<<<< SEARCH>", "x", DIVIDER, "y", END), ["a.ts: x/ → y/"]],
    ["whitespace after markers", lines("a.ts", `${START} `, "x", `${DIVIDER}\t`, "y", `${END}  `), ["a.ts: x/ → y/"]],
    [
      "indented markers are content",
      lines("a.ts", START, ` ${DIVIDER}`, DIVIDER, ` ${END}`, END),
      [`a.ts:  ${DIVIDER}/ →  ${END}/`],
    ],
    ["an answer in \\r\\n", lines("a.ts", ...BODY).replaceAll("\n", "\r\n"), ["a.ts: old/ → new/"]],
    ["\\r\\n content between \\n markers", `a.ts\n${START}\nx\r\n${DIVIDER}\ny\r\n${END}\n`, ["a.ts: x%/ → y%/"]],
    [
      "a line hint is no content",
      lines("a.ts", START, ":start_line:12", ":end_line:13", "-------", "x", DIVIDER, "y", END),
      ["a.ts: 12@x/ → y/"],
    ],
    ["nor without its rule", lines("a.ts", START, ":start_line:12", "x", DIVIDER, "y", END), ["a.ts: 12@x/ → y/"]],
    [
      "nor in brackets",
      lines("a.ts", START, ":start_line: [12]", ":end_line:[13]", "-------", "x", DIVIDER, "y", END),
      ["a.ts: 12@x/ → y/"],
    ],
    [
      "a hint that the file holds itself is content",
      lines("a.md", START, "Write:", ":start_line:1", DIVIDER, "Write it so:", ":start_line:1", END),
      ["a.md: Write:/:start_line:1/ → Write it so:/:start_line:1/"],
    ],
    ["gptme's words", lines("a.ts", "<<<<<<< ORIGINAL", "x", DIVIDER, "y", ">>>>>>> UPDATED"), ["a.ts: x/ → y/"]],
    [
      "other words are content",
      lines("a.ts", START, "<<<<<<< ORIGINAL", DIVIDER, ">>>>>>> UPDATED", END),
      ["a.ts: <<<<<<< ORIGINAL/ → >>>>>>> UPDATED/"],
    ],
    [
      "conflict markers under a path",
      lines("a.ts", "<<<<<<< HEAD", "x", DIVIDER, "y", ">>>>>>> main"),
      ["! a.ts unsure"],
    ],
    ["conflict markers without one", lines("So:", "<<<<<<< HEAD", "x", DIVIDER, "y", ">>>>>>> main"), []],
    [
      "a divider of other length is content",
      lines("a.md", START, "T", "=====", DIVIDER, "U", "=====", END),
      ["a.md: T/=====/ → U/=====/"],
    ],
    [
      "a stuttered divider before nothing",
      lines("a.ts", START, "x", DIVIDER, DIVIDER, END),
      ["a.ts: x/ →  | x/=======/ → "],
    ],
    [
      "edit blocks inside are content",
      lines("a.md", START, "x", DIVIDER, "b", "««« EDIT", "═══════ REPL", "»»» EDIT END", END),
      ["a.md: x/ → b/««« EDIT/═══════ REPL/»»» EDIT END/"],
    ],
  ])("%s", (_, text, blocks) => expect(describeBlocks(text, "search-replace")).toEqual(blocks));
});

describe("which file is meant", () => {
  test.each<[string, string[], string]>([
    ["a heading with a number", ["#### 2. `a.ts`"], "a.ts"],
    ["a heading with a number, in bold", ["## 1) **a.ts**", ""], "a.ts"],
    ["the line before", ["a.ts"], "a.ts"],
    ["before the fence", ["a.ts", "```ts"], "a.ts"],
    ["inside the fence", ["```ts", "a.ts"], "a.ts"],
    ["a fence of four", ["a.ts", "````ts"], "a.ts"],
    ["a source tag", ["a.ts", "<source>python"], "a.ts"],
    ["in a fence of its own", ["```python", "a.ts", "```", "```python"], "a.ts"],
    ["in the info string", ["```ts src/a.ts"], "src/a.ts"],
    ["after the language and a colon", ["```ts:src/a.ts"], "src/a.ts"],
    ["in the info string by name", ['```ts title="my a.ts"'], "my a.ts"],
    ["a blank line between", ["a.ts", "", "```ts"], "a.ts"],
    ["bold", ["**a.ts**"], "a.ts"],
    ["in backticks with a colon", ["`src/a.ts`:"], "src/a.ts"],
    ["a heading", ["### src/a.ts"], "src/a.ts"],
    ["File:", ["File: a.ts"], "a.ts"],
    ["a link", ["### [a.ts](a.ts)"], "a.ts"],
    ["a link with a dot", ["[src/a.ts](./src/a.ts)", "```ts"], "src/a.ts"],
    ["a link in a tag", ["<path>[a.ts](a.ts)</path>"], "a.ts"],
    ["spaces in the name", ["`dir name/a.ts`"], "dir name/a.ts"],
    ["spaces in the name, after a folder", ["src/my a.ts"], "src/my a.ts"],
    ["no ending", ["Makefile"], "Makefile"],
    ["any word, when nothing else is there", ["entrypoint"], "entrypoint"],
    ["in a tag", ["<path>src/a.ts</path>", "<diff>"], "src/a.ts"],
    ["in a tag, wrapped twice", ["<path>my a.ts</path>", "<diff>", "<content><![CDATA["], "my a.ts"],
    ["in a tag, wrapped three times", ["<path>a.ts</path>", "<diff>", "<content>", "<![CDATA["], "a.ts"],
    ["in a tag's attribute", ['<file path="src/a.ts">', "<edit>"], "src/a.ts"],
    ["in another attribute", ["<CodeChange id='1' file='my a.ts'>", "```ts"], "my a.ts"],
  ])("%s", (_, before, path) =>
    expect(describeBlocks(lines(...before, ...BODY), "search-replace")).toEqual([`${path}: old/ → new/`]),
  );

  test("in a fence under another file's name it is the nearest, but not for certain", () =>
    expect(describeBlocks(lines("b.ts", "```ts", "a.ts", ...BODY), "search-replace")).toEqual(["a.ts: ? old/ → new/"]));

  test.each<[string, string[], string]>([
    ["prose", ["Here is the change:"], "! null malformed_block"],
    ["only a language", ["", "```text"], "! null malformed_block"],
    ["a link to another file", ["### [a.ts](b.ts)"], "! null malformed_block"],
    ["a link to another file in a tag", ["<path>[a.ts](b.ts)</path>"], "! null malformed_block"],
    ["words without a file", ["Change it like this:"], "! null malformed_block"],
    ["two files", ["In `a.ts` and `b.ts`:"], "! null malformed_block"],
    ["a path too far above", ["a.ts", ...Array.from({ length: 12 }, () => "")], "! null malformed_block"],
  ])("none: %s", (_, before, block) =>
    expect(describeBlocks(lines(...before, ...BODY), "search-replace")).toEqual([block]),
  );

  test.each<[string, string[], string]>([
    ["an item of a list", ["1. src/a.ts"], "src/a.ts: ? old/ → new/"],
    ["a heading with more words", ["### 2. Update `src/a.ts`"], "src/a.ts: ? old/ → new/"],
    ["a heading, and words below it", ["### src/a.ts", "", "Adds a cache.", ""], "src/a.ts: ? old/ → new/"],
    ["the same, with a fence", ["**src/a.ts** (changed)", "", "Adds a cache.", "", "```ts"], "src/a.ts: ? old/ → new/"],
  ])("likely: %s", (_, before, block) =>
    expect(describeBlocks(lines(...before, ...BODY), "search-replace")).toEqual([block]),
  );

  test("the next block without a name is as likely", () =>
    expect(describeBlocks(lines("1. src/a.ts", ...BODY, "", ...BODY), "search-replace")).toEqual([
      "src/a.ts: ? old/ → new/",
      "src/a.ts: ? old/ → new/",
    ]));

  const first = ["a.ts", ...BODY];
  test.each<[string, string[], string]>([
    ["the block before, when nothing is said", [""], "a.ts: old/ → new/"],
    ["the block before, after dots", ["", "...", ""], "a.ts: old/ → new/"],
    ["the block before, after prose", ["And then this one:"], "a.ts: old/ → new/"],
    ["a new path", ["b.ts"], "b.ts: old/ → new/"],
    ["a word in backticks", ["`entrypoint`"], "entrypoint: old/ → new/"],
    ["a well-known name", ["LICENSE"], "LICENSE: old/ → new/"],
    ["a word that may be either is refused", ["entrypoint"], "! null malformed_block"],
    ["prose that names another file", ["And in `b.ts`:"], "b.ts: ? old/ → new/"],
    ["an item of a list that names another file", ["2. src/b.ts"], "src/b.ts: ? old/ → new/"],
    ["a link to another file is refused", ["[b.ts](src/b.ts)"], "! null malformed_block"],
    ["prose that names the same file", ["Further down in `a.ts`:"], "a.ts: old/ → new/"],
  ])("after another block: %s", (_, between, block) =>
    expect(describeBlocks(lines(...first, ...between, ...BODY), "search-replace")).toEqual([
      "a.ts: old/ → new/",
      block,
    ]),
  );

  test.each<[boolean, string]>([
    [true, "entrypoint: old/ → new/"],
    [false, "a.ts: old/ → new/"],
  ])("what is known to exist decides: %s", (exists, block) =>
    expect(describeBlocks(lines(...first, "entrypoint", ...BODY), "search-replace", { known: () => exists })[1]).toBe(
      block,
    ),
  );
});

describe("broken blocks are reported, and the next one counts", () => {
  const next = ["b.ts", START, "1", DIVIDER, "2", END];
  const fine = "b.ts: 1/ → 2/";
  test.each<[string, string, string[]]>([
    ["no divider", lines("a.ts", START, "x", END, ...next), ["! a.ts malformed_block", fine]],
    ["no end", lines("a.ts", START, "x", DIVIDER, "y", ...next), ["! a.ts malformed_block", fine]],
    [
      "two dividers: the file decides",
      lines("a.ts", START, "x", DIVIDER, "y", DIVIDER, "z", END, ...next),
      ["a.ts: x/ → y/=======/z/ | x/=======/y/ → z/", fine],
    ],
    [
      "two dividers in a row before text",
      lines("a.ts", START, "x", DIVIDER, DIVIDER, "z", END, ...next),
      ["a.ts: x/ → =======/z/ | x/=======/ → z/", fine],
    ],
    ["blank lines to find", lines("a.ts", START, "", DIVIDER, "y", END, ...next), ["! a.ts malformed_block", fine]],
    [
      "a hint among the new lines",
      lines("a.ts", START, "x", DIVIDER, " :start_line:[3]", "y", END, ...next),
      ["! a.ts malformed_block", fine],
    ],
    [
      "a marker with a backslash",
      lines("a.ts", START, "\\<<<<<<< HEAD", DIVIDER, "y", END, ...next),
      ["! a.ts malformed_block", fine],
    ],
    [
      "a divider with a backslash",
      lines("a.ts", START, "x", DIVIDER, "\\=======", END, ...next),
      ["! a.ts malformed_block", fine],
    ],
    ["an end of another word", lines("a.ts", START, "x", DIVIDER, "y", ">>>>>>> DONE"), ["! a.ts incomplete"]],
    ["an end without a start", lines("a.ts", "x", DIVIDER, "y", END, ...next), ["! null malformed_block", fine]],
    ["the answer stops", lines(...next, "a.ts", START, "x", DIVIDER, "y"), [fine, "! a.ts incomplete"]],
    [
      "the answer stops in the end marker",
      `${lines("a.ts", START, "x", DIVIDER, "y")}>>>>>>> REPL`,
      ["! a.ts incomplete"],
    ],
  ])("%s", (_, text, blocks) => expect(describeBlocks(text, "search-replace")).toEqual(blocks));

  test("the message says what is above instead of a path", () =>
    expect(firstProblem(lines("`a.ts`, `b.ts`", ...BODY), "search-replace")).toBe(
      'It is not clear which file the block changes: the line above it, "`a.ts`, `b.ts`", is not a path alone. Put the path of the file alone on the line before it. None of it was applied.',
    ));

  test("the message says what to do", () =>
    expect(firstProblem(lines("a.ts", START, "x", DIVIDER, "y", END, "z", END), "search-replace")).toBe(
      'The block has several lines that could be its end (lines 6, 8 of the answer), so it is not clear how far its new text goes. Use more or fewer signs in "<<<<<<<", "=======" and ">>>>>>>" alike (5 to 9), so that only one line fits. None of it was applied.',
    ));

  test("many dividers are not tried", () =>
    expect(
      describeBlocks(lines("a.ts", START, "x", ...Array.from({ length: 7 }, () => [DIVIDER, "y"]).flat(), END), "auto"),
    ).toEqual(["! a.ts malformed_block"]));
});

describe("a block without a path of its own", () => {
  const block = (find: string, put: string): string => lines(START, find, DIVIDER, put, END);
  const known = (path: string): boolean => path === "a.txt" || path === "b.txt";
  const second = (between: string): string | undefined =>
    describeBlocks(`a.txt\n${block("one", "ONE")}\n${between}\n${block("same", "SAME")}`, "auto", { known })[1];

  test.each([
    ["### `b.txt`\n\nUpper-case the word there too:\n"],
    ["b.txt:\n\n- upper-case it\n"],
    ["**File: `b.txt`**\n\nUpper-case it.\n"],
    ["b.txt\n\n\n"],
    ["b.txt\n---"],
    ["Then b.txt as well.\n\nIt has the same word:\n"],
  ])("after words that name another file it is not certain: %j", (between) =>
    expect(second(between)).toMatch(/^(?:! null|(?:a|b)\.txt: \?)/),
  );

  test.each([
    ["And once more:\n"],
    ["The same in `a.txt`, further down:\n"],
    ["Like `c.txt` does, which is not here.\n"],
  ])("after other words it is of the file before: %j", (between) =>
    expect(second(between)).toBe("a.txt: same/ → SAME/"),
  );
});

describe("markers with other words, or with the file's name", () => {
  const named = (start: string, end: string): string[] => [`<<<<<<< ${start}`, "x", DIVIDER, "y", `>>>>>>> ${end}`];
  const CERTAIN = "a.ts: x/ → y/";
  test.each<[string, string, string[]]>([
    ["the name after the usual words", lines(...named("ORIGINAL a.ts", "UPDATED a.ts")), [CERTAIN]],
    ["and only at the start", lines(...named("SEARCH a.ts", "REPLACE")), [CERTAIN]],
    ["and above", lines("src/a.ts", ...named("ORIGINAL a.ts", "UPDATED a.ts")), ["src/a.ts: x/ → y/"]],
    [
      "each block its own",
      lines(...named("ORIGINAL a.ts", "UPDATED a.ts"), "", ...named("ORIGINAL b.ts", "UPDATED b.ts")),
      [CERTAIN, "b.ts: x/ → y/"],
    ],
    ["other words are likely", lines("a.ts", ...named("OLD", "NEW")), ["a.ts: ? x/ → y/"]],
    ["so are mixed ones", lines("a.ts", ...named("SEARCH", "UPDATED")), ["a.ts: ? x/ → y/"]],
    ["and what is no name", lines("a.ts", ...named("ORIGINAL code", "UPDATED code")), ["a.ts: ? x/ → y/"]],
    [
      "and another file in the words above",
      lines("As in b.ts:", ...named("SEARCH a.ts", "REPLACE")),
      ["a.ts: ? x/ → y/"],
    ],
    ["two names", lines(...named("ORIGINAL a.ts", "UPDATED b.ts")), ["! null malformed_block"]],
    ["another name above", lines("b.ts", ...named("ORIGINAL a.ts", "UPDATED a.ts")), ["! null malformed_block"]],
    ["git's own are no edit", lines("a.ts", ...named("HEAD", "feature/old")), ["! a.ts unsure"]],
    ["nor without an end", lines("a.ts", "<<<<<<< OLD", "x", DIVIDER, "y"), ["! a.ts unsure"]],
  ])("%s", (_, answer, expected) => expect(describeBlocks(answer, "auto")).toEqual(expected));
});

describe("a block inside of one that has not ended", () => {
  const certain = (text: string): readonly string[] =>
    parseAnswer(text, "auto").blocks.flatMap((block) =>
      block.kind === "edit" && block.likely === undefined ? [block.path] : [],
    );

  test("it is not certain if the divider of the outer one follows", () =>
    expect(certain(lines("a.md", START, "b.ts", ...BODY, DIVIDER, "c.ts", ...BODY, END))).toEqual([]));

  test("it is if nothing of the outer one follows", () =>
    expect(certain(lines("a.md", START, "x", DIVIDER, "y", "b.ts", ...BODY, "", "c.ts", ...BODY))).toEqual([
      "b.ts",
      "c.ts",
    ]));

  test("many blocks in each other are read in steps that grow with their number only", () => {
    const reads = (count: number): number => {
      const answer = new Answer(
        lines("a.md", ...Array.from({ length: count }, (_, at) => ["<<<<< SEARCH", "<<<<<<<< SEARCH"][at % 2]!)),
      );
      scan(answer, new Set(["search-replace"]), null);
      return answer.reads;
    };
    expect(reads(4_000)).toBeLessThan(2.2 * reads(2_000));
  });
});

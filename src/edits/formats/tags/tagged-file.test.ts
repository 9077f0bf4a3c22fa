import { describe, expect, test } from "vitest";
import { describeBlocks } from "../describe-blocks.ts";

const lines = (...all: readonly string[]): string => `${all.join("\n")}\n`;

describe("a file between tags is a likely edit", () => {
  test.each<[string, string[], string]>([
    ["path=", ['<file path="src/a.ts">', "x", "</file>"], "src/a.ts: ? = x/"],
    ["name=", ["<file name='a.ts'>", "x", "y", "</file>"], "a.ts: ? = x/y/"],
    ["a fence inside", ['<file path="a.ts">', "```ts", "x", "```", "</file>"], "a.ts: ? = x/"],
    ["content inside", ['<file path="a.ts">', "  <content>", "x", "  </content>", "</file>"], "a.ts: ? = x/"],
    ["CDATA", ['<file path="a.ts"><![CDATA[', "x", "]]></file>"], "a.ts: ? = x/"],
    [
      "a path in a tag",
      ["<file>", "<path>src/a.ts</path>", "<content>", "x", "</content>", "</file>"],
      "src/a.ts: ? = x/",
    ],
    [
      "a document",
      [
        '<document index="1">',
        "<source>a.md</source>",
        "<document_content>",
        "x",
        "</document_content>",
        "</document>",
      ],
      "a.md: ? = x/",
    ],
    [
      "an artifact",
      [
        '<antArtifact identifier="a" type="application/vnd.ant.code" language="javascript" title="lib/a.js">',
        "x",
        "</antArtifact>",
      ],
      "lib/a.js: ? = x/",
    ],
    [
      "an artifact with a title that names no file",
      ['<antArtifact identifier="cache" type="application/vnd.ant.code" title="The cache">', "x", "</antArtifact>"],
      "! null unsure",
    ],
    ["an action", ['  <boltAction type="file" filePath="src/a.ts">x', "y", "  </boltAction>"], "src/a.ts: ? = x/y/"],
    ["lov-write", ['<lov-write file_path="src/a.tsx">', "x", "</lov-write>"], "src/a.tsx: ? = x/"],
    [
      "old and new text",
      ['<str_replace path="a.ts"><old>x = 1</old><new>x = 2</new></str_replace>'],
      "a.ts: ? x = 1 → x = 2",
    ],
    [
      "old and new lines",
      ['<edit file="a.ts">', "<search>", "x", "</search>", "<replace>", "y", "</replace>", "</edit>"],
      "a.ts: ? x/ → y/",
    ],
    ["old text without new text", ['<edit file="a.ts">', "<old>", "x", "</old>", "y", "</edit>"], "! a.ts unsure"],
    ["never closed", ['<file path="a.ts">', "x"], "! a.ts incomplete"],
    ["never closed, around a fence", ['<file path="a.ts">', "```ts", "x", "```"], "a.ts: ? = x/"],
    ["not closed before the next", ['<file path="a.ts">', "x", '<file path="b.ts">', "y", "</file>"], "! a.ts unsure"],
  ])("%s", (_, all, block) => expect(describeBlocks(lines("Words.", "", ...all, "", "More."), "auto")[0]).toBe(block));

  test.each<[string, string[]]>([
    ["HTML", ['<a name="a.html">', "x", "</a>"]],
    ["a component", ['<Route path="/users">', "x", "</Route>"]],
    ["a command", ['<boltAction type="shell">', "npm i", "</boltAction>"]],
    ["an address", ['<file path="https://example.com/a.ts">', "x", "</file>"]],
  ])("none: %s", (_, all) => expect(describeBlocks(lines(...all), "auto")).toEqual([]));

  test("edits between the tags are read as edits", () =>
    expect(
      describeBlocks(
        lines('<file path="a.ts">', "<<<<<<< SEARCH", "1", "=======", "2", ">>>>>>> REPLACE", "</file>"),
        "auto",
      ),
    ).toEqual(["a.ts: 1/ → 2/"]));
});

describe("tags without content, and old and new text without a file", () => {
  const PAIR = ["<old_text line=1>", "x", "</old_text>", "<new_text>", "y", "</new_text>"];
  test.each<[string, string[], string[]]>([
    ["delete", ['<lov-delete file_path="src/a.ts"/>'], ["src/a.ts: ? deleted"]],
    ["delete, closed", ['<file-delete path="src/a.ts"></file-delete>'], ["src/a.ts: ? deleted"]],
    ["rename", ['<lov-rename original_file_path="a.ts" new_file_path="b.ts" />'], ["a.ts: ? ⇒ b.ts"]],
    ["rename to nowhere", ['<lov-rename original_file_path="a.ts" />'], ["! a.ts unsure"]],
    ["a component of a page", ['<Button onDelete="a.ts"/>'], []],
    ["a pair below the path", ["a.ts", "<edits>", ...PAIR, "</edits>"], ["a.ts: ? x/ → y/"]],
    ["a pair of no file", ["<edits>", ...PAIR, "</edits>"], ["! null unsure"]],
    ["half a pair", ["<old_text>", "x", "</old_text>"], []],
  ])("%s", (_, all, blocks) => expect(describeBlocks(lines("Words.", "", ...all), "auto")).toEqual(blocks));
});

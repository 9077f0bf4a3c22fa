// Code copied from the page of a chat: read as likely, up to the words after it, and never from words alone.

import { expect, test } from "vitest";
import { Answer } from "../answer.ts";
import { describeBlocks } from "../describe-blocks.ts";
import { withCopied } from "./copied-code.ts";

const CODE = "export const a = 1;\n\nexport const b = 2;";

test.each<[string, string, string]>([
  ["a language and a button", `src/a.js\n\njs\nCopy code\n${CODE}\n\nThat is all.\n`, CODE],
  ["a short button", `src/a.js\njavascript\nCopy\nEdit\n${CODE}\n\nNow run the tests.\n`, CODE],
  ["in German", `src/a.js\njs\nCode kopieren\n${CODE}\n\nDas ist alles, was nötig ist.\n`, CODE],
  ["in Chinese", `src/a.js\njs\n复制代码\n${CODE}\n\n现在可以运行测试。\n`, CODE],
  ["at the end", `src/a.js\njs\nCopy code\n${CODE}\n`, CODE],
])("%s", (_, answer, code) => {
  const fenced = withCopied(new Answer(answer))!.text;
  expect(fenced.split("\n").slice(0, answer.split("\n").length).length).toBe(answer.split("\n").length);
  expect(/```(?:js|javascript)\n([^]*?)\n```/.exec(fenced)?.[1]).toBe(code);
  expect(describeBlocks(answer, "auto")).toEqual([expect.stringContaining("src/a.js")]);
  expect(describeBlocks(answer, "auto")[0]).toContain(": ? ");
});

test("two files, each below its name", () => {
  const answer = `src/a.js\n\njs\nCopy code\n${CODE}\n\nsrc/b.js\n\njs\nCopy code\n${CODE}\n`;
  expect(describeBlocks(answer, "auto").length).toBe(2);
});

test.each<[string, string]>([
  ["only a verb", `Copy\n${CODE}\n`],
  ["a sentence about copying", `Copy code from there.\n\n${CODE}\n`],
  ["no room before the words", `js\nCopy code\n${CODE}\nThat is all there is.\n`],
  ["no code", "js\nCopy code\n\n"],
])("nothing is read: %s", (_, answer) => expect(withCopied(new Answer(answer))).toBe(null));

test("buttons without an end are looked at once", () => {
  const answer = new Answer(`${"js\nCopy code\nlet a = 1;\n\n\n".repeat(20_000)}\nlet b;\nThat is all there is.\n`);
  expect(withCopied(answer)).not.toBe(null);
  expect(answer.reads).toBeLessThan(3 * answer.length);
});

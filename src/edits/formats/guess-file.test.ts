import { describe, expect, test } from "vitest";
import { describeBlock } from "./describe-blocks.ts";
import { mentionedFiles, withGuesses } from "./guess-file.ts";
import { parseAnswer } from "./parse.ts";

const FILE = ["const alpha = load();", "const beta = store();", "export const gamma = alpha + beta;", "run(gamma);"];
const OTHER = ["import express from 'express';", "const app = express();", "app.listen(3000);"];
const lines = (...all: readonly string[]): string => `${all.join("\n")}\n`;
const fence = (...all: readonly string[]): string => lines("```js", ...all, "```");
const CHANGED = [...FILE.slice(0, 3), "run(gamma + 1);"];

function guessed(text: string, files: Record<string, readonly string[]>): readonly string[] {
  const texts = new Map(Object.entries(files).map(([path, all]) => [path, lines(...all)]));
  return withGuesses(text, parseAnswer(text, "auto"), texts).blocks.map(describeBlock);
}

describe("a fence without a name", () => {
  test("is likely the one file that most of its lines are in", () =>
    expect(guessed(fence(...CHANGED), { "a.js": FILE, "b.js": OTHER })).toEqual([`a.js: ? = ${CHANGED.join("/")}/`]));

  test.each<[string, string, Record<string, readonly string[]>]>([
    ["two files have the lines", fence(...CHANGED), { "a.js": FILE, "b.js": [...FILE, "more();"] }],
    ["few of its lines are there", fence("one();", "two();", FILE[0]!), { "a.js": FILE }],
    ["it is too short", fence(FILE[0]!), { "a.js": FILE }],
    ["it is a command", fence(...CHANGED).replace("js", "sh"), { "a.js": FILE }],
    ["it is never closed", lines("```js", ...CHANGED), { "a.js": FILE }],
    ["no file is named", fence(...CHANGED), {}],
  ])("is none when %s", (_, text, files) => expect(guessed(text, files)).toEqual([]));

  test("keeps the order of the answer", () => {
    const text = `${fence(...CHANGED)}\nb.js\n\`\`\`js\nnew();\n\`\`\`\n`;
    expect(guessed(text, { "a.js": FILE })).toEqual([`a.js: ? = ${CHANGED.join("/")}/`, "b.js: = new();/"]);
  });
});

describe("the files that an answer names", () => {
  const known = (path: string): boolean => path === "src/a.js";
  test("are looked for between its fences, where a fence has no name", () => {
    const text = `In \`src/a.js\` and \`src/b.js\`.\n\n${fence("x")}`;
    expect(mentionedFiles(text, parseAnswer(text, "auto"), known)).toEqual(["src/a.js"]);
  });

  test("are not looked for otherwise", () => {
    const text = "In `src/a.js`.\n\nc.js\n```js\nx\n```\n";
    expect(mentionedFiles(text, parseAnswer(text, "auto"), known)).toBeNull();
  });
});

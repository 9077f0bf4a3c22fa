// Moving in a change on a real terminal: from change to change, more or less around it. No key here answers anything.

import { describe, expect, test } from "vitest";
import { block, reviews } from "./reviewing.ts";

const review = reviews();

const numbered = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join("");
const FILES = { "a.txt": numbered(90) };
const ANSWER = ["line 10", "line 40", "line 70"].map((line) => block("a.txt", line, line.toUpperCase())).join("\n");
const AFTER = FILES["a.txt"].replace(/^line [147]0$/gm, (line) => line.toUpperCase());

describe("next and previous change", () => {
  test("} and { go from change to change, and say where they are", async () => {
    const reviewing = review({ files: FILES, answer: ANSWER, rows: 14 });
    await reviewing.play([/Apply these 3 edits/, "}"], ["change 2 of 3", ""]);
    expect(reviewing.framed()).toContainEqual(expect.stringMatching(/^40 +▸-line 40$/));
    await reviewing.play(["change 2 of 3", "}"], ["change 3 of 3", "}"], ["That was the last change", "{"]);
    await reviewing.play(["change 2 of 3", "{"], ["change 1 of 3", "{"], ["That was the first change", "y"]);
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.read()).toBe(AFTER);
  });

  test("after scrolling, } starts from what is on the screen", async () => {
    const reviewing = review({ files: FILES, answer: ANSWER, rows: 12 });
    await reviewing.play([/Apply these 3 edits/, "G"], ["⋯ 17 unchanged lines", "{"], ["change 2 of 3", "n"]);
    expect(await reviewing.end()).toBe(1);
  });
});

describe("context", () => {
  test("+ shows more up to all, - fewer down to none, and the line at the top stays there", async () => {
    const reviewing = review({ files: FILES, answer: ANSWER, rows: 20 });
    await reviewing.play([/Apply these 3 edits/, "}"], ["change 2 of 3", ""]);
    const place = (): number => reviewing.framed().findIndex((row) => /^40 +▸-line 40$/.test(row));
    const row = place();
    await reviewing.play(["change 2 of 3", "+"], [/36 36  line 36/, ""]);
    expect(place()).toBe(row);
    await reviewing.play(["change 2 of 3", "++"], [/of 94 /, ""]);
    expect(place()).toBe(row);
    reviewing.screen.type("+");
    await reviewing.play(["Every line is shown.", "----"], ["⋯ 29 unchanged lines", "-"]);
    await reviewing.play(["Only changed lines are shown.", "n"]);
    expect(await reviewing.end()).toBe(1);
  });

  test("z opens one fold after the other, Z closes them", async () => {
    const reviewing = review({ files: FILES, answer: ANSWER, rows: 16 });
    await reviewing.play([/Apply these 3 edits/, "z"], ["line 1 ", "}"], [/@@ -37,7/, "z"]);
    await reviewing.play([/14 14  line 14/, "Z"], ["@@ -67,7 +67,7 @@  ⋯ 23 unchanged lines", "y"]);
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.read()).toBe(AFTER);
  });
});

describe("search", () => {
  test("/ finds and unfolds, n and N go through the matches, and neither answers", async () => {
    const reviewing = review({ files: FILES, answer: ANSWER, rows: 16 });
    await reviewing.play([/Apply these 3 edits/, "/"], ["Search:", "line 5"], ["Search: line 5", "\r"]);
    await reviewing.play([/ 2 of 11 matches/, "nn"], [/ 4 of 11 matches/, ""]);
    expect(reviewing.framed()).toContainEqual("52 52» line 52");
    expect(reviewing.framed()).toContainEqual("53 53› line 53");
    await reviewing.play([/ 4 of 11 matches/, "N"], [/ 3 of 11 matches/, "yd"], [/ 3 of 11 matches/, "/"]);
    await reviewing.play([/^ Search: +$/m, "(nowhere"], ["no match in this file", "\r"], ["another text", "\u001b"]);
    await reviewing.play([/Apply these 3 edits/, "y"]);
    expect(await reviewing.end()).toBe(0);
    expect(reviewing.read()).toBe(AFTER);
  });

  test("matches are marked in colour", async () => {
    const reviewing = review({ files: FILES, answer: ANSWER, rows: 16, env: { NO_COLOR: undefined } });
    await reviewing.play([/Apply these 3 edits/, "/"], ["Search:", "10"], ["1 of 2 matches", "\u001b"]);
    await reviewing.play([/Apply these 3 edits/, "n"]);
    expect(await reviewing.end()).toBe(1);
    expect(reviewing.screen.raw()).toContain("\u001b[7m\u001b[33m10\u001b[39m\u001b[27m");
  });
});

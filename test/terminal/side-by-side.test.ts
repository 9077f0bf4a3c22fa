// Two columns on a real terminal: what was and what will be, next to each other, where there is room.

import { expect, test } from "vitest";
import { AFTER, block, reviews } from "./reviewing.ts";

const review = reviews();
const QUESTION = "Apply this edit? [y/n]";

test("from 120 columns on a change that replaces lines is side by side, and | goes back and forth", async () => {
  const reviewing = review({ columns: 120 });
  await reviewing.play([QUESTION, ""]);
  expect(reviewing.framed().map((row) => row.replaceAll(/ +/g, " "))).toEqual([
    "@@ -1,3 +1,3 @@",
    "1 one │ 1 one",
    "2 -two │ 2 +TWO",
    "3 three │ 3 three",
  ]);
  await reviewing.play([QUESTION, "|"], [/2   -two/, "|"], [/2 -two +│ 2 \+TWO/, "y"]);
  expect(await reviewing.end()).toBe(0);
  expect(reviewing.read()).toBe(AFTER);
});

test("a narrower window has one column; one that becomes narrow too, and only what was seen can be remembered", async () => {
  const reviewing = review({ columns: 119 });
  await reviewing.play([/2   -two[^]*Apply this edit/, "|"], ["Side by side needs", ""]);
  reviewing.screen.resize(140, 24);
  await reviewing.screen.waitFor(/2 -two +│ 2 \+TWO/);
  reviewing.screen.resize(80, 24);
  await reviewing.play([/2   -two/, "n"]);
  expect(await reviewing.end()).toBe(1);
});

test("a change that only adds lines stays in one column until it is asked for", async () => {
  const reviewing = review({ columns: 130, answer: block("a.txt", "two", "two\nmore") });
  await reviewing.play([/^│ {3}3 \+more[^]*Apply this edit/m, "|"], [/│ 3 \+more/, "y"]);
  expect(await reviewing.end()).toBe(0);
  expect(reviewing.read()).toBe("one\ntwo\nmore\nthree\n");
});

test("always is offered only when both columns were seen to their end", async () => {
  const before = Array.from({ length: 40 }, (_, at) => `line ${at}\n`).join("");
  const after = before.replaceAll("line", "LINE");
  const reviewing = review({
    columns: 120,
    rows: 20,
    files: { "a.txt": before },
    answer: block("a.txt", before.trimEnd(), after.trimEnd()),
  });
  await reviewing.play(
    [/1 -line 0 +│[^]*Apply this edit/, "a"],
    ["Scroll to the end first", "f"],
    ["line 20", "ff"],
    ["line 39", "a"],
  );
  await reviewing.play(["from now on do not ask", "\u001b"], ["Apply this edit?", "n"]);
  expect(await reviewing.end()).toBe(1);
});

// Taking parts of a change on a real terminal: what is on disk then, what the report says, and that undo brings it back.

import { expect, test } from "vitest";
import { block, reviews } from "./reviewing.ts";

const review = reviews();
const FILES = { "a.txt": "one\r\ntwo\r\nthree\r\nfour" };
const ANSWER = block("a.txt", "two\nthree\nfour", "TWO\nTHREE\nFOUR");

test("s splits a change into lines; only those that are taken are written, byte for byte", async () => {
  const reviewing = review({
    files: FILES,
    answer: ANSWER,
    command: "GALLEY apply answer.md; GALLEY undo --yes >undone",
  });
  await reviewing.play(["Apply this edit?", "s"], ["Apply the change?", "s"], ["Apply all 3 changes?", "j"]);
  await reviewing.play([/\[x\]>3/, " "], ["Apply 2 of 3 changes?", ""]);
  expect(reviewing.framed().filter((row) => row.startsWith("["))).toEqual([
    expect.stringMatching(/^\[x\] 2   -two/),
    expect.stringMatching(/^\[ \]>3   -three/),
    expect.stringMatching(/^\[x\] 4   -four/),
  ]);
  await reviewing.play(["Apply 2 of 3 changes?", "\r"]);
  await reviewing.end();
  expect(reviewing.shown()).toContain("Applied in part: 2 of 6 changed lines of a.txt were left out in review.");
  expect(reviewing.read()).toBe(FILES["a.txt"]); // Undone.
});

test("the bytes of a part, with CRLF and without a last line break", async () => {
  const reviewing = review({ files: FILES, answer: ANSWER });
  await reviewing.play(["Apply this edit?", "s"], ["Apply the change?", "s"], ["Apply all 3 changes?", " "]);
  await reviewing.play(["Apply 2 of 3 changes?", "y"]);
  expect(await reviewing.end()).toBe(0);
  expect(reviewing.read()).toBe("one\r\ntwo\r\nTHREE\r\nFOUR");
});

test("down to what is removed and what is added, and S joins it again", async () => {
  const reviewing = review({ files: FILES, answer: ANSWER });
  await reviewing.play(["Apply this edit?", "s"], ["Apply the change?", "s"], ["Apply all 3 changes?", "s"]);
  await reviewing.play(["Apply all 4 changes?", "s"], ["cannot be split any further", "S"], ["Apply the change?", "s"]);
  await reviewing.play(["Apply all 3 changes?", "s"], ["Apply all 4 changes?", " "], ["Apply 3 of 4 changes?", "y"]);
  expect(await reviewing.end()).toBe(0);
  expect(reviewing.read()).toBe("one\r\ntwo\r\nTWO\r\nTHREE\r\nFOUR");
});

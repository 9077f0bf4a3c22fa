// Editing one change on a real terminal: the editor gets its lines alone, and only those are replaced.

import { expect, test } from "vitest";
import { block, reviews, type Setup } from "./reviewing.ts";

const review = reviews();
const BEFORE = "one\r\ntwo\r\nthree\r\nfour\r\nfive\r\nsix\r\nseven\r\neight\r\nnine";
const ANSWER = `${block("a.txt", "two", "TWO")}\n${block("a.txt", "nine", "NINE")}`;
const QUESTION = "Apply these 2 edits?";

const edit = (script: string): Setup => ({
  files: { "a.txt": BEFORE, editor: `#!/bin/sh\nfor file; do :; done\ncat "$file" > given\n${script}\n` },
  answer: ANSWER,
  env: { EDITOR: "./editor" },
});

test("E opens the change alone; what is saved is shown, then written with the file's own line endings", async () => {
  const reviewing = review(edit(`printf 'mine\\nand more\\n' > "$file"`));
  await reviewing.play([QUESTION, "E"], ["Write your version?", ""]);
  expect(reviewing.read("given")).toBe("TWO\r\n");
  expect(reviewing.shown()).toMatch(/2 \+mine[^]* 3 \+and more[^]*-nine[^]*10 \+NINE/);
  expect(reviewing.read()).toBe(BEFORE);
  await reviewing.play(["Write your version?", "y"]);
  expect(await reviewing.end()).toBe(0);
  expect(reviewing.read()).toBe(BEFORE.replace("two", "mine\r\nand more").replace("nine", "NINE"));
});

test("of the change gone to with }, the last line keeps having no line break", async () => {
  const reviewing = review(edit(`printf 'ten\\n' > "$file"`));
  await reviewing.play([QUESTION, "}"], ["change 2 of 2", "E"], ["Write your version?", "y"]);
  expect(await reviewing.end()).toBe(0);
  expect(reviewing.read("given")).toBe("NINE");
  expect(reviewing.read()).toBe(BEFORE.replace("two", "TWO").replace("nine", "ten"));
});

test("saved unchanged it answers nothing", async () => {
  const reviewing = review(edit(`sleep 0.4; touch "$file"`));
  await reviewing.play([QUESTION, "E"], ["You left this change as it was", "n"]);
  expect(await reviewing.end()).toBe(1);
  expect(reviewing.read()).toBe(BEFORE);
});

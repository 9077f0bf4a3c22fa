// The model's words on a real terminal: above the change, marked, folded, and never a question of ours.

import { expect, test } from "vitest";
import { block, reviews } from "./reviewing.ts";

const review = reviews();
const QUESTION = "Apply this edit? [y/n]";

test("the words above an edit are above the change, every row marked", async () => {
  const answer = `I rename two,\nas you asked.\n\n${block("a.txt", "two", "TWO")}`;
  const reviewing = review({ answer });
  await reviewing.play([QUESTION, ""]);
  expect(reviewing.framed().slice(0, 3)).toEqual(["model> I rename two,", "model> as you asked.", "@@ -1,3 +1,3 @@"]);
  await reviewing.play([QUESTION, "y"]);
  expect(await reviewing.end()).toBe(0);
});

test("long words are folded, m shows all, and none can pass for ours", async () => {
  const hostile = [
    "⚠ Nothing to see",
    " Apply all? [y/n]",
    "└──────┘",
    "\u001b[2J\u001b[H",
    "2   -two",
    "word ".repeat(40),
  ];
  const reviewing = review({ answer: `${hostile.join("\n")}\n${block("a.txt", "two", "TWO")}` });
  await reviewing.play([QUESTION, "m"], ["model> word word", ""]);
  const framed = reviewing.framed();
  const at = framed.findIndex((row) => row.startsWith("@@"));
  expect(framed.slice(0, at).every((row) => row.startsWith("model> "))).toBe(true);
  expect(framed.slice(0, at).join("\n")).toContain("model> ⟨ESC⟩[2J⟨ESC⟩[H");
  await reviewing.play([QUESTION, "m"], ["more rows of the model's words (m)", "n"]);
  expect(await reviewing.end()).toBe(1);
});

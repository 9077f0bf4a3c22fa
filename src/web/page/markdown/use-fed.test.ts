import { expect, test } from "vitest";
import { nextEnd, PART } from "./use-fed.ts";

test("a text is fed in parts that end between characters, to its end", () => {
  const text = "😀".repeat(PART);
  const parts: string[] = [];
  for (let from = 0; from < text.length; from = nextEnd(text, from)) parts.push(text.slice(from, nextEnd(text, from)));
  expect(parts.join("")).toBe(text);
  expect(parts.every((part) => part.isWellFormed() && part.length <= PART)).toBe(true);
});

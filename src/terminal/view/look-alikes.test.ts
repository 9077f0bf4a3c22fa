// Which letters are taken for impostors, and which texts are left alone.

import { expect, test } from "vitest";
import { lookAlikes } from "./look-alikes.ts";

const draw = (line: string): string =>
  [...line].map((letter, at) => (lookAlikes(line).has(at) ? `«${letter}»` : letter)).join("");

test.each([
  ["plain Latin", "const admin = true;", "const admin = true;"],
  ["one letter in a word", "exаmple.test", "ex«а»mple.test"],
  ["several", "раypal", "«р»«а»ypal"],
  ["a Greek one", "cοnst", "c«ο»nst"],
  ["a whole word, with nothing else of its alphabet", "if (а === сору)", "if («а» === «с»«о»«р»«у»)"],
  ["Russian", "Кот и кит, а с ними оса", "Кот и кит, а с ними оса"],
  ["Russian beside English", "read кот and а", "read кот and а"],
  ["Greek in formulas", "const Δx = 5 * μs + λ;", "const Δx = 5 * μs + λ;"],
  ["a Latin word with a Cyrillic letter in a Russian line", "это exаmple и кот", "это ex«а»mple и кот"],
])("%s", (_, line, drawn) => expect(draw(line)).toBe(drawn));

test("a long line stays linear", () => expect(lookAlikes("аb ".repeat(200_000)).size).toBe(200_000));

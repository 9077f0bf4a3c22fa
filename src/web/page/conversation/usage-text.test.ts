import { expect, test } from "vitest";
import { costInWords, usageInWords } from "./usage-text.ts";

test.each([
  [999, 0, "999 in · 0 out"],
  [1_234, 5, "1.2k in · 5 out"],
  [123_456, 1_000_000, "123k in · 1.0M out"],
  [null, 7, "7 out"],
  [null, null, ""],
])("%s and %s tokens are %j", (input_tokens, output_tokens, words) =>
  expect(usageInWords({ input_tokens, output_tokens, cached_tokens: null })).toBe(words),
);

test.each([
  [null, ""],
  [0.001, "under $0.01"],
  [1.234, "about $1.23"],
])("%s dollars are %j", (usd, words) => expect(costInWords(usd)).toBe(words));

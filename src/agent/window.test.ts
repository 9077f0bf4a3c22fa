import fc from "fast-check";
import { expect, test } from "vitest";
import { filesTokens, historyChars, inThousands, type ModelWindow } from "./window.ts";

const known = (context: number, output: number | null = null): ModelWindow => ({ context, output, from: "config" });

test.each([
  ["three quarters are for what is sent", known(100_000), 0, 300_000],
  ["the system prompt has its room out of that", known(100_000), 100_000, 200_000],
  ["the longest answer has its room", known(200_000, 64_000), 0, 462_400],
  ["a short answer changes nothing", known(200_000, 8_000), 0, 600_000],
  ["an answer as long as the window takes half", known(100_000, 100_000), 0, 170_000],
  ["some of the conversation is always sent", known(100_000), 10_000_000, 100_000],
])("%s", (_, window, system, expected) => {
  expect(historyChars(window, system)).toBe(expected);
});

test("files, conversation and the longest answer fit together", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1_000, max: 2_000_000 }),
      fc.integer({ min: 1, max: 2_000_000 }),
      (context, output) => {
        const window = known(context, Math.min(output, context / 2));
        const system = filesTokens(window) * 4;
        const sent = (system + historyChars(window, system)) / 4;
        expect(sent + window.output!).toBeLessThanOrEqual(context);
      },
    ),
  );
});

test.each([
  [999, "999"],
  [8_000, "8,000"],
  [9_999, "9,999"],
  [10_000, "10k"],
  [200_000, "200k"],
])("a window of %d tokens is %s below the prompt, with the separators of the other numbers there", (tokens, shown) => {
  expect(inThousands(tokens)).toBe(shown);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { KeptOutput } from "./kept-output.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

test("what fits is kept whole, however it is cut", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), fc.array(fc.nat(300)), (text, cuts) => {
      const bytes = encode(text);
      const kept = new KeptOutput();
      let at = 0;
      for (const cut of cuts.toSorted((a, b) => a - b)) {
        kept.push(bytes.subarray(at, Math.max(at, cut)));
        at = Math.max(at, Math.min(cut, bytes.length));
      }
      kept.push(bytes.subarray(at));
      expect(kept.text()).toEqual({ text, truncated: false });
    }),
  );
});

test("of more than fits, the beginning and the end stay, and the rest is counted", () => {
  const kept = new KeptOutput();
  for (let line = 0; line < 200_000; line += 1) kept.push(encode(`${line}\n`));
  const { text, truncated } = kept.text(7);
  const total = Array.from({ length: 200_000 }, (_, line) => String(line).length + 1).reduce((a, b) => a + b, 0);
  const missing = Number(/\[… (\d+) bytes left out …\]/.exec(text)?.[1]);
  expect([truncated, text.startsWith("0\n1\n"), text.endsWith("199999\n")]).toEqual([true, true, true]);
  expect(missing).toBe(total + 7 - 128 * 1024);
});

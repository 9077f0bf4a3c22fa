import fc from "fast-check";
import { expect, test } from "vitest";
import { LineCutter, LineTooLong } from "./lines.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The lines of a stream that comes in these pieces. */
function cut(pieces: readonly Uint8Array[]): string[] {
  const cutter = new LineCutter();
  return pieces.flatMap((piece) => cutter.push(piece).map((line) => decoder.decode(line)));
}

test("cutting the stream anywhere changes nothing", () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.array(fc.nat(200)), (lines, cuts) => {
      const whole = encoder.encode(lines.map((line) => `${line.replaceAll("\n", "ü")}\n`).join(""));
      const at = [0, ...cuts.map((each) => Math.min(each, whole.length)).toSorted((a, b) => a - b), whole.length];
      const pieces = at.slice(1).map((to, index) => whole.subarray(at[index], to));
      expect(cut(pieces)).toEqual(cut([whole]));
      expect(cut(pieces).join("")).toBe(decoder.decode(whole));
    }),
  );
});

test("the end of a stream without a line feed is no line", () => {
  expect(cut([encoder.encode("one\ntw"), encoder.encode("o")])).toEqual(["one\n"]);
});

test("a line of many pieces is joined once", () => {
  const cutter = new LineCutter();
  const piece = new Uint8Array(1000).fill(120);
  for (let n = 0; n < 10_000; n += 1) expect(cutter.push(piece)).toEqual([]);
  const [line] = cutter.push(encoder.encode("\n"));
  expect(line).toHaveLength(10_000_001);
});

test("a line that is too long is not kept", () => {
  const cutter = new LineCutter(10);
  expect(cutter.push(encoder.encode("123456789\n"))).toHaveLength(1);
  expect(() => cutter.push(encoder.encode("12345678901"))).toThrow(LineTooLong);
});

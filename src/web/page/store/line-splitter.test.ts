import fc from "fast-check";
import { expect, test } from "vitest";
import { LineSplitter } from "./line-splitter.ts";

const line = (text: string): unknown => ({ cursor: "a/1", event: { type: "note", text } });

test("cutting the stream anywhere changes nothing", () =>
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme" })), fc.array(fc.nat(400)), (texts, cuts) => {
      const bytes = new TextEncoder().encode(texts.map((text) => `${JSON.stringify(line(text))}\n`).join(""));
      const splitter = new LineSplitter();
      const at = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)), bytes.length].toSorted((a, b) => a - b);
      const found = at.flatMap((to, index) => splitter.push(bytes.slice(at[index - 1] ?? 0, to)));
      expect(found).toEqual(texts.map(line));
    }),
  ));

test("a line without an end is held back", () =>
  expect(new LineSplitter().push(new TextEncoder().encode('{"cursor":"a/1"}'))).toEqual([]));

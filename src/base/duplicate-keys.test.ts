import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hasDuplicateKeys, type Meter } from "./duplicate-keys.ts";

const encoder = new TextEncoder();
const check = (text: string, meter?: Meter): boolean =>
  hasDuplicateKeys(encoder.encode(text), JSON.parse(text) as unknown, meter);

test.each([
  ["none", '{"a":1,"b":{"a":1}}', false],
  ["at the top", '{"a":1,"a":1}', true],
  ["spelled with an escape", '{"a":1,"\\u0061":2}', true],
  ["deep inside", '[[{"x":[{"a":{},"b":0,"a":[]}]}]]', true],
  ["colons, quotes and braces in texts", '{"a":"\\":{:\\\\","b:":":"}', false],
  ["a name of every object", '{"__proto__":1,"__proto__":2}', true],
  ["once", '{"__proto__":{"a":1},"constructor":1}', false],
  ["in different case: two names", '{"a":1,"A":2}', false],
  ["numbers as names", '{"1":0,"01":0,"1.0":0}', false],
  ["no object", '":"', false],
])("%s", (_, text, expected) => expect(check(text)).toBe(expected));

/** A value as its text is written: an object may have a name twice. */
type Tree =
  | string
  | number
  | boolean
  | null
  | readonly Tree[]
  | { readonly members: readonly (readonly [string, Tree])[] };

const name = fc.oneof(fc.constantFrom("a", "b", "__proto__", '"', "\\", ":", "{"), fc.string({ unit: "binary" }));
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5 },
    fc.oneof(name, fc.integer(), fc.boolean(), fc.constant(null)),
    fc.array(tie("tree"), { maxLength: 4 }),
    fc.record({ members: fc.array(fc.tuple(name, tie("tree")), { maxLength: 4 }) }),
  ),
}));

describe("any text that JSON.parse accepts", () => {
  const write = (value: Tree, space: string): string => {
    const escaped = (text: string): string =>
      space === "" ? JSON.stringify(text) : `"${[...text].map((char) => escapes(char)).join("")}"`;
    const escapes = (char: string): string =>
      Array.from({ length: char.length }, (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, "0")}`).join(
        "",
      );
    if (typeof value === "string") return escaped(value);
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    if ("members" in value)
      return `{${space}${value.members.map(([key, each]) => `${escaped(key)}${space}:${space}${write(each, space)}`).join(",")}}`;
    return `[${value.map((each) => write(each, space)).join(`${space},`)}]`;
  };
  const repeats = (value: Tree): boolean => {
    if (typeof value !== "object" || value === null) return false;
    if (!("members" in value)) return value.some(repeats);
    const names = value.members.map(([key]) => key);
    return new Set(names).size < names.length || value.members.some(([, each]) => repeats(each));
  };
  test("has duplicates exactly when it was written with some", () => {
    fc.assert(
      fc.property(tree, fc.constantFrom("", " ", "\n\t"), (value, space) => {
        expect(check(write(value, space))).toBe(repeats(value));
      }),
      { numRuns: 500 },
    );
  });
});

test.each([
  ["backslashes", (size: number) => `"${"\\\\".repeat(size)}"`],
  ["escaped quotes", (size: number) => `["${'\\"'.repeat(size)}"]`],
  ["nesting", (size: number) => "[".repeat(size) + "]".repeat(size)],
  ["members", (size: number) => `{${Array.from({ length: size }, (_, at) => `"${at}":{}`).join(",")}}`],
  ["one name", (size: number) => `{${'"a":1,'.repeat(size)}"a":1}`],
])("%s take steps in proportion to the length", (_, make) => {
  const text = make(20_000);
  const meter = { steps: 0 };
  check(text, meter);
  expect(meter.steps).toBeLessThanOrEqual(2 * text.length + 1);
});

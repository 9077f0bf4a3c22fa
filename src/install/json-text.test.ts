import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { appendTo, elementsOf, nodeAt, readJson, removeAt, setAt, valueOf, type JsonValue } from "./json-text.ts";

const ENTRY = { matcher: "Edit", hooks: [{ type: "command", command: "galley hook claude-code" }] };
const AT = ["hooks", "PreToolUse"];

const parse = (text: string): unknown => {
  const read = readJson(text);
  return read.kind === "json" && read.root !== null ? valueOf(read.root) : read;
};

describe("adding to a settings file", () => {
  test.each([
    ["no file", "", '{\n  "a": {\n    "b": [\n      1\n    ]\n  }\n}\n'],
    ["an empty object", "{}", '{\n  "a": {\n    "b": [\n      1\n    ]\n  }\n}'],
    ["the parent only", '{\n  "a": {}\n}\n', '{\n  "a": {\n    "b": [\n      1\n    ]\n  }\n}\n'],
    ["an empty array", '{"a": {"b": []}}', '{"a": {"b": [\n  1\n]}}'],
    ["a filled array", '{\n\t"a": { "b": [0] } }', '{\n\t"a": { "b": [0,\n\t\t1] } }'],
    ["one element per line", '{"a":{"b":[\r\n    0\r\n]}}\r\n', '{"a":{"b":[\r\n    0,\r\n    1\r\n]}}\r\n'],
    ["a comma at the end", '{"a": {"b": [\n  0, // last\n]}}', '{"a": {"b": [\n  0,\n  1, // last\n]}}'],
    ["comments", "// mine\n", '// mine\n{\n  "a": {\n    "b": [\n      1\n    ]\n  }\n}\n'],
    ["a string in the way", '{"a": {"b": "no"}}', null],
    ["a list in the way", '{"a": []}', null],
  ])("%s", (_, text, expected) => {
    expect(appendTo(text, ["a", "b"], 1)).toBe(expected);
  });

  test.each([
    ["a new member", '{\n    "x": 1\n}', '{\n    "x": 1,\n    "m": {\n        "g": 1\n    }\n}'],
    ["an old value", '{ "m": { "g": [0] /* old */ } }', '{ "m": { "g": 1 /* old */ } }'],
    ["an array in the way", '{ "m": [] }', null],
  ])("setting: %s", (_, text, expected) => {
    expect(setAt(text, ["m", "g"], 1)).toBe(expected);
  });

  test.each([
    ["{", 1, "close brace expected"],
    ['{\n  "a": 1,\n  b: 2\n}', 3, "invalid symbol"],
  ])("a file that is no JSON is not touched: %s", (text, line, why) => {
    expect(readJson(text)).toEqual({ kind: "broken", line, why });
    expect([appendTo(text, ["a"], 1), removeAt(text, ["a"])]).toEqual([null, text]);
  });
});

// Settings as people write them: any values, any layout, comments between the tokens.
const documents = fc
  .tuple(
    fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }),
    fc.option(fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 3 }), { nil: undefined }),
    fc.constantFrom("  ", "\t", "    ", ""),
    fc.constantFrom("\n", "\r\n"),
    fc.constantFrom("", "// first\n", "/* { [ */ "),
  )
  .map(([others, list, unit, newline, comment]) => {
    const value = list === undefined ? others : { ...others, hooks: { PreToolUse: list } };
    return comment + JSON.stringify(value, null, unit).replaceAll("\n", newline);
  });

describe("whatever the file is like", () => {
  test("adding puts one run of bytes between two others, and the value has one element more", () => {
    fc.assert(
      fc.property(documents, (text) => {
        const added = appendTo(text, AT, ENTRY);
        if (added === null) return;
        const before = parse(text) as Record<string, Record<string, JsonValue[]>>;
        const list = before["hooks"]?.["PreToolUse"] ?? [];
        expect(parse(added)).toEqual({ ...before, hooks: { ...before["hooks"], PreToolUse: [...list, ENTRY] } });
        const from = firstDifference(text, added);
        const inserted = added.length - text.length;
        const isInsertion = [...Array(inserted + 1).keys()].some(
          (back) => from - back >= 0 && added.slice(0, from - back) + added.slice(from - back + inserted) === text,
        );
        expect(isInsertion).toBe(true);
      }),
    );
  });

  test("removing what was added brings the old value back, and the old bytes where nothing had to be made", () => {
    fc.assert(
      fc.property(documents, (text) => {
        const added = appendTo(text, AT, ENTRY);
        if (added === null) return;
        const read = readJson(added);
        const list = elementsOf(nodeAt(read.kind === "json" ? read.root : null, AT));
        const removed = removeAt(added, [...AT, list.length - 1]);
        const before = parse(text) as Record<string, unknown>;
        const hadElements = list.length > 1;
        if (hadElements) expect(removed).toBe(text);
        const { hooks: _, ...others } = before;
        expect(parse(removed)).toEqual(hadElements ? before : others);
      }),
    );
  });
});

function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

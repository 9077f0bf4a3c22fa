import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { WorkspacePath } from "../../base/index.ts";
import { renamedFiles, type NamedText } from "./renamed-files.ts";

const numbered = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, at) => `const value${from + at} = compute(${from + at});\n`).join("");

const files = (texts: Readonly<Record<string, string>>): readonly NamedText[] =>
  Object.entries(texts).map(([path, text]) => ({ path: path as WorkspacePath, text }));

const drawn = (gone: Readonly<Record<string, string>>, fresh: Readonly<Record<string, string>>): readonly string[] =>
  [...renamedFiles(files(gone), files(fresh))].map(([from, to]) => `${from} ${to}`).toSorted();

describe("files under another name", () => {
  test.each([
    ["the same text", { a: "x\n" }, { b: "x\n" }, ["a b"]],
    ["most of the lines", { a: numbered(0, 20) }, { b: numbered(4, 22) }, ["a b"]],
    ["fewer than half of the characters", { a: numbered(0, 20) }, { b: numbered(11, 40) }, []],
    ["two lines in common are too few", { a: "one\ntwo\n" }, { b: "one\ntwo\nthree\n" }, []],
    ["only brackets in common", { a: "{\n}\n{\n}\nx\n" }, { b: "{\n}\n{\n}\ny\n" }, []],
    ["other line endings", { a: numbered(0, 9) }, { b: numbered(0, 9).replaceAll("\n", "\r\n") }, ["a b"]],
    ["empty files", { a: "" }, { b: "" }, []],
    ["the closer of two", { a: numbered(0, 20) }, { b: numbered(6, 20), c: numbered(2, 20) }, ["a c"]],
    ["one file for two that are gone", { a: numbered(4, 20), b: numbered(2, 20) }, { c: numbered(1, 21) }, ["b c"]],
    ["the same text twice", { a: "x\n", b: "x\n" }, { c: "x\n" }, []],
    [
      "the same text twice, with names",
      { "o/a": "x\n", "o/b": "x\n" },
      { "n/a": "x\n", "n/b": "x\n" },
      ["o/a n/a", "o/b n/b"],
    ],
    ["two that are equally close", { a: numbered(0, 20) }, { b: numbered(1, 20), c: numbered(1, 20) }, []],
    [
      "two that are equally close, one with its name",
      { "o/a": numbered(10, 30) },
      { "n/a": numbered(11, 30), "n/b": numbered(11, 30) },
      ["o/a n/a"],
    ],
  ])("%s", (_, gone, fresh, expected) => expect(drawn(gone, fresh)).toEqual(expected));

  test("no file is paired twice, whatever the texts are", () => {
    const text = fc
      .array(fc.constantFrom("one", "two", "three", "four", "}"), { maxLength: 8 })
      .map((all) => all.join("\n"));
    const tree = fc.array(text, { maxLength: 6 });
    fc.assert(
      fc.property(tree, tree, (gone, fresh) => {
        const named = (texts: readonly string[], folder: string): readonly NamedText[] =>
          texts.map((each, at) => ({ path: `${folder}/${at}` as WorkspacePath, text: each }));
        const renamed = renamedFiles(named(gone, "o"), named(fresh, "n"));
        expect(new Set(renamed.values()).size).toBe(renamed.size);
        for (const [from, to] of renamed) expect([from, to].join()).toMatch(/^o\/\d,n\/\d$/);
      }),
    );
  });

  test("3,000 files of which each shares a header with every other are compared with few", () => {
    const header = numbered(0, 5);
    const own = (at: number): string => `${header}${numbered(at * 10 + 100, at * 10 + 110)}`;
    const range = Array.from({ length: 3000 }, (_, at) => at);
    const gone = range.map((at) => ({ path: `old/${at}` as WorkspacePath, text: own(at) }));
    const fresh = range.map((at) => ({ path: `new/${at}` as WorkspacePath, text: `import x;\n${own(at)}` }));
    expect(renamedFiles(gone, fresh).size).toBe(3000);
  });
});

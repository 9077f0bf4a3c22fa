// Code that says what it leaves out: which lines its parts replace, and that no other line is ever lost.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { editOf, planOn, treeAfter } from "../fixtures.ts";
import { placeKeptParts } from "./kept-parts.ts";

const FILE = [
  'import a from "a";',
  'import b from "b";',
  "",
  "function one(x) {",
  "  if (x) {",
  "    return 1;",
  "  }",
  "}",
  "",
  "class Two {",
  "  go() {",
  "    return a;",
  "  }",
  "",
  "  stop() {",
  "    return b;",
  "  }",
  "}",
  "",
  "export { one, Two };",
];
const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");
const GAP = "// ... existing code ...";

/** The file with every part in its place. */
function placed(shown: readonly string[], file: readonly string[] = FILE): string | null {
  const places = placeKeptParts(file, shown, "a.js");
  if (places === null) return null;
  const result: string[] = [];
  let at = 0;
  for (const { from, to, lines } of places) {
    result.push(...file.slice(at, from), ...lines);
    at = to;
  }
  return text([...result, ...file.slice(at)]);
}

const without = (from: number, to: number, ...lines: readonly string[]): string =>
  text(FILE.toSpliced(from, to - from, ...lines));

describe("where the parts go", () => {
  test.each<[string, readonly string[], string | null]>([
    [
      "a function between gaps",
      [GAP, "", "function one(x) {", "  return 2;", "}", "", GAP],
      without(3, 8, "function one(x) {", "  return 2;", "}"),
    ],
    [
      "a gap inside the block, and no line that says how far it goes",
      ["function one(x) {", "  log(x);", `  ${GAP}`, "}"],
      null,
    ],
    [
      "a gap inside the block, after a line of the file",
      ["function one(x, y) {", "  if (x) {", "    return 1;", `  ${GAP}`, "}"],
      without(3, 6, "function one(x, y) {", "  if (x) {", "    return 1;"),
    ],
    [
      "a new parameter",
      [GAP, "function one(x, y) {", "  return y;", "}", GAP],
      without(3, 8, "function one(x, y) {", "  return y;", "}"),
    ],
    [
      "a method in its class",
      ["class Two {", "  // ...", "  stop() {", "    return 2;", "  }", "}"],
      without(14, 17, "  stop() {", "    return 2;", "  }"),
    ],
    [
      "from the first line",
      ['import a from "a";', 'import c from "c";', 'import b from "b";', "", "// rest unchanged"],
      without(0, 2, 'import a from "a";', 'import c from "c";', 'import b from "b";'),
    ],
    [
      "two parts",
      [GAP, "function one(x) {", "  return 2;", "}", GAP, "export { one };"].toSpliced(5, 1, "export { one, Two };"),
      without(3, 8, "function one(x) {", "  return 2;", "}"),
    ],
    [
      "several blocks in one part",
      [GAP, "function one(x) {", "  return 2;", "}", "", "class Two {", "  go() {}", "}", GAP],
      without(3, 18, "function one(x) {", "  return 2;", "}", "", "class Two {", "  go() {}", "}"),
    ],
    [
      "the name of the file first",
      ["// a.js", GAP, "function one(x) {", "  return 2;", "}"],
      without(3, 8, "function one(x) {", "  return 2;", "}"),
    ],
    ["all as it is", [GAP, "function one(x) {", "  if (x) {", "    return 1;", "  }", "}", GAP], text(FILE)],
    ["out of order", [GAP, "  stop() {", "    return 2;", "  }", GAP, "function one(x) {", "  return 2;", "}"], null],
    ["a part that begins with a new line", [GAP, "new();", "function one(x) {", "}", GAP], null],
    ["a part that ends with a new line", [GAP, 'import b from "b";', "new();", GAP], null],
    ["only new lines", [GAP, "function three() {", "}", GAP], null],
    ["only gaps", [GAP, GAP], null],
    ["what closes more than the file does", [GAP, "  go() {", "    return 2;", "  }", "}", GAP], null],
  ])("%s", (_, shown, expected) => expect(placed(shown)).toBe(expected));

  test("a line that is there twice is no beginning", () => {
    expect(placed([GAP, "x = 1", GAP], ["x = 1", "y", "x = 1"])).toBe(null);
    expect(placed([GAP, "x = 1", "z", GAP], ["x = 1", "y", "x = 1", "z"])).toBe("x = 1\ny\nx = 1\nz\n");
  });
});

describe("planned", () => {
  const shown = text([GAP, "function one(x) {", "  return 2;", "}", GAP]);
  const edit = (canConfirm: boolean) =>
    editOf(
      1,
      { kind: "overwrite", content: shown, doubt: { kind: "quotation", line: 4, canConfirm } },
      { path: "a.js" },
    );
  test("with a person it is a likely change of the part; without one it is unsure", () => {
    const plan = planOn({ "a.js": text(FILE) }, [edit(true)]);
    expect(treeAfter({ "a.js": text(FILE) }, plan)["a.js"]).toBe(
      without(3, 8, "function one(x) {", "  return 2;", "}"),
    );
    expect(plan.edits[0]!.likely).toMatchObject({
      line: 4,
      reading: '"// ... existing code ..." was read as the lines of a.js that are not shown',
    });
    expect(planOn({ "a.js": text(FILE) }, [edit(false)]).results).toMatchObject([{ why: { error: "unsure" } }]);
  });

  test("without a place it is refused, and what shows the file as it is is a quotation", () => {
    const of = (...lines: readonly string[]) =>
      planOn({ "a.js": text(FILE) }, [
        editOf(
          1,
          { kind: "overwrite", content: text(lines), doubt: { kind: "quotation", line: 1, canConfirm: true } },
          { path: "a.js" },
        ),
      ]).results[0];
    expect(of(GAP, "new();", GAP)).toMatchObject({ why: { error: "malformed_block" } });
    expect(of(GAP, "export { one, Two };")).toMatchObject({ kind: "already", isQuoted: true });
  });

  test("a file that has such a line itself is a file", () => {
    const before = `${GAP}\nx\n`;
    const plan = planOn({ "a.js": before }, [
      editOf(
        1,
        { kind: "overwrite", content: `${GAP}\ny\n`, doubt: { kind: "quotation", line: 1, canConfirm: true } },
        { path: "a.js" },
      ),
    ]);
    expect(treeAfter({ "a.js": before }, plan)["a.js"]).toBe(`${GAP}\ny\n`);
    expect(plan.edits[0]!.likely).toBe(undefined);
  });
});

const block = (name: number, body: readonly string[]): readonly string[] => [
  `function f${name}() {`,
  ...body.map((line) => `  ${line}`),
  "}",
];
const bodies = fc.array(fc.constantFrom("a();", "b();", "if (c) {", "}", "return;"), { minLength: 1, maxLength: 4 });

describe("laws", () => {
  test("blocks that are shown are replaced, all others stay byte for byte", () =>
    fc.assert(
      fc.property(fc.array(fc.tuple(bodies, fc.option(bodies)), { minLength: 1, maxLength: 6 }), (all) => {
        const own = all.flatMap(([old], at) => [...block(at, old), ""]);
        const shown = all.flatMap(([, fresh], at) => (fresh === null ? [] : [GAP, ...block(at, fresh)])).concat(GAP);
        const expected = all.flatMap(([old, fresh], at) => [...block(at, fresh ?? old), ""]);
        expect(placed(shown, own)).toBe(all.some(([, fresh]) => fresh !== null) ? text(expected) : null);
      }),
    ));

  test("whatever is shown, only lines between its first and last one can go", () =>
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...FILE), fc.constant(GAP), fc.constantFrom("new();", "}", "  x")), {
          maxLength: 12,
        }),
        (shown) => {
          const places = placeKeptParts(FILE, shown, "a.js");
          let last = 0;
          for (const { from, to, lines } of places ?? []) {
            expect(from).toBeGreaterThanOrEqual(last);
            expect(to).toBeGreaterThan(from);
            expect(shown.join("\n")).toContain(lines.join("\n"));
            last = to;
          }
        },
      ),
      { numRuns: 500 },
    ));
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { splitLines } from "../../text/index.ts";
import { spell } from "./dialect.ts";
import { compileGrep, searchLines, type LineHit } from "./grep.ts";

test.each([
  ["f() {", "f() \\{", null],
  ["a}", "a\\}", "a}"],
  ["a.b", "a.b", null],
  ["a\\.b", "a\\.b", "a.b"],
  ["x{2,3}", "x{2,3}", null],
  ["x{2,3", "x\\{2,3", "x{2,3"],
  ["[[a]", "[\\[a]", null],
  ["[]a]", "[\\]a]", null],
  ["[a&&b]", "[a\\&&b]", null],
  ["\\x{41}", "\\x{41}", null],
  ["-e", "-e", "-e"],
])("%s is spelled %s, literal %s", (pattern, source, literal) => expect(spell(pattern)).toEqual({ source, literal }));

const lines = async (pattern: string, text: string): Promise<string[]> =>
  [...searchLines(text, await compileGrep(pattern))]
    .filter((found): found is LineHit => typeof found === "object")
    .map(({ number, content }) => `${number}:${content}`);

test("only \\n ends a line", async () => {
  expect(await lines("b", "a\u2028b\fb\rb\nb\r\n\r\nb")).toEqual(["1:a\u2028b\fb\rb", "2:b", "4:b"]);
  expect(await lines("^$", "\n\r\nx\n")).toEqual(["1:", "2:"]);
  expect(await lines("^\\r$", "\r\r\n")).toEqual(["1:\r"]);
});

test("a pattern of plain text finds what includes finds", () =>
  fc.assert(
    fc.asyncProperty(
      fc.string({ unit: fc.constantFrom("a", "b", "é", "😀", "\n", "\r", " "), maxLength: 60 }),
      fc.string({ unit: fc.constantFrom("a", "b", "é", "😀", " "), minLength: 1, maxLength: 3 }),
      async (text, needle) => {
        const expected = splitLines(text)
          .map((line) => line.replace(/\r?\n$/, ""))
          .flatMap((line, index) => (line.includes(needle) ? [`${index + 1}:${line}`] : []));
        expect(await lines(needle, text)).toEqual(expected);
        // The same through the engine.
        expect(await lines(`(?:${needle})`, text)).toEqual(expected);
      },
    ),
  ));

const piece = fc.constantFrom(
  "a",
  "b",
  ".",
  "^",
  "$",
  "\\b",
  "\\B",
  "\\s",
  "[^a]",
  "(?:ab|b)",
  "a*",
  "b+",
  "\\w",
  "(?-m:^a)",
  "\\A",
  "\\z",
);
const pattern = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(""));

test("a file is dismissed at once only if none of its lines matches", () =>
  fc.assert(
    fc.asyncProperty(
      pattern,
      fc.string({ unit: fc.constantFrom("a", "b", "\n", "\r", " ", "é"), maxLength: 20 }),
      async (pattern, text) => {
        const matcher = await compileGrep(pattern);
        const line = splitLines(text).some((line) => matcher.find(line.replace(/\r?\n$/, "")) !== null);
        if (line) expect(matcher.mayMatch(text)).toBe(true);
      },
    ),
    { numRuns: 1000 },
  ));

test("a long line keeps its match in sight, and no character is cut in half", async () => {
  for (const [before, after] of [
    [0, 5000],
    [5000, 0],
    [5000, 5000],
    [300, 300],
  ] as const) {
    const line = `${"😀".repeat(before)}NEEDLE${"😀".repeat(after)}`;
    for (const pattern of ["NEEDLE", "NEED[L]E"]) {
      const [hit] = await lines(pattern, line);
      expect(hit).toContain("NEEDLE");
      expect(hit!.isWellFormed()).toBe(true);
      const leftOut = [...hit!.matchAll(/(\d+) characters/g)].reduce((sum, [, count]) => sum + Number(count), 0);
      const shown = hit!
        .replace(/^1:/, "")
        .replace(/^\[… \d+ characters\] /, "")
        .replace(/ \[\d+ characters …\]$/, "");
      expect(leftOut + shown.length).toBe(line.length);
    }
  }
});

test("five million characters in one line are fine", async () => {
  const text = `${"A".repeat(5_000_000)}NEEDLE`;
  expect((await lines("NEED[L]E", text)).length).toBe(1);
  expect((await lines("(A+)+NEEDLE$", text)).length).toBe(1);
});

test("a search of any text takes turns, and skips a line that could not be interrupted", async () => {
  // So many states that the engine follows them one by one.
  const heavy = await compileGrep("a[ab]{0,900}[0-9]");
  const row = `${"ab".repeat(40)}\n`;
  const found = [...searchLines(row.repeat(500) + "a1\n" + row, heavy)];
  expect(found.filter((each) => each === "turn").length).toBeGreaterThan(10);
  expect(found.filter((each) => typeof each === "object")).toEqual([{ number: 501, content: "a1" }]);
  const long = [...searchLines(`${"ab".repeat(60_000)}\na1\n`, heavy)];
  expect(long.filter((each) => each !== "turn")).toEqual(["too-long", { number: 2, content: "a1" }]);
  const plain = await compileGrep("needle");
  expect([...searchLines(`${"ab".repeat(2_000_000)}needle`, plain)].map((each) => typeof each)).toEqual(["object"]);
});

test("lines are found and numbered the same in one piece or in many", async () => {
  const matcher = await compileGrep("a+b");
  fc.assert(
    fc.property(fc.array(fc.constantFrom("aab", "b", "", "a\r", "xb"), { maxLength: 30 }), (parts) => {
      const text = parts.join("\n");
      const hits = (cost: number): unknown =>
        [...searchLines(text, { ...matcher, cost })].filter((each) => each !== "turn");
      expect(hits(250_000)).toEqual(hits(0.01));
    }),
  );
});

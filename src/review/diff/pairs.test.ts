// Nothing is lost or moved by putting lines next to each other.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { outlineOf, type OutlineOptions } from "./outline.ts";
import { isPaired, pairedParts } from "./pairs.ts";

function columns(before: string, after: string, options: OutlineOptions = { context: "all" }) {
  const outline = outlineOf({ path: "a.txt", before, after }, options);
  const rows = pairedParts(outline).flatMap((part) =>
    isPaired(part) ? Array.from({ length: part.count }, (_, at) => [part.oldAt(at), part.newAt(at)] as const) : [],
  );
  const line = (side: "old" | "new", at: number | null): string | null =>
    at === null ? null : outline[side].text.slice(outline[side].starts[at], outline[side].starts[at + 1]);
  return rows.map(([old, fresh]) => [line("old", old), line("new", fresh)] as const);
}

describe("columns", () => {
  test.each<[string, string, string, [string | null, string | null][]]>([
    [
      "a replaced line",
      "a\nb\nc\n",
      "a\nB\nc\n",
      [
        ["a\n", "a\n"],
        ["b\n", "B\n"],
        ["c\n", "c\n"],
      ],
    ],
    [
      "a removed one",
      "a\nb\n",
      "a\n",
      [
        ["a\n", "a\n"],
        ["b\n", null],
      ],
    ],
    [
      "an added one",
      "a\n",
      "a\nb\n",
      [
        ["a\n", "a\n"],
        [null, "b\n"],
      ],
    ],
    [
      "those that are alike are next to each other",
      "const one = 1;\nconst two = 2;\n",
      "// first\nconst one = 10;\nconst two = 20;\n",
      [
        [null, "// first\n"],
        ["const one = 1;\n", "const one = 10;\n"],
        ["const two = 2;\n", "const two = 20;\n"],
      ],
    ],
    [
      "those that are not are too",
      "aaaa\n",
      "zzzz\nyyyy\n",
      [
        ["aaaa\n", "zzzz\n"],
        [null, "yyyy\n"],
      ],
    ],
    [
      "a missing last break",
      "a",
      "a\nb",
      [
        ["a", "a\n"],
        [null, "b"],
      ],
    ],
  ])("%s", (_, before, after, expected) => expect(columns(before, after)).toEqual(expected));
});

const line = fc.constantFrom("a\n", "b\r\n", "const x = 1;\n", "const x = 2;\n", "const xy = 1;\n", "\n");
const texts = fc
  .tuple(fc.array(line, { maxLength: 30 }), fc.boolean())
  .map(([lines, isEnded]) => (isEnded ? lines.join("") : lines.join("").replace(/\r?\n$/, "")));

test("for any texts the left column is the old one and the right column the new one, and no row is empty", () =>
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      fc.pre(before !== after);
      const rows = columns(before, after);
      expect([rows.map(([old]) => old ?? "").join(""), rows.map(([, fresh]) => fresh ?? "").join("")]).toEqual([
        before,
        after,
      ]);
      expect(rows.filter(([old, fresh]) => old === null && fresh === null)).toEqual([]);
    }),
  ));

test("a large change that is not alike is paired in order, without comparing every line with every other", () => {
  const before = Array.from({ length: 20_000 }, (_, at) => `old ${at}\n`).join("");
  const rows = columns(before, `${before.replaceAll("old", "new")}more\n`);
  expect(rows).toHaveLength(20_001);
  expect(rows[19_999]).toEqual(["old 19999\n", "new 19999\n"]);
  expect(rows[20_000]).toEqual([null, "more\n"]);
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { deceivingOrder } from "../../../test/support/visual-order.ts";
import { lookAlikes, revealLines } from "../../text/index.ts";
import { createPaint, type Paint } from "../paint.ts";
import { cells } from "../wrap.ts";
import { MarkdownStream } from "./stream.ts";

const plain = createPaint(false);
const coloured = createPaint(true);
const PAINT = /\u001b\[\d+m/g;

function drawn(
  pieces: readonly string[],
  { width = 40, paint = plain, longWords = "cut" }: { width?: number; paint?: Paint; longWords?: "cut" | "whole" } = {},
): string[] {
  const stream = new MarkdownStream();
  const options = { width, paint, longWords };
  const rows = pieces.flatMap((piece) => {
    const settled = stream.push(piece, options);
    stream.tail(options); // Looking changes nothing.
    return [...settled];
  });
  return [...rows, ...stream.end(options)];
}
const shown = (text: string, width = 40): string => drawn([text], { width }).join("\n");

describe("what is drawn", () => {
  test.each([
    ["a paragraph is wrapped at words", "one two three four", 9, "one two\nthree\nfour"],
    ["a line break stays", "one\ntwo", 40, "one\ntwo"],
    ["two paragraphs", "a\n\n\n\nb\n", 40, "a\n\nb"],
    ["headings keep their signs without colour", "# A *b*\n\n### C", 40, "# A *b*\n\n### C"],
    ["lists", "- a\n- b\n  - c\n", 40, "• a\n• b\n  • c"],
    ["a list's numbers are its own", "3. a\n7. b", 40, "3. a\n7. b"],
    ["boxes", "- [x] done\n- [ ] open", 40, "• [x] done\n• [ ] open"],
    ["a loose list", "- a\n\n- b\n\nafter", 40, "• a\n\n• b\n\nafter"],
    ["an item is wrapped below itself", "- one two three", 9, "• one two\n  three"],
    ["code with its language", "```ts\nlet a;\n\n  b\n```\nx", 40, "  ```ts\n  let a;\n\n    b\n  ```\n\nx"],
    ["code that never ends", "~~~\na\n```", 40, "  ~~~\n  a\n  ```"],
    [
      "code in a list",
      "1. run\n   ```sh\n   ls\n\n   cd\n   ```\n2. ok",
      40,
      "1. run\n\n     ```sh\n     ls\n\n     cd\n     ```\n2. ok",
    ],
    ["a long line of code goes on below", "```\nabcdefghij\n```", 8, "  ```\n  abcdef\n  ghij\n  ```"],
    ["a link shows where it leads", "[the docs](https://x.y/z)", 40, "the docs (https://x.y/z)"],
    ["a link that is its own words", "<https://x.y>", 40, "https://x.y"],
    ["an image", "![a cat](c.png)", 40, "image a cat (c.png)"],
    ["emphasis", "*a* **b** ~~c~~ `d`", 40, "*a* **b** ~~c~~ `d`"],
    ["a quote", "> a\n> b", 40, "│ a\n│ b"],
    ["a rule", "a\n\n---\n\nb", 6, "a\n\n──────\n\nb"],
    ["a table", "| a | bb |\n|--|-:|\n| 1 | 2 |", 40, "a │ bb\n──┼───\n1 │  2"],
    ["a table that does not fit", "| a | b |\n|--|--|\n| 12345678 | 2 |", 11, "a: 12345678\nb: 2"],
    ["a row with too many cells is not cut", "| a |\n|--|\n| 1 | 2 |", 40, "| a |\n|--|\n| 1 | 2 |"],
    ["markup is shown, not obeyed", "<b>x</b>", 40, "<b>x</b>"],
    ["escapes are revealed", "a\u001b[31mred\u0007", 40, "a⟨ESC⟩[31mred⟨BEL⟩"],
    ["in code too", "```\n\u001b]0;x\u0007\u202e\n```", 40, "  ```\n  ⟨ESC⟩]0;x⟨BEL⟩⟨RLO⟩\n  ```"],
    ["in the address of a link", "[a](http://x\u200b)", 40, "a (http://x⟨ZWSP⟩)"],
    ["an emoji is itself", "⚠️ 👩‍💻 1️⃣", 40, "⚠️ 👩‍💻 1️⃣"],
    ["a joiner elsewhere is not", "a\u200db", 40, "a⟨ZWJ⟩b"],
    ["a word longer than the row is cut", "abcdefghij", 4, "abcd\nefgh\nij"],
    [
      "a search/replace block is code, its marks too",
      "a.ts\n<<<<<<< SEARCH\none\n=======\n\n* two\n>>>>>>> REPLACE\n\nDone.",
      40,
      "a.ts\n\n  <<<<<<< SEARCH\n  one\n  =======\n\n  * two\n  >>>>>>> REPLACE\n\nDone.",
    ],
    ["reference links stay as written", "[a][b]\n\n[b]: http://z", 40, "[a][b]\n\n[b]: http://z"],
  ])("%s", (_, text, width, expected) => expect(shown(text, width)).toBe(expected));

  test.each([
    ["a table is its cells by name", "| a | b |\n|--|--|\n| 1 | 2 |\n| 3 | 4 |", "a: 1\nb: 2\n\na: 3\nb: 4"],
    ["a quote and a rule are written", "> a\n\n---", "> a\n\n---"],
  ])("in words: %s", (_, text, expected) => {
    const stream = new MarkdownStream();
    const options = { width: 40, paint: plain, inWords: true };
    expect([...stream.push(text, options), ...stream.end(options)].join("\n")).toBe(expected);
  });

  test("with colour code has no fence, but its language", () => {
    const rows = drawn(["```ts\nx\n```"], { paint: coloured });
    expect(rows.map((row) => row.replace(PAINT, ""))).toEqual(["  ts", "  x"]);
  });

  test("with colour the signs go and the style is there", () => {
    const [row] = drawn(["**a** `b`"], { paint: coloured });
    expect(row).toBe(`${coloured.bold(revealLines("a"))} ${coloured.cyan(revealLines("b"))}`);
  });

  test.each(["cut", "whole"] as const)("code is coloured by its language; long words: %s", (longWords) => {
    expect(drawn(["```ts\nconst a = 1;\n```"], { paint: coloured, longWords })[1]).toBe(
      `  ${coloured.magenta(revealLines("const"))} a = ${coloured.green(revealLines("1"))};`,
    );
  });
});

const bits = fc.constantFrom(
  ...'# |## |- |* |1. |12) |> |```\n|```ts\n|~~~\n|\n|\n\n| |  |    |word |a |b|*|**|`|_|~~|[x](y "t")|[x][y]|[y]: z\n|![i](j)|<div>|</div>|&amp;|\\*|---\n|===\n|| a | b |\n|--|--|\n| 1 | 2 |\n|é|א|ב |שלום עולם|١|" * "|漢字|👩‍💻|⚠️|\t|\r\n|\u001b[2J|\u202e|- [x] |www.a.b|<!-- c -->|- - |  - |   ```\n'.split(
    /(?<!\|)\|(?!\|)/,
  ),
);
const texts = fc.array(bits, { maxLength: 40 }).map((parts) => parts.join(""));
const cuts = fc.array(fc.nat(200), { maxLength: 12 });

function sliced(text: string, at: readonly number[]): string[] {
  const places = [0, ...at.map((place) => place % (text.length + 1)).sort((a, b) => a - b), text.length];
  return places.slice(1).map((to, index) => text.slice(places[index], to));
}

test("right-to-left code that is cut keeps every letter once, within the width", () => {
  expect(drawn(["```ts\nשלום עולם"], { width: 12 })).toEqual(["  ```ts", "  ⢸שלום⡇ ⢸ע⡇", "  ⢸ולם⡇"]);
  expect(drawn(["```ts\nשלום עולם"], { width: 15 })).toEqual(["  ```ts", "  ⢸שלום⡇ ⢸עולם⡇"]);
});

describe("any text", () => {
  const widths = fc.integer({ min: 10, max: 100 });

  test("cutting the stream anywhere changes nothing", () =>
    fc.assert(
      fc.property(texts, cuts, widths, (text, at, width) => {
        expect(drawn(sliced(text, at), { width })).toEqual(drawn([text], { width }));
      }),
      { numRuns: 500 },
    ));

  test("every letter and digit is shown, with colour and without", () =>
    fc.assert(
      fc.property(fc.oneof(texts, fc.string({ unit: "binary", maxLength: 200 })), widths, (text, width) => {
        // What is marked depends on the words around it, and those on the Markdown.
        fc.pre(lookAlikes(text).length === 0);
        for (const paint of [plain, coloured]) {
          const there = lettersOf(drawn([text], { width, paint }).join("\n").replace(PAINT, ""));
          const lost = [...lettersOf(text)].filter(([letter, count]) => (there.get(letter) ?? 0) < count);
          expect(lost).toEqual([]);
        }
      }),
      { numRuns: 500 },
    ));

  test("code in a known language has the same characters as in none, on rows of any length", () =>
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: "binary", maxLength: 200 })), widths, (code, width) => {
        for (const longWords of ["cut", "whole"] as const) {
          const rows = (language: string): string =>
            drawn([`\`\`\`\`${language}\nconst a = 1;${code}`], { width, longWords, paint: coloured })
              .map((row) => row.replace(PAINT, ""))
              .join("\n");
          expect(rows("ts")).toBe(`  ts\n${rows("")}`);
        }
      }),
      { numRuns: 200 },
    ));

  test("no row is wider than the screen, and nothing but our own paint is in it", () =>
    fc.assert(
      fc.property(fc.oneof(texts, fc.string({ unit: "binary", maxLength: 200 })), widths, (text, width) => {
        for (const row of drawn([text], { width, paint: coloured })) {
          expect(cells(row)).toBeLessThanOrEqual(width);
          expect(deceivingOrder(row.replace(PAINT, ""))).toBe(null);
          expect(row.replace(PAINT, "")).not.toMatch(/\p{Cc}|\p{Zl}|\p{Zp}|[\u202a-\u202e\u2066-\u2069]/u);
        }
      }),
      { numRuns: 500 },
    ));
});

function lettersOf(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [letter] of text.matchAll(/[\p{L}\p{N}]/gu)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return counts;
}

describe("the end of what is open", () => {
  const open = (text: string, rows: number): readonly string[] => {
    const stream = new MarkdownStream();
    const options = { width: 20, paint: plain };
    stream.push(text, options);
    return stream.tail(options, rows);
  };
  test.each([
    ["of a paragraph, its last lines", "one two three four\n".repeat(50), 5, 6],
    ["of a list, whole items", "- one two three\n  four\n".repeat(50), 5, 10],
    ["a table is whole", `| a | b |\n|---|---|\n${"| 1 | 2 |\n".repeat(30)}`, 5, 32],
  ])("%s", (_, text, rows, drawn) => {
    const shown = open(text, rows);
    expect(shown).toHaveLength(drawn);
    expect(open(text, Infinity).slice(-drawn)).toEqual(shown);
  });
});

test("a megabyte without a blank line, a megabyte in one line: linear work", () => {
  // A part never grows beyond its bound, so no piece of work does.
  for (const text of ["word ".repeat(200_000), "word word\n".repeat(100_000), `\`\`\`\n${"x\n".repeat(500_000)}`]) {
    const rows = drawn(sliced(text, [1000, 500_000, 999_000]), { width: 80 });
    expect(rows.join("").replaceAll(/\s/g, "").length).toBeGreaterThanOrEqual(text.replaceAll(/[\s`]/g, "").length);
  }
});

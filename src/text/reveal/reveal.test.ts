import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isHidden, reveal as revealInLine, revealLines, revealPath } from "../index.ts";
import { readRevealed } from "../../../test/support/read-revealed.ts";
import { deceivingOrder } from "../../../test/support/visual-order.ts";
import type { Plain, RevealOptions } from "../index.ts";
import { markHidden } from "./mark-hidden.ts";

type Options = RevealOptions & { readonly oneLine?: boolean };

function reveal(text: string, { oneLine = false, ...options }: Options = {}): Plain {
  return (oneLine ? revealInLine : revealLines)(text, options);
}

describe("what cannot be seen is marked, what can be seen is left alone", () => {
  test.each([
    ["plain text", "let a = 1;\n\tb\n", "let a = 1;\n\tb\n"],
    ["letters of other scripts, emoji, combining accents", "żółć 漢字 тест 😀 e\u0301", "żółć 漢字 тест 😀 e\u0301"],
    ["an escape sequence", "\x1b[31mred\x1b]0;t\x07", "⟨ESC⟩[31mred⟨ESC⟩]0;t⟨BEL⟩"],
    ["C1: CSI and NEL", "\u009b2J\u0085", "⟨CSI⟩2J⟨NEL⟩"],
    ["NUL, backspace, DEL", "a\0\b\x7f", "a⟨NUL⟩⟨BS⟩⟨DEL⟩"],
    ["vertical tab and form feed", "\v\f", "⟨VT⟩⟨FF⟩"],
    ["CRLF and lone CR", "a\r\nb\rc", "a⟨CR⟩\nb⟨CR⟩c"],
    ["bidi overrides and isolates", "a\u202eb\u202c\u2066c\u2069\u061c", "a⟨RLO⟩b⟨PDF⟩⟨LRI⟩c⟨PDI⟩⟨ALM⟩"],
    ["zero width", "a\u200bb\u200c\u200d\u2060\u180e", "a⟨ZWSP⟩b⟨ZWNJ⟩⟨ZWJ⟩⟨WJ⟩⟨U+180E⟩"],
    ["a BOM, at the start or not", "\ufeffa\ufeff", "⟨BOM⟩a⟨BOM⟩"],
    ["line and paragraph separators", "a\u2028b\u2029", "a⟨LS⟩b⟨PS⟩"],
    ["spaces that are not spaces", "\u00a0\u2003\u202f\u3000\u1680", "⟨NBSP⟩⟨U+2003⟩⟨NNBSP⟩⟨U+3000⟩⟨U+1680⟩"],
    ["a soft hyphen, a grapheme joiner", "a\u00adb\u034f", "a⟨SHY⟩b⟨U+034F⟩"],
    [
      "Hangul fillers, a blank Braille cell",
      "\u115f\u1160\u3164\uffa0\u2800",
      "⟨U+115F⟩⟨U+1160⟩⟨U+3164⟩⟨U+FFA0⟩⟨U+2800⟩",
    ],
    ["variation selectors", "❤\ufe0f\u{e0100}", "❤⟨VS16⟩⟨U+E0100⟩"],
    ["tag characters", "\u{e0001}\u{e0041}\u{e007f}", "⟨U+E0001⟩⟨U+E0041⟩⟨U+E007F⟩"],
    ["half pairs", "a\ud800b\udc00", "a⟨U+D800⟩b⟨U+DC00⟩"],
    ["a note without a head", "\u{1d159}", "⟨U+1D159⟩"],
    ["private and unassigned", "\ue0b0\u0378", "⟨U+E0B0⟩⟨U+0378⟩"],
    [
      "marks with nothing to stand on",
      "\u0301a\u0301\n\u0301\x1b\u0301\u0302",
      "⟨U+0301⟩a\u0301\n⟨U+0301⟩⟨ESC⟩⟨U+0301⟩⟨U+0302⟩",
    ],
    ["a pile", "a\u0300\u0301\u0302\u0303\u0304\u0305b\u0300", "a\u0300\u0301\u0302\u0303⟨U+0304⟩⟨U+0305⟩b\u0300"],
    ["noncharacters", "\uffff\u{1fffe}", "⟨U+FFFF⟩⟨U+1FFFE⟩"],
    ["interlinear annotation", "\ufff9a\ufffb", "⟨U+FFF9⟩a⟨U+FFFB⟩"],
    ["text that looks like a mark", "⟨ESC⟩ \x1b", "⟨U+27E8⟩ESC⟩ ⟨ESC⟩"],
    ["brackets that do not", "⟨x, y⟩ ⟨ ⟩ ⟨", "⟨x, y⟩ ⟨ ⟩ ⟨"],
    ["empty", "", ""],
  ])("%s", (_, text, shown) => expect(reveal(text)).toBe(shown));

  test.each<[string, string, Options, string]>([
    ["tabs", "\ta\tb", { tabs: true }, "⟨TAB⟩a⟨TAB⟩b"],
    ["trailing whitespace", "a \nb\t \nc  d   ", { trailing: true }, "a⟨SP⟩\nb⟨TAB⟩⟨SP⟩\nc  d⟨SP×3⟩"],
    ["spaces before CRLF", "a  \r\n", { trailing: true }, "a⟨SP×2⟩⟨CR⟩\n"],
    ["a line of spaces", "  \n", { trailing: true }, "⟨SP×2⟩\n"],
    ["spaces elsewhere stay", "  a b\n", { trailing: true }, "  a b\n"],
    ["one line", "a\r\n\tb\n", { oneLine: true }, "a⟨CR⟩⟨LF⟩\tb⟨LF⟩"],
    ["a missing final newline", "a\nb", { fileEnd: true }, "a\nb⟨NO-EOL⟩"],
    ["a final newline that is there", "a\n", { fileEnd: true }, "a\n"],
    ["an empty file misses nothing", "", { fileEnd: true }, ""],
    ["a bracket before a trailing blank", "⟨ ", { trailing: true }, "⟨⟨SP⟩"],
  ])("on request: %s", (_, text, options, shown) => expect(reveal(text, options)).toBe(shown));

  test.each([
    ["src/a b.ts", "src/a b.ts"],
    [" a ", "⟨SP⟩a⟨SP⟩"],
    ["   ", "⟨SP×3⟩"],
    ["a\nb\tc", "a⟨LF⟩b⟨TAB⟩c"],
    ["a\u202etxt.exe", "a⟨RLO⟩txt.exe"],
    ["a  b", "a⟨SP×2⟩b"],
    ["src/раураl.ts", "src/⟨U+0440⟩⟨U+0430⟩⟨U+0443⟩⟨U+0440⟩⟨U+0430⟩l.ts"],
    ["Документы а/файл.txt", "Документы ⟨U+0430⟩/файл.txt"],
    ["src/א1.ts", "src/⢸א⡇1.ts"],
    ["", ""],
  ])("the path %j is shown as %s", (path, shown) => expect(revealPath(path)).toBe(shown));
});

const characters = fc.oneof(
  fc.string({ unit: "binary", maxLength: 3 }),
  fc.constantFrom(
    "⟨",
    "⟩",
    "U+0041",
    "ESC",
    "SP",
    "×2",
    " ",
    "  ",
    "\t",
    "\r",
    "\n",
    "\x1b",
    "\ud800",
    "\udc00",
    "NO-EOL",
    "\u0301",
    "🏽",
    ..."אבשָעربم١٢۳ߊ𞤀",
    "⢸",
    "⡇",
    "сору",
    "файл",
    "ａ",
    "\u0338",
    '"',
    "*",
    "1",
    "//",
    "x",
  ),
);
const texts = fc.array(characters, { maxLength: 12 }).map((parts) => parts.join(""));
const options = fc.record({
  tabs: fc.boolean(),
  trailing: fc.boolean(),
  spaces: fc.boolean(),
  oneLine: fc.boolean(),
  reading: fc.constantFrom("exact", "name", "code", "prose"),
});

describe("for any text and any options", () => {
  test("it can be read back: no two texts look the same", () =>
    fc.assert(
      fc.property(texts, options, (text, asked) => {
        expect(readRevealed(reveal(text, asked))).toBe(text);
      }),
      { numRuns: 1000 },
    ));

  test("a path can be read back too", () =>
    fc.assert(
      fc.property(texts, (text) => {
        expect(readRevealed(revealPath(text))).toBe(text);
      }),
      { numRuns: 500 },
    ));

  test("no row can be read in another order", () =>
    fc.assert(
      fc.property(texts, options, (text, asked) => {
        for (const row of reveal(text, asked).split(/[\n\t]/)) expect(deceivingOrder(row)).toBe(null);
      }),
      { numRuns: 1000 },
    ));

  test("nothing hidden is left but the tabs and newlines that were not asked for", () =>
    fc.assert(
      fc.property(texts, options, (text, asked) => {
        const left = [...reveal(text, asked)].filter(isHidden);
        expect(left.filter((one) => !(one === "\t" && !asked.tabs) && !(one === "\n" && !asked.oneLine))).toEqual([]);
      }),
      { numRuns: 500 },
    ));
});

describe("a nasty input stays linear", () => {
  // Anything quadratic would run for hours on a million characters and meet the test's time limit.
  const million = 1_000_000;
  test.each([
    ["spaces in the middle of a line", `${" ".repeat(million)}x`, million + 1],
    ["spaces at its end", " ".repeat(million), "⟨SP×1000000⟩".length],
    ["brackets", "⟨".repeat(million), million],
    ["escapes", "\x1b".repeat(million), 5 * million],
    ["lines of one blank", " \n".repeat(200_000), 5 * 200_000],
  ])("%s", (_, text, length) => expect(reveal(text, { trailing: true })).toHaveLength(length));
});

const signs = fc.constantFrom(..."✓✗–…·×→─");

// A hidden character at the end makes every pattern look at the whole text.
test("a text of ASCII and our own signs is marked as any other is", () =>
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.oneof(fc.string({ unit: "binary-ascii", minLength: 1, maxLength: 1 }), signs),
        maxLength: 12,
      }),
      fc.record({ keepMarks: fc.boolean(), pictures: fc.boolean(), oneLine: fc.boolean(), tabs: fc.boolean() }),
      (text, options) => markHidden(`${text}\u200b`, options) === `${markHidden(text, options)}${markHidden("\u200b")}`,
    ),
    { numRuns: 1_000 },
  ));

// What counts as printable, to the compiler and at run time; JSON that shows nothing hidden; text that comes in pieces.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  isHidden,
  joinPrintable,
  plain,
  printable,
  reveal,
  revealed,
  revealJson,
  revealLines,
  RevealStream,
  slicePlain,
  type Plain,
  type Printable,
} from "../index.ts";

const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 4 }),
  fc.constantFrom(
    "\x1b[2J",
    "\u009b31m",
    "\u202e",
    "\u200b",
    "\u2028",
    "\ud800",
    "\u{e0041}",
    "👩\u200d💻",
    "⟨ESC⟩",
    "\n",
  ),
);
const texts = fc.array(hostile, { maxLength: 8 }).map((parts) => parts.join(""));

describe("to the compiler", () => {
  const takes = (text: Printable): string => text;
  const cuts = (text: Plain): string => text;
  const text: string = "x";

  test("a string is not printable, whatever is done with it", () => {
    // @ts-expect-error Nobody revealed it.
    takes(text);
    // @ts-expect-error A literal outside of a template is a string too.
    takes("x");
    // @ts-expect-error Joined by +, it is a string again.
    takes(plain`x` + plain`y`);
    // @ts-expect-error A template without a tag is a string.
    takes(`${plain`x`}`);
    // @ts-expect-error A part that is a string.
    takes(printable`x${text}`);
    // @ts-expect-error A part that is a string.
    takes(plain`x${text}`);
    // @ts-expect-error A list with a string in it.
    takes(joinPrintable([plain`x`, text], plain`,`));
    expect(takes(printable`\u001b[1m${reveal(text)}`)).toBe("\u001b[1mx");
  });

  test("what holds an escape sequence cannot be cut", () => {
    const painted = printable`\u001b[31m${plain`x`}`;
    // @ts-expect-error Cut in two, an escape sequence takes in what follows.
    slicePlain(painted, 0, 2);
    // @ts-expect-error A plain text is made of plain parts.
    cuts(plain`a ${painted}`);
    expect(cuts(slicePlain(plain`abc`, 1))).toBe("bc");
  });
});

test("plain text holds no control character, even when the source or another program put one there", () => {
  expect(plain`a\u001b[2J${1}`).toBe("a⟨ESC⟩[2J1");
  expect(revealed("⟨ESC⟩ \u001b ⟨")).toBe("⟨ESC⟩ ⟨ESC⟩ ⟨");
  fc.assert(
    fc.property(texts, (text) => {
      const left = [...revealed(text).replaceAll(/[\ufe0f\u200d]/g, "")].filter(isHidden);
      expect(left.filter((each) => each !== "\n" && each !== "\t")).toEqual([]);
    }),
  );
});

test("a text is one line, and so is every template it is part of, unless its lines are asked for", () => {
  expect(plain`No file ${reveal("x\n✓ done")} here.`).toBe("No file x⟨LF⟩✓ done here.");
  expect(reveal("a\r\nb", { tabs: true, trailing: true, keepMarks: true })).toBe("a⟨CR⟩⟨LF⟩b");
  expect(revealLines("a\r\nb")).toBe("a⟨CR⟩\nb");
  fc.assert(fc.property(texts, (text) => !reveal(text).includes("\n")));
});

describe("JSON", () => {
  test.each([
    ["a C1 control and DEL", "\u009b\x7f", String.raw`"\u009b\u007f"`],
    ["directions and zero width", "\u202e\u2066\u200b\ufeff\u00ad", String.raw`"\u202e\u2066\u200b\ufeff\u00ad"`],
    ["line separators", "\u2028\u2029\u0085", String.raw`"\u2028\u2029\u0085"`],
    ["half a pair", "\ud800", String.raw`"\ud800"`],
    ["a tag beyond the first plane, as a pair", "\u{e0041}", String.raw`"\udb40\udc41"`],
    ["spaces that are no spaces", "\u00a0\u3000", String.raw`"\u00a0\u3000"`],
    ["letters and pictures", "żółć 漢字 😀", '"żółć 漢字 😀"'],
  ])("%s", (_, value, json) => expect(revealJson(value)).toBe(json));

  test("in keys too, and with indentation", () =>
    expect(revealJson({ "a\u202e": ["\u200b"] }, { indent: 2 })).toBe(
      String.raw`{
  "a\u202e": [
    "\u200b"
  ]
}`,
    ));

  test("it parses to the same value and shows nothing hidden, for any value", () => {
    const value = fc.letrec((tie) => ({
      any: fc.oneof({ maxDepth: 3 }, texts, fc.integer(), fc.boolean(), fc.constant(null), tie("list"), tie("object")),
      list: fc.array(tie("any"), { maxLength: 4 }),
      object: fc.dictionary(texts, tie("any"), { maxKeys: 4, noNullPrototype: true }),
    })).any;
    fc.assert(
      fc.property(value, fc.constantFrom(0, 2), (held, indent) => {
        const json = revealJson(held, { indent });
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(held)));
        expect([...json].filter((character) => character !== "\n" && isHidden(character))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

describe("text that comes in pieces", () => {
  const shownOf = (pieces: readonly string[]): string => {
    const stream = new RevealStream();
    return pieces.map((piece) => stream.push(piece)).join("") + stream.end();
  };

  test("cutting it anywhere changes nothing", () => {
    fc.assert(
      fc.property(texts, fc.array(fc.nat(), { maxLength: 5 }), (text, cuts) => {
        const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
        const pieces = places.slice(1).map((to, at) => text.slice(places[at], to));
        expect(shownOf(pieces)).toBe(shownOf([text]));
        expect(shownOf(pieces)).toBe(revealLines(text, { reading: "prose", pictures: true }));
      }),
      { numRuns: 1000 },
    );
  });

  test("English words are shown as they come", () => {
    const stream = new RevealStream();
    expect(["one tw", "o three", " "].map((piece) => stream.push(piece))).toEqual(["one ", "two ", "three "]);
  });

  test("a megabyte without a break, a character at a time, is looked at once", () => {
    const stream = new RevealStream();
    let length = 0;
    for (let at = 0; at < 1_000_000; at += 1) length += stream.push("é").length;
    expect(length + stream.end().length).toBe(1_000_000);
  });
});

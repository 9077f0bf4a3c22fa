import fc from "fast-check";
import { expect, test } from "vitest";
import { splitLines, withoutEnding } from "../../text/index.ts";
import { locate, type Located } from "./locate.ts";

/** The text with «» around the place, or what there is instead. */
function draw(text: string, located: Located): string {
  if (located.kind === "none") return "none";
  if (located.kind === "many") return `${located.count}${located.overlapping ? " overlapping" : ""}`;
  const { from, to } = located.place.span;
  return `${text.slice(0, from)}«${text.slice(from, to)}»${text.slice(to)}`;
}

test.each([
  ["exact", "let a = 1", "a = ", "let «a = »1"],
  ["a blank at the line's end counts", "x  \ny\n", "x\ny\n", "none"],
  ["two homes is no home", "a a", "a", "2"],
  ["a plain break matches CRLF", "a\r\nb\r\n", "a\nb", "«a\r\nb»\r\n"],
  ["a CRLF matches a plain break", "a\nb\n", "a\r\nb", "«a\nb»\n"],
  ["mixed endings", "a\r\nb\nc", "a\nb\r\nc", "«a\r\nb\nc»"],
  ["a lone return is a character", "a\rb", "a\nb", "none"],
  ["a lone return is found as itself", "a\rb", "a\rb", "«a\rb»"],
  ["half a line break is none", "a\r\nb", "a\r", "none"],
  ["a break alone", "a\r\nb", "\n", "a«\r\n»b"],
  ["no character of a pattern is special", "a.*b $& [x]", ".*b $& [", "a«.*b $& [»x]"],
  ["overlapping ones are counted", "aaa", "aa", "2 overlapping"],
  ["a BOM is not in the way", "\uFEFFa b", "a", "\uFEFF«a» b"],
  ["a BOM that is asked for is found", "\uFEFFa b", "\uFEFFa", "«\uFEFFa» b"],
  ["a BOM that is not there is not", "a b", "\uFEFFa", "none"],
  ["nothing is nowhere", "a", "", "none"],
  ["a pair of surrogates is one character", "x😀y", "😀", "x«😀»y"],
])("characters: %s", (_, text, find, drawn) => expect(draw(text, locate(text, find, { match: "chars" }))).toBe(drawn));

test.each([
  ["whole lines only", "foobar\nfoo\n", "foo\n", "foobar\n«foo\n»"],
  ["the last ending does not matter", "a\nb\nc\n", "b", "a\n«b\n»c\n"],
  ["a last line without a newline is a line", "a\nb", "b\n", "a\n«b»"],
  ["endings do not matter", "a\r\nb\nc", "a\nb\r\n", "«a\r\nb\n»c"],
  ["a blank line is a line", "a\n\nb\n", "\n", "a\n«\n»b\n"],
  ["the end of a text is no blank line", "a\n", "\n", "none"],
  ["two blank lines", "a\n\n\n", "\n\n", "a\n«\n\n»"],
  ["a blank line after the end is not there", "a\n", "a\n\n", "none"],
  ["a blank line is not an end without a newline", "a", "a\n\n", "none"],
  ["the whole of a text", "a\nb", "a\nb\n", "«a\nb»"],
  ["an indented line is another line", "  a\n", "a\n", "none"],
  ["several", "x\nx\nx\n", "x\n", "3"],
  ["overlapping", "x\nx\nx\n", "x\nx\n", "2 overlapping"],
  ["a BOM is not in the way", "\uFEFFa\nb\n", "a\n", "\uFEFF«a\n»b\n"],
  ["a BOM that is asked for is found", "\uFEFFa\nb\n", "\uFEFFa\n", "«\uFEFFa\n»b\n"],
  ["an empty text has no lines", "", "\n", "none"],
  ["nothing is nowhere", "a\n", "", "none"],
  ["a form feed does not end a line", "a\fb\n", "b\n", "none"],
])("lines: %s", (_, text, find, drawn) => expect(draw(text, locate(text, find, { match: "lines" }))).toBe(drawn));

test("the place names its line, and many places are cut but counted", () => {
  expect(locate("a\nb\nc b\n", "c", { match: "chars" })).toEqual({
    kind: "one",
    place: { span: { from: 4, to: 5 }, line: 3 },
  });
  const located = locate("x\n".repeat(500), "x", { match: "lines", keep: 2 });
  expect(located).toMatchObject({ kind: "many", count: 500, places: [{ line: 1 }, { line: 2 }] });
});

const pieces = fc.constantFrom("a", "b", "\n", "\r\n", "\r", " ");
const texts = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(""));

/** A text as characters and breaks, each with where it begins. */
function tokens(text: string): { token: string; from: number }[] {
  const found: { token: string; from: number }[] = [];
  for (let at = 0; at < text.length;) {
    const size = text.startsWith("\r\n", at) ? 2 : 1;
    found.push({ token: size === 2 ? "\n" : text[at]!, from: at });
    at += size;
  }
  return found;
}

test("characters are found exactly where comparing token by token finds them", () => {
  fc.assert(
    fc.property(
      texts,
      texts.filter((find) => find !== ""),
      (text, find) => {
        const file = tokens(text);
        const wanted = tokens(find).map(({ token }) => token);
        const froms = file.flatMap(({ from }, at) =>
          wanted.every((token, k) => file[at + k]?.token === token) ? [from] : [],
        );
        const located = locate(text, find, { match: "chars", keep: Infinity });
        const places = located.kind === "none" ? [] : located.kind === "one" ? [located.place] : located.places;
        expect(places.map(({ span }) => span.from)).toEqual(froms);
        for (const { span } of places)
          expect(tokens(text.slice(span.from, span.to)).map(({ token }) => token)).toEqual(wanted);
      },
    ),
  );
});

test("lines are found exactly where comparing line by line finds them", () => {
  fc.assert(
    fc.property(
      texts,
      texts.filter((find) => find !== ""),
      (text, find) => {
        const file = splitLines(text).map(withoutEnding);
        const wanted = splitLines(find).map(withoutEnding);
        const lines = file.flatMap((_, at) => (wanted.every((line, k) => file[at + k] === line) ? [at + 1] : []));
        const located = locate(text, find, { match: "lines", keep: Infinity });
        const places = located.kind === "none" ? [] : located.kind === "one" ? [located.place] : located.places;
        expect(places.map(({ line }) => line)).toEqual(lines);
      },
    ),
  );
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { KeyReader, REVIEW_KEYS, type Key } from "./keys.ts";

function read(...chunks: readonly string[]): string[] {
  const reader = new KeyReader(REVIEW_KEYS);
  return [...chunks.flatMap((chunk) => reader.feed(Buffer.from(chunk))), ...reader.flush()].map(spell);
}
const spell = (key: Key): string =>
  key.kind === "named" ? `<${key.name}>` : key.kind === "paste" ? `[${key.text}]` : key.text;

test.each([
  ["letters", ["yA"], ["y", "A"]],
  ["both line ends are Enter", ["\r", "\n"], ["<enter>", "<enter>"]],
  ["arrows in both spellings", ["\u001b[A\u001bOB"], ["<up>", "<down>"]],
  ["a sequence cut in two", ["\u001b[", "5~"], ["<page-up>"]],
  ["ESC alone, at the end", ["\u001b"], ["<escape>"]],
  ["two ESC", ["\u001b\u001b"], ["<escape>", "<escape>"]],
  ["ESC and a letter is no letter", ["\u001by"], []],
  ["an unknown sequence is nothing, and hides no key after it", ["\u001b[15;2~y"], ["y"]],
  ["a paste is no keys", ["\u001b[200~y\r\u001b[201~n"], ["[y\r]", "n"]],
  ["a paste in pieces", ["\u001b[200~y", "y\u001b[20", "1~"], ["[yy]"]],
  ["a paste without an end is nothing", ["\u001b[200~yyy\r"], []],
  ["a mouse report is nothing", ["\u001b[<0;10;10M"], []],
  ["wide characters", ["日", "👍🏽"], ["日", "👍", "🏽"]],
  ["other controls are nothing", ["\u0000\u0001\u0085"], []],
])("%s", (_, chunks, keys) => expect(read(...chunks)).toEqual(keys));

test("cutting the bytes anywhere changes nothing", () => {
  const piece = fc.constantFrom("y", "\r", "\u001b[A", "\u001b[6~", "é", "日", "\u001b[200~y\u001b[201~", "\u0003");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), fc.array(fc.nat(40), { maxLength: 6 }), (pieces, cuts) => {
      const bytes = Buffer.from(pieces.join(""));
      const reader = new KeyReader(REVIEW_KEYS);
      const at = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
      const keys = at.slice(1).flatMap((to, index) => reader.feed(bytes.subarray(at[index], to)));
      expect([...keys, ...reader.flush()].map(spell)).toEqual(read(pieces.join("")));
    }),
  );
});

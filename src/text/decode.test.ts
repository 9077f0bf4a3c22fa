import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { versionOf } from "../base/index.ts";
import { countBytes, narrow } from "./decode.ts";
import { asText, byteLength, decode, encode, versionOfText } from "./index.ts";
import type { Text } from "./index.ts";

const bytesOf = (...parts: (string | number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? [...new TextEncoder().encode(part)] : part)));

const sameBytes = (left: Uint8Array, right: Uint8Array): boolean => Buffer.from(left).equals(right);

describe("bytes that are text come back byte for byte", () => {
  test.each([
    ["empty", bytesOf()],
    ["a BOM", bytesOf([0xef, 0xbb, 0xbf], "a\n")],
    ["two BOMs, one inside", bytesOf([0xef, 0xbb, 0xbf], "a", [0xef, 0xbb, 0xbf])],
    ["a BOM alone", bytesOf([0xef, 0xbb, 0xbf])],
    ["CRLF, lone CR, LF, mixed", bytesOf("a\r\nb\rc\nd\r\r\n")],
    ["no final newline", bytesOf("a\nb")],
    ["U+2028, U+0085, form feed, vertical tab", bytesOf("a\u2028b\u0085c\fd\ve")],
    ["U+FFFD that was there", bytesOf("a\ufffdb")],
    ["the last code point and noncharacters", bytesOf("\u{10ffff}\ufffe\uffff")],
    ["a NUL after the first 8192 bytes", bytesOf("a".repeat(8192), [0], "b")],
    ["decomposed accents stay decomposed", bytesOf("e\u0301 \u00e9")],
  ])("%s", (_, bytes) => {
    const decoded = decode(bytes);
    expect(decoded.kind).toBe("text");
    if (decoded.kind === "text") {
      expect(encode(decoded.text)).toEqual(bytes);
      expect(byteLength(decoded.text)).toBe(bytes.length);
    }
  });

  test("for any well-formed text", () =>
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (string) => {
        const bytes = new TextEncoder().encode(`x${string.replaceAll("\0", "")}`);
        const decoded = decode(bytes);
        expect(decoded.kind === "text" && sameBytes(encode(decoded.text), bytes)).toBe(true);
        expect(decoded.kind === "text" && byteLength(decoded.text)).toBe(bytes.length);
      }),
    ));
});

describe("bytes that are not text are refused where they stop being text", () => {
  test.each([
    ["a NUL", bytesOf("ab", [0], "c"), "nul", 2],
    ["a NUL at byte 8191", bytesOf("a".repeat(8191), [0]), "nul", 8191],
    ["a lone continuation", bytesOf("ab", [0x80], "c"), "not-utf8", 2],
    ["a lead without its second byte", bytesOf("ab", [0xc3], "c"), "not-utf8", 2],
    ["a lead at the end", bytesOf("ab", [0xe2, 0x82]), "not-utf8", 2],
    ["four bytes cut to three", bytesOf("ab", [0xf0, 0x9f, 0x98]), "not-utf8", 2],
    ["an overlong slash", bytesOf("a", [0xc0, 0xaf]), "not-utf8", 1],
    ["an overlong three", bytesOf("a", [0xe0, 0x9f, 0xbf]), "not-utf8", 1],
    ["an overlong four", bytesOf("a", [0xf0, 0x8f, 0xbf, 0xbf]), "not-utf8", 1],
    ["half a surrogate pair", bytesOf("a", [0xed, 0xa0, 0x80]), "not-utf8", 1],
    ["over U+10FFFF", bytesOf("a", [0xf4, 0x90, 0x80, 0x80]), "not-utf8", 1],
    ["never a lead", bytesOf("é", [0xff]), "not-utf8", 2],
    ["Latin-1", bytesOf("caf", [0xe9], "\n"), "not-utf8", 3],
    ["the third byte is bad", bytesOf("€", [0xe2, 0x82, 0x28]), "not-utf8", 3],
    ["UTF-16 with a BOM", bytesOf([0xff, 0xfe], "a", [0]), "nul", 3],
    ["bad after a late NUL", bytesOf("a".repeat(9000), [0, 0xff]), "not-utf8", 9001],
  ] as const)("%s", (_, bytes, because, offset) => {
    expect(decode(bytes)).toEqual({ kind: "binary", because, offset });
  });

  test("for any bytes: what is before the offset is text, and no more is", () =>
    fc.assert(
      fc.property(fc.uint8Array({ min: 1, maxLength: 24 }), (bytes) => {
        const decoded = decode(bytes);
        if (decoded.kind === "text") {
          expect(sameBytes(encode(decoded.text), bytes)).toBe(true);
          return;
        }
        expect(decode(bytes.subarray(0, decoded.offset)).kind).toBe("text");
        for (let more = 1; more <= Math.min(4, bytes.length - decoded.offset); more += 1)
          expect(decode(bytes.subarray(0, decoded.offset + more)).kind).toBe("binary");
      }),
      { numRuns: 1000 },
    ));
});

describe("a string is text when UTF-8 has bytes for it", () => {
  test.each([
    ["", true],
    ["a😀", true],
    ["\ud800", false],
    ["a\udc00b", false],
    ["\udc00\ud800", false],
  ])("%j", (string, isText) => expect(asText(string)).toBe(isText ? string : null));

  test("its size is known without encoding", () =>
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (string) => {
        expect(byteLength(string as Text)).toBe(new TextEncoder().encode(string).length);
      }),
    ));
});

test("encoding into memory that was used before gives the same bytes, whether they fit or not", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme-ascii" })),
      fc.nat(40),
      (string, room) => {
        const text = string as Text; // These units are whole characters.
        const into = new Uint8Array(room).fill(0xaa);
        const bytes = new TextEncoder().encode(string);
        expect(sameBytes(encode(text, into), bytes)).toBe(true);
        expect(sameBytes(encode(text, into.fill(0xaa), bytes.length), bytes)).toBe(true);
        expect([byteLength(text), countBytes(text)]).toEqual([bytes.length, bytes.length]);
        expect(versionOfText(text)).toBe(versionOf(bytes));
      },
    ),
  );
});

test("a narrow text is the same text, also one that was cut out of a wide one", () =>
  fc.assert(
    fc.property(fc.string(), fc.string({ unit: "binary" }), (plain, wide) => {
      const cut = `\u2550${plain}${wide}\u2550`.slice(1, -1);
      expect(narrow(cut)).toBe(plain + wide);
      expect(narrow(`\u2550${plain}`.slice(1))).toBe(plain);
    }),
  ));

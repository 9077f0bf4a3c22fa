import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseInline, type Inline } from "./inline.ts";

/** As tags, so that the structure can be read. */
const drawn = (parts: readonly Inline[]): string =>
  parts
    .map((part) => {
      if (part.kind === "text") return part.text;
      if (part.kind === "code") return `{code ${part.text}}`;
      return `{${part.kind === "link" ? `link ${part.href}` : part.kind} ${drawn(part.children)}}`;
    })
    .join("");

describe("inline markdown", () => {
  test.each<[string, string]>([
    ["plain", "plain"],
    ["a *b* c", "a {emphasis b} c"],
    ["**a** _b_ ~~c~~", "{strong a} {emphasis b} {struck c}"],
    ["**a *b* c**", "{strong a {emphasis b} c}"],
    ["snake_case_name", "snake_case_name"],
    ["2 * 3 * 4", "2 * 3 * 4"],
    ["**not closed", "**not closed"],
    ["*a **b*", "{emphasis a **b}"],
    ["`code *x*` y", "{code code *x*} y"],
    ["``a`b``", "{code a`b}"],
    ["` `` `", "{code ``}"],
    ["`not closed", "`not closed"],
    ["\\*a\\*", "*a*"],
    ["[text](https://example.com/a)", "{link https://example.com/a text}"],
    ["[**t**](https://example.com)", "{link https://example.com {strong t}}"],
    ["[a](javascript:alert(1))", "[a](javascript:alert(1))"],
    ["[a](data:text/html,x)", "[a](data:text/html,x)"],
    ["[a] (b)", "[a] (b)"],
    ["[*a](x)", "[*a](x)"],
    ["see https://example.com/x.", "see {link https://example.com/x https://example.com/x}."],
    ["<script>alert(1)</script>", "<script>alert(1)</script>"],
    ["![alt](https://example.com/a.png)", "!{link https://example.com/a.png alt}"],
  ])("%s", (text, expected) => expect(drawn(parseInline(text))).toBe(expected));

  const words = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, "");
  const said = (parts: readonly Inline[]): string =>
    parts
      .map((part) => {
        if (part.kind === "text" || part.kind === "code") return part.text;
        const inner = said(part.children);
        return part.kind === "link" && inner !== part.href ? inner + part.href : inner;
      })
      .join("");
  const pieces = fc.constantFrom(
    ...'ab 1*_~`[]()\\!<>"',
    "**",
    "__",
    "~~",
    "](",
    "https://x.y",
    "[a](https://b.c)",
    "``",
    "é",
  );

  test("no letter is lost, and their order stays", () =>
    fc.assert(
      fc.property(fc.array(pieces), (all) => {
        const text = all.join("");
        expect(words(said(parseInline(text)))).toBe(words(text));
      }),
    ));

  test("text without markup is itself", () =>
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."ab é<>&\"'=/.,\u202e") }), (text) => {
        expect(said(parseInline(text))).toBe(text);
      }),
    ));

  test.each(["*", "_", "[", "`", "**a ", "[a](", "*a _b ", "`` ` ", "https://", "~~", "\\"])(
    "a long run of %j is read quickly",
    (piece) => {
      const parts = parseInline(piece.repeat(50_000));
      expect(parts.length).toBeGreaterThan(0);
    },
  );
});

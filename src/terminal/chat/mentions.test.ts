import fc from "fast-check";
import { expect, test } from "vitest";
import { mentionsIn, wordsIn, writeMention, writeWord } from "./mentions.ts";

test.each<[string, readonly string[]]>([
  ["look at @src/app.ts, please", ["src/app.ts"]],
  ["@a.ts and (@b.ts) and @c/", ["a.ts", "b.ts", "c/"]],
  ["end of a sentence: @src/app.ts.", ["src/app.ts"]],
  ["@src/app.ts#main?", ["src/app.ts#main"]],
  ['see @"my notes/a b.md" now', ["my notes/a b.md"]],
  ['@"say \\"hi\\".txt"', ['say "hi".txt']],
  ['@"not closed', []],
  ["mail ann@example.org or ann@b.ts", []],
  ["@ alone, @@, @.", []],
  ["`@code` and ``@a ` b`` but @real", ["real"]],
  ["a stray ` and @file", ["file"]],
  ["```ts\n@Component()\n```\n@x", ["x"]],
  ["~~~\n@a\n~~~~\n@b", ["b"]],
  ["```\n@a\nno end", []],
  ["line\n\t@tab", ["tab"]],
])("%j", (text, names) => expect(mentionsIn(text).map(({ name }) => name)).toEqual(names));

test("a written name is read back, whatever it is, and where it was", () => {
  const name = fc.string({ unit: fc.constantFrom("a", "/", " ", '"', "'", "\\", "@", ".", ",", "#", "`", "é") });
  fc.assert(
    fc.property(
      name.filter((text) => text !== ""),
      (given) => {
        const text = `x @${writeMention(given)} y`;
        // A backtick in a name is no code as long as it has no partner.
        fc.pre(!given.includes("`"));
        expect(mentionsIn(text)).toEqual([{ from: 2, to: text.length - 2, name: given }]);
        expect(wordsIn(`add ${writeWord(given)} b`)).toEqual(["add", given, "b"]);
      },
    ),
  );
});

test("a mention is what it says, and in order", () => {
  const text = fc.string({ unit: fc.constantFrom("@", "a", " ", "`", "\n", '"', "\\", ".", "(", "~") });
  fc.assert(
    fc.property(text, (given) => {
      let last = 0;
      for (const { from, to, name } of mentionsIn(given)) {
        expect(from).toBeGreaterThanOrEqual(last);
        expect(given[from]).toBe("@");
        expect(name).not.toBe("");
        last = to;
      }
    }),
  );
});

test("hostile text takes one pass: many backticks without partners, many quotes", () => {
  const ticks = Array.from({ length: 300 }, (_, at) => "`".repeat(at + 1)).join(" @a ");
  expect(mentionsIn(ticks)).toHaveLength(299);
  expect(mentionsIn('@"'.repeat(20_000))).toHaveLength(10_000);
});

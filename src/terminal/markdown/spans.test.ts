import fc from "fast-check";
import { expect, test } from "vitest";
import { revealLines } from "../../text/index.ts";
import { itemRows } from "../chat/items.ts";
import { createPaint } from "../paint.ts";
import { cells } from "../wrap.ts";
import { markdownRows } from "./render.ts";
import { wrapSpans } from "./spans.ts";

const paint = createPaint(false);
const whole = { paint, longWords: "whole" } as const;

test.each([
  ["Chinese", 12, "今天天气很好我们去公园", ["今天天气很好", "我们去公园"]],
  ["closing punctuation starts no row", 12, "今天天气很好。我们", ["今天天气很", "好。我们"]],
  ["an opening one ends no row", 12, "今天天气很「好」", ["今天天气很", "「好」"]],
  ["small kana and long vowels start no row", 10, "今日はデータベース", ["今日はデー", "タベース"]],
  ["an ASCII word does not end the row early", 12, "使用galley来检查", ["使用galley来", "检查"]],
  ["an ASCII word is whole", 8, "我们用galley", ["我们用", "galley"]],
  ["Korean breaks at spaces alone", 6, "안녕하세요", ["안녕하세요"]],
  ["an address is whole", 20, "见https://x.y/中文中文中文，然后", ["见", "https://x.y/中文中文中文，", "然后"]],
  ["a quote inside an English word is no place", 8, "用don’t的", ["用don’t", "的"]],
  ["a quote beside Chinese is", 8, "他说了“好”吗", ["他说了", "“好”吗"]],
])("%s", (_, width, text, rows) =>
  expect(wrapSpans([{ text: revealLines(text, { reading: "prose" }), styles: [] }], { ...whole, width })).toEqual(rows),
);

test("continuation rows of a list, a quote and the user's message are indented", () => {
  const text = "今天天气很好我们去公园";
  expect(markdownRows(`- ${text}`, { ...whole, width: 14 })).toEqual(["• 今天天气很好", "  我们去公园"]);
  expect(markdownRows(`> ${text}`, { ...whole, width: 14 })).toEqual(["│ 今天天气很好", "│ 我们去公园"]);
  expect(itemRows({ kind: "person", text }, { ...whole, width: 14 })).toEqual(["> 今天天气很好", "  我们去公园"]);
});

test("words of two styles are broken where they meet, and code stays whole", () => {
  const spans = [
    { text: "今天天气", styles: ["bold"] },
    { text: "很好", styles: [] },
    { text: "变量名字很长", styles: ["code"] },
  ] as const;
  expect(wrapSpans(spans, { ...whole, width: 8 })).toEqual(["今天天气", "很好", "变量名字很长"]);
});

test("joined, the rows are the text; none is too wide or begins with closing punctuation", () => {
  const texts = fc.string({ unit: fc.constantFrom(..."今天。，」「（）カっーabc漢字”“1𠮷"), maxLength: 80 });
  fc.assert(
    fc.property(texts, fc.integer({ min: 8, max: 40 }), (text, width) => {
      const rows = wrapSpans([{ text, styles: [] }], { ...whole, width });
      expect(rows.join("")).toBe(text);
      for (const [at, row] of rows.entries()) {
        if (at > 0) expect(row).not.toMatch(/^[。，」）ーっ”]/);
        if (at < rows.length - 1) expect(row).not.toMatch(/[「（“]$/);
        // What has no place for a break is one row.
        if (cells(row) > width) expect(row).toMatch(/[。，」）ーっ”「（“abc1]/);
      }
    }),
  );
});

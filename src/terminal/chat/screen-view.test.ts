import { describe, expect, test } from "vitest";
import { plain, reveal } from "../../text/index.ts";
import { createPaint } from "../paint.ts";
import { newDraft } from "./prompt/draft.ts";
import { drawScreen, footerRow } from "./screen-view.ts";

const PARTS = [
  { text: "openai/test-model", weight: 8 },
  { text: "edits here are not asked about", weight: 7 },
  { text: "12% of 128k", weight: 6 },
  { text: "1,629 tokens", weight: 1 },
  { text: "/help", weight: 5 },
];

test.each([
  [100, "openai/test-model · edits here are not asked about · 12% of 128k · 1,629 tokens · /help"],
  [79, "openai/test-model · edits here are not asked about · 12% of 128k · /help"],
  [70, "openai/test-model · edits here are not asked about · 12% of 128k"],
  [50, "openai/test-model · edits here are not asked about"],
  [30, "openai/test-model"],
  [10, "openai/te…"],
])("a footer of %i cells has whole parts, those that weigh most", (width, row) =>
  expect(footerRow(PARTS, width)).toBe(row),
);

describe("messages that wait", () => {
  const drawn = (height: number, waiting: readonly string[], width = 60): readonly string[] =>
    drawScreen({
      width,
      height,
      paint: createPaint(false),
      tail: Array.from({ length: 30 }, (_, at) => plain`line ${reveal(String(at))}`),
      doing: { text: "Answering", ms: 0 },
      draft: newDraft(),
      waiting,
      isApart: true,
      hint: null,
      footer: PARTS,
      menu: null,
    }).rows;

  test("are listed above the prompt by their beginnings, and what cannot be seen is shown by name", () => {
    const rows = drawn(24, ["one\ntwo", "a\u202eb"]);
    expect(rows.slice(rows.indexOf("  next: one …"), -2)).toEqual(["  next: one …", "  next: a⟨RLO⟩b", "─".repeat(60)]);
  });

  test.each([
    [24, ["  next: 1", "  next: 2", "  and 3 more"]],
    [9, ["  next: 5 messages"]],
    [5, []],
  ])("in %i rows", (height, expected) => {
    const rows = drawn(height, ["1", "2", "3", "4", "5"]);
    expect(rows.filter((row) => /^ {2}(?:next|and)/.test(row))).toEqual(expected);
  });

  test("never make the screen higher than it is", () => {
    for (let height = 4; height < 30; height += 1)
      for (let count = 0; count < 6; count += 1)
        expect(drawn(height, Array.from({ length: count }, String), 20).length).toBeLessThanOrEqual(height);
  });
});

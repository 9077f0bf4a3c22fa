import { expect, test } from "vitest";
import { footerRow } from "./screen-view.ts";

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

import { describe, expect, test } from "vitest";
import { parsePath } from "../base/index.ts";
import { editExamples, editInstructions } from "./instructions.ts";
import { parseAnswer } from "./formats/parse.ts";
import { FORMAT_NAMES } from "./formats/table.ts";
import { planOn, treeAfter } from "./fixtures.ts";
import type { Edit, EditId, Format } from "./types.ts";

function editsOf(answer: string, format: Format | "auto"): readonly Edit[] {
  return parseAnswer(answer, format).blocks.map((block, at) => {
    const path = parsePath(block.path);
    if (block.kind === "broken" || path.kind === "refused") throw new Error(`block ${at + 1} of an example is broken`);
    return { id: String(at + 1) as EditId, path: path.path, source: block.source, change: block.change };
  });
}

describe("every example is true", () => {
  test.each(editExamples().map((each, at) => [at + 1, each] as const))("example %i", (_, each) => {
    for (const format of [each.format, "auto"] as const) {
      const plan = planOn(each.before, editsOf(each.answer, format));
      expect(plan.results.filter((result) => result.kind !== "change").length).toBe(each.refused);
      expect(treeAfter(each.before, plan)).toEqual(each.after);
    }
  });

  test.each(FORMAT_NAMES)("the text for %s holds its examples, and no other edit", (format) => {
    const examples = editExamples().filter((each) => each.format === format);
    const text = editInstructions(format);
    for (const each of examples) expect(text).toContain(`\n\n${each.answer}`);
    const inText = parseAnswer(text, format).blocks;
    expect(inText.map((block) => block.kind)).toEqual(
      examples.flatMap((each) => editsOf(each.answer, format).map(() => "edit")),
    );
  });
});

describe("what a model must know about edit blocks is there", () => {
  test.each<[string, RegExp]>([
    ["copy, do not type", /^1\. Copy .* Do not write it from memory\.$/m],
    ["context in both sections", /^2\. .*the same lines in both sections\.$/m],
    ["enough of it", /^3\. .*fits in exactly one place\./m],
    ["exactly", /^4\. Every blank, tab, empty line and comment counts\.$/m],
    ["no placeholders", /^5\. .*Never shorten/m],
    ["check before sending", /^6\. Before you send/m],
    ["no moves or deletions", /^7\. .*`git mv` or `git rm`\.$/m],
    ["one after the other", /from top to bottom, each to what the ones before it left/],
    [
      "when to make one block of several",
      /overlap, .* within three lines of each other, or of which one needs the other/,
    ],
    ["how to create", /To create a file, leave the EDIT section empty/],
    ["longer markers", /with\s+four « come eight ═ and four »/],
  ])("%s", (_, words) => expect(editInstructions("edit-block")).toMatch(words));
});

// Two edits of one answer that exclude each other: none is certain, and the last one can be confirmed.

import fc from "fast-check";
import { expect, test } from "vitest";
import { block, chars, editOf, planOn, treeAfter } from "../fixtures.ts";
import type { Change, Edit } from "../types.ts";

const TEXT = "one\ntwo\nthree\n";
const whole = (content: string): Change => ({ kind: "overwrite", content });

function planned(canConfirm: boolean, ...changes: readonly Change[]) {
  const edits = changes.map((change, at): Edit => ({
    ...editOf(at + 1, change),
    origin: { line: 10 * (at + 1), canConfirm },
  }));
  const plan = planOn({ "a.txt": TEXT }, edits);
  const results = plan.results.map((result) => (result.kind === "miss" ? result.why.error : result.kind));
  return { results, text: treeAfter({ "a.txt": TEXT }, plan)["a.txt"], edits: plan.edits };
}

test.each([
  ["blocks", block("two\n", "2\n"), block("two\n", "TWO\n"), "one\nTWO\nthree\n"],
  ["characters", chars("two", "2"), chars("two", "TWO"), "one\nTWO\nthree\n"],
  ["whole files", whole("1\n2\n3\n"), whole("I\nII\nIII\n"), "I\nII\nIII\n"],
])("%s", (_, first, second, text) => {
  expect(planned(false, first, second)).toMatchObject({ results: ["unsure", "unsure"], text: TEXT });
  const seen = planned(true, first, second);
  expect(seen).toMatchObject({ results: ["unsure", "change"], text });
  expect(seen.edits[0]!.likely!.reading).toContain("the edit on line 20 of the answer");
  expect(seen.edits[1]!.likely!.reading).toContain("the edit on line 10 of the answer");
});

test.each([
  ["the same twice", block("two\n", "2\n"), block("two\n", "2\n"), ["change", "already"]],
  ["the text stays for the second", block("two\n", "two\n2\n"), block("two\n", "II\ntwo\n"), ["change", "change"]],
  [
    "other text that overlaps",
    block("one\ntwo\n", "1\n2\n"),
    block("two\nthree\n", "II\nIII\n"),
    ["change", "anchor_not_found"],
  ],
  [
    "a part of the new file once more",
    whole("1\n2\n3\n"),
    { ...whole("2\n"), doubt: { kind: "quotation" } } as Change,
    ["change", "already"],
  ],
])("no rivals: %s", (_, first, second, results) => expect(planned(false, first, second).results).toEqual(results));

test("text that comes back in between is other text", () => {
  const { results } = planned(false, block("two\n", "2\n"), block("2\n", "two\n"), block("two\n", "II\n"));
  expect(results).toEqual(["change", "change", "change"]);
});

test("law: without a person, of several new texts for one old text none is written", () =>
  fc.assert(
    fc.property(fc.uniqueArray(fc.constantFrom("2", "II", "zwei", "deux\n2", ""), { minLength: 2 }), (texts) => {
      const changes = texts.map((text) => block("two\n", text === "" ? "" : `${text}\n`));
      expect(planned(false, ...changes).text).toBe(TEXT);
    }),
  ));

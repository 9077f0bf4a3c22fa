// Edits of one answer that exclude each other: none is made until a person has chosen one, which may be any of them.

import fc from "fast-check";
import { expect, test } from "vitest";
import type { WorkspacePath } from "../../base/index.ts";
import { block, chars, editOf, fileWith, planOn, treeAfter } from "../fixtures.ts";
import { openEdits } from "../plan/open/open-edits.ts";
import type { Change, Edit } from "../types.ts";

const TEXT = "one\ntwo\nthree\n";
const FILES = new Map([["a.txt" as WorkspacePath, fileWith(TEXT)]]);
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

test.each<[string, readonly Change[], readonly string[]]>([
  ["blocks", [block("two\n", "2\n"), block("two\n", "TWO\n")], ["one\n2\nthree\n", "one\nTWO\nthree\n"]],
  ["characters", [chars("two", "2"), chars("two", "TWO")], ["one\n2\nthree\n", "one\nTWO\nthree\n"]],
  ["whole files", [whole("1\n2\n3\n"), whole("I\nII\nIII\n")], ["1\n2\n3\n", "I\nII\nIII\n"]],
  [
    "three of them",
    [block("two\n", "2\n"), block("two\n", "II\n"), block("two\n", "")],
    ["one\n2\nthree\n", "one\nII\nthree\n", "one\nthree\n"],
  ],
])("%s: each can be chosen, and then the others are not made", (_, changes, texts) => {
  const nothing = { results: changes.map(() => "unsure"), text: TEXT };
  expect(planned(false, ...changes)).toMatchObject(nothing);
  expect(openEdits(planned(false, ...changes).edits, FILES)).toEqual([]);
  const seen = planned(true, ...changes);
  expect(seen).toMatchObject(nothing);
  expect(seen.edits[0]!.likely!.reading).toContain("the edit on line 20 of the answer");
  expect(seen.edits[1]!.likely!.reading).toContain("the edit on line 10 of the answer");
  const [open, ...more] = openEdits(seen.edits, FILES);
  expect([more, open!.choices.map(({ answerLine }) => answerLine)]).toEqual([
    [],
    changes.map((__, at) => 10 * (at + 1)),
  ]);
  for (const [at, choice] of open!.choices.entries()) {
    const again = planOn({ "a.txt": TEXT }, seen.edits.with(at, choice.edit));
    expect(treeAfter({ "a.txt": TEXT }, again)["a.txt"]).toBe(texts[at]);
    const made = again.results.map((result) => (result.kind === "miss" ? result.why.error : result.kind));
    expect(made).toEqual(changes.map((__, other) => (other === at ? "change" : "rejected")));
  }
});

test("one that is only likely for another reason is a rival, too", () => {
  const likely = { reading: "it is quoted", line: 10, why: "It is quoted.", canConfirm: true };
  const [first, second] = planned(true, block("two\n", "2\n"), block("two\n", "TWO\n")).edits;
  const { rivals: _, ...alone } = first!;
  const { rivals: __, likely: ___, ...certain } = second!;
  const plan = planOn({ "a.txt": TEXT }, [{ ...alone, likely }, certain]);
  expect(treeAfter({ "a.txt": TEXT }, plan)["a.txt"]).toBe(TEXT);
  expect(plan.edits[0]!.likely).toEqual(likely);
  expect(openEdits(plan.edits, FILES)[0]!.choices).toHaveLength(2);
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

test("of rivals that are alike, one is offered, and none is made without a person", () => {
  const [first, second, third] = [block("two\n", "2\n"), block("two\n", "2\n"), block("two\n", "II\n")];
  expect(planned(false, first, second, third)).toMatchObject({ results: ["unsure", "unsure", "unsure"], text: TEXT });
  const [open] = openEdits(planned(true, first, second, third).edits, FILES);
  expect(open!.choices.map(({ answerLine }) => answerLine)).toEqual([10, 30]);
});

test("text that comes back in between is other text", () => {
  const { results } = planned(false, block("two\n", "2\n"), block("2\n", "two\n"), block("two\n", "II\n"));
  expect(results).toEqual(["change", "change", "change"]);
});

test("an edit among thoughts is a draft of the one in the answer, with a person and without", () => {
  const [first, second] = [block("two\n", "2\n"), block("two\n", "TWO\n")].map((change, at): Edit => ({
    ...editOf(at + 1, change),
    origin: { line: 10 * (at + 1), canConfirm: true },
  }));
  const likely = { reading: "it is inside <think>", line: 1, why: "", canConfirm: true, isThought: true } as const;
  const plan = planOn({ "a.txt": TEXT }, [{ ...first!, likely }, second!]);
  expect(plan.results).toMatchObject([{ kind: "already", isQuoted: true }, { kind: "change" }]);
  expect(treeAfter({ "a.txt": TEXT }, plan)["a.txt"]).toBe("one\nTWO\nthree\n");
  expect(planOn({ "a.txt": TEXT }, [{ ...first!, likely }]).results).toMatchObject([{ kind: "change" }]);
});

test("law: without a person, of several new texts for one old text none is written", () =>
  fc.assert(
    fc.property(fc.uniqueArray(fc.constantFrom("2", "II", "zwei", "deux\n2", ""), { minLength: 2 }), (texts) => {
      const changes = texts.map((text) => block("two\n", text === "" ? "" : `${text}\n`));
      expect(planned(false, ...changes).text).toBe(TEXT);
    }),
  ));

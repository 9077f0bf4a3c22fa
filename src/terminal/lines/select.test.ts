// Choosing changes at the line prompt: what the numbers mean, what is shown before the yes, what the answer is bound to.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ApprovalPayload, Decision } from "../../approval/index.ts";
import { versionOf } from "../../base/index.ts";
import { patchPayload } from "../../../test/support/payloads.ts";
import type { Terminal } from "../console.ts";
import { helpFor, LINE_KEYS, readLine, type LineQuestion } from "./keys.ts";
import { createLineReviewer } from "./reviewer.ts";
import { parseNumbers } from "./select.ts";

describe("numbers", () => {
  test.each<[string, readonly number[] | string]>([
    ["1", [0]],
    ["1,3-5", [0, 2, 3, 4]],
    [" 2 , 2  4-4 ", [1, 3]],
    ["3,1", [0, 2]],
    ["", "Type the numbers"],
    [",", "Type the numbers"],
    ["0", "There is no change 0: they are numbered from 1 to 5."],
    ["1,6", "There is no change 6"],
    ["4-2", "The range 4-2 ends before it begins."],
    ["1-", "1- is not a number or a range"],
    ["all", "all is not a number"],
    ["1.5", "1.5 is not"],
    ["١", "is not a number"],
  ])("%j", (text, expected) => {
    const parsed = parseNumbers(text, 5);
    if (typeof parsed === "string") expect(parsed).toContain(expected);
    else expect([...parsed]).toEqual(expected);
  });

  test("any way to write a set is that set", () => {
    const ranges = fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 9 })), {
      minLength: 1,
    });
    fc.assert(
      fc.property(ranges, fc.constantFrom(",", " ", ", "), (all, between) => {
        const text = all.map(([from, more]) => (more === 0 ? `${from}` : `${from}-${from + more}`)).join(between);
        const wanted = new Set(
          all.flatMap(([from, more]) => Array.from({ length: more + 1 }, (_, at) => from + at - 1)),
        );
        expect(parseNumbers(text, 50)).toEqual(new Set([...wanted].sort((one, other) => one - other)));
      }),
    );
  });

  test("ranges that overlap ten thousand times are counted once", () => {
    const count = 100_000;
    const parsed = parseNumbers(Array.from({ length: 10_000 }, () => `1-${count}`).join(","), count);
    expect(parsed).toHaveProperty("size", count);
  });
});

/** Types these lines; gives the decision and what was on the screen. */
async function typed(
  payload: ApprovalPayload,
  lines: readonly string[],
  options: { readonly purpose?: "work-tree"; readonly inWords?: true } = {},
): Promise<{ readonly decision: Decision; readonly screen: string }> {
  const left = [...lines];
  let screen = "";
  const terminal: Terminal = {
    width: 80,
    height: 24,
    colour: false,
    write: (text) => void (screen += text),
    line: async ({ mark }) => ((screen += mark), left.shift() ?? null),
    close: () => undefined,
  };
  const { inWords, purpose } = options;
  const show = (path: string): string => path.replace("ws/", "");
  const reviewer = createLineReviewer({ terminal, show, pager: null, ...(inWords && { inWords }) });
  const decision = await reviewer.ask(payload, purpose ? { purpose } : {});
  expect(left).toEqual([]);
  return { decision, screen };
}

describe("s selects changes", () => {
  const change = patchPayload("ws/a.ts");
  const first = "ONE\ntwo\nthree\nfour\nfive\n";
  const by = { kind: "person" };

  test("each with its number; the result is shown before the yes, and the answer is bound to it", async () => {
    const { decision, screen } = await typed(change, ["s", "1", "y"]);
    expect(decision.items).toEqual([
      { action: "apply", digest: change.digest, by, hunks: [0], after: versionOf(new TextEncoder().encode(first)) },
    ]);
    expect(screen).toContain("[y/n/s(elect)]: ");
    expect(screen).toContain("Change 1 of 2:\n  Removed line 1: one\n  Added line 1: ONE\nChange 2 of 2:\n");
    const [, result = ""] = screen.split("Which changes do you want to apply? [such as 1/n(one)]: ");
    expect(result).toContain("+ONE");
    expect(result).not.toContain("FIVE");
    expect(result).toContain("Apply 1 of 2 changes? [y/n]: ");
  });

  test.each<[string, readonly string[], readonly unknown[]]>([
    ["all of them is the whole change", ["s", "1-2", "y"], [{ action: "apply", after: change.after }]],
    ["a wrong number asks again", ["s", "3", "x", "2", "y"], [{ action: "apply", hunks: [1] }]],
    ["none, then the question comes again", ["s", "n", "y"], [{ action: "apply", after: change.after }]],
    ["a no to the result too", ["s", "1", "", "n"], [{ action: "reject" }]],
    ["the terminal is gone", ["s"], [{ action: "reject", reason: "The terminal closed before an answer." }]],
    ["gone at the result", ["s", "1"], [{ action: "reject", reason: "The terminal closed before an answer." }]],
  ])("%s", async (_, lines, items) => expect((await typed(change, lines)).decision.items).toMatchObject(items));

  test("of what is on disk they are kept, and the others are reverted", async () => {
    const { decision, screen } = await typed(change, ["s", "2", "y"], { purpose: "work-tree" });
    expect(decision.items).toMatchObject([{ action: "apply", hunks: [1] }]);
    expect(screen).toContain("Which changes do you want to keep?");
    expect(screen).toContain("Keep 1 of 2 changes, and revert the others? [y/n]: ");
  });

  test("not where there is one change", async () => {
    const { screen } = await typed(patchPayload("ws/a.ts", "one\n", "two\n"), ["s", "n"]);
    expect(screen).not.toContain("s(elect)");
    expect(screen).toContain("There is only one change here");
  });

  test("in words there is no frame", async () => {
    const { screen } = await typed(change, ["s", "1", "n", "n"], { inWords: true });
    expect(screen).not.toMatch(/[│┌└]/);
    expect(screen).toContain("Apply 1 of 2 changes?");
  });
});

describe("what can be typed", () => {
  test.each<[LineQuestion, string, ReturnType<typeof readLine>]>([
    ["change", "Y", { name: "yes", reason: null }],
    ["change", "A", { name: "session", reason: null }],
    ["change", "a", { name: "always", reason: null }],
    ["change", "ALWAYS", { name: "always", reason: null }],
    ["change", "", { name: "no", reason: null }],
    ["change", "n: too early", { name: "no", reason: "too early" }],
    ["change", "nothing", null],
    ["work-tree", "", null],
    ["work-tree", "a", null],
    ["work-tree", "A", null],
    ["work-tree", "n too early", null],
    ["call", "s", null],
    ["call", "a", { name: "always", reason: null }],
  ])("%s: %j", (question, line, expected) => expect(readLine(line, question)).toEqual(expected));

  test("no word means two things, and the help names every key that does something", () => {
    const words = LINE_KEYS.flatMap((key) => key.words);
    expect(new Set(words).size).toBe(words.length);
    for (const question of ["change", "work-tree", "call"] as const)
      for (const key of LINE_KEYS) {
        const isNamed = helpFor(question, { without: new Set(), staysOpen: false }).some((row) =>
          row.startsWith(`${key.shown}: `),
        );
        expect([question, key.name, isNamed]).toEqual([question, key.name, readLine(key.shown, question) !== null]);
      }
  });

  test("a word that means nothing prints the keys that do", async () => {
    const { screen } = await typed(patchPayload("ws/a.ts"), ["what", "n"]);
    expect(screen).toContain("y: apply this change\nn: reject it");
    expect(screen).toContain("s: select some of the changes by their numbers\n");
    expect(screen).not.toContain("e: edit");
  });
});

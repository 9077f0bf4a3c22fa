import { expect, test } from "vitest";
import type { Likely } from "../../edits/index.ts";
import { likelyRisks } from "./likely-risks.ts";

function likely(line: number, reading: string): Likely {
  return { line, reading, why: "" };
}

test.each<[string, readonly Likely[], readonly string[]]>([
  ["one", [likely(3, "a")], ["Likely an edit, not certain: line 3 of the answer: a. Apply it only if it is meant."]],
  [
    "several read in one way are one risk, others have their own",
    [likely(3, "a"), likely(5, "b"), likely(9, "a"), likely(12, "a")],
    [
      "3 likely edits, not certain: lines 3, 9 and 12 of the answer: a. Apply them only if they are meant.",
      "Likely an edit, not certain: line 5 of the answer: b. Apply it only if it is meant.",
    ],
  ],
  [
    "several of one line",
    [likely(3, "a"), likely(3, "a")],
    ["2 likely edits, not certain: line 3 of the answer: a. Apply them only if they are meant."],
  ],
  [
    "very many",
    Array.from({ length: 1000 }, (_, at) => likely(at + 1, "a")),
    [
      "1,000 likely edits, not certain: lines 1, 2, 3, 4, 5 and 995 more of the answer: a. Apply them only if they are meant.",
    ],
  ],
])("%s", (_, all, messages) => expect(likelyRisks(all).map(({ message }) => message)).toEqual(messages));

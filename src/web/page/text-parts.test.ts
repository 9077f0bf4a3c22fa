import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { reveal, RUN_END, RUN_START } from "../../text/index.ts";
import { partsOf } from "./text-parts.ts";

describe("parts of a revealed text", () => {
  test.each<[string, string, readonly [string, string][]]>([
    ["plain", "a.ts", [["text", "a.ts"]]],
    ["nothing", "", []],
    [
      "a hidden character",
      "a\u202eb",
      [
        ["text", "a"],
        ["mark", "RLO"],
        ["text", "b"],
      ],
    ],
    ["a bracket that is no mark", "⟨a⟩", [["text", "⟨a⟩"]]],
    [
      "a bracket that looks like a mark",
      "⟨RLO⟩",
      [
        ["mark", "U+27E8"],
        ["text", "RLO⟩"],
      ],
    ],
    [
      "a right-to-left word",
      "x שלום",
      [
        ["text", "x "],
        ["right-to-left", "שלום"],
      ],
    ],
  ])("%s", (_, text, parts) => expect(partsOf(reveal(text))).toEqual(parts.map(([kind, text]) => ({ kind, text }))));

  test("joined again they are the revealed text", () =>
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."aZ⟨⟩⢸⡇\u202e\u200bשа \n\t\u0301"), maxLength: 12 }), (text) => {
        const shown = reveal(text);
        const joined = partsOf(shown).map(({ kind, text }) =>
          kind === "text" ? text : kind === "mark" ? `⟨${text}⟩` : RUN_START + text + RUN_END,
        );
        expect(joined.join("")).toBe(shown);
      }),
    ));
});

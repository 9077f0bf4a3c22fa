import { describe, expect, test } from "vitest";
import { parseAnswer } from "../../edits/index.ts";
import { explanationsOf } from "./explanations.ts";

const block = (path: string): string => `${path}\n««« EDIT\na\n═══════ REPL\nb\n»»» EDIT END\n`;

function draw(answer: string): string[] {
  const parsed = parseAnswer(answer, "auto");
  const found = explanationsOf(answer, parsed);
  return parsed.blocks.map(({ source }) => found.get(source.from) ?? "–");
}

describe("the words about an edit", () => {
  test.each<[string, string, string[]]>([
    [
      "are those right above it",
      `Intro.\n\nFirst one:\n${block("a.txt")}\nThen:\n${block("b.txt")}`,
      ["Intro.\n\nFirst one:", "Then:"],
    ],
    [
      "what follows the last edit is about that",
      `${block("a.txt")}\n${block("b.txt")}\nRun the tests.\n`,
      ["–", "Run the tests."],
    ],
    ["a sample is not words", `Like this:\n\`\`\`\nx\n\`\`\`\nso:\n${block("a.txt")}`, ["Like this:\nso:"]],
    ["none at all", block("a.txt"), ["–"]],
    [
      "what looks back is about the edit before",
      `One:\n${block("a.txt")}\nThis makes it faster.\n\nAnd the caller:\n${block("b.txt")}`,
      ["One:\nThis makes it faster.", "And the caller:"],
    ],
    [
      "so is what comes before a heading or a rule",
      `One:\n${block("a.txt")}\nIl est plus rapide.\n\n---\n\nDeux.\n${block("b.txt")}`,
      ["One:\nIl est plus rapide.", "Deux."],
    ],
    [
      "and what names its file alone",
      `One:\n${block("a.txt")}\nNow a.txt is faster.\n\nTwo.\n${block("b.txt")}`,
      ["One:\nNow a.txt is faster.", "Two."],
    ],
    [
      "an answer that always explains afterwards",
      `${block("a.txt")}\nPlus rapide.\n\n${block("b.txt")}\nPlus court.\n`,
      ["Plus rapide.", "Plus court."],
    ],
  ])("%s", (_, answer, expected) => expect(draw(answer)).toEqual(expected));

  test("long ones are cut, and say so; the nearest are kept", () => {
    const [above, below] = [`${"word ".repeat(300)}near`, `near ${"word ".repeat(300)}`];
    const [first, last] = draw(`${above}\n${block("a.txt")}\n${block("b.txt")}\n${below}`);
    expect(first).toMatch(/^…word [^]*near$/);
    expect(last).toMatch(/^near word [^]*…$/);
    expect(Math.max(first!.length, last!.length)).toBeLessThanOrEqual(601);
  });
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { createPaint } from "../../terminal/index.ts";
import { SCENES } from "./script.ts";
import { answerView } from "./view.ts";

const shown = (pieces: readonly string[], colour: boolean): string => {
  let text = "";
  const view = answerView((part) => void (text += part), createPaint(colour));
  for (const piece of pieces) view.push(piece);
  view.end();
  return text;
};
const plain = (text: string): string => text.replaceAll(/\u001b\[\d+m/g, "");

test("what goes is red, what comes is green, markers are dimmed, prose is plain", () => {
  const text = shown(["Hi.\n\na.txt\n««« EDIT\nold\n═══════ REPL\nnew\n»»» EDIT END\nBye"], true);
  expect(text.split("\n").map((line) => line.replace("  \u001b[2m│\u001b[22m ", ""))).toEqual([
    "Hi.",
    "  \u001b[2m│\u001b[22m",
    "a.txt",
    "\u001b[2m««« EDIT\u001b[22m",
    "\u001b[31mold\u001b[39m",
    "\u001b[2m═══════ REPL\u001b[22m",
    "\u001b[32mnew\u001b[39m",
    "\u001b[2m»»» EDIT END\u001b[22m",
    "Bye",
    "",
  ]);
});

test("cutting the stream anywhere changes nothing but where the colours are set anew", () => {
  const answers = SCENES.map(({ answer }) => answer);
  fc.assert(
    fc.property(fc.constantFrom(...answers), fc.array(fc.nat(400)), (text, cuts) => {
      const places = [0, ...cuts.filter((cut) => cut < text.length).toSorted((one, other) => one - other), text.length];
      const pieces = places.slice(1).map((to, at) => text.slice(places[at], to));
      expect(plain(shown(pieces, true))).toBe(shown([text], false));
    }),
  );
});

test("every line of the story fits a terminal of 80 columns", () => {
  const lines = SCENES.flatMap(({ answer }) => answer.split("\n"));
  expect(lines.filter((line) => [...line].length > 76)).toEqual([]);
});

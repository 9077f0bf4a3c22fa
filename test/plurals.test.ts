// Numbers in messages: "1 line", "2 lines". There is one function for it, and no message builds its own plural.

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { counted, nounFor } from "../src/base/index.ts";

test.each([
  [0, "line", undefined, "0 lines"],
  [1, "line", undefined, "1 line"],
  [2, "line", undefined, "2 lines"],
  [1, "match", "matches", "1 match"],
  [2, "match", "matches", "2 matches"],
] as const)("%d %s", (number, noun, plural, expected) => expect(counted(number, noun, plural)).toBe(expected));

test("the noun alone", () => expect([nounFor(1, "is", "are"), nounFor(1200, "token")]).toEqual(["is", "tokens"]));

const NOUNS =
  "lines|files|bytes|edits|changes|calls|tokens|requests|definitions|matches|hunks|places|links|rows|characters|entries|turns|results|blocks";
// A number and a plural noun in a message: the number is a limit that is never 1 when its name is in capitals.
const HOME_MADE = new RegExp(String.raw`\$\{(?!counted)([^{}]+)\} (${NOUNS})\b`, "g");

/** Known to be more than one where they are shown, with the reason. */
const MORE_THAN_ONE: Readonly<Record<string, string>> = {
  "names.length": "several files to choose from",
  "lines.length": "more lines than are shown",
  "own.length": "some of several hunks were left out",
  "entries.length": "more files than may be added at once",
  replacements: "only said of several",
  inPlace: "only said of several",
  links: "only said of several",
  "text.length": "a text that was cut",
  "grouped(text.length)": "a text that was cut",
  "grouped(MAX_CHARS)": "a limit",
  of: "of a limit, or of more",
  "limits.days": "a limit",
  "limits.bytes": "a limit",
  limit: "a limit",
  length: "a frame beyond the limit",
  turns: "only said of several",
  kind: "no number",
  "rule.origin": "no number",
  "quote(path)": "no number",
  "subjectOf(edit, hunk)": "no number",
  where: "no number",
  "start + 1": "the number of a line",
  "hunks.length": "only said of several",
};

test("every message uses it", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && !name.startsWith("testing"),
  );
  const found = files.flatMap((name) =>
    [...readFileSync(`src/${name}`, "utf8").matchAll(HOME_MADE)].flatMap(([whole, number = ""]) =>
      /^[A-Z_]+$/.test(number) || number in MORE_THAN_ONE ? [] : [`${name}: ${whole}`],
    ),
  );
  expect(found).toEqual([]);
});

// What is said of an answer without an edit: the lines that ask for one in words, or offer several.

import { expect, test } from "vitest";
import { parseAnswer } from "./parse.ts";

const NOT = "No edit was recognised. ";
const AS_EDIT = "Ask for it as an edit, with the path of the file and the text that it changes.";

test.each([
  [
    "a function to rename",
    "Rename `mean` to `average`.",
    `The answer asks for a change in words only: line 1 ("Rename \`mean\` to \`average\`."). ${AS_EDIT}`,
  ],
  [
    "a function to remove, with a reason",
    "Hello.\n\nRemove `give` from the pool; it is not used.",
    `The answer asks for a change in words only: line 3 ("Remove \`give\` from the pool; it is not used."). ${AS_EDIT}`,
  ],
  [
    "alternatives",
    "**Option A**\n\n```js\nconst limit = 1\n```\n\n**Option B**\n\n```js\nconst limit = 2\n```",
    'The answer offers alternatives: line 1 ("**Option A**"), line 7 ("**Option B**"). Choose one, and ask for it as an edit of a file.',
  ],
])("%s", (_, text, said) => expect(parseAnswer(`${text}\n`, "auto").reason).toBe(NOT + said));

test.each(["Should I rename `mean`?", "Do not remove `give`.", "> Rename `mean` to `average`."])(
  "%j asks for nothing",
  (text) => expect(parseAnswer(text, "auto").reason).not.toContain("in words only"),
);

test("a diff with line numbers, as a terminal shows it, is named with its line", () => {
  const shown = "● Update(a.ts)\n  ⎿  Updated a.ts\n       4      }\n       6 -    one\n       6 +    two\n";
  expect(parseAnswer(shown, "auto").reason).toContain('line 4 ("6 -    one") is from a diff as a terminal shows it');
  expect(parseAnswer("1 - one\n2 - two\n", "auto").reason).not.toContain("terminal");
});

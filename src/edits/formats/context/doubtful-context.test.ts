// An edit that is shown, quoted or rejected looks like one that is meant: in no format is it certain.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseAnswer } from "../parse.ts";

const lines = (...all: readonly string[]): string => `${all.join("\n")}\n`;

/** One certain edit of each format, without a fence around it. */
const EDITS = {
  block: ["b.ts", "««« EDIT", "1", "═══════ REPL", "2", "»»» EDIT END"],
  "search-replace": ["s.ts", "<<<<<<< SEARCH", "1", "=======", "2", ">>>>>>> REPLACE"],
  patch: ["*** Begin Patch", "*** Update File: p.ts", "-1", "+2", "*** End Patch"],
  diff: ["--- a/d.ts", "+++ b/d.ts", "@@ -1 +1 @@", "-1", "+2"],
} as const;
const WHOLE = ["src/w.ts", "```ts", "2", "```"];

type Around = (edit: readonly string[]) => readonly string[];
const fenced =
  (info: string): Around =>
  (edit) => [`\`\`\`${info}`, ...edit, "```"];

/** How many of the edits are certain, and the readings of the others. */
function read(text: string): { readonly certain: number; readonly readings: readonly string[] } {
  const { blocks } = parseAnswer(text, "auto");
  const certain = blocks.filter((block) => block.kind === "edit" && block.likely === undefined).length;
  return { certain, readings: blocks.flatMap((block) => (block.kind === "edit" ? (block.likely?.reading ?? []) : [])) };
}

const DOUBTFUL: readonly (readonly [string, Around])[] = [
  ["in a longer fence", (edit) => ["So:", "````markdown", "```", ...edit, "```", "````"]],
  ["in a longer fence that is the whole answer", (edit) => ["````", "```", ...edit, "```", "````"]],
  ["in a fence of other signs", (edit) => ["~~~", "Words.", "```", ...edit, "```", "~~~"]],
  ["in a document", (edit) => ["Add to the docs:", "```markdown", "# Editing", ...edit, "```"]],
  ["in a string of Python", (edit) => ["The test:", "```python", 'TEXT = """', ...edit, '"""', "```"]],
  [
    "in a string of Python, with code around",
    (edit) => ["```py", "import x", "", 'check("""', ...edit, '""")', "run()", "```"],
  ],
  ["in a string of JavaScript", (edit) => ["```js", "const text = `", ...edit, "`;", "```"]],
  ["in a string of JavaScript, without a language", (edit) => ["```", "const text = `", ...edit, "`;", "```"]],
  ["in a string without a fence", (edit) => ['text = """\\', ...edit, '"""']],
  ["in code", (edit) => ["```ts", "run(", ...edit, ")", "```"]],
  ["in a here-document", (edit) => ["```sh", "python3 check.py <<'EOF'", ...edit, "EOF", "```"]],
  [
    "in a parameter",
    (edit) => ['<invoke name="note">', '<parameter name="text">', ...edit, "</parameter>", "</invoke>"],
  ],
  ["in an example's tag", (edit) => ["<example>", ...edit, "</example>"]],
  ["among thoughts", (edit) => ["<think>", "Maybe so:", ...edit, "</think>", "I would rather not."]],
  ["among thoughts without their first tag", (edit) => ["Maybe so:", ...edit, "", "</think>", "I would rather not."]],
  ["in a comment", (edit) => ["<!--", ...edit, "-->"]],
  ["in a comment of a program", (edit) => ["/*", ...edit, "*/"]],
  ["in struck text", (edit) => ["~~", ...edit, "~~"]],
  ["in thoughts of another form", (edit) => ["◁think▷", "Maybe:", ...edit, "◁/think▷"]],
  ["in what git printed", (edit) => ["```console", "$ git diff", ...edit, "$ git checkout .", "```"]],
  ["in a log of git", (edit) => ["commit 0123456789abcdef", "Author: A <a@b.c>", "", ...edit]],
  ["below a heading", (edit) => ["## What not to do", "", "Some do it.", "", ...edit]],
  ...[
    "Do not apply this:",
    "Please don't apply the following diff, it only shows the idea.",
    "For illustration:",
    "**Bad example**",
    "❌ Wrong:",
    "Here is what you had before:",
    "Instead of this:",
    "Don't do this:",
    "For example, an edit looks like:",
    "An edit block looks like this:",
    "This is only an example.",
    "Earlier you sent:\n\nThis is what I suggested before:",
    "Alternatively, use a map:",
    "Option B:",
    "Nur zur Illustration, bitte nicht anwenden:",
    "No apliques esto:",
    "À titre d'exemple :",
    "请勿应用以下修改：",
    "错误示例：",
    "Не применяйте это:",
    "Nie stosuj tego:",
    "Niet toepassen:",
    "Tillämpa inte detta:",
    "Neaplikujte toto:",
    "Не застосовуйте це:",
    "Bunu uygulamayın:",
    "لا تطبق هذا:",
    "इसे लागू न करें:",
    "Zum Beispiel könnte man das schreiben:",
    "You can either change this:",
    "If you use v1:",
    "If you ever want 10 instead:",
    "Once you have upgraded (not before!):",
    "- [ ] not now:",
    "Draft, waiting for your OK:",
    "Should I apply this?",
    "The output of `git show HEAD`:",
    "Please revert this commit:",
    "Your file probably looks like this at the moment:",
    "I assume you have:",
    "From the React docs:",
    "Avoid this change:",
    "Format your answers like this:",
    "<details><summary>Old proposal</summary>",
  ].map((words) => [`after ${JSON.stringify(words)}`, (edit: readonly string[]) => [words, "", ...edit]] as const),
  ...[
    "(Do not apply this, it is here for reference.)",
    "That is just an example.",
    "This is what you had before.",
    "Instead, do the following:",
    "The above is the old version.",
    "That won't work, though.",
    "Das ist nur ein Beispiel.",
    "以上仅供参考。",
    "LGTM!",
    "Should I go ahead?",
  ].map((words) => [`before ${JSON.stringify(words)}`, (edit: readonly string[]) => [...edit, "", words]] as const),
];

describe.each(DOUBTFUL)("%s", (_, around) => {
  test.each(Object.entries(EDITS))("%s is not certain", (_format, edit) => {
    const { certain, readings } = read(lines(...around(edit)));
    expect(certain).toBe(0);
    for (const reading of readings) expect(reading).not.toBe("");
  });
});

test.each([
  ["words before", "Do not apply this:", ""],
  ["words after", "", "This is only an illustration."],
  ["a heading", "### Bad example", ""],
])("a whole file, by %s", (_, before, after) => expect(read(lines(before, "", ...WHOLE, "", after)).certain).toBe(0));

test("what is said of one edit is said of all that follow it with nothing between", () => {
  const two = lines("Do not apply:", "```", ...EDITS["search-replace"], "", ...EDITS["search-replace"], "```");
  expect(read(two)).toMatchObject({ certain: 0, readings: [expect.anything(), expect.anything()] });
  const apart = lines("Do not apply:", ...EDITS.block, "", "Now the real one:", "", ...EDITS.block);
  expect(read(apart)).toMatchObject({ certain: 1, readings: ['"Do not apply:" is directly before it'] });
});

test("a doubtful diff is not made together with a certain one of the same file", () => {
  const text = lines("What you had before:", ...EDITS.diff, "", "What you need:", ...EDITS.diff);
  expect(read(text)).toMatchObject({ certain: 1, readings: ['"What you had before:" is directly before it'] });
});

test("two likely diffs of one file stay likely", () => {
  const likely = ["Update `a.ts`:", "", "```diff", "-1", "+2", "```", ""];
  expect(read(lines(...likely, ...likely))).toMatchObject({
    certain: 0,
    readings: [expect.anything(), expect.anything()],
  });
});

test.each([
  ["a withdrawal", ["Actually, ignore the above. It would break b()."]],
  ["a withdrawal, one paragraph later", ["It is faster.", "", "Scratch that: nothing needs to change."]],
  ["a withdrawal of the patch", ["Words.", "", "## Notes", "", "Forget that patch."]],
  ["a withdrawal of a step", ["Words.", "", "Please disregard step 1."]],
  ["a correction", ["Actually that's wrong; the right version is:"]],
  ["a choice", ["Words.", "", "Pick whichever you like."]],
])("%s is about all edits above it", (_, after) => {
  for (const edit of Object.values(EDITS)) expect(read(lines(...edit, "", ...after)).certain).toBe(0);
  const two = lines(...EDITS.block, "", ...after, "", "## The change", "", "Done:", "", ...EDITS.diff);
  expect(read(two).certain).toBe(1);
});

test.each([
  ["outdated", ["UPDATE: the edits below are outdated, don't use them.", "", "Words.", ""]],
  ["a choice", ["There are two possibilities.", "", "1. Ten", ""]],
])("an announcement (%s) is about all edits below it", (_, before) => {
  for (const edit of Object.values(EDITS)) expect(read(lines(...before, ...edit)).certain).toBe(0);
});

test.each([
  ["User: how about", "Assistant: No."],
  ["Human:", "Assistant:"],
  ["### User", "### Assistant"],
  ["**User:** please", "**Assistant:** no"],
])("in a conversation (%s) nothing is certain", (person, other) => {
  for (const edit of Object.values(EDITS))
    expect(read(lines(person, "", ...edit, "", other, "", "No.")).certain).toBe(0);
});

const ORDINARY: readonly (readonly [string, Around])[] = [
  ["alone", (edit) => edit],
  ["in a fence", fenced("")],
  ["in a fence for diffs", fenced("diff")],
  ["in a fence of its language", fenced("ts")],
  ["in a longer fence", (edit) => ["````", ...edit, "````"]],
  ["after a comment in its fence", (edit) => ["```ts", "// Fix the total.", ...edit, "```"]],
  ["in details", (edit) => ["<details><summary>The change</summary>", "", "```", ...edit, "```", "", "</details>"]],
  ["in an answer's tag", (edit) => ["<answer>", ...edit, "</answer>"]],
  ["after thoughts", (edit) => ["<think>", "Hmm.", "</think>", "", ...edit]],
  ["a whole answer in a fence", (edit) => ["```markdown", "I fixed it:", "", ...edit, "", "Done.", "```"]],
  ["a whole answer in another fence", (edit) => ["~~~", "I fixed it:", "", ...edit, "~~~"]],
  ["for git apply", (edit) => ["```sh", "git apply <<'EOF'", ...edit, "EOF", "```"]],
  ...[
    "Your original code has a bug. Here is the fix:",
    "Update the example in the README:",
    "The old regex doesn't work, so replace it:",
    "Don't forget the semicolon. The change:",
    "Make sure you don't use tabs here:",
    "### Bug 1: wrong operator",
    "So that it looks like this:",
    "The change looks like this:",
    "Use a map instead of a list:",
    "Before this works, the import has to change:",
    "The block above adds it. This one uses it:",
    "### User",
    "ESLint should ignore this file, so:",
    "The file does not exist yet, so it is created:",
    "The function currently has a bug. Fix:",
    "Once this is in, the tests pass:",
    "<!-- The change -->",
    "/* The change */",
    "Hier ist die Änderung:",
    "Aquí está el cambio:",
    "下面是修改：",
  ].map((words) => [`after ${JSON.stringify(words)}`, (edit: readonly string[]) => [words, "", ...edit]] as const),
  ...[
    "This makes the example in the docs work.",
    "Now it no longer fails.",
    "You can ignore this warning.",
    "Don't forget that this needs Node 22.",
    "Would you like me to add tests?",
    "No other changes are needed.",
    "Do not forget to run the tests.",
    "For example, `sum([1, 2])` is 3 now.",
    "Run it like this:",
    "The function above is called once.",
  ].map((words) => [`before ${JSON.stringify(words)}`, (edit: readonly string[]) => [...edit, "", words]] as const),
];

describe.each(ORDINARY)("%s", (_, around) => {
  test.each(Object.entries(EDITS))("%s stays certain", (_format, edit) =>
    expect(read(lines(...around(edit)))).toEqual({ certain: 1, readings: [] }),
  );
});

test("law: a doubtful context is one wherever it is in an answer, and says nothing of what is apart from it", () =>
  fc.assert(
    fc.property(
      fc.constantFrom(...DOUBTFUL.filter(([name]) => !/heading|without their first/.test(name))),
      fc.constantFrom(...Object.values(EDITS)),
      fc.constantFrom(...Object.values(EDITS)),
      ([, around], shown, meant) => {
        const text = lines("Done as you asked.", "", ...meant, "", "## Notes", "", "Words.", "", ...around(shown));
        expect(read(text).certain).toBe(1);
      },
    ),
  ));

// Words that are not next to an edit, a question about it, and where an edit comes from: with ordinary words close to them.

import { expect, test } from "vitest";
import { parseAnswer } from "../parse.ts";

const EDITS = {
  "search-replace": "src/a.js\n<<<<<<< SEARCH\none\n=======\ntwo\n>>>>>>> REPLACE",
  diff: "```diff\n--- a/src/a.js\n+++ b/src/a.js\n@@ -1 +1 @@\n-one\n+two\n```",
} as const;

function isCertain(text: string): boolean {
  return parseAnswer(text, "auto").blocks.every((block) => block.kind === "edit" && block.likely === undefined);
}

const SHOWN: readonly string[] = [
  "@\n\nIt is a little faster.\n\nUpdate: I measured it, and it is slower. Please leave the file as it is.",
  "@\n\nDas ist schneller.\n\nNachtrag: Nachgemessen ist es langsamer. Bitte doch so lassen, wie es war.",
  "@\n\nC'est plus rapide.\n\n**Correctif :** finalement, mieux vaut ne pas le faire.",
  "@\n\n更快一些。\n\n更正：还是算了。",
  "@\n\nIt is faster.\n\n```sh\nnpm test\n```\n\nI have since reverted it.",
  "@\n\nIt is faster.\n\nThe tests pass.\n\nDo you want me to go with it, or would you rather discuss it first?",
  "@\n\nShould I commit this?",
  "@\n\nWant me to ship it?",
  "@\n\nDo you want this, or do you prefer the old name?",
  "Issue 78 contains this proposal:\n\n@",
  "The linked PR suggests the following:\n\n@",
  "`git bisect` points at this commit, which is where the leak came from:\n\n@",
  "All paths are relative to `packages/other`:\n\n@",
  "Depending on what you want:\n\n(a) strict\n\n@\n\n(b) loose\n\nNothing.",
  "This is `git diff HEAD~1 -- src/a.js`:\n\n@",
  "For your notes, the block I had drafted was:\n\n@",
  "**Proof of concept.** With this change an attacker gets the trace:\n\n@",
  "@maria suggested this in the thread, and there is no answer yet:\n\nEDIT",
  "For the benchmark only, I ran it with:\n\n@",
  "When we cut version 8 (not this release), it goes up:\n\n@",
  "@\n\nХотя нет, так делать не стоит: порядок изменится.",
  "@\n\nAnzi no, meglio lasciarlo.",
  "@\n\n不对，这样会出错。",
  "The accepted answer on Stack Overflow goes like this:\n\n@",
  "Running the formatter produces this, which I have not kept:\n\n@",
  "The codemod under test should emit exactly:\n\n@",
  "Bunu kesinlikle yapmayın:\n\n@",
  "@\n\nPosso seguir com isso?",
  "@\n\nSoll ich das so machen?",
  "@\n\nIt reads better.\n\nOn reflection, skip the first one: it only makes noise.",
  "Spot the bug:\n\n@\n\nAnswer: the constant is a string.",
  "Esto es lo que NO hay que hacer:\n\n@",
  "Questo è il modo che non consiglio:\n\n@",
];
const MEANT: readonly string[] = [
  "@\n\nUpdate: I also ran the tests, and they pass.",
  "@\n\nIt is faster.\n\nUpdate: this needs Node 18.",
  "@\n\nNachtrag: Den Rest lasse ich so, wie er ist.",
  "@\n\nIt is faster.\n\nLet me know if I should apply this to the other files as well.",
  "@\n\nWould you like me to apply this to the other handlers too?",
  "@\n\nDo you want me to explain it?",
  "@\n\nShould I also add a test for it, or would you rather do that?",
  "@\n\nIt is faster.\n\nIf anything fails, tell me what it prints.",
  "The issue is in the loop:\n\n@",
  "Issue 2: the loop ends too early.\n\n@",
  "The message needs a full stop:\n\n@",
  "This file has a wrong import, so I fixed it:\n\n@",
  "All paths are relative to the repository root:\n\n@",
  "Paths are relative to `.`.\n\n@",
  "Here is the `git diff`:\n\n@",
  "Apply it with `git apply`:\n\n@",
  "When you call it twice, the cache is wrong:\n\n@",
  "@\n\nMais non seulement : les tests passent aussi.",
  "@\n\nSoll ich auch die Tests anpassen?",
  "@\n\nPosso ajudar também com os testes?",
  "The text here should be shorter:\n\n@",
  "@\n\nDrop the cache before you test it.",
  "@\n\nSkip this step if you use Yarn.",
  "All it took was:\n\n@",
  "The missing line was:\n\n@",
  "Find the bug and fix it:\n\n@",
  "Depending on the input, it returned two types. Now it returns one:\n\n@",
  "Esto es lo que hay que cambiar:\n\n@",
  "There is no test for this, so add one:\n\n@",
];

test.each(SHOWN)("%j is not certain", (words) => {
  for (const edit of Object.values(EDITS))
    expect(isCertain(`${words.replace(words.startsWith("@maria") ? "EDIT" : "@", edit)}\n`)).toBe(false);
});

test.each(MEANT)("%j is meant", (words) => {
  for (const edit of Object.values(EDITS))
    expect(isCertain(`${words.replace(words.startsWith("@maria") ? "EDIT" : "@", edit)}\n`)).toBe(true);
});

test("the last words of an answer are about its last edits", () => {
  const [one, other] = [EDITS["search-replace"], EDITS["search-replace"].replace("src/a.js", "src/b.js")];
  const { blocks } = parseAnswer(`${one}\n\nAnd:\n\n${other}\n\nIt is faster.\n\nBut I reverted it.\n`, "auto");
  expect(blocks.map((block) => block.kind === "edit" && block.likely === undefined)).toEqual([true, false]);
});

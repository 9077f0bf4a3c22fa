import fc from "fast-check";
import { expect, test } from "vitest";
import { parseAnswer } from "../parse.ts";
import { requestsIn, withRequests } from "./requests.ts";

const FILES = new Map([
  ["src/a.js", "const limit = 3;\nconst other = 3;\nreturn this;\nreturn this;\n"],
  ["src/b.js", "export const b = 1;\n"],
  ["old.json", "{}\n"],
]);
const known = (path: string): boolean => FILES.has(path);

/** What the answer asks for, one word and the file for each. */
function asked(text: string): readonly string[] {
  const parsed = parseAnswer(text, "auto", { known });
  const { blocks } = withRequests(text, parsed, { requests: requestsIn(text, parsed, known), files: FILES });
  return blocks.map((block) => {
    if (block.kind === "broken") return `broken ${block.path}`;
    const { change } = block;
    const level = block.likely === undefined ? "certain " : "";
    if (change.kind === "move") return `${level}move ${block.path} ${change.to}`;
    return `${level}${change.kind} ${block.path}${change.kind === "replace" ? ` ${change.put}` : ""}`;
  });
}

test.each([
  ["delete", "Delete `src/b.js`. It is not used by any tool.", ["delete src/b.js"]],
  ["delete, bare name", "You can remove the file src/b.js now.", ["delete src/b.js"]],
  ["delete after a reason", "`src/b.js` is no longer needed, so you can remove `src/b.js`.", ["delete src/b.js"]],
  ["passive", "`src/b.js` is no longer used by anything and can be removed.", ["delete src/b.js"]],
  ["two at once", "Delete `src/b.js` and `old.json`.", ["delete src/b.js", "delete old.json"]],
  ["one deleted, one changed", "Delete `src/b.js` and update `old.json`.", ["delete src/b.js"]],
  ["an item of a list", "- Remove **src/b.js**", ["delete src/b.js"]],
  ["German", "Lösche die Datei `src/b.js`.", ["delete src/b.js"]],
  ["German, verb last", "Die Datei `src/b.js` kann gelöscht werden.", ["delete src/b.js"]],
  ["Chinese", "`src/b.js` 可以删除。", ["delete src/b.js"]],
  ["Japanese", "`src/b.js` を削除してください。", ["delete src/b.js"]],
  ["negated", "Whatever you do, do not delete `src/b.js`.", []],
  ["negated, passive", "`src/b.js` should not be removed.", []],
  ["a question", "Should we remove `src/b.js`? It may be used.", []],
  ["done already", "I removed `src/b.js` yesterday.", []],
  ["something out of a file", "Remove the second line from `src/b.js`.", []],
  ["something of a file, by name", "Remove `other` in `src/a.js`.", []],
  ["what code does", "`src/b.js` has a function to remove stale users from the list.", []],
  ["a file that is not there", "Delete `src/c.js`.", []],
  ["in a quotation", "> Delete `src/b.js`.", []],
  ["in thoughts", "<think>\nDelete `src/b.js`.\n</think>\nNothing to do.", []],
  ["in a fence", "```\nDelete `src/b.js`.\n```", []],
  ["rename", "Rename `src/b.js` to `src/c.js`.", ["move src/b.js src/c.js"]],
  ["an arrow", "- `src/b.js` → `src/c.js`", ["move src/b.js src/c.js"]],
  ["rename to a file that is there", "Rename `src/b.js` to `src/a.js`.", []],
  ["only names two", "`src/b.js` imports `src/c.js`.", []],
  ["no rename", "Do not rename `src/b.js` to `src/c.js`.", []],
  ["change", "In `src/a.js` change `const limit = 3;` to `const limit = 5;`.", ["replace src/a.js const limit = 5;"]],
  ["change, in any language", "Déan `const limit = 5;` as `const limit = 3;` i `src/a.js`.", []],
  [
    "the file last",
    "Change `const limit = 3;` to `const limit = 5;` in `src/a.js`.",
    ["replace src/a.js const limit = 5;"],
  ],
  [
    "a row of a table",
    "| `src/a.js` | `const limit = 3;` | `const limit = 5;` |",
    ["replace src/a.js const limit = 5;"],
  ],
  ["no change", "In `src/a.js` don't change `const limit = 3;` to `const limit = 5;`.", []],
  ["not in the file", "In `src/a.js` change `const limit = 4;` to `const limit = 5;`.", []],
  ["in the file twice", "In `src/a.js` change `return this;` to `return that;`.", []],
  ["two texts that are not alike", "In `src/a.js` we have `const limit = 3;` and `some words`.", []],
] as const)("%s", (_, text, requests) => expect(asked(text)).toEqual(requests));

test("what an edit of the answer does to a file is not asked for again", () => {
  const patch = "*** Begin Patch\n*** Delete File: src/b.js\n*** End Patch\n";
  expect(asked(`I delete src/b.js, so remove \`src/b.js\`.\n\n${patch}`)).toEqual(["certain delete src/b.js"]);
});

test("words never make a certain edit, and never one of a file that is not there", () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          "delete",
          "`src/b.js`",
          "rename",
          "`x.js`",
          "to",
          "`const limit = 3;`",
          "`const limit = 4;`",
          "not",
          ".",
          "\n",
          "`src/a.js`",
          "删除",
          "|",
        ),
        { maxLength: 12 },
      ),
      (words) => {
        const text = words.join(" ");
        for (const each of asked(text)) expect(each).not.toMatch(/^certain/);
        for (const { path } of requestsIn(text, parseAnswer(text, "auto", { known }), known))
          expect(known(path)).toBe(true);
      },
    ),
  ));

const fence = (words: string, ...commands: readonly string[]): string =>
  `${words}\n\n\`\`\`sh\n${commands.join("\n")}\n\`\`\`\n`;

test.each([
  ["rm", fence("Remove the old module:", "git rm src/b.js"), ["delete src/b.js"]],
  ["mv", fence("Rename the module:", "mv src/b.js src/c.js"), ["move src/b.js src/c.js"]],
  ["sed", fence("Allow more:", "sed -i 's/limit = 3;/limit = 5;/' src/a.js"), ["replace src/a.js limit = 5;"]],
  [
    "sed of another system",
    fence("Allow more:", 'sed -i "" -E "s|limit = 3;|limit = 5;|g" src/a.js'),
    ["replace src/a.js limit = 5;"],
  ],
  [
    "perl, and what is kept",
    fence("Allow more:", "perl -pi -e 's/limit = 3;/limit = 5;/' src/a.js", "git add -A"),
    ["replace src/a.js limit = 5;"],
  ],
  ["sed that prints", fence("Allow more:", "sed 's/limit = 3;/limit = 5;/' src/a.js"), []],
  ["sed with a pattern", fence("Allow more:", "sed -i 's/limit = .*/limit = 5;/' src/a.js"), []],
  ["sed with a part of the old text", fence("Allow more:", "sed -i 's/limit = 3;/&; x/' src/a.js"), []],
  ["sed of lines", fence("Allow more:", "sed -i '2d' src/a.js"), []],
  ["sed of a text that is not there", fence("Allow more:", "sed -i 's/limit = 4;/limit = 5;/' src/a.js"), []],
  ["sed that is not asked for", fence("Do not run this:", "sed -i 's/limit = 3;/limit = 5;/' src/a.js"), []],
  ["another command with it", fence("Remove the old module:", "git rm src/b.js", "curl x | sh"), []],
  ["two on a line", fence("Remove the old module:", "rm src/b.js; rm src/a.js"), []],
  ["a pattern", fence("Remove the old modules:", "rm src/*.js"), []],
  ["a folder", fence("Remove the old modules:", "rm -rf src"), []],
  ["a variable", fence("Remove the old module:", "rm $HOME/src/b.js"), []],
  ["not asked for", fence("Never do this:", "rm src/b.js"), []],
  ["a file that is not there", fence("Remove the old module:", "rm src/z.js"), []],
] as const)("a command: %s", (_, text, requests) => expect(asked(text)).toEqual(requests));

test("commands never make a certain edit, and never one of a file that is not there", () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          "rm",
          "mv",
          "git",
          "-f",
          "-r",
          "src/b.js",
          "src/c.js",
          "../x.js",
          "/etc/x.js",
          "*",
          ";",
          "\n",
          "'",
        ),
        { maxLength: 10 },
      ),
      (words) => {
        const text = fence("Remove and rename the old module:", words.join(" "));
        for (const each of asked(text)) expect(each).not.toMatch(/^certain/);
        for (const { path } of requestsIn(text, parseAnswer(text, "auto", { known }), known))
          expect(known(path)).toBe(true);
      },
    ),
    { numRuns: 500 },
  ));

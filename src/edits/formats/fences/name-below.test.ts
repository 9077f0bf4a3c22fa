// The sentence below a fence may name its file; words about something else do not.

import { expect, test } from "vitest";
import { describeBlocks } from "../describe-blocks.ts";

const blocks = (below: string, above = "Here it is."): readonly string[] =>
  describeBlocks(`${above}\n\n\`\`\`js\nx();\n\`\`\`\n\n${below}\n`, "auto");

test.each([
  "Save it as `src/a.js`.",
  "Then save this to src/a.js and run it.",
  "Put the code above into **src/a.js**.",
  "That goes in `src/a.js`.",
  "Speichere das als `src/a.js`.",
  "Guárdalo en `src/a.js`.",
  "Enregistrez ceci sous `src/a.js`.",
  "将以上代码保存为 `src/a.js`。",
  "これを `src/a.js` として保存します。",
])("%s", (below) => expect(blocks(below)).toEqual(["src/a.js: ? = x();/"]));

test.each([
  "It is like `src/a.js`.",
  "Save the result to `a.js` or `b.js`.",
  "Save this as `src/b.js`:",
  "Saving is done in `src/a.js`.",
  "Save your work.",
  "Run `src/a.js`.",
])("not %s", (below) => expect(blocks(below)).toEqual([]));

test("a name above the fence is the name", () =>
  expect(blocks("Save it as `src/b.js`.", "src/a.js")).toEqual(["src/a.js: = x();/"]));

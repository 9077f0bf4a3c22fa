import fc from "fast-check";
import { expect, test } from "vitest";
import { Answer } from "../answer.ts";
import { describeBlocks } from "../describe-blocks.ts";
import { HeadingsAround } from "./headings-around.ts";

const EDIT = "src/a.js\n```js\n<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n```";
const FAR = "Some words.\n\nThe code is this.\n\n";
const isLikely = (text: string): boolean =>
  describeBlocks(`${text}\n\n${FAR}${EDIT}\n`, "search-replace")[0]!.includes(": ? ");

test.each([
  "## What not to do\n\n### src/b.js",
  "# Rejected alternatives\n\nWords.\n\n## First\n\n### Details",
  "# Rejected alternatives\n\n**The first**",
  "Do not apply\n---",
  "Rejected alternative\n====================",
  "<h2>Do not apply</h2>",
  '<h3 id="x">What not to do</h3>',
  "**Rejected approach**",
  "__Rejected approach__:",
  "1. **Rejected approach**",
  "### **Do not apply**",
  "## 2.1 Failed attempts",
  "## ❌ Out of scope",
  "**Optional extra**\n\n**src/a.js**",
  "## Considered, but not done",
  "## The current code:",
])("below a heading that rejects it, an edit is only likely: %j", (heading) => expect(isLikely(heading)).toBe(true));

test.each([
  "## Do not apply\n\nWords.\n\n## The fix",
  "### Do not apply\n\nWords.\n\n## The fix",
  "**What not to do**\n\nBreak it.\n\n**The fix**",
  "**What not to do**\n\nBreak it.\n\n## The fix",
  "<h3>Do not apply</h3>\n\nWords.\n\n<h3>The fix</h3>",
  "## Handle rejected promises",
  "## Support old versions of Node",
  "# Other changes\n\n## Details",
  "## Fix the failed tests",
  "## Later calls win",
  "Words about what is rejected.\n---",
  "```sh\n# Rejected\nls\n```",
])("below any other heading it stays certain: %j", (heading) => expect(isLikely(heading)).toBe(false));

const WORDS = fc.constantFrom(
  "# a",
  "## Rejected",
  "Rejected",
  "---",
  "===",
  "<h2>Rejected",
  "**Optional**",
  "",
  "words",
);

test("a heading counts until one of the same level or above it, and each line is looked at a few times", () =>
  fc.assert(
    fc.property(fc.array(WORDS, { maxLength: 60 }), (lines) => {
      const answer = new Answer(`${lines.join("\n")}\n# The end\n`);
      const headings = new HeadingsAround(answer);
      for (let at = 0; at < answer.length; at += 1) headings.take(at);
      expect(headings.doubt()).toBeNull();
      expect(answer.reads).toBeLessThanOrEqual(12 * answer.length);
    }),
  ));

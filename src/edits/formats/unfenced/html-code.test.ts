import fc from "fast-check";
import { expect, test } from "vitest";
import { Answer } from "../answer.ts";
import { parseAnswer } from "../parse.ts";
import { withoutHtml } from "./html-code.ts";

const piece = fc.constantFrom(
  "<pre>",
  "<pre><code>",
  '<pre class="x"><code class="language-js">',
  "</code></pre>",
  "</pre>",
  "\n",
  "\n\n",
  "Words of a person.",
  "--- a/a.js\n+++ b/a.js\n@@ -1 +1 @@\n-a &lt; b\n+a &gt; b\n",
  "src/a.js",
  "```",
  "<span>x</span>",
  "&amp;lt;",
);
const pages = fc.array(piece, { maxLength: 16 }).map((all) => all.join(""));

test("any page is read: lines keep their numbers, and what is between tags is never certain", () =>
  fc.assert(
    fc.property(pages, (text) => {
      const answer = new Answer(text);
      const fenced = withoutHtml(answer, []);
      if (fenced !== null) expect(fenced.length).toBeGreaterThanOrEqual(answer.length);
      const { blocks } = parseAnswer(text, "auto");
      for (const block of blocks) {
        expect([block.source.from >= 0, block.source.to <= text.length]).toEqual([true, true]);
        const before = text.slice(0, block.source.from);
        // A tag inside a line is content.
        const opened = before.search(/^[ \t]*<pre(?![^]*^[ \t]*<pre)/m);
        const isBetween = opened > Math.max(before.lastIndexOf("</pre>"), before.lastIndexOf("```"));
        if (isBetween && block.kind === "edit" && withoutHtml(answer, []) !== null && !text.includes("```"))
          expect(block.likely).toBeDefined();
      }
    }),
    { numRuns: 500 },
  ));

test.each([
  ["&lt;b&gt;", "<b>"],
  ["&amp;lt;", "&lt;"],
  ["&#39;&#x22;&quot;&apos;", `'""'`],
  ["&#7;&#xd800;", "&#7;&#xd800;"],
  ["&unknown; & &;", "&unknown; & &;"],
])("%s is %s", (written, meant) => {
  const fenced = withoutHtml(new Answer(`<pre><code>\n&lt;\n${written}\n</code></pre>\n`), [])!;
  expect(Array.from({ length: 5 }, (_, at) => fenced.line(at))).toEqual(["```", "<", meant, "```", ""]);
});

test("a passage that is in no such tags leaves the answer as it is", () => {
  const answer = new Answer("<pre>\n&lt;\n</pre>\nwords\n<pre>\n&lt;\n</pre>\n");
  const at = (from: number, next: number) => [{ kind: "plain", why: "quotation", from, next } as never];
  expect(withoutHtml(answer, at(0, 3))).not.toBeNull();
  expect(withoutHtml(answer, at(4, 7))).not.toBeNull();
  for (const [from, next] of [
    [3, 4],
    [0, 7],
    [2, 5],
  ] as const)
    expect(withoutHtml(answer, at(from, next))).toBeNull();
});

import { expect, test } from "vitest";
import { describeBlocks } from "../describe-blocks.ts";

const EDIT = "src/a.js\n```js\n<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n```";

test.each<[string, string]>([
  ["harmony", `<|channel|>analysis<|message|>Maybe\n${EDIT}\n<|end|><|start|>assistant<|channel|>final<|message|>No.`],
  ["seed:think", `<seed:think>\n${EDIT}\n</seed:think>\nNo.`],
  ["[THINK]", `[THINK]\n${EDIT}\n[/THINK]\nNo.`],
  ["indented think", `  <think>\n${EDIT}\n  </think>\nNo.`],
  ["indented example", `  <example>\n${EDIT}\n  </example>`],
  ["rejected", `<rejected>\n${EDIT}\n</rejected>`],
  ["do_not_apply", `<do_not_apply>\n${EDIT}\n</do_not_apply>`],
  ...["rejected_edit", "bad-change", "discardedChanges", "old_code", "wrong.diff", "userEdit"].map(
    (tag): [string, string] => [tag, `<${tag} why="x">\n${EDIT}\n</${tag}>`],
  ),
  ["a document's fence", `Words.\n\n\`\`\`\`markdown\n${EDIT.replaceAll(/```(?:js)?\n?/g, "")}\n\`\`\`\`\n\nBye.`],
  ["del", `<del>\n\n${EDIT}\n\n</del>`],
  ["no wait", `${EDIT}\n\nNo wait. Better:\n\n${EDIT}`],
  ["start over", `${EDIT}\n\nHmm, no. Let me start over.\n\n${EDIT}`],
  ["instead of that", `${EDIT}\n\nInstead of that, do only this:\n\n${EDIT}`],
  ["taken back", `${EDIT}\n\nI take that back.`],
  ["scrapped", `${EDIT}\n\nWords.\n\nScrap that.`],
  ["German", `${EDIT}\n\nVergiss das.`],
  ["French", `${EDIT}\n\nOubliez ça.`],
  ["Chinese", `${EDIT}\n\n请忽略以上修改。`],
  ["nothing", `Do not apply any of this.\n\nWords.\n\nMore words.\n\n${EDIT}`],
  ["none", `${EDIT}\n\nWords.\n\nNone of this should be applied.`],
  ["anything", `Don't apply anything in this message.\n\nWords.\n\nMore.\n\n${EDIT}`],
])("an edit that is held or taken back is only likely: %s", (_, text) =>
  expect(describeBlocks(`${text}\n`, "search-replace")[0]).toContain(": ? "),
);

test.each(["file", "answer", "code_changes", "div", "final_answer", "new_code", "proposed_changes"])(
  "a wrapper of edits keeps them certain: %s",
  (tag) => expect(describeBlocks(`<${tag}>\n${EDIT}\n</${tag}>\n`, "search-replace")[0]).not.toContain(": ? "),
);

test.each(["text", "console", "output", "log"])("what was printed is no certain file of code: %s", (language) => {
  const [read = ""] = describeBlocks(`src/a.js\n\`\`\`${language}\nError: x\n\`\`\`\n`, "whole-file");
  expect(read).not.toMatch(/^src\/a\.js: = /);
});

test.each([
  ["src/a.js", "json"],
  ["src/a.py", "html"],
  ["src/a.css", "yaml"],
])("data under the name of code is no certain file: %s, %s", (path, language) => {
  const [read = ""] = describeBlocks(`${path}\n\`\`\`${language}\nx\n\`\`\`\n`, "whole-file");
  expect(read).toContain(": ? ");
});

test.each([
  ["src/a.vue", "html"],
  ["src/a.json", "json"],
  ["src/a.ts", "js"],
  ["a.csproj", "xml"],
])("a language of the file is certain: %s, %s", (path, language) => {
  const [read = ""] = describeBlocks(`${path}\n\`\`\`${language}\nx\n\`\`\`\n`, "whole-file");
  expect(read).not.toContain(": ? ");
});

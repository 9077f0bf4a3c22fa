import { expect, test } from "vitest";
import { describeBlocks } from "./describe-blocks.ts";

const CALL = '{"name":"Write","input":{"file_path":"a.js","content":"gone\\n"}}';
const JSON_CALL = ["```json", CALL, "```"];
const SHELL = ["```sh", "cat > a.js <<'A'", "gone", "A", "```"];
const lines = (...all: readonly string[]): string => `${all.join("\n")}\n`;

test.each<[string, readonly string[], string]>([
  ["a call and nothing else", [CALL], "a.js: = gone/"],
  ["a call in a fence and nothing else", ["", ...JSON_CALL], "a.js: = gone/"],
  ["a call after words", ["I write it.", "", ...JSON_CALL], "a.js: ? = gone/"],
  ["a call before words", [...JSON_CALL, "", "This was denied by the user."], "a.js: ? = gone/"],
  ["the content of a file that the words name", ["Create `x.json` with this:", "", ...JSON_CALL], "a.js: ? = gone/"],
  ["an example in a longer fence", ["````md", "Do not do this:", ...JSON_CALL, "````"], "a.js: ? = gone/"],
  ["in another language", ["```python", "parse(", CALL, ")", "```"], "a.js: ? = gone/"],
  ["a shell command and nothing else", SHELL, "a.js: ? = gone/"],
  [
    "one that changes its folder first",
    ["```sh", "mkdir -p lib && cd lib", "cat > a.js <<'A'", "gone", "A", "```"],
    "a.js: ? = gone/",
  ],
  ["one that is not to be run", ["Do not run this:", "", ...SHELL], "a.js: ? = gone/"],
])("%s", (_, answer, drawn) => expect(describeBlocks(lines(...answer), "auto")).toEqual([drawn]));

test("a format that was chosen leaves no doubt", () => {
  expect(describeBlocks(lines("I write it.", "", ...JSON_CALL), "tool-call")).toEqual(["a.js: = gone/"]);
  expect(describeBlocks(lines("I write it.", "", ...SHELL), "heredoc")).toEqual(["a.js: = gone/"]);
});

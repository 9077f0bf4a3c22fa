// A fence makes a new file only under a name that is unmistakable; addresses, results and quotations are named, not made.

import { describe, expect, test } from "vitest";
import { parseAnswer } from "../parse.ts";

function certain(text: string, files: readonly string[] = []): readonly (string | null)[] {
  const { blocks } = parseAnswer(text, "auto", { known: (path) => files.includes(path) });
  return blocks.flatMap((block) => (block.kind === "edit" && block.likely === undefined ? [block.path] : []));
}
const fence = (name: string, language = ""): string => `${name}\n\`\`\`${language}\nx\n\`\`\`\n`;

describe("a new file in a fence", () => {
  test.each([
    "and/or",
    "TCP/IP:",
    "Input/Output:",
    "v1.2:",
    "array.map:",
    "`console.log`:",
    "os.path",
    "app.listen",
    "`api/users`:",
    "user@example.com:",
    "path/to/your/config.json",
    "your-file.js",
    "~/evil.js",
    "$HOME/x.js",
    "src/%2e%2e/x.js",
    "my-file.ts",
    "example/a.ts",
    "https://example.com/src/n.js",
  ])("%s is not certain", (name) => expect(certain(fence(name))).toEqual([]));

  test.each([
    "src/a.ts",
    "a.py",
    ".env.example",
    ".husky/pre-commit",
    "Makefile",
    "Cargo.lock",
    "src/app.config",
    "go.mod",
    "examples/a.ts",
    "src/[id]/page.tsx",
    "Dockerfile.prod",
    "packages/@scope/x/index.ts",
  ])("%s is", (name) => expect(certain(fence(name))).toEqual([name]));

  test("the fence's language makes an ending one", () => expect(certain(fence("a.less", "less"))).toEqual(["a.less"]));
  test("a file, or a folder, that is there has the name it has", () => {
    expect(certain(fence("and/or"), ["and/or"])).toEqual(["and/or"]);
    expect(certain(fence("path/to/a.ts"), ["path/to"])).toEqual(["path/to/a.ts"]);
  });
});

test("an address is the path of no edit", () => {
  const text = "https://example.com/src/n.js\n««« EDIT\n═══════ REPL\nx\n»»» EDIT END\n";
  expect(parseAnswer(text, "auto").blocks).toMatchObject([{ kind: "broken", path: null, error: "malformed_block" }]);
});

const CALL = `{"type":"tool_use","name":"Edit","input":{"file_path":"a.js","old_string":"1","new_string":"2"}}`;
test.each([
  ["its result", `[${CALL},{"type":"tool_result","is_error":true,"content":"no"}]`],
  ["its result on the next line", `${CALL}\n{"type":"tool_result","content":"no"}`],
  ["messages", `[{"role":"assistant","content":[${CALL}]},{"role":"assistant","content":"OK"}]`],
  ["a message of a person", `{"messages":[{"role":"user","content":"x"},${CALL}]}`],
])("a tool call with %s is not certain", (_, text) => expect(certain(text)).toEqual([]));
test.each([
  ["alone", CALL],
  ["in a message", `{"role":"assistant","content":[${CALL}]}`],
  ["that writes a message", CALL.replace('"2"', String.raw`"{\"role\": \"user\"}"`)],
])("a tool call %s is certain", (_, text) => expect(certain(text)).toEqual(["a.js"]));

const GOOD = "a.js\n<<<<<<< SEARCH\n1\n=======\n2\n>>>>>>> REPLACE\n";
test.each([
  ["HTML", "&lt;&lt;&lt;&lt;&lt;&lt;&lt; SEARCH\n3\n=======\n4\n&gt;&gt;&gt;&gt;&gt;&gt;&gt; REPLACE\n"],
  ["full width", "＜＜＜＜＜＜＜ SEARCH\n3\n＝＝＝＝＝＝＝\n4\n＞＞＞＞＞＞＞ REPLACE\n"],
  ["brackets", "[SEARCH]\n3\n[/SEARCH]\n[REPLACE]\n4\n[/REPLACE]\n"],
])("markers in %s next to an edit are reported", (_, other) =>
  expect(parseAnswer(`${GOOD}\nb.js\n${other}`, "auto").blocks).toMatchObject([
    { kind: "edit" },
    { kind: "broken", path: "b.js", error: "unsure" },
  ]),
);

test("a quoted edit is named, next to others and alone", () => {
  const quoted = GOOD.replaceAll(/^/gm, "> ");
  expect(parseAnswer(`${GOOD}\nYou wrote:\n\n${quoted}`, "auto").reason).toContain(
    "Quoted, and so not read as an edit: line 11",
  );
  expect(parseAnswer(quoted, "auto").reason).toContain("the answer is quoted");
});

test.each([
  ["carriage returns", "\r", "end in a carriage return alone"],
  ["line separators", "\u2028", "U+2028"],
])("an answer with %s for line breaks gets a message that says so", (_, sign, said) =>
  expect(parseAnswer(GOOD.replaceAll("\n", sign), "auto").reason).toContain(said),
);

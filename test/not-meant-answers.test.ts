// Answers with something that looks like an edit and is not meant as it is: quotations, alternatives, what is cut off, left
// out, damaged, or of another file. With --yes and no person nothing of it is written.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { applyTo, openLocal } from "../src/workspace/index.ts";

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "galley-unseen-"));
});
afterEach(() => rmSync(base, { recursive: true }));

const FILES: Readonly<Record<string, string>> = {
  "src/utils.js":
    "export function total(items) {\n  let sum = 0;\n  for (const item of items) {\n    sum += item.price;\n  }\n  return sum;\n}\n\nexport function name(user) {\n  return user.first + ' ' + user.last;\n}\n",
  "src/app.py":
    "from flask import Flask\n\napp = Flask(__name__)\n\n\n@app.route('/')\ndef index():\n    return 'hello'\n\n\nif __name__ == '__main__':\n    app.run(debug=True)\n",
  "config/config.json": '{\n  "port": 3000,\n  "host": "localhost",\n  "debug": true\n}\n',
  "README.md": "# Demo\n\nA small demo.\n\n## Install\n\nnpm install\n",
  "package.json": '{\n  "name": "demo",\n  "version": "1.0.0",\n  "scripts": {\n    "test": "node test.js"\n  }\n}\n',
  "lib/index.ts":
    "export const version = 1;\n\nexport function greet(name: string): string {\n  return `Hello ${name}`;\n}\n",
};

const U = FILES["src/utils.js"]!;
const F = "```";
const sr = (path: string, find: string, put: string): string =>
  `${path}\n<<<<<<< SEARCH\n${find}\n=======\n${put}\n>>>>>>> REPLACE\n`;

/** `written`: the files that other edits of the answer may change. */
const CASES: readonly (readonly [name: string, answer: string, written?: readonly string[]])[] = [
  ["bare name elsewhere", `config.json\n${F}json\n{\n  "port": 8080\n}\n${F}\n`],
  [
    "bare name elsewhere heading",
    `### config.json\n\n${F}json\n{\n  "port": 8080,\n  "host": "0.0.0.0",\n  "debug": false\n}\n${F}\n`,
  ],
  ["bare index.ts", `index.ts\n${F}ts\nexport const version = 2;\n${F}\n`],
  ["wrong suffix lib", `demo/lib/index.ts\n${F}ts\nexport const version = 2;\n\nexport const x = 1;\n${F}\n`],
  [
    "before first then after, one text",
    sr("src/utils.js", "  let sum = 0;", "  let sum = 1;") +
      "\n" +
      sr("src/utils.js", "  let sum = 0;", "  let sum = 2;"),
  ],
  [
    "alternatives A/B whole",
    `src/utils.js\n${F}js\n${U.replace("= 0", "= 1")}${F}\n\nsrc/utils.js\n${F}js\n${U.replace("= 0", "= 2")}${F}\n`,
  ],
  [
    "cut diff at line break",
    `--- a/src/utils.js\n+++ b/src/utils.js\n@@ -1,7 +1,8 @@\n export function total(items) {\n-  let sum = 0;\n+  let sum = 1;\n+  let tax = 0;\n   for (const item of items) {\n`,
  ],
  [
    "cut diff second file",
    `--- a/src/app.py\n+++ b/src/app.py\n@@ -1,3 +1,4 @@\n from flask import Flask\n+import os\n \n app = Flask(__name__)\n--- a/src/utils.js\n+++ b/src/utils.js\n@@ -1,7 +1,8 @@\n export function total(items) {\n-  let sum = 0;\n+  let sum = 1;\n`,
    ["src/app.py"],
  ],
  [
    "cut diff in fence",
    `${F}diff\n--- a/src/utils.js\n+++ b/src/utils.js\n@@ -1,7 +1,8 @@\n export function total(items) {\n-  let sum = 0;\n+  let sum = 1;\n`,
  ],
  ["cut whole", `src/utils.js\n${F}js\n${U.slice(0, 120)}`],
  ["cut SR", `src/utils.js\n<<<<<<< SEARCH\n  let sum = 0;\n=======\n  let sum = 1;\n`],
  ["cut patch", `*** Begin Patch\n*** Update File: src/utils.js\n@@\n-  let sum = 0;\n+  let sum = 1;\n`],
  [
    "cut whole but closed, [truncated]",
    `src/utils.js\n${F}js\n${U.split("\n").slice(0, 7).join("\n")}\n[truncated]\n${F}\n`,
  ],
  [
    "continued note",
    `src/utils.js\n${F}js\n${U.replace("sum = 0", "sum = 1").split("\n").slice(0, 10).join("\n")}\n${F}\n\n(continued in the next message)\n`,
  ],
  [
    "continue button",
    `src/utils.js\n${F}js\n${U.replace("sum = 0", "sum = 1").split("\n").slice(0, 8).join("\n")}\n${F}\n\nI reached the length limit. Say "continue" for the rest.\n`,
  ],
  [
    "elided js",
    `src/utils.js\n${F}js\nexport function total(items) {\n  let sum = 1;\n  // ...\n}\n\nexport function name(user) {\n  return user.first + ' ' + user.last;\n}\n${F}\n`,
  ],
  [
    "elided dots only",
    `src/utils.js\n${F}js\nexport function total(items) {\n  let sum = 1;\n  ...\n}\n\nexport function name(user) {\n  return user.first + ' ' + user.last;\n}\n${F}\n`,
  ],
  [
    "elided ellipsis char",
    `src/utils.js\n${F}js\nexport function total(items) {\n  let sum = 1;\n  …\n  return sum;\n}\n\nexport function name(user) {\n  return user.first;\n}\n${F}\n`,
  ],
  [
    "elided same as before",
    `src/app.py\n${F}python\nfrom flask import Flask\n\napp = Flask(__name__)\n\n# (same as before)\n\n\nif __name__ == '__main__':\n    app.run(debug=False)\n${F}\n`,
  ],
  [
    "elided unchanged in sr",
    sr(
      "src/utils.js",
      "export function total(items) {\n  let sum = 0;",
      "export function total(items) {\n  let sum = 1;\n  // unchanged",
    ),
  ],
  [
    "elided snip",
    `src/utils.js\n${F}js\nexport function total(items) {\n  let sum = 1;\n  /* snip */\n  return sum;\n}\n\nexport function name(user) {\n  return user.first + ' ' + user.last;\n}\n${F}\n`,
  ],
  [
    "gutter whole",
    `src/utils.js\n${F}js\n${U.replace("= 0", "= 1")
      .trimEnd()
      .split("\n")
      .map((l, i) => `${String(i + 1).padStart(3)} | ${l}`)
      .join("\n")}\n${F}\n`,
  ],
  [
    "gutter whole 2",
    `src/utils.js\n${F}js\n${U.replace("= 0", "= 1")
      .trimEnd()
      .split("\n")
      .map((l, i) => `${i + 1}: ${l}`)
      .join("\n")}\n${F}\n`,
  ],
  [
    "gutter whole 3 tab",
    `src/fresh.js\n${F}js\n${U.trimEnd()
      .split("\n")
      .map((l, i) => `${i + 1}\t${l}`)
      .join("\n")}\n${F}\n`,
  ],
  [
    "gutter in replace",
    sr(
      "src/utils.js",
      "  let sum = 0;\n  for (const item of items) {",
      "2   let sum = 1;\n3   for (const item of items) {",
    ),
  ],
  ["html escaped whole", `src/fresh.js\n${F}js\nif (a &lt; b &amp;&amp; c &gt; d) {\n  run(&quot;x&quot;);\n}\n${F}\n`],
  [
    "html escaped replace",
    sr("src/utils.js", "  let sum = 0;", "  if (items.length &lt; 1 &amp;&amp; !strict) return 0;\n  let sum = 0;"),
  ],
  [
    "smart quotes replace",
    sr("src/utils.js", "  return user.first + ' ' + user.last;", "  return user.first + ‘ ’ + user.last;"),
  ],
  ["smart quotes whole", `src/fresh.js\n${F}js\nconsole.log(“hello”);\nconst a = ‘b’;\n${F}\n`],
  ["nbsp in code", `src/fresh.js\n${F}js\nfunction\u00a0f() {\n\u00a0\u00a0return 1;\n}\n${F}\n`],
  ["zero width", sr("src/utils.js", "  let sum = 0;", "  let su\u200bm = 1;")],
  [
    "markdown eaten underscores",
    `src/fresh.py\n${F}python\nclass A:\n    def **init**(self):\n        self.x = 1\n\nif **name** == '**main**':\n    A()\n${F}\n`,
  ],
  [
    "diff of other repo (index paths)",
    `From 1234567890abcdef1234567890abcdef12345678 Mon Sep 17 00:00:00 2001\nFrom: Jane <jane@example.org>\nDate: Mon, 3 Nov 2025 10:00:00 +0000\nSubject: [PATCH] Start at one\n\n---\n src/utils.js | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)\n\ndiff --git a/src/utils.js b/src/utils.js\nindex 1111111..2222222 100644\n--- a/src/utils.js\n+++ b/src/utils.js\n@@ -1,3 +1,3 @@\n export function total(items) {\n-  let sum = 0;\n+  let sum = 1;\n   for (const item of items) {\n-- \n2.40.1\n`,
    ["src/utils.js"],
  ],
  [
    "diff fence inside list of commands",
    `${F}console\n$ git diff\ndiff --git a/src/utils.js b/src/utils.js\n--- a/src/utils.js\n+++ b/src/utils.js\n@@ -1,3 +1,3 @@\n export function total(items) {\n-  let sum = 0;\n+  let sum = 1;\n   for (const item of items) {\n$ git stash\n${F}\n`,
  ],
  [
    "reverse diff",
    `To undo your change, this is what git would apply:\n\n--- b/src/utils.js\n+++ a/src/utils.js\n@@ -1,3 +1,3 @@\n export function total(items) {\n-  let sum = 0;\n+  let sum = 1;\n   for (const item of items) {\n`,
  ],
  [
    "transcript with roles",
    `[user] please start at one\n[assistant]\n${sr("src/utils.js", "  let sum = 0;", "  let sum = 1;")}\n[user] no, revert\n`,
  ],
  [
    "chatgpt export",
    `You said:\nstart at one\n\nChatGPT said:\n${sr("src/utils.js", "  let sum = 0;", "  let sum = 1;")}\n\nYou said:\nno thanks\n`,
  ],
  ["slack style", `alice  10:42 AM\n${sr("src/utils.js", "  let sum = 0;", "  let sum = 1;")}\nbob  10:43 AM\nnope\n`],
  ["irc", `<alice> try this\n${sr("src/utils.js", "  let sum = 0;", "  let sum = 1;")}<bob> that is wrong\n`],
  [
    "table cell",
    `| before | after |\n| --- | --- |\n\n${sr("src/utils.js", "  let sum = 0;", "  let sum = 1;")}`,
    ["src/utils.js"],
  ],
  [
    "before/after headings pair whole",
    `## Before\n\nsrc/utils.js\n${F}js\n${U.replace("= 0", "= 9")}${F}\n\n## After\n\nsrc/utils.js\n${F}js\n${U.replace("= 0", "= 1")}${F}\n`,
    ["src/utils.js"],
  ],
  [
    "before/after bold no path on 2nd",
    `**Before** (\`src/utils.js\`):\n\n${F}js\nlet sum = 9;\n${F}\n\n**After**:\n\n${F}js\nlet sum = 1;\n${F}\n`,
  ],
  [
    "A/B heading whole new",
    `### Version A\n\nsrc/fresh.js\n${F}js\nexport const a = 1;\n${F}\n\n### Version B\n\nsrc/fresh2.js\n${F}js\nexport const a = 2;\n${F}\n`,
  ],
  [
    "either or prose between",
    `You can do this:\n\n${sr("src/utils.js", "  let sum = 0;", "  let sum = 1;")}\nOr this:\n\n${sr("src/utils.js", "  return sum;", "  return sum + 1;")}`,
  ],
  [
    "choose one",
    `Pick one of the following two edits.\n\n${sr("src/utils.js", "  let sum = 0;", "  let sum = 1;")}\n${sr("src/utils.js", "  return sum;", "  return sum + 1;")}`,
  ],
  [
    "two ways",
    `There are two ways to fix this.\n\n**1. In total()**\n\n${sr("src/utils.js", "  let sum = 0;", "  let sum = 1;")}\n**2. In name()**\n\n${sr("src/utils.js", "  return user.first + ' ' + user.last;", "  return user.first;")}`,
  ],
  [
    "two options line",
    `I see two options here:\n\n1. Start at one\n\n${sr("src/utils.js", "  let sum = 0;", "  let sum = 1;")}`,
  ],
  [
    "wait, that's wrong mid-answer",
    `${sr("src/utils.js", "  let sum = 0;", "  let sum = 1;")}\nWait, that's not right — items can be empty. Let me redo it.\n\n${sr("src/utils.js", "  return sum;", "  return sum || 1;")}`,
    ["src/utils.js"],
  ],
  [
    "correction with same file other text",
    `${sr("src/utils.js", "  let sum = 0;", "  let sum = 1;")}\nCorrection: the edit above should be on the return line:\n\n${sr("src/utils.js", "  return sum;", "  return sum + 1;")}`,
    ["src/utils.js"],
  ],
  [
    "exercise",
    `**Exercise 3.** What does this change do?\n\n${sr("src/utils.js", "  let sum = 0;", "  let sum = 1;")}`,
  ],
  [
    "solution hidden details",
    `<details>\n<p>\n\n${sr("src/utils.js", "  let sum = 0;", "  let sum = 1;")}\n</p>\n</details>\n`,
  ],
  [
    "spoiler",
    `<details><summary>Alternative</summary>\n\n${sr("src/utils.js", "  let sum = 0;", "  let sum = 1;")}\n</details>\n`,
  ],
  [
    "prompt injection in quoted file",
    `The file docs/notes.txt contains:\n\n> ${sr("src/utils.js", "  let sum = 0;", "  let sum = 1;").split("\n").join("\n> ")}\n`,
  ],
  [
    "file content shown contains block",
    `docs/notes.txt says:\n\n${F}\n${sr("src/utils.js", "  let sum = 0;", "  let sum = 1;")}${F}\n\nI did not act on it.\n`,
  ],
  [
    "fence lang markdown example",
    `Write your answers like so:\n\n${F}markdown\n${sr("src/utils.js", "  let sum = 0;", "  let sum = 1;")}${F}\n`,
  ],
  ["test fixture", `tests/fixture.md\n${F}md\n${sr("src/utils.js", "  let sum = 0;", "  let sum = 1;")}${F}\n`],
  [
    "json tool result",
    `{"type":"tool_result","content":"ok"}\n{"name":"write_file","arguments":{"path":"src/fresh.js","content":"x"}}\n`,
  ],
  [
    "delete by diff",
    `For reference, removing it completely:\n\n${F}diff\n--- a/README.md\n+++ /dev/null\n@@ -1,7 +0,0 @@\n-# Demo\n-\n-A small demo.\n-\n-## Install\n-\n-npm install\n${F}\n`,
  ],
  ["placeholder replace", sr("src/utils.js", "  let sum = 0;", "  let sum = <your value here>;")],
  [
    "placeholder todo whole",
    `src/utils.js\n${F}js\n// TODO: paste the rest of your code here\nexport function total(items) { return 1; }\n${F}\n`,
  ],
  ["package.json fragment", `package.json\n${F}json\n"scripts": {\n  "test": "vitest"\n}\n${F}\n`],
  ["package.json partial object", `package.json\n${F}json\n{\n  "scripts": {\n    "test": "vitest"\n  }\n}\n${F}\n`],
  ["readme part", `README.md\n${F}md\n## Install\n\nnpm ci\n${F}\n`],
  [
    "method only for class file",
    `src/utils.js\n${F}js\nexport function total(items) {\n  return items.reduce((sum, item) => sum + item.price, 1);\n}\n${F}\n`,
  ],
  ["output sample under path", `Running \`node src/utils.js\` prints:\n\nsrc/utils.js\n${F}\ntotal: 3\n${F}\n`],
  [
    "error trace named path",
    `src/app.py\n${F}\nTraceback (most recent call last):\n  File "src/app.py", line 3, in <module>\nNameError: name 'Flask' is not defined\n${F}\n`,
  ],
  [
    "merge conflict pasted",
    `src/utils.js\n${F}js\n<<<<<<< HEAD\n  let sum = 0;\n=======\n  let sum = 1;\n>>>>>>> feature\n${F}\n`,
  ],
  ["grep output", `src/new-thing.js\n${F}\n12:export const a = 1;\n15:export const b = 2;\n${F}\n`],
  ["tree listing under name", `src/tree.txt\n${F}\nsrc\n├── app.py\n└── utils.js\n${F}\n`, ["src/tree.txt"]],
];

const ALL = CASES.map(([name, answer, written = []]) => ({ name, answer, written }));

test.each(ALL)("$name", async ({ answer, written }) => {
  const root = join(base, "work");
  for (const [path, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  const environment = { XDG_STATE_HOME: join(base, "state"), XDG_CONFIG_HOME: join(base, "config") };
  const { signal } = new AbortController();
  const workspace = await openLocal({ root, config: {}, environment, signal, note: () => undefined });
  const how = { format: "auto", dryRun: false, atomic: false, lenient: false, seen: null } as const;
  await applyTo(workspace, answer, { ...how, placesEdits: false, reviewer: null, yes: true, signal });
  const after = filesIn(root);
  const changed = [...new Set([...Object.keys(FILES), ...after.keys()])].filter(
    (path) => FILES[path] !== after.get(path),
  );
  expect(changed.filter((path) => !written.includes(path))).toEqual([]);
});

function filesIn(root: string): ReadonlyMap<string, string> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
}

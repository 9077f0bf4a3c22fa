// Makes V8's code cache for dist/cli/app.js: runs the commands people wait for on a small folder, then keeps what was
// compiled. What is not run here is compiled anew on every start, so the answers hold every format and several edits. Must wrap the source exactly as src/cli/load-app.ts does, or the cache is refused.

const { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const { Script } = require("node:vm");

const [, , filename] = process.argv;
const wrapped = `(function (module, exports, require, __filename) {${readFileSync(filename, "latin1")}\n})`;
const script = new Script(wrapped, { filename });
const module_ = { exports: {} };
script.runInThisContext()(module_, module_.exports, require, filename);

const block = (path, find, put) =>
  `${path}\n\u00ab\u00ab\u00ab EDIT\n${find}\n\u2550\u2550\u2550\u2550\u2550\u2550\u2550 REPL\n${put}\n\u00bb\u00bb\u00bb EDIT END\n\n`;
const LINES = Array.from({ length: 40 }, (_, at) => `line ${at} of it`);
const ANSWERS = [
  // Edits after each other in two files, one that joins what another wrote, and one that finds no place.
  [
    block("a.txt", "line 3 of it", "line 3\nand more"),
    block("a.txt", "line 9 of it\nline 10 of it", "line 9 of it"),
    block("a.txt", "and more\nline 4 of it", "and less"),
    block("sub/b.txt", "line 5 of it", "five"),
    block("sub/b.txt", "line 7 of it", "seven"),
    block("sub/new.txt", "", "new"),
  ].join(""),
  block("a.txt", "line 30 of  it", "thirty"),
  "a.txt\n<<<<<<< SEARCH\nline 20 of it\n=======\ntwenty\n>>>>>>> REPLACE\n",
  "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n line 0 of it\n-line 1 of it\n+one\n line 2 of it\n",
  "*** Begin Patch\n*** Update File: a.txt\n@@\n-line 12 of it\n+twelve\n*** Add File: c.txt\n+c\n*** End Patch\n",
  "sub/b.txt\n```\nall of it\n```\n",
];

async function warm(folder) {
  const { runCommand } = module_.exports;
  const args = (words, flags) => ({
    flags: new Set(["--json", "--quiet", ...flags]),
    values: new Map([["--root", [folder]]]),
    words,
    doubtful: null,
  });
  mkdirSync(join(folder, "sub"));
  writeFileSync(join(folder, "a.txt"), `${LINES.join("\n")}\n`);
  writeFileSync(join(folder, "sub/b.txt"), `${LINES.join("\r\n")}\r\n`);
  process.env.XDG_STATE_HOME = join(folder, "state");
  process.env.XDG_CONFIG_HOME = join(folder, "config");
  await runCommand("tool", args(["read_file", '{"path":"a.txt"}'], []));
  for (const [at, answer] of ANSWERS.entries()) {
    const file = join(folder, `answer-${at}.md`);
    writeFileSync(file, answer);
    await runCommand("apply", args([file], ["--dry-run"]));
    await runCommand("apply", args([file], ["--yes"]));
  }
  await runCommand("undo", args([], []));
  await runCommand("log", args([], []));
}

const folder = mkdtempSync(join(tmpdir(), "galley-warm-"));
warm(folder)
  .then(() => writeFileSync(`${filename}.cache`, script.createCachedData()))
  .catch((error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  })
  .finally(() => rmSync(folder, { recursive: true, force: true }));

// Makes V8's code cache for dist/cli/app.js: runs the commands people wait for on a small folder, then keeps what was
// compiled. What is not run here is compiled when it is needed; what is run here is loaded on every start, needed or
// not. Must wrap the source exactly as src/cli/load-app.ts does, or the cache is refused.

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
// Edits after each other in two files, one of them on what another wrote.
const ANSWER = [
  block("a.txt", "line 3 of it", "line 3\nand more"),
  block("a.txt", "line 9 of it\nline 10 of it", "line 9 of it"),
  block("a.txt", "and more\nline 4 of it", "and less"),
  block("sub/b.txt", "line 5 of it", "five"),
  block("sub/b.txt", "line 7 of it", "seven"),
].join("");

async function warm(folder) {
  const { runCommand } = module_.exports;
  const args = (words, flags) => ({
    flags: new Set(flags),
    values: new Map([["--root", [folder]]]),
    words,
    doubtful: null,
  });
  mkdirSync(join(folder, "sub"));
  writeFileSync(join(folder, "a.txt"), `${LINES.join("\n")}\n`);
  writeFileSync(join(folder, "sub/b.txt"), `${LINES.join("\r\n")}\r\n`);
  process.env.XDG_STATE_HOME = join(folder, "state");
  process.env.XDG_CONFIG_HOME = join(folder, "config");
  await runCommand("tool", args(["read_file", '{"path":"a.txt"}'], ["--json"]));
  const file = join(folder, "answer.md");
  writeFileSync(file, ANSWER);
  await runCommand("apply", args([file], ["--dry-run", "--json"]));
  await runCommand("apply", args([file], ["--yes"]));
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

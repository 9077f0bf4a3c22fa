// Makes V8's code cache for dist/cli/app.js: runs the commands people wait for on a small folder, then keeps what was
// compiled. Must wrap the source exactly as src/cli/load-app.ts does, or the cache is refused.

const { mkdtempSync, readFileSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const { Script } = require("node:vm");

const [, , filename] = process.argv;
const wrapped = `(function (module, exports, require, __filename) {${readFileSync(filename, "latin1")}\n})`;
const script = new Script(wrapped, { filename });
const module_ = { exports: {} };
script.runInThisContext()(module_, module_.exports, require, filename);

const BLOCK =
  "a.txt\n\u00ab\u00ab\u00ab EDIT\nb\n\u2550\u2550\u2550\u2550\u2550\u2550\u2550 REPL\nc\n\u00bb\u00bb\u00bb EDIT END\n";

async function warm(folder) {
  const { runCommand } = module_.exports;
  const args = (words, flags) => ({
    flags: new Set(["--json", "--quiet", ...flags]),
    values: new Map([["--root", [folder]]]),
    words,
    doubtful: null,
  });
  writeFileSync(join(folder, "a.txt"), "a\nb\n");
  writeFileSync(join(folder, "answer.md"), BLOCK);
  process.env.XDG_STATE_HOME = join(folder, "state");
  process.env.XDG_CONFIG_HOME = join(folder, "config");
  await runCommand("tool", args(["read_file", '{"path":"a.txt"}'], []));
  await runCommand("apply", args([join(folder, "answer.md")], ["--dry-run"]));
  await runCommand("apply", args([join(folder, "answer.md")], ["--yes", "--no-stage"]));
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

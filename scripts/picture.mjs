// `npm run picture`: makes the picture of the README from the real screen. Runs galley under a pty, reads the terminal's
// cells with their colours, draws them as SVG. Deterministic: the same screen gives the same bytes. `--check` compares
// and writes nothing.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ensureBuilt, ensurePackages } from "./ensure.mjs";
import { answer, files } from "./picture-sample.mjs";
import { drawScreen } from "./picture-svg.mjs";
import { root, say } from "./place.mjs";

const COLUMNS = 84;
const ROWS = 26;
const PATIENCE_MS = 60_000;
const picture = join(root, "docs", "review.svg");

ensurePackages();
await ensureBuilt({ library: false });
const drawn = drawScreen(await photograph(), { columns: COLUMNS });
if (process.argv.includes("--check")) {
  if (readFileSync(picture, "utf8") === drawn) process.exit(0);
  say("docs/review.svg is not what the screen shows now. Make it again with: npm run picture");
  process.exit(1);
}
writeFileSync(picture, drawn);
say("docs/review.svg is what the screen shows now");

/** The rows of the screen while it asks its first question. */
async function photograph() {
  const { spawn } = await import("@lydell/node-pty");
  const { default: xterm } = await import("@xterm/headless");
  const folder = mkdtempSync(join(tmpdir(), "galley-picture-"));
  const home = mkdtempSync(join(tmpdir(), "galley-picture-home-"));
  try {
    for (const [name, text] of Object.entries({ ...files, "answer.md": answer })) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const env = { PATH: process.env["PATH"], HOME: home, TERM: "xterm-256color", FORCE_COLOR: "1", LANG: "C.UTF-8" };
    const args = [join(root, "bin", "galley.js"), "apply", "answer.md"];
    const program = spawn(process.execPath, args, { cols: COLUMNS, rows: ROWS, cwd: folder, env });
    const terminal = new xterm.Terminal({ cols: COLUMNS, rows: ROWS, allowProposedApi: true });
    try {
      program.onData((data) => terminal.write(data));
      await until(
        () => /\[y\/n[^]*\? help/.test(textOf(terminal)),
        () => textOf(terminal),
      );
      await new Promise((resolve) => terminal.write("", resolve));
      return rowsOf(terminal);
    } finally {
      program.kill("SIGKILL");
    }
  } finally {
    for (const each of [folder, home]) rmSync(each, { recursive: true, force: true });
  }
}

async function until(isThere, describe) {
  for (const end = Date.now() + PATIENCE_MS; !isThere(); await new Promise((resolve) => setTimeout(resolve, 20))) {
    if (Date.now() > end) throw new Error(`The question did not come. The screen:\n${describe()}`);
  }
}

function textOf(terminal) {
  const buffer = terminal.buffer.active;
  return Array.from({ length: ROWS }, (_, at) => buffer.getLine(at)?.translateToString(true) ?? "").join("\n");
}

/** Each row as cells: a character, its width, its look. */
function rowsOf(terminal) {
  const buffer = terminal.buffer.active;
  const rows = [];
  for (let y = 0; y < ROWS; y += 1) {
    const line = buffer.getLine(y);
    const cells = [];
    for (let x = 0; x < COLUMNS; x += 1) {
      const cell = line?.getCell(x);
      if (cell === undefined || cell.getWidth() === 0) continue;
      cells.push({
        x,
        width: cell.getWidth(),
        text: cell.getChars() || " ",
        colour: cell.isFgPalette() ? cell.getFgColor() : null,
        bold: cell.isBold() !== 0,
        dim: cell.isDim() !== 0,
        inverse: cell.isInverse() !== 0,
      });
    }
    rows.push(cells);
  }
  while (rows.at(-1)?.every(({ text, inverse }) => text === " " && !inverse)) rows.pop();
  return rows;
}

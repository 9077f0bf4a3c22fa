// Runs what needs a terminal once, in a pseudo-terminal, so that its code caches can be made: types what a person would.

import { join } from "node:path";
import { root } from "./place.mjs";

/** What is waited for since the step before, and the keys that are typed then. */
const STEPS = [
  ["[y/n]", "j"],
  ["", "?"],
  ["Ctrl-C", "\x1b"],
  ["[y/n]", "y"],
  ["[y/n]", "y"],
  ["Overview", "Y"],
  ["[y/n]", "y"],
  ["/help", "g"],
  ["", "o"],
  ["go", "\r"],
  ["end of it.", "@"],
  ["", "a"],
  ["a.txt", "\x1b"],
  ["", "\x15"],
  ["", "/"],
  ["matches", "exit"],
  ["", "\r"],
];
const PATIENCE_MS = 30_000;
/** A key counts only for what was drawn before it. */
const PAUSE_MS = 60;

/** Gives why it could not be done, or null. */
export async function warmOnTerminal(folder) {
  try {
    const { spawn } = await import("@lydell/node-pty");
    const env = { PATH: process.env.PATH, TERM: "xterm-256color", LANG: "C.UTF-8" };
    const args = [join(root, "scripts", "warm.cjs"), folder, "terminal"];
    return await typeInto(spawn(process.execPath, args, { cols: 120, rows: 30, cwd: root, env }));
  } catch (error) {
    return error.message;
  }
}

async function typeInto(program) {
  let shown = "";
  let wake = () => undefined;
  /** @type {number | null} */
  let code = null;
  const patience = setTimeout(() => program.kill("SIGKILL"), PATIENCE_MS);
  program.onData((data) => {
    shown += data.replaceAll(/\x1b\[[\d;?]*[A-Za-z]/g, "");
    wake();
  });
  program.onExit(({ exitCode }) => {
    clearTimeout(patience);
    code = exitCode;
    wake();
  });
  const until = async (isSo) => {
    while (!isSo() && code === null) await new Promise((resolve) => (wake = resolve));
  };
  for (const [text, keys] of STEPS) {
    await until(() => shown.includes(text));
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    if (code !== null) return `it ended before ${JSON.stringify(keys)} was typed: ${shown.trim().slice(-300)}`;
    shown = "";
    program.write(keys);
  }
  await until(() => false);
  return code === 0 ? null : `it failed: ${shown.trim().slice(-300)}`;
}

// A real terminal for tests: a program under a pty, its screen kept by xterm. What the person would see, cell by cell.

import { spawn } from "@lydell/node-pty";
import xterm from "@xterm/headless";
import { useWidths } from "./widths.ts";

export type Screen = {
  /** The rows as text, without blanks at their ends; scrolled-off rows included. */
  rows(): string[];
  /** The lines as copying them gives them: rows that the terminal folded are one line. */
  copied(): string[];
  /** The rows that are on the screen now. */
  visible(): string[];
  type(keys: string): void;
  /** Resolves when the text is on the screen. Throws, with the screen in the message, when it can no longer come. */
  waitFor(text: string | RegExp): Promise<void>;
  resize(columns: number, rows: number): void;
  /** Everything the program sent, escape sequences included. */
  raw(): string;
  readonly exit: Promise<{ readonly code: number; readonly signal: number | undefined }>;
  kill(signal?: string): void;
};

export type ScreenOptions = {
  readonly cwd: string;
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Record<string, string | undefined>;
};

const PATIENCE_MS = 60_000;

export function openScreen(command: string, args: readonly string[], options: ScreenOptions): Screen {
  const { cwd, columns = 80, rows = 40 } = options;
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...process.env, TERM: "xterm-256color", ...options.env })) {
    if (value !== undefined && name !== "CI") env[name] = value;
  }
  const program = spawn(command, [...args], { cols: columns, rows, cwd, env, name: "xterm-256color" });
  const terminal = new xterm.Terminal({ cols: columns, rows, scrollback: 10_000, allowProposedApi: true });
  useWidths(terminal);
  let raw = "";
  let waiting: (() => void)[] = [];
  const wake = (): void => {
    const ready = waiting;
    waiting = [];
    for (const resolve of ready) resolve();
  };
  program.onData((data) => {
    raw += data;
    terminal.write(data, wake);
  });
  const exit = new Promise<{ code: number; signal: number | undefined }>((resolve) => {
    program.onExit(({ exitCode, signal }) => terminal.write("", () => resolve({ code: exitCode, signal })));
  });
  let hasEnded = false;
  void exit.then(() => {
    hasEnded = true;
    wake();
  });
  const read = (): string[] => {
    const buffer = terminal.buffer.active;
    const lines = Array.from({ length: buffer.length }, (_, at) => buffer.getLine(at)?.translateToString(true) ?? "");
    while (lines.at(-1) === "") lines.pop();
    return lines;
  };
  return {
    rows: read,
    copied: () => {
      const buffer = terminal.buffer.active;
      const lines: string[] = [];
      for (let at = 0; at < buffer.length; at += 1) {
        const row = buffer.getLine(at)!; // Within its length.
        const isFolded = buffer.getLine(at + 1)?.isWrapped ?? false;
        const text = row.translateToString(!isFolded);
        if (row.isWrapped) lines.push((lines.pop() ?? "") + text);
        else lines.push(text);
      }
      while (lines.at(-1) === "") lines.pop();
      return lines;
    },
    visible: () => {
      const { active } = terminal.buffer;
      return Array.from(
        { length: terminal.rows },
        (_, at) => active.getLine(active.baseY + at)?.translateToString(true) ?? "",
      );
    },
    raw: () => raw,
    exit,
    type: (keys) => program.write(keys),
    resize: (cols, height) => {
      program.resize(cols, height);
      terminal.resize(cols, height);
    },
    kill: (signal) => program.kill(signal),
    async waitFor(text) {
      const deadline = Date.now() + PATIENCE_MS;
      const isThere = (): boolean => {
        const shown = read().join("\n");
        return typeof text === "string" ? shown.includes(text) : text.test(shown);
      };
      for (;;) {
        const since = performance.now();
        if (isThere()) return;
        // Reading 10,000 rows for every piece of a long answer would take longer than the program does.
        const looked = performance.now() - since;
        if (looked > 20) await new Promise((resolve) => setTimeout(resolve, 4 * looked));
        const left = hasEnded ? 0 : deadline - Date.now();
        if (left <= 0) throw new Error(`${String(text)} did not come. The screen:\n${read().join("\n")}`);
        await Promise.race([
          new Promise<void>((resolve) => waiting.push(resolve)),
          new Promise<void>((resolve) => setTimeout(resolve, Math.min(left, 200))),
        ]);
      }
    },
  };
}

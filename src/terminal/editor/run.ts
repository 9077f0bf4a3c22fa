// Gives the terminal to an editor and takes it back, whatever happens: its modes afterwards are those from before.
// The editor gets the controlling terminal even where our own input is a pipe. No shell is involved.

import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import * as fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { endAll, familyOf, stillThere, SYSTEM } from "./family.ts";
import { plain, printable, reveal, type Printable } from "../../text/index.ts";
import type { EditorCommand } from "./command.ts";
import type { HandOver } from "./types.ts";

export type Ran =
  | { readonly kind: "ended"; readonly code: number }
  | { readonly kind: "killed"; readonly signal: string }
  | { readonly kind: "not-started"; readonly why: string }
  | { readonly kind: "aborted" };

export type RunOptions = {
  readonly terminal: HandOver;
  readonly cwd?: string;
  readonly signal?: AbortSignal;
  /** Runs when this process has to end while the editor is open, before it ends. Gives what to say then. */
  readonly cleanUp: () => string | null;
};

/** Settles when the editor and everything it started on this terminal are gone. */
export async function runEditor(command: EditorCommand, options: RunOptions): Promise<Ran> {
  const { terminal, signal } = options;
  await terminal.before?.();
  const screen = openScreen();
  try {
    if (command.notice !== null) (terminal.tell ?? screen?.tell)?.(command.notice);
    if (signal?.aborted) return { kind: "aborted" };
    const ran = await attend(command, { ...options, screen });
    screen?.restore({ clean: ran.kind === "ended" });
    return ran;
  } finally {
    screen?.close();
    await terminal.after?.();
  }
}

type Screen = {
  readonly descriptor: number;
  readonly tell: (message: string) => void;
  readonly restore: (how: { readonly clean: boolean }) => void;
  readonly close: () => void;
};

// Out of the other screen, cursor shown, no mouse or paste reports, plain colours: what a killed editor may leave on.
const PLAIN = printable`\x1b[?1047l\x1b[?25h\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?2004l\x1b[?1l\x1b>\x1b[0m`;

/** Null when there is no controlling terminal: an editor with a window needs none. */
function openScreen(): Screen | null {
  let descriptor: number;
  try {
    descriptor = fs.openSync("/dev/tty", fs.constants.O_RDWR);
  } catch {
    return null;
  }
  const stty = (args: readonly string[]) =>
    spawnSync("stty", args, { stdio: [descriptor, "pipe", "ignore"], encoding: "utf8", env: SYSTEM });
  const modes = stty(["-g"]).stdout?.trim() ?? "";
  const write = (text: Printable): void => void fs.writeSync(descriptor, text);
  return {
    descriptor,
    tell: (message) => write(plain`${reveal(message)}\n`),
    restore: ({ clean }) => {
      if (modes !== "") stty([modes]);
      if (!clean) write(PLAIN);
    },
    close: () => fs.closeSync(descriptor),
  };
}

async function attend(
  { program, args }: EditorCommand,
  { signal, cwd, cleanUp, screen }: RunOptions & { readonly screen: Screen | null },
): Promise<Ran> {
  // Our standard output carries results: without a terminal an editor's chatter goes to standard error.
  const [input, output] = screen === null ? (["inherit", 2] as const) : [screen.descriptor, screen.descriptor];
  const child = spawn(program, args, { stdio: [input, output, output], ...(cwd === undefined ? {} : { cwd }) });
  const ended = endingOf(child);
  const unguard = guard((name) => {
    endAll(child.pid === undefined ? [] : familyOf(child.pid), name);
    screen?.restore({ clean: false });
    const said = cleanUp();
    if (said !== null) screen?.tell(said);
  });
  let abort: (() => void) | null = null;
  try {
    const aborted = new Promise<"abort">((resolve) => {
      abort = () => resolve("abort");
      signal?.addEventListener("abort", abort);
      if (signal?.aborted) abort();
    });
    const first = await Promise.race([ended, aborted]);
    if (first !== "abort") return first;
    await end(child, ended);
    return { kind: "aborted" };
  } finally {
    if (abort !== null) signal?.removeEventListener("abort", abort);
    unguard();
  }
}

function endingOf(child: ChildProcess): Promise<Ran> {
  return new Promise((resolve) => {
    child.on("error", (error: NodeJS.ErrnoException) => resolve({ kind: "not-started", why: reasonOf(error) }));
    child.on("exit", (code, signal) =>
      resolve(code === null ? { kind: "killed", signal: signal ?? "a signal" } : { kind: "ended", code }),
    );
  });
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === "ENOENT") return "there is no such program";
  return code === "EACCES" ? "it is not a program, or you may not run it" : message;
}

const GRACE_MS = 2000;
const STEP_MS = 25;

/** Asks the editor to end, and after a while does not ask any more. */
async function end(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.pid === undefined) return;
  const family = familyOf(child.pid);
  endAll(family, "SIGTERM");
  for (let waited = 0; waited < GRACE_MS && stillThere(family).length > 0; waited += STEP_MS) await sleep(STEP_MS);
  endAll(family, "SIGKILL");
  await ended;
}

/** A signal without another listener would end us with the file left behind and the terminal in the editor's modes. */
function guard(cleanUp: (name: NodeJS.Signals) => void): () => void {
  const names = (["SIGHUP", "SIGINT", "SIGTERM"] as const).filter((name) => process.listenerCount(name) === 0);
  const handlers = names.map((name) => {
    const handler = (): void => {
      unguard();
      cleanUp(name);
      process.kill(process.pid, name);
    };
    process.once(name, handler);
    return [name, handler] as const;
  });
  const unguard = (): void => {
    for (const [name, handler] of handlers) process.off(name, handler);
  };
  return unguard;
}

// A server as a program of its own: started without a shell, in its own process group, with little of our environment.
// Ending it ends everything it started.

import { spawn, type ChildProcessByStdio } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { failure } from "../../base/index.ts";
import { guardGroup } from "./group-guard.ts";
import type { LineStreams } from "../line-transport.ts";

export type ChildOptions = {
  /** Absolute. */
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
};

export type Child = {
  readonly streams: LineStreams;
  /** The end of what it printed on standard error. */
  readonly lastWords: () => string;
  /** Closes its input, then ends it and what it started. Never fails. */
  readonly end: () => Promise<void>;
  /** The same at once, for when this process ends. */
  readonly kill: () => void;
};

// A server that gets an end of input and a moment may still save what it has.
const POLITE_MS = 500;
const MOST_WORDS = 2000;

/** Rejects with NOT_FOUND when it cannot be started. */
export async function startChild({ program, args, cwd, env }: ChildOptions): Promise<Child> {
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ["pipe", "pipe", "pipe"] });
  let words = "";
  child.stderr.on("data", (chunk: Buffer) => {
    words = (words + chunk.toString("utf8")).slice(-MOST_WORDS);
  });
  child.stdin.on("error", () => undefined); // Writing to it says so.
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", (error) => reject(failure("NOT_FOUND", `${program} cannot be started: ${error.message}.`)));
  });
  const guard = guardGroup(child.pid!); // It was spawned, so it has one.
  const kill = (): void => {
    killGroup(child.pid);
    guard.stop();
  };
  return {
    streams: { input: child.stdout, print: (text) => write(child, text), isFromServer: true },
    lastWords: () => words.trim(),
    kill,
    end: async () => {
      child.stdin.end();
      await within(exited, POLITE_MS);
      kill();
      await within(exited, POLITE_MS);
      for (const stream of [child.stdout, child.stderr]) stream.destroy();
    },
  };
}

/** Everything in its group: a wrapper such as npx has the server as a child. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended, with everything it started.
  }
}

function write(child: ChildProcessByStdio<Writable, Readable, Readable>, text: string): Promise<boolean> {
  return new Promise((resolve) => child.stdin.write(text, (error) => resolve(error === undefined || error === null)));
}

async function within(ended: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([ended, new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))]);
  clearTimeout(timer);
}

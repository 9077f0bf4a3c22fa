// Runs one command inside the container, started by the resident program in a process group of its own. Its output is
// bounded and streamed; when it ends, is cancelled or runs out of time, everything it started ends too.

import type { ChildProcess } from "node:child_process";
import * as fs from "node:fs";
import { failure } from "../../../base/index.ts";
import { spawnIsolated } from "./spawn-isolated.ts";
import type { Stream } from "./wire.ts";

export type CommandOptions = {
  /** The program and its arguments, each as it is: no shell reads them. */
  readonly argv: readonly string[];
  /** What it can read from descriptor 3. */
  readonly third?: Uint8Array | null;
  /** A folder of the container. */
  readonly cwd: string;
  /** On top of the container's own. */
  readonly environment: Readonly<Record<string, string>>;
  /** False: `environment` is all there is. */
  readonly inherit?: boolean;
  readonly timeoutMs: number;
  /** Of each stream; what follows is thrown away and the result says so. */
  readonly maxBytes: number;
  readonly input: Uint8Array;
  readonly signal: AbortSignal;
  readonly onOutput: (stream: Stream, bytes: Uint8Array) => void;
  /** Ends what is left when it has ended, and says whether that worked; null when only marks can be followed. */
  readonly endOthers?: () => Promise<number | null>;
};

export type CommandEnd = {
  /** null when a signal ended it. */
  readonly exitCode: number | null;
  readonly ended: "by itself" | "out of time" | "cancelled";
  /** Bytes thrown away. */
  readonly dropped: { readonly stdout: number; readonly stderr: number };
  /** False: a process that it started could not be ended. */
  readonly isAllEnded: boolean;
};

/** A background process that keeps the pipe open is not waited for longer than this. */
const PIPE_PATIENCE_MS = 200;
const MARK = "GALLEY_COMMAND";
let commands = 0;

/** NOT_FOUND when there is no such program or folder. */
export async function runCommand(options: CommandOptions): Promise<CommandEnd> {
  const { argv, third = null, cwd, environment, timeoutMs, input, signal } = options;
  const [program = ""] = argv;
  commands += 1;
  const mark = `${process.pid}-${commands}`;
  const env = { ...(options.inherit === false ? {} : process.env), ...environment, [MARK]: mark };
  const child = spawnIsolated({ argv, third }, { cwd, env, detached: true });
  const dropped = { stdout: 0, stderr: 0 };
  for (const stream of ["stdout", "stderr"] as const) {
    forward(child, stream, options, (bytes) => (dropped[stream] += bytes));
  }
  // A command need not read what it is given.
  child.stdin!.on("error", () => {}); // Made by "pipe" above.
  child.stdin!.end(input);

  let ended: CommandEnd["ended"] = "by itself";
  const stop = (why: CommandEnd["ended"]) => {
    ended = why;
    killAll(child.pid, mark);
  };
  const timer = setTimeout(() => stop("out of time"), timeoutMs);
  const cancel = () => stop("cancelled");
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  try {
    const exitCode = await endOf(child, { program, cwd });
    // What it left running in the background ends with it.
    killAll(child.pid, mark);
    const left = (await options.endOthers?.()) ?? 0;
    await closed(child);
    return { exitCode, ended, dropped, isAllEnded: left === 0 };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", cancel);
  }
}

function forward(
  child: ChildProcess,
  stream: Stream,
  { maxBytes, onOutput }: CommandOptions,
  drop: (n: number) => void,
): void {
  let room = maxBytes;
  child[stream]!.on("data", (chunk: Buffer) => {
    const kept = chunk.subarray(0, room);
    room -= kept.length;
    if (kept.length > 0) onOutput(stream, kept);
    if (chunk.length > kept.length) drop(chunk.length - kept.length);
  });
}

function endOf(
  child: ChildProcess,
  { program, cwd }: { readonly program: string; readonly cwd: string },
): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once("error", (error: NodeJS.ErrnoException) => {
      const missing = error.code === "ENOENT" || error.code === "EACCES" || error.code === "ENOTDIR";
      const what = fs.existsSync(cwd) ? `There is no program ${JSON.stringify(program)}` : "There is no such folder";
      const why = missing ? `${what} in the container.` : `The command could not be started (${error.code}).`;
      reject(failure(missing ? "NOT_FOUND" : "IO", why, { data: { program } }));
    });
    child.once("exit", (code) => resolve(code));
  });
}

async function closed(child: ChildProcess): Promise<void> {
  if (child.stdout!.closed && child.stderr!.closed) return;
  const patience = new Promise<void>((resolve) => setTimeout(resolve, PIPE_PATIENCE_MS).unref());
  await Promise.race([new Promise<void>((resolve) => child.once("close", () => resolve())), patience]);
  child.stdout!.destroy();
  child.stderr!.destroy();
}

/** The group, and processes that left it but still carry the mark in their environment. A few rounds, for new ones. */
function killAll(group: number | undefined, mark: string): void {
  if (group === undefined) return;
  for (let round = 0; round < 5; round += 1) {
    kill(-group);
    const strays = marked(mark);
    for (const pid of strays) kill(pid);
    if (strays.length === 0) return;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It is gone already.
  }
}

function marked(mark: string): readonly number[] {
  const wanted = Buffer.from(`${MARK}=${mark}\0`);
  return fs.readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return [];
    try {
      const environment = fs.readFileSync(`/proc/${name}/environ`);
      return environment.includes(wanted) && !isDead(name) ? [Number(name)] : [];
    } catch {
      return []; // Ended meanwhile, or not ours to look at.
    }
  });
}

function isDead(pid: string): boolean {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, "latin1");
  return /^[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 2));
}

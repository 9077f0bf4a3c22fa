// One run of ripgrep: started in an open folder, without a shell, without our environment, read until it ends or has
// said enough. Its words are parsed strictly: a line that is not understood makes the whole run unusable.

import type { ChildProcess, SpawnOptions } from "node:child_process";
import { isSystemError } from "./errno.ts";
import type { Asked } from "./rg-arguments.ts";

export type Ran = {
  readonly files: readonly string[];
  readonly large: readonly string[];
  readonly denied: readonly string[];
  readonly cut: boolean;
};

export type RunOptions = {
  readonly binary: string;
  readonly asked: Asked;
  /** Calls back with the folder to start in, which stays open for that long; null when there is none any more. */
  readonly start: (spawn: (cwd: string) => ChildProcess) => ChildProcess | null;
  readonly signal: AbortSignal | undefined;
};

const MAX_SAID = 64 * 1024 * 1024;
const MAX_COMPLAINTS = 1024 * 1024;
const MAX_MILLISECONDS = 60_000;

/**
 * Ends with what there is, marked as cut, when it had to be stopped. "no program" when it cannot be started, null when
 * it said something else than expected.
 */
export async function runRipgrep({ binary, asked, start, signal }: RunOptions): Promise<Ran | "no program" | null> {
  const { spawn } = await import("node:child_process");
  if (signal?.aborted === true) return null;
  const child = begin(() => start((cwd) => spawn(binary, asked.args, { env: environment(), cwd, ...PIPES })));
  if (child === null) return null;
  const stop = (): void => void child.kill("SIGKILL");
  const timer = setTimeout(stop, MAX_MILLISECONDS);
  signal?.addEventListener("abort", stop, { once: true });
  try {
    const [said, complaints, code] = await Promise.all([
      collect(child.stdout!, MAX_SAID, stop), // PIPES says that both are there.
      collect(child.stderr!, MAX_COMPLAINTS, stop),
      ended(child),
    ]);
    if (code === "not started") return "no program";
    // Killed by somebody else: what is missing is not known.
    if (complaints.cut || (code === "killed" && !child.killed)) return null;
    const told = readComplaints(complaints.bytes.toString("utf8"), child.killed);
    if (told === null || (code === FAILED && told.denied.length === 0)) return null;
    return { files: readNames(said.bytes), ...told, cut: child.killed };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

const PIPES = { stdio: ["ignore", "pipe", "pipe"], windowsHide: true } satisfies SpawnOptions;
/** It ended early, or could not read something on the way. */
const FAILED = 2;

/** The system may refuse at once: too many descriptors, too long a list of arguments. */
function begin(start: () => ChildProcess | null): ChildProcess | null {
  try {
    return start();
  } catch (error) {
    if (isSystemError(error)) return null;
    throw error;
  }
}

/** Nothing of ours: no configuration by variable, no locale, no path to other programs. */
function environment(): Record<string, string> {
  const system = process.platform === "win32" ? process.env["SystemRoot"] : undefined;
  return system === undefined ? {} : { SystemRoot: system };
}

type Collected = { readonly bytes: Buffer; readonly cut: boolean };

function collect(stream: NodeJS.ReadableStream, limit: number, stop: () => void): Promise<Collected> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    stream.on("data", (chunk: Buffer) => {
      if (size > limit) return;
      size += chunk.length;
      chunks.push(chunk);
      if (size > limit) stop();
    });
    const done = (): void => resolve({ bytes: Buffer.concat(chunks), cut: size > limit });
    stream.on("error", done);
    stream.on("close", done);
  });
}

function ended(child: ChildProcess): Promise<number | "killed" | "not started"> {
  return new Promise((resolve) => {
    child.on("error", () => resolve("not started"));
    child.on("close", (code) => resolve(code ?? "killed"));
  });
}

/** Names end in a zero byte; a last one without it was cut off. Each starts with "./". Bytes that are no text become U+FFFD. */
function readNames(bytes: Buffer): readonly string[] {
  const names = bytes.toString("utf8").split("\0");
  names.pop();
  return names.map((name) => name.replaceAll("\\", WINDOWS ? "/" : "\\").slice(2));
}

const WINDOWS = process.platform === "win32";
const LARGE = /^rg: DEBUG\|ignore::walk\|[^|]*?: ignoring \.\/(.+): \d+ bytes$/;
const DENIED = /^rg: \.\/(.*?): (?:IO error for operation on .*: )?[^:]+ \(os error \d+\)$/;

/** Null when there is a line that is neither: then something else is wrong. A stopped run may leave half a line. */
function readComplaints(text: string, stopped: boolean): Pick<Ran, "large" | "denied"> | null {
  const large: string[] = [];
  const denied: string[] = [];
  const lines = text.split("\n");
  const last = lines.pop();
  if (last !== "" && !stopped) return null;
  for (const line of lines) {
    const path = LARGE.exec(line)?.[1];
    if (path !== undefined) large.push(path);
    else if (!line.startsWith("rg: DEBUG|")) {
      const name = DENIED.exec(line)?.[1];
      if (name === undefined) return null;
      denied.push(name);
    }
  }
  return { large, denied };
}

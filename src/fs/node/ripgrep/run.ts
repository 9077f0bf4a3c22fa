// One run of ripgrep: started in an open folder, without a shell, without our environment, read until it ends or has
// said enough. Its words are parsed strictly: a line that is not understood makes the whole run unusable.

import type { ChildProcess, SpawnOptions } from "node:child_process";
import { isSystemError } from "../errno.ts";
import type { Asked } from "./arguments.ts";

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
  /** Called with the names as they arrive. */
  readonly onNames: (names: readonly string[]) => void;
  readonly signal: AbortSignal | undefined;
};

const MAX_SAID = 64 * 1024 * 1024;
const MAX_COMPLAINTS = 1024 * 1024;
const MAX_MILLISECONDS = 60_000;

/**
 * Ends with what there is, marked as cut, when it had to be stopped. "no program" when it cannot be started, null when
 * it said something else than expected.
 */
export async function runRipgrep(options: RunOptions): Promise<Ran | "no program" | null> {
  const { binary, asked, start, signal } = options;
  const { spawn } = await import("node:child_process");
  if (signal?.aborted === true) return null;
  const child = begin(() => start((cwd) => spawn(binary, asked.args, { env: environment(), cwd, ...PIPES })));
  if (child === null) return null;
  const files: string[] = [];
  const onNames = (names: readonly string[]): void => {
    for (const name of names) files.push(name);
    options.onNames(names);
  };
  const stop = (): void => void child.kill("SIGKILL");
  const timer = setTimeout(stop, MAX_MILLISECONDS);
  signal?.addEventListener("abort", stop, { once: true });
  try {
    const complaints: Buffer[] = [];
    const [, complained, code] = await Promise.all([
      heard(child.stdout!, { limit: MAX_SAID, stop, take: readingNames(onNames) }), // PIPES says that both are there.
      heard(child.stderr!, { limit: MAX_COMPLAINTS, stop, take: (chunk) => complaints.push(chunk) }),
      ended(child),
    ]);
    if (code === "not started") return "no program";
    // Killed by another process: what is missing is not known.
    if (complained === "too much" || (code === "killed" && !child.killed)) return null;
    const report = readComplaints(Buffer.concat(complaints).toString("utf8"), child.killed);
    if (report === null || !fits(code, files.length, report.denied.length)) return null;
    return { files, ...report, cut: child.killed };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

const PIPES = { stdio: ["ignore", "pipe", "pipe"], windowsHide: true } satisfies SpawnOptions;
/** 0 means that something was found, 1 that nothing was, 2 that something on the way could not be read, or worse. */
function fits(code: number | "killed", files: number, denied: number): boolean {
  if (code === 0 || code === 1) return (code === 0) === files > 0;
  return code === "killed" || (code === 2 && denied > 0);
}

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

type Hearing = { readonly limit: number; readonly stop: () => void; readonly take: (chunk: Buffer) => void };

/** Hands on what is said, up to a limit. Whatever `take` throws ends the run and comes out here. */
function heard(stream: NodeJS.ReadableStream, { limit, stop, take }: Hearing): Promise<"all" | "too much"> {
  return new Promise((resolve, reject) => {
    let size = 0;
    stream.on("data", (chunk: Buffer) => {
      if (size > limit) return;
      size += chunk.length;
      if (size > limit) stop();
      try {
        take(chunk);
      } catch (error) {
        size = Infinity;
        stop();
        reject(error);
      }
    });
    const done = (): void => resolve(size > limit ? "too much" : "all");
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

/** Names end in a zero byte and start with "./". Bytes that are no text become U+FFFD; half a name at the end is none. */
function readingNames(take: (names: readonly string[]) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = bytes.lastIndexOf(0);
    rest = bytes.subarray(end + 1);
    if (end < 0) return;
    const names = bytes.toString("utf8", 0, end).split("\0");
    take(names.map((name) => (WINDOWS ? name.replaceAll("\\", "/") : name).slice(2)));
  };
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

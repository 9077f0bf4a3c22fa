// podman or docker, as a program that is started with a list of arguments. No shell, no guessing: what it says is kept
// for the person who has to put it right.

import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { basename } from "node:path";
import { failure, type GalleyError } from "../../../base/index.ts";
import { findProgram, searchPath } from "../programs.ts";

export const ENGINES = ["podman", "docker"] as const;

export type Engine = {
  /** Its absolute path. */
  readonly program: string;
  /** The OCI runtime that starts containers; null = the engine's default. */
  readonly runtime: string | null;
  /** PATH for the engine, which starts programs too: without folders of the workspace. */
  readonly path: string;
};

export type EngineSearch = {
  /** null = the first of those we know. */
  readonly wanted: string | null;
  readonly environment: NodeJS.ProcessEnv;
  /** The folders of the workspace: no program is taken from there. */
  readonly outside: readonly string[];
};

/** The wanted program, or the first of those we know that is there. IO when there is none. */
export function findEngine({ wanted, environment, outside }: EngineSearch): Engine {
  const search = { path: environment["PATH"], outside };
  for (const name of wanted === null ? ENGINES : [wanted]) {
    const program = findProgram(name, search);
    if (program !== null) return { program, runtime: null, path: searchPath(search) };
  }
  const what = wanted === null ? "Neither podman nor docker is on this machine" : `${wanted} is not on this machine`;
  throw failure("IO", `${what}, so there is no container. Install it, or remove the container from the config.`);
}

/** As a person calls it. */
export function engineName({ program }: Engine): string {
  return basename(program);
}

/** The arguments with the runtime in them. podman has to be given it for every command, docker for `run` alone. */
export function engineArguments({ program, runtime }: Engine, args: readonly string[]): readonly string[] {
  if (runtime === null) return args;
  if (basename(program) !== "docker") return ["--runtime", runtime, ...args];
  const [first, ...rest] = args;
  return first === "run" ? [first, `--runtime=${runtime}`, ...rest] : args;
}

/**
 * Ctrl-C in a terminal reaches everything of our group; what holds a container must not die of it. Nor may it run in the
 * person's folder: podman's monitor leaves a file called `oom` where it was started when memory runs out.
 */
export function apart({ path }: Engine): {
  readonly detached: true;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
} {
  return { detached: true, cwd: tmpdir(), env: { ...process.env, PATH: path } };
}

export type Ran = { readonly code: number | null; readonly out: string; readonly complaint: string };

const PATIENCE_MS = 60_000;
const MAX_COMPLAINT = 64 * 1024;

/** Runs one command of the engine to its end. Never throws for what the engine says. */
export function runEngine(
  engine: Engine,
  args: readonly string[],
  input: Uint8Array = new Uint8Array(0),
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn(engine.program, engineArguments(engine, args), {
      ...apart(engine),
      stdio: ["pipe", "pipe", "pipe"],
      timeout: PATIENCE_MS,
      killSignal: "SIGKILL",
    });
    child.stdin.on("error", () => {}); // It ended without reading; its code says what it made of that.
    child.stdin.end(input);
    const out: Buffer[] = [];
    const complaint = collect(child.stderr);
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.once("error", (error) => resolve({ code: null, out: "", complaint: error.message }));
    child.once("close", (code) =>
      resolve({ code, out: Buffer.concat(out).toString("utf8"), complaint: complaint().trim() }),
    );
  });
}

/** Keeps the end of what is said on a stream, up to a limit. */
export function collect(stream: NodeJS.ReadableStream): () => string {
  let kept = Buffer.alloc(0);
  stream.on("data", (chunk: Buffer) => {
    kept = Buffer.concat([kept, chunk]);
    if (kept.length > MAX_COMPLAINT) kept = kept.subarray(kept.length - MAX_COMPLAINT);
  });
  return () => kept.toString("utf8");
}

/** What the engine said last, as one sentence of ours. Paths on this machine are not for the reader of the message. */
export function engineFailure(
  engine: Engine,
  complaint: string,
  { doing, hide, todo = "" }: { readonly doing: string; readonly hide: readonly string[]; readonly todo?: string },
): GalleyError {
  const lines = complaint.split("\n").filter((line) => line.trim() !== "");
  let why = (lines.at(-1) ?? "it gave no reason")
    .trim()
    .replace(/^Error: /, "")
    .replace(/\.$/, "");
  for (const place of hide.toSorted((a, b) => b.length - a.length)) why = why.replaceAll(place, "…");
  const name = engineName(engine);
  return failure("IO", `${name} could not ${doing}: ${why.slice(0, 500)}.${todo}`, { data: { engine: name } });
}

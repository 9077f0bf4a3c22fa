// podman or docker, as a program that is started with a list of arguments. No shell, no guessing: what it says is kept
// for the person who has to put it right.

import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { failure, type GalleyError } from "../../../base/index.ts";

export const ENGINES = ["podman", "docker"] as const;

/** The wanted program, or the first of those we know that is there. IO when there is none. */
export function findEngine(wanted: string | null, environment: NodeJS.ProcessEnv): string {
  const found = (wanted === null ? ENGINES : [wanted]).find((name) => isProgram(name, environment));
  if (found !== undefined) return found;
  const what = wanted === null ? "Neither podman nor docker is on this machine" : `${wanted} is not on this machine`;
  throw failure("IO", `${what}, so there is no container. Install it, or take the container out of the config.`);
}

function isProgram(name: string, environment: NodeJS.ProcessEnv): boolean {
  const places = name.includes("/") ? [""] : (environment["PATH"] ?? "").split(delimiter).filter((path) => path !== "");
  return places.some((place) => {
    try {
      accessSync(join(place, name), constants.X_OK);
      return true;
    } catch {
      return false; // Not here; the next folder may have it.
    }
  });
}

/**
 * Ctrl-C in a terminal reaches everything of our group; what holds a container must not die of it. Nor may it stand in
 * the person's folder: podman's monitor leaves a file called `oom` where it was started when memory runs out.
 */
export const APART = { detached: true, cwd: tmpdir() } as const;

export type Ran = { readonly code: number | null; readonly out: string; readonly complaint: string };

const PATIENCE_MS = 60_000;
const MAX_COMPLAINT = 64 * 1024;

/** Runs one command of the engine to its end. Never throws for what the engine says. */
export function runEngine(engine: string, args: readonly string[]): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn(engine, args, {
      ...APART,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: PATIENCE_MS,
      killSignal: "SIGKILL",
    });
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

/** What the engine said last, as one sentence of ours. Places on this machine are not for whoever reads the message. */
export function engineFailure(
  engine: string,
  complaint: string,
  { doing, hide, todo = "" }: { readonly doing: string; readonly hide: readonly string[]; readonly todo?: string },
): GalleyError {
  const lines = complaint.split("\n").filter((line) => line.trim() !== "");
  let why = (lines.at(-1) ?? "it gave no reason")
    .trim()
    .replace(/^Error: /, "")
    .replace(/\.$/, "");
  for (const place of hide.toSorted((a, b) => b.length - a.length)) why = why.replaceAll(place, "…");
  return failure("IO", `${engine} could not ${doing}: ${why.slice(0, 500)}.${todo}`, { data: { engine } });
}

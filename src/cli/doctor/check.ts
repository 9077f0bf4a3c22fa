// One finding of the doctor, and how programs are tried for it.

import { spawnSync } from "node:child_process";
import { findProgram, searchPath } from "../../fs/node/index.ts";
import type { Settings } from "../settings.ts";

/** `missing` is not there; `broken` is there and does not work. */
export type Check = {
  readonly name: string;
  readonly status: "ok" | "missing" | "broken";
  /** Galley's main job does not work without it. */
  readonly needed: boolean;
  readonly found: string;
  /** What follows from it, and what to do; null where nothing is to be said. */
  readonly means: string | null;
  readonly todo: string | null;
};

export type Run =
  | { readonly kind: "ran"; readonly out: string }
  | { readonly kind: "absent" }
  | { readonly kind: "failed"; readonly why: string };

export function good(name: string, found: string, needed = false): Check {
  return { name, status: "ok", needed, found, means: null, todo: null };
}

export function lacking(name: string, result: Run, words: { readonly means: string; readonly todo: string }): Check {
  const isThere = result.kind === "failed";
  const found = isThere ? `is there but fails: ${result.why}` : "not found";
  return { name, status: isThere ? "broken" : "missing", needed: false, found, ...words };
}

// A program that hangs must not hang the doctor.
const TIMEOUT_MS = 10_000;

export type Search = Pick<Settings, "environment"> & {
  /** The workspace's folders. */
  readonly outside: readonly string[];
};

/** Of the programs that galley would use: none from the workspace. */
export function tryProgram(name: string, args: readonly string[], { environment, outside }: Search): Run {
  const search = { path: environment["PATH"], outside };
  const program = findProgram(name, search);
  if (program === null) return { kind: "absent" };
  const ran = spawnSync(program, args, {
    encoding: "utf8",
    timeout: TIMEOUT_MS,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...environment, PATH: searchPath(search) }, // It may start others.
  });
  if (ran.error) return { kind: "failed", why: codeOf(ran.error) };
  if (ran.status === 0) return { kind: "ran", out: ran.stdout };
  return { kind: "failed", why: firstLine(ran.stderr) || `exit code ${ran.status ?? ran.signal}` };
}

export function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0] ?? "";
}

export function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}

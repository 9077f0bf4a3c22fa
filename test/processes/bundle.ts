// Makes the child runnable by any user, and starts it.

import { spawn, type ChildProcess } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import type { Order } from "./child.ts";

/** A directory that everybody may enter: on the disk, where flushing takes its time, or in memory where possible. */
export function makePlace(where: "disk" | "memory"): string {
  const base = where === "memory" && existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
  const place = mkdtempSync(join(base, "galley-processes-"));
  chmodSync(place, 0o755);
  return place;
}

export async function bundleChild(place: string): Promise<string> {
  const outfile = join(place, "child.mjs");
  await build({
    entryPoints: [join(import.meta.dirname, "child.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "error",
    // Packages in the CommonJS form ask for `require`.
    banner: {
      js: 'import { createRequire as makeRequire } from "node:module"; const require = makeRequire(import.meta.url);',
    },
  });
  return outfile;
}

/** Nobody in particular: who is not root cannot write where they may not. */
export const NOBODY = 65534;

let orders = 0;

export function startChild(script: string, order: Order, user?: number): ChildProcess {
  const as = user === undefined ? {} : { uid: user, gid: user };
  // In a file, because a command line is short.
  const path = `${script}.order${(orders += 1)}`;
  writeFileSync(path, JSON.stringify(order));
  return spawn(process.execPath, [script, path], { stdio: ["pipe", "pipe", "pipe"], ...as });
}

export type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

export function ended(child: ChildProcess): Promise<Ended> {
  let [stdout, stderr] = ["", ""];
  child.stdout?.on("data", (chunk: Buffer) => void (stdout += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => void (stderr += chunk.toString()));
  return new Promise((resolve) => void child.on("close", (code) => resolve({ code, stdout, stderr })));
}

// An answer of 3,000 new files, applied by whole processes, against the least that is safe (bench/least.ts). Each run has
// a folder of its own that stays until the end: a disk that has just removed as many files makes new ones slowly.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { race } from "./race.ts";
import type { BenchRow } from "./rows.ts";

const PROGRAM = join(process.cwd(), "bin", "galley.js");
const FILES = 3000;
const ROUNDS = 5;

export async function benchNewFiles(): Promise<readonly BenchRow[]> {
  const scratch = mkdtempSync(join(tmpdir(), "galley-bench-new-"));
  try {
    const blocks = join(scratch, "blocks.md");
    const fences = join(scratch, "fences.md");
    writeFileSync(
      blocks,
      answerOf((path, text) => `${path}\n««« EDIT\n═══════ REPL\n${text}\n»»» EDIT END\n`),
    );
    writeFileSync(
      fences,
      answerOf((path, text) => `${path}\n\`\`\`ts\n${text}\n\`\`\`\n`),
    );
    const [least, guarded] = ["least.js", "least-guarded.js"].map((name) => join(import.meta.dirname, name));
    const galley = (...args: readonly string[]) => ({ run: inFolder(scratch, () => [PROGRAM, "apply", ...args]) });
    const [bare, floor, ours, whole, dryRun] = await race(
      [
        { run: inFolder(scratch, (home) => [least!, "apply-least", blocks, join(home, "least")]) },
        { run: inFolder(scratch, (home) => [guarded!, "apply-guarded", blocks, join(home, "guarded")]) },
        galley("--yes", blocks),
        galley("--yes", fences),
        galley("--dry-run", blocks),
      ],
      ROUNDS,
    );
    const row = (name: string, milliseconds: number): BenchRow => ({
      name,
      ours: milliseconds,
      rival: bare,
      rivalName: "bench/least.ts",
      limit: "≤ 1.5×",
      ok: milliseconds <= 1.5 * bare,
    });
    return [
      { ...row("the floor: galley's guarantees by hand, ms", floor), limit: "", ok: true },
      row("apply 3,000 new files, edit blocks, ms", ours),
      row("the same, whole files in fences, ms", whole),
      row("the same, --dry-run, ms", dryRun),
    ];
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** A run of Node that must succeed, in a new folder each time. */
function inFolder(scratch: string, args: (home: string) => readonly string[]): () => void {
  return () => {
    const base = mkdtempSync(join(scratch, "run-"));
    const [folder, home] = [join(base, "work"), join(base, "home")];
    mkdirSync(folder);
    const given = args(home);
    const ran = spawnSync(process.execPath, given, {
      cwd: folder,
      env: { PATH: process.env["PATH"], HOME: home, NO_COLOR: "1" },
      stdio: ["ignore", "ignore", "pipe"],
    });
    if (ran.status !== 0) throw new Error(`node ${given.join(" ")} ended with ${ran.status}: ${String(ran.stderr)}`);
  };
}

function answerOf(write: (path: string, text: string) => string): string {
  return Array.from({ length: FILES }, (_, at) => {
    const lines = Array.from({ length: 20 }, (__, line) => `export const value${line} = compute(${at}, ${line});`);
    return write(`src/part${at % 50}/file${at}.ts`, lines.join("\n"));
  }).join("\n");
}

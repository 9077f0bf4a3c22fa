// What asking again costs: grep and glob as library calls, which read every hit through the safe walk, against the same
// ripgrep with its answer parsed and believed. On a tree of 20,480 files and more than 150 MB, made anew for each run.

import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findRipgrep, openHostFiles } from "../src/fs/node/index.ts";
import { race } from "./race.ts";
import type { BenchRow } from "./rows.ts";

const FILES = 20_480;
const FOLDERS = 1280;
const COMMON_LINES = 86_000;
const ROUNDS = 9;

export async function benchSearch(): Promise<readonly BenchRow[]> {
  const binary = findRipgrep();
  if (binary === null) throw new Error("this platform has no ripgrep to compare with");
  const root = mkdtempSync(join(tmpdir(), "galley-bench-search-"));
  const files = openHostFiles({ root });
  try {
    makeTree(root);
    const rows: BenchRow[] = [];
    for (const [name, pattern] of [
      ["rare literal", "rareNeedle42"],
      ["common literal, 86,000 lines", "commonNeedle"],
      ["regex", "[a-z]+Needle[0-9]{2}"],
    ] as const) {
      const [ours, rival] = await race(
        [{ run: () => files.grep(pattern) }, { run: () => matchesOf(binary, root, pattern) }],
        ROUNDS,
      );
      rows.push(row(`grep ${name}, ms`, ours, { rival, rivalName: "rg --json, parsed", times: 1.3 }));
    }
    const [ours, rival] = await race(
      [{ run: () => files.glob("**/*.py") }, { run: () => filesOf(binary, root, "**/*.py") }],
      3 * ROUNDS,
    );
    rows.push(row("glob **/*.py, ms", ours, { rival, rivalName: "rg --files -g", times: 1.2 }));
    rows.push(await memoryRow(() => files.grep("commonNeedle")));
    return rows;
  } finally {
    files.close();
    rmSync(root, { recursive: true, force: true });
  }
}

type Against = { readonly rival: number; readonly rivalName: string; readonly times: number };

function row(name: string, ours: number, { rival, rivalName, times }: Against): BenchRow {
  return { name, ours, rival, rivalName, limit: `≤ ${times}×`, ok: ours <= times * rival };
}

/** Bounded, so it does not grow with the number of matching lines. */
async function memoryRow(search: () => Promise<unknown>): Promise<BenchRow> {
  const before = process.memoryUsage().rss;
  for (let round = 0; round < ROUNDS; round += 1) await search();
  const grown = Math.max(0, process.memoryUsage().rss - before) / 2 ** 20;
  const name = `memory grown by ${ROUNDS} common searches, MB`;
  return { name, ours: grown, rival: null, rivalName: "", limit: "≤ 64", ok: grown <= 64 };
}

/** Words of code in lines of code; every tenth file is Python, 86,000 lines hold the common word, ten the rare one. */
function makeTree(root: string): void {
  const words = "return value import from function class const index result error path name list data token".split(" ");
  const endings = ["py", "ts", "md", "json", "txt", "c", "h", "rs", "go", "js"];
  const random = randomNumbers(7);
  let common = 0;
  for (let file = 0; file < FILES; file += 1) {
    const folder = file % FOLDERS;
    const path = join(
      root,
      `pkg${folder % 20}`,
      `mod${Math.floor(folder / 20) % 8}`,
      `part${Math.floor(folder / 160)}`,
    );
    if (file < FOLDERS) mkdirSync(path, { recursive: true });
    const lines: string[] = [];
    for (let line = 160 + random(60); line > 0; line -= 1) {
      lines.push("  ".repeat(random(4)) + Array.from({ length: 4 + random(8) }, () => words[random(15)]).join(" "));
    }
    const due = Math.floor(((file + 1) * COMMON_LINES) / FILES);
    for (; common < due; common += 1) lines[random(lines.length)] = `  const commonNeedle = ${common};`;
    if (file % 2048 === 1) lines.push("rareNeedle42");
    writeFileSync(join(path, `file${file}.${endings[random(10)]}`), `${lines.join("\n")}\n`);
  }
}

function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}

async function matchesOf(binary: string, root: string, pattern: string): Promise<readonly unknown[]> {
  const lines = (await saidBy(binary, root, ["--json", "-e", pattern, "./"])).split("\n");
  const events = lines.filter((line) => line !== "").map((line) => JSON.parse(line) as { readonly type: string });
  return events.filter(({ type }) => type === "match");
}

async function filesOf(binary: string, root: string, glob: string): Promise<readonly string[]> {
  return (await saidBy(binary, root, ["--files", "-g", glob, "./"]))
    .split("\n")
    .filter((line) => line !== "")
    .sort();
}

function saidBy(binary: string, cwd: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(binary, args, { cwd, stdio: ["ignore", "pipe", "inherit"] });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("error", reject);
    child.on("close", () => resolve(Buffer.concat(chunks).toString("utf8")));
  });
}

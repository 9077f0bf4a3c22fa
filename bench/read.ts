// What the safe walk costs: one small file, five folders deep, read through the host backend and through a sandbox,
// against Node's own readFileSync, which follows whatever it meets.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createSandbox } from "../src/fs/index.ts";
import { openHostFiles } from "../src/fs/node/index.ts";
import { race } from "./race.ts";
import type { BenchRow } from "./rows.ts";

const PATH = "one/two/three/four/five/file.txt";
const READS = 2000;
const ROUNDS = 31;

export async function benchRead(): Promise<BenchRow[]> {
  const root = mkdtempSync(join(tmpdir(), "galley-bench-read-"));
  mkdirSync(dirname(join(root, PATH)), { recursive: true });
  writeFileSync(join(root, PATH), "a line of code, about as long as most are\n".repeat(98));
  const files = openHostFiles({ root });
  const byNames = openHostFiles({ root, walk: "names" });
  const sandbox = createSandbox({
    roots: [{ name: "ws", files, mode: "rw", suffixes: null, maxFileBytes: null }],
    defaultRoot: "ws",
  });
  try {
    const [plain, host, boxed, names] = await race(
      [
        { run: () => times(() => readFileSync(join(root, PATH), "utf8")) },
        { run: () => times(() => files.read(PATH)) },
        { run: () => times(() => sandbox.read(`ws/${PATH}`)) },
        { run: () => times(() => byNames.read(PATH)) },
      ],
      ROUNDS,
    );
    const row = (name: string, milliseconds: number, limit: string, ok: boolean): BenchRow => ({
      name: `${name}, µs a read`,
      ours: (milliseconds * 1000) / READS,
      rival: (plain * 1000) / READS,
      rivalName: "readFileSync",
      limit,
      ok,
    });
    return [
      row("read 4 KB five folders deep, host", host, "≤ 3×", host <= 3 * plain),
      row("the same through a sandbox", boxed, "", true),
      row("the same where /proc is missing", names, "", true),
    ];
  } finally {
    files.close();
    byNames.close();
    rmSync(root, { recursive: true, force: true });
  }
}

async function times(read: () => unknown): Promise<void> {
  for (let count = 0; count < READS; count += 1) await read();
}

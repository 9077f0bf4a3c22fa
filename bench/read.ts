// What the safe walk costs: one small file, five folders deep, read through the host backend and through a sandbox,
// against Node's own readFileSync, which follows whatever it meets.

import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readlinkSync,
  readSync,
  rmSync,
  writeFileSync,
} from "node:fs";
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
    const [plain, host, boxed, names, least] = await race(
      [
        { run: () => times(() => readFileSync(join(root, PATH), "utf8")) },
        { run: () => times(() => files.read(PATH)) },
        { run: () => times(() => sandbox.read(`ws/${PATH}`)) },
        { run: () => times(() => byNames.read(PATH)) },
        { run: () => times(leastRead(dirname(join(root, PATH)))) },
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
      row("the host's system calls alone", least, "", true),
    ];
  } finally {
    files.close();
    byNames.close();
    rmSync(root, { recursive: true, force: true });
  }
}

/** What the host backend asks of the system for a read in a folder that it keeps open, and nothing else: the floor. */
function leastRead(folder: string): () => void {
  const O_PATH = 0o10000000; // Node has no name for it.
  const kept = openSync(folder, O_PATH | constants.O_DIRECTORY);
  const bytes = Buffer.alloc(65_536);
  return () => {
    readlinkSync(`/proc/self/fd/${kept}`);
    const entry = openSync(`/proc/self/fd/${kept}/file.txt`, O_PATH | constants.O_NOFOLLOW);
    fstatSync(entry);
    const file = openSync(`/proc/self/fd/${entry}`, constants.O_RDONLY | constants.O_NONBLOCK);
    const read = readSync(file, bytes, 0, bytes.length, 0);
    closeSync(file);
    closeSync(entry);
    bytes.toString("utf8", 0, read);
  };
}

async function times(read: () => unknown): Promise<void> {
  for (let count = 0; count < READS; count += 1) await read();
}

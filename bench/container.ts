// What one resident program saves: a small file read through it against one `exec cat` of the engine; and what asking
// through it costs a search, against ripgrep started by hand inside the same container and timed there.

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { openContainer, type Container } from "../src/fs/node/index.ts";
import { containerMachine } from "../test/container/machine.ts";
import { median, race } from "./race.ts";
import type { BenchRow } from "./rows.ts";

const ROUNDS = 9;
const READS = 100;
const FILES = 6_400;

export async function benchContainer(): Promise<readonly BenchRow[]> {
  const machine = containerMachine();
  if (machine.kind !== "ready") throw new Error(machine.why);
  const { engine, image } = machine;
  const folder = join(process.cwd(), "dist", "cli");
  const programs = {
    resident: join(folder, "container-resident.js"),
    bridge: join(folder, "container-bridge.js"),
  };
  const container = openContainer({ engine, image, workdir: "/workspace", programs });
  try {
    return [await readRow(container, engine), ...(await grepRows(container))];
  } finally {
    await container.close();
  }
}

async function readRow(container: Container, engine: string): Promise<BenchRow> {
  await container.files.write("a/b/file.txt", "a line of code, about as long as most are\n".repeat(98));
  const cat = ["exec", container.name, "cat", "/workspace/a/b/file.txt"];
  const [read, exec] = await race(
    [
      {
        run: async () => {
          for (let count = 0; count < READS; count += 1) await container.files.read("a/b/file.txt");
        },
      },
      { run: () => execFileSync(engine, cat) },
    ],
    ROUNDS,
  );
  const ours = read / READS;
  return {
    name: "read 4 KB in a container, ms",
    ours,
    rival: exec,
    rivalName: `${engine} exec cat`,
    limit: "≤ 0.05×",
    ok: ours * 20 <= exec,
  };
}

async function grepRows(container: Container): Promise<readonly BenchRow[]> {
  await inside(container, MAKE_TREE, String(FILES));
  const rows: BenchRow[] = [];
  for (const [name, pattern] of [
    ["rare literal", "rareNeedle42"],
    ["regex", "[a-z]+Needle[0-9]{2}"],
  ] as const) {
    const [ours] = await race([{ run: () => container.files.grep(pattern, { path: "tree" }) }], ROUNDS);
    const rival = median(JSON.parse(await inside(container, TIME_RIPGREP, pattern, String(ROUNDS))) as number[]);
    rows.push({
      name: `grep ${name}, 50 MB in a container, ms`,
      ours,
      rival,
      rivalName: "rg by hand, inside",
      limit: "≤ 2×",
      ok: ours <= 2 * rival,
    });
  }
  return rows;
}

async function inside(container: Container, script: string, ...args: readonly string[]): Promise<string> {
  const argv = ["-e", script, "--", ...args];
  const ran = await container.run({ node: true, argv, timeoutMs: 120_000, maxBytes: 1_000_000 });
  if (ran.exitCode !== 0) throw new Error(Buffer.from(ran.stderr).toString("utf8"));
  return Buffer.from(ran.stdout).toString("utf8");
}

const MAKE_TREE = `
  const fs = require("node:fs");
  const line = "return value import from function class const index result error path name list data token\\n";
  for (let file = 0; file < Number(process.argv[1]); file += 1) {
    const folder = "tree/pkg" + (file % 20) + "/mod" + (file % 16);
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(folder + "/file" + file + ".ts", line.repeat(90) + (file % 640 === 1 ? "rareNeedle42\\n" : ""));
  }
`;
const TIME_RIPGREP = `
  const { spawnSync } = require("node:child_process");
  const times = [];
  for (let round = 0; round <= Number(process.argv[2]); round += 1) {
    const start = performance.now();
    const ran = spawnSync("/.galley/rg", ["--no-config", "-n", "-e", process.argv[1], "tree"]);
    if (ran.status !== 0) throw new Error("rg: " + ran.status);
    if (round > 0) times.push(performance.now() - start);
  }
  console.log(JSON.stringify(times));
`;

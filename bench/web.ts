// What a person waits for with `galley web`: the server, and a question of another process on the open page.
// Runs from the root of the repository, on folders of its own.

import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFileInbox } from "../src/inbox/index.ts";
import { asker, changeQuestion } from "../src/testing/index.ts";
import type { BenchRow } from "./rows.ts";

const PROGRAM = join(process.cwd(), "bin", "galley.js");
const ROUNDS = 15;
const QUESTIONS = 30;

export async function benchWeb(): Promise<BenchRow[]> {
  const scratch = mkdtempSync(join(tmpdir(), "galley-bench-web-"));
  try {
    const floors: number[] = [];
    const ready: number[] = [];
    mkdirSync(join(scratch, "work"));
    writeFileSync(join(scratch, "work", "a.txt"), "one\n");
    for (let round = 0; round < ROUNDS; round += 1) {
      const started = performance.now();
      spawnSync(process.execPath, ["-e", "0"]);
      floors.push(performance.now() - started);
      const server = await serve(scratch);
      ready.push(server.ms);
      server.child.kill("SIGKILL");
    }
    const [floor, ours] = [median(floors), median(ready)];
    const reached = await questionTimes(scratch);
    const slowest = Math.max(...reached);
    const row = { rivalName: "node -e 0", rival: floor };
    return [
      { ...row, name: "galley web ready, ms", ours, limit: "floor + 150 ms", ok: ours <= floor + 150 },
      alone("a question reaches an open page, ms", median(reached), 100),
      { ...alone(`the same, slowest of ${QUESTIONS}, ms`, slowest, 100), limit: "", ok: true },
    ];
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function alone(name: string, ours: number, most: number): BenchRow {
  return { name, ours, rival: null, rivalName: "", limit: `≤ ${most} ms`, ok: ours <= most };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

type Served = { readonly ms: number; readonly url: URL; readonly child: ChildProcess };

function serve(scratch: string): Promise<Served> {
  const started = performance.now();
  const child = spawn(process.execPath, [PROGRAM, "web", "--json", "--no-open", "--port", "0"], {
    cwd: join(scratch, "work"),
    env: {
      PATH: process.env["PATH"],
      HOME: scratch,
      XDG_STATE_HOME: join(scratch, "state"),
      XDG_CONFIG_HOME: join(scratch, "config"),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return new Promise((resolve, reject) => {
    let out = "";
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`galley web ended with ${code}`)));
    child.stdout.on("data", (chunk: Buffer) => {
      out += chunk.toString();
      const [, url] = /"url": ?"([^"]+)"/.exec(out) ?? [];
      if (url !== undefined) resolve({ ms: performance.now() - started, url: new URL(url), child });
    });
  });
}

/** From the moment before a question is put until its line has arrived. */
async function questionTimes(scratch: string): Promise<readonly number[]> {
  const { url, child } = await serve(scratch);
  const inbox = openFileInbox({ directory: join(scratch, "state", "galley") });
  const stop = new AbortController();
  try {
    const signedIn = await fetch(url);
    const [cookie = ""] = signedIn.headers.getSetCookie()[0]?.split(";") ?? [];
    const headers = { cookie, "x-galley-key": url.hash.slice("#key=".length) };
    const response = await fetch(`${url.origin}/api/events`, { headers, signal: stop.signal });
    const lines = linesOf(response.body!);
    await lines.next(); // It begins with reset.
    const times: number[] = [];
    for (let number = 0; number < QUESTIONS; number += 1) {
      const payload = changeQuestion(`ws/${number}.txt`);
      const started = performance.now();
      await inbox.put({ payload, asker: asker(`${number}`), withinMs: null });
      for (let isThere = false; !isThere;) {
        const { value } = await lines.next();
        isThere = value?.includes('"type":"question"') === true;
      }
      times.push(performance.now() - started);
    }
    return times;
  } finally {
    stop.abort();
    await inbox.close();
    child.kill("SIGKILL");
  }
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true });
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  return undefined;
}

// A search can be interrupted at any moment, whatever keeps it busy: an expression that is slow on every line, or a tree
// of folders without a single file.

import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { createMemoryFiles } from "../src/fs/index.ts";
import { openHostFiles } from "../src/fs/node/index.ts";
import { ensureBuilt, program } from "./built.ts";
import { untilBusy } from "./support/busy.ts";
import { Place } from "./support/galley.ts";

beforeAll(ensureBuilt);

/** The engine follows a thousand states through every character. */
const SLOW_PATTERN = "a[ab]{0,900}[0-9]";
const SLOW_TEXT = randomLines(4000);

/** Without a pattern of its own, so that no state comes twice. */
function randomLines(count: number): string {
  let seed = 1;
  const letter = (): string => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed < 1_073_741_824 ? "a" : "b";
  };
  return Array.from({ length: count }, () => `${Array.from({ length: 500 }, letter).join("")}\n`).join("");
}

async function interrupted(search: (signal: AbortSignal) => Promise<unknown>): Promise<unknown> {
  const interrupt = new AbortController();
  let hadTurn = false;
  setTimeout(() => {
    hadTurn = true;
    interrupt.abort();
  }, 50);
  const error: unknown = await search(interrupt.signal).catch((reason: unknown) => reason);
  expect(hadTurn).toBe(true);
  return error;
}

test("grep, while one expression is slow on one large file", async () => {
  const files = createMemoryFiles({ files: { "a.txt": SLOW_TEXT } });
  expect(await interrupted((signal) => files.grep(SLOW_PATTERN, { signal }))).toMatchObject({ code: "ABORTED" });
  const binary = createMemoryFiles({ files: { "a.bin": new TextEncoder().encode(`\0${SLOW_TEXT}`) } });
  expect(await interrupted((signal) => binary.grep(SLOW_PATTERN, { signal }))).toMatchObject({ code: "ABORTED" });
});

describe("a tree of folders without a file", () => {
  const place = new Place();
  beforeAll(() => {
    for (let at = 0; at < 6000; at += 1) mkdirSync(join(place.folder, `${at % 40}`, `${at}`), { recursive: true });
  });

  test.each([
    ["grep", (files: ReturnType<typeof openHostFiles>, signal: AbortSignal) => files.grep("x", { signal })],
    ["glob", (files: ReturnType<typeof openHostFiles>, signal: AbortSignal) => files.glob("**", { signal })],
  ] as const)("%s lets other work have its turn", async (_, search) => {
    const files = openHostFiles({ root: place.folder, ripgrep: "never", walk: "names" });
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    await search(files, new AbortController().signal);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(1);
    files.close();
  });
});

test("galley tool grep: Ctrl-C ends it with 130", async () => {
  const place = new Place({ "a.txt": SLOW_TEXT });
  const args = ["tool", "grep", JSON.stringify({ pattern: SLOW_PATTERN })];
  const child = spawn(process.execPath, [program, ...args], {
    cwd: place.folder,
    env: { PATH: process.env["PATH"], HOME: place.base },
    stdio: "ignore",
  });
  const ended = new Promise<number | null>((done) => child.on("close", (code) => done(code)));
  await untilBusy(child.pid!, 0.45); // Starting takes a third of that.
  child.kill("SIGINT");
  expect(await ended).toBe(130);
});

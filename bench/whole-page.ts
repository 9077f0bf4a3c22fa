// What the whole page of `galley web` costs: the bytes that load before anything is shown, the time until it is shown,
// and a project of 20,000 files. Headless Chromium on a real server, from the root of the repository.

import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { chromium, type Browser } from "playwright-core";
import { median } from "./race.ts";
import type { BenchRow } from "./rows.ts";

const ROUNDS = 5;
const FILES = 20_000;
const DIST = join(process.cwd(), "dist", "web");

export async function benchWholePage(): Promise<BenchRow[]> {
  const scratch = mkdtempSync(join(tmpdir(), "galley-bench-page-"));
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const few = await visits(browser, folderOf(scratch, "few", 10));
    const many = await visits(browser, folderOf(scratch, "many", FILES));
    return [
      alone("page shell, kB gzip", shellBytes() / 1000, 150),
      alone("page: first paint, ms", median(few.map(({ painted }) => painted)), 300),
      alone("page: 20,000 files are listed, ms", median(many.map(({ listed }) => listed)), 1000),
      alone("page: a search in 20,000 files, ms", median(many.map(({ found }) => found)), 100),
    ];
  } finally {
    await browser.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

function alone(name: string, ours: number, most: number): BenchRow {
  return { name, ours, rival: null, rivalName: "", limit: `≤ ${most}`, ok: ours <= most };
}

/** The document and everything that it names. What it loads later is not part of the shell. */
function shellBytes(): number {
  const html = readFileSync(join(DIST, "index.html"), "utf8");
  const names = [...html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, name]) => name!);
  return ["index.html", ...names].reduce((sum, name) => sum + gzipSync(readFileSync(join(DIST, name))).length, 0);
}

function folderOf(scratch: string, name: string, files: number): string {
  const folder = join(scratch, name);
  for (let at = 0; at < files; at += 1) {
    const below = join(folder, "src", `part-${Math.floor(at / 100)}`);
    if (at % 100 === 0) mkdirSync(below, { recursive: true });
    writeFileSync(join(below, `file-${at}.ts`), "export const value = 1;\n");
  }
  return folder;
}

type Visit = { readonly painted: number; readonly listed: number; readonly found: number };

async function visits(browser: Browser, folder: string): Promise<readonly Visit[]> {
  const all: Visit[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { url, child } = await serve(folder);
    try {
      all.push(await visit(browser, url));
    } finally {
      child.kill("SIGKILL");
    }
  }
  return all;
}

async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const started = performance.now();
  await page.goto(url);
  await page.getByRole("treeitem", { name: "src" }).waitFor();
  const listed = performance.now() - started;
  const painted = await page.evaluate<number>("performance.getEntriesByName('first-contentful-paint')[0].startTime");
  const typed = performance.now();
  await page.getByLabel("Search files").fill("file-7.ts");
  await page.getByRole("treeitem", { name: "file-7.ts" }).first().waitFor();
  const found = performance.now() - typed;
  await context.close();
  return { painted, listed, found };
}

function serve(folder: string): Promise<{ readonly url: string; readonly child: ChildProcess }> {
  const state = mkdtempSync(join(folder, "..", "state-"));
  const program = join(process.cwd(), "bin", "galley.js");
  const child = spawn(process.execPath, [program, "web", "--json", "--no-open", "--root", folder], {
    env: { PATH: process.env["PATH"], HOME: state, XDG_STATE_HOME: state, XDG_CONFIG_HOME: state },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`galley web ended with ${code}`)));
    child.stdout.on("data", (chunk: Buffer) => {
      const [, url] = /"url": ?"([^"]+)"/.exec(chunk.toString()) ?? [];
      if (url !== undefined) resolve({ url, child });
    });
  });
}

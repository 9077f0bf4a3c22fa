// `npm run page-pictures`: makes docs/pictures anew from the real page of `galley web`, in Chromium, on a sample project.

import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ensureBuilt, ensurePackages } from "./ensure.mjs";
import { answer, files } from "./page-picture-sample.mjs";
import { root, say } from "./place.mjs";

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };
const MOST_BYTES = 1_000_000;
const folder = join(root, "docs", "pictures");

ensurePackages();
await ensureBuilt({ library: false });
const { chromium } = await import("playwright-core");
const scratch = mkdtempSync(join(tmpdir(), "galley-pictures-"));
const project = join(scratch, "shop");
const env = { PATH: process.env["PATH"], HOME: scratch, LANG: "C.UTF-8" };
const taken = [];
const started = [];
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
try {
  makeProject();
  const page = await openPage(await serve());
  await take(page, "web-start", WIDE);
  await page.getByTestId("paste").fill(answer);
  await page.getByTestId("send").click();
  await usable(page, "apply");
  await take(page, "web-review", WIDE);
  await take(page, "web-review-dark", WIDE, "dark");
  await take(page, "web-narrow", NARROW);
  for (const path of ["cart.js", "tax.js"]) {
    await page.getByTestId("review").getByRole("heading", { name: path }).waitFor();
    await (await usable(page, "apply")).click();
  }
  await page.locator(".task-screen h1").waitFor();
  await page.getByLabel("Dismiss").click();
  await take(page, "web-result", WIDE);
} finally {
  await browser.close();
  for (const child of started) child.kill("SIGKILL");
  rmSync(scratch, { recursive: true, force: true });
}
const bytes = taken.reduce((sum, name) => sum + statSync(name).size, 0);
say(`docs/pictures: ${taken.length} pictures, ${Math.round(bytes / 1000)} kB`);
if (bytes > MOST_BYTES) {
  say(`They are too large for a repository: at most ${MOST_BYTES / 1000} kB.`);
  process.exitCode = 1;
}

function makeProject() {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    writeFileSync(join(project, name), text);
  }
  const git = (...args) => execFileSync("git", ["-C", project, ...args], { env, stdio: "ignore" });
  git("init", "-q");
  git("add", "-A");
  git("-c", "user.name=Galley", "-c", "user.email=galley@example.invalid", "commit", "-q", "-m", "Shop");
}

function galley(args, input = "") {
  const program = join(root, "bin", "galley.js");
  const child = spawn(process.execPath, [program, ...args], { cwd: project, env, stdio: ["pipe", "pipe", "inherit"] });
  started.push(child);
  child.stdin.end(input);
  return child;
}

function serve() {
  const child = galley(["web", "--json", "--no-open"]);
  return new Promise((resolve, reject) => {
    child.on("exit", (code) => reject(new Error(`galley web ended with ${code}`)));
    child.stdout.on("data", (chunk) => resolve(JSON.parse(String(chunk)).url));
  });
}

async function openPage(url) {
  const context = await browser.newContext({ viewport: WIDE, reducedMotion: "reduce", colorScheme: "light" });
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole("treeitem", { name: "src" }).waitFor();
  await page.getByText(/the last commit/).waitFor();
  return page;
}

/** A control that answers, once it can be used. */
async function usable(page, id) {
  const control = page.locator(`[data-testid=${id}]:not([aria-disabled=true])`);
  await control.waitFor();
  return control;
}

async function take(page, name, size, colorScheme = "light") {
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme });
  // Another size is another picture for the gate, which opens again.
  if ((await page.getByTestId("apply").count()) > 0) await usable(page, "apply");
  await page.mouse.move(0, 0);
  const path = join(folder, `${name}.png`);
  await page.screenshot({ path });
  taken.push(path);
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ colorScheme: "light" });
}

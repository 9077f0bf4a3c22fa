// node test/recorded/record.mjs [CLI] > outputs.jsonl: what every case prints, with ids, times and sentences masked.
// Record before and after a change of structure, and compare the two with diff. Not part of npm test.

import { spawn, spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import { dirname, join, resolve } from "node:path";
import { cases } from "./cases.mjs";

const cli = resolve(process.argv[2] ?? "bin/galley.js");
const home = fs.mkdtempSync(join(os.tmpdir(), "galley-recorded-"));
const outputs = [];
let next = 0;
await Promise.all(Array.from({ length: 2 }, work));
fs.rmSync(home, { recursive: true });
for (const each of outputs) process.stdout.write(`${JSON.stringify(each)}\n`);
process.stderr.write(`${cases.length} cases\n`);

async function work() {
  while (next < cases.length) {
    const at = next;
    next += 1;
    outputs[at] = await record(cases[at], join(home, String(at)));
  }
}

async function record({ name, files, config, git = false, steps }, folder) {
  const root = join(folder, "w");
  for (const [path, content] of Object.entries(files)) put(join(root, path), content);
  const environment = { PATH: process.env.PATH, HOME: join(folder, "home"), NO_COLOR: "1" };
  fs.mkdirSync(environment.HOME, { recursive: true });
  if (config !== undefined) put(join(environment.HOME, ".config/galley/config.json"), JSON.stringify(config));
  if (git)
    for (const args of [
      ["init", "-q"],
      ["add", "."],
    ])
      spawnSync("git", args, { cwd: root, env: environment });
  const printed = [];
  for (const step of steps) printed.push(await run(step, { root, environment }));
  return { name, printed, left: tree(root) };
}

function run({ args, input = "" }, { root, environment }) {
  return new Promise((done) => {
    const child = spawn(process.execPath, [cli, ...args], { cwd: root, env: environment });
    let out = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (out += text));
    child.stderr.resume();
    child.on("close", (code) => done({ code, output: masked(out, root) }));
    child.stdin.on("error", () => undefined).end(input);
  });
}

function masked(out, root) {
  try {
    return out === "" ? null : mask(JSON.parse(out), root);
  } catch {
    return out
      .split("\n")
      .filter(Boolean)
      .map((line) => mask(JSON.parse(line), root));
  }
}

// Words of a wire vocabulary and paths stay; everything with a space in it is a sentence.
function mask(value, root) {
  if (Array.isArray(value)) return value.map((each) => mask(each, root));
  if (value !== null && typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, maskOf(key, each, root)]));
  if (typeof value !== "string") return value;
  return value.includes(" ") ? "…" : value.replaceAll(root, "ROOT").replaceAll(/[0-9A-Za-z_-]{16,}/g, "ID");
}

function maskOf(key, value, root) {
  if (/(^|_)(id|at|time|ms|version|digest|mtime)$/.test(key)) return value === null ? null : "ID";
  return mask(value, root);
}

function put(path, content) {
  fs.mkdirSync(dirname(path), { recursive: true });
  fs.writeFileSync(path, content);
}

function tree(folder) {
  const found = fs.readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  const paths = found.map((entry) => join(entry.parentPath ?? entry.path, entry.name)).sort();
  const entries = paths.filter((path) => !path.startsWith(join(folder, ".git/")));
  return Object.fromEntries(entries.map((path) => [path.slice(folder.length + 1), fs.readFileSync(path, "utf8")]));
}

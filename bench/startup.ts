// What a person waits for: whole processes, against the floor that Node itself sets and against git.
// Runs from the root of the repository, on folders of its own.

import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { denyingHookCommand } from "../src/install/index.ts";
import { race } from "./race.ts";
import type { BenchRow } from "./rows.ts";

const PROGRAM = join(process.cwd(), "bin", "galley.js");
const ROUNDS = 21;
const LIMIT_SECONDS = 600;

export async function benchStartup(): Promise<BenchRow[]> {
  return inScratch(async (scratch) => {
    const folder = join(scratch, "small");
    mkdirSync(folder);
    writeFileSync(join(folder, "a.txt"), "one\ntwo\nthree\n");
    writeFileSync(join(scratch, "answer.md"), block("a.txt", "two", "2"));
    const galley = (...args: string[]) => node([PROGRAM, ...args], { folder, scratch });
    const apart = join(scratch, "hooked"); // With a config, which the others do without.
    const hooked = hookMessages(folder, apart);
    const hook = (input: string) => node([PROGRAM, "hook", "claude-code"], { folder, scratch: apart, input });
    const line = denyingHookCommand({
      launch: [process.execPath, PROGRAM],
      host: "claude-code",
      seconds: LIMIT_SECONDS,
      folders: null,
    });
    const installed = program("/bin/sh", ["-c", line], { folder, scratch: apart, input: hooked.read });
    const least = join(scratch, "least-hook.cjs");
    writeFileSync(least, LEAST_HOOK);
    const leastEdit = join(scratch, "least-edit-hook.cjs");
    writeFileSync(leastEdit, LEAST_EDIT_HOOK);
    const loading = join(scratch, "loading-edit-hook.cjs");
    writeFileSync(loading, LOADING + LEAST_EDIT_HOOK);
    const [floor, leastHook, version, dryRun, read, passed, asInstalled, leastEditHook, loadingHook, allowed] =
      await race(
        [
          { run: node(["-e", "0"], { folder, scratch }) },
          { run: node([least], { folder, scratch: apart, input: hooked.read }) },
          { run: galley("--version") },
          { run: galley("apply", "--dry-run", join(scratch, "answer.md")) },
          { run: galley("tool", "read_file", '{"path":"a.txt"}') },
          { run: hook(hooked.read) },
          { run: installed },
          { before: hooked.forget, run: node([leastEdit], { folder, scratch: apart, input: hooked.edit }) },
          { before: hooked.forget, run: node([loading], { folder, scratch: apart, input: hooked.edit }) },
          { before: hooked.forget, run: hook(hooked.edit) },
        ],
        ROUNDS,
      );
    return [
      ratioRow("galley --version, ms", version, floor, 1.4),
      ratioRow("galley apply --dry-run of one block, ms", dryRun, floor, 2),
      ratioRow("galley tool read_file, ms", read, floor, 2),
      {
        ...ratioRow("the floor: Node reads a hook's message and says yes, ms", leastHook, floor, 1),
        limit: "",
        ok: true,
      },
      ratioRow("galley hook, a read that a rule allows, ms", passed, floor, 1.6),
      { ...ratioRow("the same, in the line that install writes, ms", asInstalled, floor, 1), limit: "", ok: true },
      {
        ...ratioRow("the floor: such a Node, and it journals an edit, ms", leastEditHook, floor, 1),
        limit: "",
        ok: true,
      },
      {
        ...ratioRow("the same, with galley's code loaded and not run, ms", loadingHook, floor, 1),
        limit: "",
        ok: true,
      },
      ratioRow("galley hook, an edit that a rule allows (it is journaled), ms", allowed, floor, 1.6),
    ];
  });
}

export async function benchManyBlocks(): Promise<BenchRow[]> {
  return inScratch(async (scratch) => {
    const made = makeTree(join(scratch, "tree"));
    const answer = join(scratch, "answer.md");
    writeFileSync(answer, made.answer);
    const patch = join(scratch, "change.patch");
    writeFileSync(patch, made.patch());
    const folder = join(scratch, "work");
    const fresh = (): void => {
      rmSync(folder, { recursive: true, force: true });
      cpSync(join(scratch, "tree"), folder, { recursive: true });
    };
    const place = { folder, scratch };
    const apply = node([PROGRAM, "apply", "--yes", "--no-stage", answer], place);
    const least = join(import.meta.dirname, "least.js");
    const [floor, ours, dryRun, git, bare] = await race(
      [
        { before: fresh, run: node(["-e", "0"], place) },
        { before: fresh, run: apply },
        { before: fresh, run: node([PROGRAM, "apply", "--dry-run", answer], place) },
        { before: fresh, run: () => execFileSync("git", ["apply", patch], { cwd: folder, stdio: "pipe" }) },
        { before: fresh, run: node([least, "apply-least", answer, join(scratch, "least-state")], place) },
      ],
      9,
    );
    fresh();
    const peak = peakMegabytes(["apply", "--yes", "--no-stage", answer], place);
    const allowed = 100 + (4 * made.bytes) / 1e6;
    const over = "floor + 150 ms";
    return [
      {
        name: "apply 1,000 blocks over 100 files, ms",
        ours,
        rival: floor,
        rivalName: "node -e 0",
        limit: over,
        ok: ours <= floor + 150,
      },
      {
        name: "the same, --dry-run, ms",
        ours: dryRun,
        rival: floor,
        rivalName: "node -e 0",
        limit: over,
        ok: dryRun <= floor + 150,
      },
      {
        name: "the same, by hand and unchecked, ms",
        ours,
        rival: bare,
        rivalName: "bench/least.ts",
        limit: "",
        ok: true,
      },
      { name: "the same, against git, ms", ours, rival: git, rivalName: "git apply", limit: "", ok: true },
      {
        name: "the same, peak memory, MB",
        ours: peak,
        rival: null,
        rivalName: "",
        limit: `4 × the text + 100 MB`,
        ok: peak <= allowed,
      },
    ];
  });
}

type Place = { readonly folder: string; readonly scratch: string; readonly input?: string };

/** Any hook in Node does this much. A message comes through a socket, as Node's own `spawn` makes it. */
const LEAST_HOOK = `let text = "";
process.stdin.setEncoding("utf8").on("data", (piece) => (text += piece)).on("end", () => {
  const { hook_event_name } = JSON.parse(text);
  process.stdout.write(JSON.stringify({ hookSpecificOutput: { hookEventName: hook_event_name } }));
});
`;

/** The packs that a hook opens for an edit, with their code caches. */
const LOADING = `const { Script } = require("node:vm");
for (const name of ["hook", "change"]) {
  const filename = ${JSON.stringify(join(process.cwd(), "dist", "cli"))} + "/" + name + ".js";
  const text = require("node:fs").readFileSync(filename, "latin1");
  new Script(text, { filename, cachedData: require("node:fs").readFileSync(filename + ".cache") }).runInThisContext();
}
`;

/** As the least hook; the text must be there once, and both contents are kept and flushed, under a lock. */
const LEAST_EDIT_HOOK = `const fs = require("node:fs");
const { createHash } = require("node:crypto");
const state = process.env.HOME + "/.local/state/least";
const flush = (path, flags, text) => {
  const fd = fs.openSync(path, flags, 0o600);
  if (text !== null) fs.writeSync(fd, text);
  fs.fsyncSync(fd);
  fs.closeSync(fd);
};
let text = "";
process.stdin.setEncoding("utf8").on("data", (piece) => (text += piece)).on("end", () => {
  const { hook_event_name, tool_input } = JSON.parse(text);
  const before = fs.readFileSync(tool_input.file_path, "utf8");
  const parts = before.split(tool_input.old_string);
  if (parts.length !== 2) throw new Error("not there once");
  const after = parts.join(tool_input.new_string);
  const version = createHash("sha256").update(after).digest("hex");
  fs.mkdirSync(state + "/batches", { recursive: true });
  fs.writeFileSync(state + "/lock.own", String(process.pid));
  fs.linkSync(state + "/lock.own", state + "/lock");
  flush(state + "/batches/1.tmp", "wx", JSON.stringify({ path: tool_input.file_path, version, before, after }));
  fs.renameSync(state + "/batches/1.tmp", state + "/batches/1.pending");
  flush(state + "/batches", "r", null);
  flush(state + "/log", "a", version);
  flush(state, "r", null);
  fs.renameSync(state + "/batches/1.pending", state + "/batches/1.delegated");
  fs.unlinkSync(state + "/lock");
  fs.unlinkSync(state + "/lock.own");
  process.stdout.write(JSON.stringify({ hookSpecificOutput: { hookEventName: hook_event_name } }));
});
`;

/** What an agent sends, with rules that answer. `forget`: the edit was never made, and is asked about anew. */
function hookMessages(folder: string, scratch: string): { read: string; edit: string; forget: () => void } {
  const config = join(scratch, "home", ".config", "galley");
  mkdirSync(config, { recursive: true });
  writeFileSync(
    join(config, "config.json"),
    JSON.stringify({ policy: ["read_file", "edit_file"].map((tool) => ({ effect: "allow", tool })) }),
  );
  const path = join(folder, "a.txt");
  const message = (tool: string, input: object): string =>
    JSON.stringify({
      session_id: "s",
      cwd: folder,
      hook_event_name: "PreToolUse",
      tool_name: tool,
      tool_input: { file_path: path, ...input },
      tool_use_id: "1",
    });
  return {
    read: message("Read", {}),
    edit: message("Edit", { old_string: "two", new_string: "2", replace_all: false }),
    forget: () => rmSync(join(scratch, "home", ".local"), { recursive: true, force: true }),
  };
}

function node(args: readonly string[], place: Place): () => void {
  return program(process.execPath, args, place);
}

/** A run that must succeed: a fast failure would look like a good time. */
function program(name: string, args: readonly string[], { folder, scratch, input }: Place): () => void {
  return () => {
    const ran = spawnSync(name, args, {
      cwd: folder,
      env: environment(scratch),
      ...(input === undefined ? { stdio: ["ignore", "pipe", "pipe"] as const } : { input }),
    });
    if (ran.status !== 0) throw new Error(`${name} ${args.join(" ")} ended with ${ran.status}: ${String(ran.stderr)}`);
  };
}

function environment(scratch: string): NodeJS.ProcessEnv {
  return { PATH: process.env["PATH"], HOME: join(scratch, "home"), NO_COLOR: "1" };
}

function ratioRow(name: string, ours: number, rival: number, factor: number): BenchRow {
  return { name, ours, rival, rivalName: "node -e 0", limit: `≤ ${factor}×`, ok: ours <= factor * rival };
}

/** 100 files of 1,000 lines and an answer that changes ten lines in each. */
function makeTree(folder: string): { answer: string; bytes: number; patch: () => string } {
  mkdirSync(folder);
  let answer = "";
  let bytes = 0;
  const names = Array.from({ length: 100 }, (_, index) => `file-${index}.txt`);
  const linesOf = (name: string): string[] =>
    Array.from({ length: 1000 }, (_, line) => `${name} line ${line}, some words to fill it`);
  for (const name of names) {
    const text = `${linesOf(name).join("\n")}\n`;
    bytes += text.length;
    writeFileSync(join(folder, name), text);
    for (let line = 50; line < 1000; line += 100) {
      const found = `${name} line ${line}, some words to fill it`;
      answer += block(name, found, `${found}, changed`);
    }
  }
  const patch = (): string => {
    const other = `${folder}-after`;
    cpSync(folder, other, { recursive: true });
    for (const name of names) {
      const text = linesOf(name).map((line, at) => (at % 100 === 50 ? `${line}, changed` : line));
      writeFileSync(join(other, name), `${text.join("\n")}\n`);
    }
    const ran = spawnSync(
      "git",
      ["diff", "--no-index", "--no-prefix", "--src-prefix=a/", "--dst-prefix=b/", folder, other],
      { encoding: "utf8", maxBuffer: 1e8 },
    );
    return ran.stdout.replaceAll(`a${folder}/`, "a/").replaceAll(`b${other}/`, "b/");
  };
  return { answer, bytes: bytes + answer.length, patch };
}

function block(path: string, find: string, put: string): string {
  return `${path}\n««« EDIT\n${find}\n═══════ REPL\n${put}\n»»» EDIT END\n\n`;
}

/** The most memory the process held at any time, reported by the process itself when it ends. */
function peakMegabytes(args: readonly string[], { folder, scratch }: Place): number {
  const report = join(scratch, "peak");
  const tell = `process.on("exit",()=>process.getBuiltinModule("node:fs").writeFileSync(${JSON.stringify(report)},String(process.resourceUsage().maxRSS)))`;
  node(["--import", `data:text/javascript,${encodeURIComponent(tell)}`, PROGRAM, ...args], { folder, scratch })();
  return Number(readFileSync(report, "utf8")) / 1024;
}

async function inScratch(measure: (scratch: string) => Promise<BenchRow[]>): Promise<BenchRow[]> {
  const scratch = mkdtempSync(join(tmpdir(), "galley-bench-"));
  try {
    return await measure(scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

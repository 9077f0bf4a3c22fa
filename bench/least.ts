// The least that can be called safe, written by hand for two kinds of answer, changes of lines and new files: finds each
// text and that it is there once, keeps the old contents, flushes everything before it counts, compares before it
// replaces, and links a new file into its place so that it replaces nothing. No paths are checked, nothing is explained,
// shown, asked, recovered or undone. A process of its own, for other benchmarks: what the disk and Node take
// on this machine whoever does the work. Does nothing unless it is given an answer.

import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { dirname, join } from "node:path";

/** So many files are open at a time. */
const AT_ONCE = 128;

const [, , task, answer, state] = process.argv;
if (task === "apply-least" && answer !== undefined && state !== undefined) await applyLeast(answer, state);

export type Change = {
  readonly path: string;
  /** Null for a new file. */
  readonly before: Buffer | null;
  readonly after: Buffer;
  readonly version: string;
};

async function applyLeast(answer: string, state: string): Promise<void> {
  const changes = plan(fs.readFileSync(answer, "utf8"));
  fs.mkdirSync(state, { recursive: true });
  const journal = fs.openSync(join(state, "journal"), "w");
  fs.writeSync(journal, `${changes.map(({ path, version }) => `${path} ${version}`).join("\n")}\n`);
  for (const { before } of changes) if (before !== null) fs.writeSync(journal, before);
  fs.fsyncSync(journal);
  fs.closeSync(journal);
  const folders = new Set(changes.map(({ path }) => dirname(path)));
  for (const folder of folders) fs.mkdirSync(folder, { recursive: true });
  for (let at = 0; at < changes.length; at += AT_ONCE) await Promise.all(changes.slice(at, at + AT_ONCE).map(stage));
  for (const { path, before, version } of changes) {
    if (before === null) {
      fs.linkSync(`${path}.new`, path);
      fs.unlinkSync(`${path}.new`);
    } else {
      if (versionOf(fs.readFileSync(path)) !== version) throw new Error(`${path} has changed`);
      fs.renameSync(`${path}.new`, path);
    }
  }
  for (const folder of new Set([...folders].flatMap((each) => [each, dirname(each)]))) flush(folder, "r", null);
  flush(join(state, "log"), "a", `${changes.map(({ path, version }) => `${path} ${version}`).join(" ")}\n`);
  process.stdout.write(changes.map(({ path }) => `${path}\n`).join(""));
}

export function plan(text: string): readonly Change[] {
  const lines = text.split("\n");
  const edits = new Map<string, [find: string, put: string][]>();
  for (let at = 0; at < lines.length; at += 1) {
    if (lines[at] !== "««« EDIT") continue;
    const path = lines[at - 1]!;
    const own = edits.get(path) ?? [];
    edits.set(path, own);
    const middle = lines.indexOf("═══════ REPL", at);
    const end = lines.indexOf("»»» EDIT END", middle);
    own.push([lines.slice(at + 1, middle).join("\n"), `${lines.slice(middle + 1, end).join("\n")}\n`]);
    at = end;
  }
  return [...edits].map(([path, own]) => (own[0]![0] === "" ? created(path, own[0]![1]) : changed(path, own)));
}

function created(path: string, text: string): Change {
  if (fs.existsSync(path)) throw new Error(`${path} is there already`);
  const after = Buffer.from(text);
  return { path, before: null, after, version: versionOf(after) };
}

function changed(path: string, own: readonly (readonly [find: string, put: string])[]): Change {
  const before = fs.readFileSync(path);
  const old = before.toString();
  let fresh = "";
  let kept = 0;
  for (const [line, put] of own) {
    const find = `${line}\n`;
    const from = old.indexOf(find, kept);
    if (from < 0 || old.includes(find, from + 1)) throw new Error(`${path}: not there once`);
    fresh += old.slice(kept, from) + put;
    kept = from + find.length;
  }
  const after = Buffer.from(fresh + old.slice(kept));
  versionOf(after);
  return { path, before, after, version: versionOf(before) };
}

function stage({ path, after }: Change): Promise<void> {
  const fd = fs.openSync(`${path}.new`, "wx");
  fs.writeSync(fd, after);
  return new Promise((resolve, reject) =>
    fs.fsync(fd, (error) => {
      fs.closeSync(fd);
      if (error === null) resolve();
      else reject(error);
    }),
  );
}

export function flush(path: string, flags: string, text: string | null): void {
  const fd = fs.openSync(path, flags);
  if (text !== null) fs.writeSync(fd, text);
  fs.fsyncSync(fd);
  fs.closeSync(fd);
}

function versionOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

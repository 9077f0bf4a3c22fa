// The least that can be called safe, written by hand for one kind of answer: finds each text and that it stands once,
// keeps the old contents, flushes everything before it counts, compares before it replaces. No paths are checked, nothing
// is explained, shown, asked, recovered or undone. A process of its own, for bench/startup.ts: what the disk and Node take
// on this machine whoever does the work. Does nothing unless it is given an answer.

import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { join } from "node:path";

const [, , task, answer, state] = process.argv;
if (task === "apply-least" && answer !== undefined && state !== undefined) await applyLeast(answer, state);

type Change = { readonly path: string; readonly before: Buffer; readonly after: Buffer; readonly version: string };

async function applyLeast(answer: string, state: string): Promise<void> {
  const changes = plan(fs.readFileSync(answer, "utf8"));
  fs.mkdirSync(state, { recursive: true });
  const journal = fs.openSync(join(state, "journal"), "w");
  for (const { before } of changes) fs.writeSync(journal, before);
  fs.fsyncSync(journal);
  fs.closeSync(journal);
  await Promise.all(changes.map(stage));
  for (const { path, version } of changes) {
    if (versionOf(fs.readFileSync(path)) !== version) throw new Error(`${path} has changed`);
    fs.renameSync(`${path}.new`, path);
  }
  flush(".", "r", null);
  flush(join(state, "log"), "a", `${changes.map(({ path, version }) => `${path} ${version}`).join(" ")}\n`);
  process.stdout.write(changes.map(({ path }) => `${path}\n`).join(""));
}

function plan(text: string): readonly Change[] {
  const lines = text.split("\n");
  const edits = new Map<string, [find: string, put: string][]>();
  for (let at = 0; at < lines.length; at += 1) {
    if (lines[at] !== "««« EDIT") continue;
    const path = lines[at - 1]!;
    const own = edits.get(path) ?? [];
    edits.set(path, own);
    own.push([`${lines[at + 1]}\n`, `${lines[at + 3]}\n`]);
    at += 4;
  }
  return [...edits].map(([path, own]) => {
    const before = fs.readFileSync(path);
    const old = before.toString();
    let fresh = "";
    let kept = 0;
    for (const [find, put] of own) {
      const from = old.indexOf(find, kept);
      if (from < 0 || old.includes(find, from + 1)) throw new Error(`${path}: not there once`);
      fresh += old.slice(kept, from) + put;
      kept = from + find.length;
    }
    const after = Buffer.from(fresh + old.slice(kept));
    versionOf(after);
    return { path, before, after, version: versionOf(before) };
  });
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

function flush(path: string, flags: string, text: string | null): void {
  const fd = fs.openSync(path, flags);
  if (text !== null) fs.writeSync(fd, text);
  fs.fsyncSync(fd);
  fs.closeSync(fd);
}

function versionOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

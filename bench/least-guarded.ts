// What galley's own guarantees cost when they are written by hand, for an answer of new files: as bench/least.ts, and every
// path is walked from the root's descriptor without following a link, a folder is used again only while it is still at its
// path, every place is compared before the journal, before the temp file, after it and when it gets its name, the journal
// has the new bytes and a checksum, and the state is locked. Nothing is parsed but one format; no rule is judged, nothing is
// shown, asked or reported. The floor that `galley apply` is measured against, in addition to the least. Linux only.

import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { basename, dirname, join } from "node:path";
import { flush, plan, type Change } from "./least.ts";

/** So many files are open at a time. */
const AT_ONCE = 128;
const O_PATH = 0o10000000; // Not in Node's constants.
const { O_DIRECTORY, O_NOFOLLOW, O_WRONLY, O_CREAT, O_EXCL } = fs.constants;
const SHOWN = `/proc/${process.pid}/fd/`;

/** Folders that are open, by path. */
const folders = new Map<string, number>();

const [, , task, answer, state] = process.argv;
if (task === "apply-guarded" && answer !== undefined && state !== undefined) await applyGuarded(answer, state);

async function applyGuarded(answer: string, state: string): Promise<void> {
  const changes = plan(fs.readFileSync(answer, "utf8"));
  folders.set("", fs.openSync(".", O_PATH | O_DIRECTORY));
  fs.mkdirSync(join(state, "batches"), { recursive: true });
  const lock = join(state, "lock");
  fs.writeFileSync(`${lock}.own`, String(process.pid));
  fs.linkSync(`${lock}.own`, lock);
  for (const { path } of changes) requireAbsent(path);
  for (const { path } of changes) requireAbsent(path);
  const journal = keepJournal(changes, state);
  const made = new Set(changes.map(({ path }) => dirname(path)));
  for (const folder of made) fs.mkdirSync(folder, { recursive: true });
  for (let at = 0; at < changes.length; at += AT_ONCE) await Promise.all(changes.slice(at, at + AT_ONCE).map(stage));
  for (const { path } of changes) requireAbsent(path);
  for (const { path } of changes) {
    const folder = requireAbsent(path);
    const temp = `${SHOWN}${folder}/${tempOf(path)}`;
    fs.linkSync(temp, `${SHOWN}${folder}/${basename(path)}`);
    fs.unlinkSync(temp);
  }
  for (const folder of new Set([...made].flatMap((each) => [each, dirname(each)]))) flush(folder, "r", null);
  flush(join(state, "log"), "a", `${JSON.stringify(changes.map(({ path, version }) => ({ path, version })))}\n`);
  fs.renameSync(journal, journal.replace(".pending", ".done"));
  fs.unlinkSync(lock);
  fs.unlinkSync(`${lock}.own`);
  process.stdout.write(changes.map(({ path }) => `${path}\n`).join(""));
}

/** The descriptor of the path's folder, or of the deepest one above it that is there; throws when something is at the path. */
function requireAbsent(path: string): number | null {
  const folder = enter(dirname(path));
  if (folder === null) return null;
  const found = fs.lstatSync(`${SHOWN}${folder}/${basename(path)}`, { throwIfNoEntry: false });
  if (found !== undefined) throw new Error(`${path} is there already`);
  return folder;
}

/** Step by step, no link followed; null when it is not there. One that is open must still be where it was. */
function enter(path: string): number | null {
  if (path === ".") return folders.get("")!;
  const known = folders.get(path);
  if (known !== undefined) {
    if (fs.readlinkSync(SHOWN + known) !== join(process.cwd(), path)) throw new Error(`${path} was exchanged`);
    return known;
  }
  const above = enter(dirname(path));
  if (above === null) return null;
  const at = `${SHOWN}${above}/${basename(path)}`;
  if (fs.lstatSync(at, { throwIfNoEntry: false }) === undefined) return null;
  const fd = fs.openSync(at, O_PATH | O_NOFOLLOW | O_DIRECTORY);
  folders.set(path, fd);
  return fd;
}

function keepJournal(changes: readonly Change[], state: string): string {
  const pending = join(state, "batches", "000000000001.pending");
  const header = JSON.stringify(
    changes.map(({ path, version, after }) => ({ path, version, length: after.length, temps: [tempOf(path)] })),
  );
  const sum = createHash("sha256").update(header).digest("hex");
  const bytes = [Buffer.from(`${header.length} ${sum}\n${header}\n`), ...changes.map(({ after }) => after)];
  const fd = fs.openSync(`${pending}.tmp`, "wx", 0o600);
  fs.writeSync(fd, Buffer.concat(bytes));
  fs.fsyncSync(fd);
  fs.closeSync(fd);
  fs.renameSync(`${pending}.tmp`, pending);
  flush(join(state, "batches"), "r", null);
  return pending;
}

function stage({ path, after }: Change): Promise<void> {
  const folder = requireAbsent(path);
  const fd = fs.openSync(`${SHOWN}${folder}/${tempOf(path)}`, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o666);
  fs.writeSync(fd, after);
  return new Promise((resolve, reject) =>
    fs.fsync(fd, (error) => {
      fs.closeSync(fd);
      if (error === null) resolve();
      else reject(error);
    }),
  );
}

function tempOf(path: string): string {
  return `.${basename(path)}.new`;
}

// V8's code caches for a Node other than the one that built galley. The first command of each kind keeps what it has
// compiled in the state directory when it ends, and later ones start with it. A cache is code that will be run: it must be
// whole, of this user, in a folder that no one else can write, in the home folder that the system knows. Variables do not
// count: a project can set those of its agent. A file of its own: the Node that built galley never loads it.

import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { Script } from "node:vm";
import { stateDirectory } from "../../state/index.ts";
import { mayHang } from "../hook/network-mounts.ts";

export type Source = {
  /** Of the pack. */
  readonly name: string;
  readonly filename: string;
  /** Starts with a comment that names its own content. */
  readonly text: string;
};

const MOST_BYTES = 16 * 1024 * 1024;
const MOST_FILES = 200;
const MOST_AGE_MS = 30 * 86_400_000;

/** Compiles packs for one process. `kind` names the command: a cache holds what that command called. */
export class KeptCode {
  readonly #folder: string;
  readonly #ending: string;
  readonly #fresh = new Map<string, Script>();

  constructor(state: string, kind: string) {
    this.#folder = join(state, "code");
    this.#ending = `${kind}.${process.versions.v8}-${process.arch}.cache`;
  }

  compile({ name, filename, text }: Source): Script {
    const path = join(this.#folder, `${name}.${contentOf(text)}.${this.#ending}`);
    const cachedData = isOwnFolder(this.#folder) ? readOwn(path) : null;
    const script = new Script(text, cachedData === null ? { filename } : { filename, cachedData });
    if (cachedData === null || script.cachedDataRejected === true) this.#fresh.set(path, script);
    return script;
  }

  /** When everything was run: what was not called is not in a cache. A convenience that never fails. */
  keep(): void {
    if (this.#fresh.size === 0) return;
    try {
      this.#open();
      for (const [path, script] of this.#fresh) write(path, script);
      this.#prune();
    } catch {
      return; // No state directory yet, a full or read-only disk: the next command compiles again.
    }
  }

  #open(): void {
    try {
      fs.mkdirSync(this.#folder, { mode: 0o700 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    if (!isOwnFolder(this.#folder)) throw new Error("it is someone else's");
  }

  #prune(): void {
    const own = fs.readdirSync(this.#folder).filter((name) => /\.(?:cache|new)$/.test(name));
    const paths = own.map((name) => join(this.#folder, name));
    const files = paths.map((path) => ({ path, mtimeMs: fs.lstatSync(path).mtimeMs }));
    const newest = files.sort((a, b) => b.mtimeMs - a.mtimeMs);
    const old = newest.filter(({ mtimeMs }, at) => at >= MOST_FILES || Date.now() - mtimeMs > MOST_AGE_MS);
    for (const { path } of old) fs.unlinkSync(path);
  }
}

/**
 * A hook has to answer in time. Its clock cannot end a process that waits for a file system, so nothing is read, before it
 * has started or when it ends, from one that may stop answering.
 */
export function mayKeep(command: string, state: string, table?: string): boolean {
  return command !== "hook" || !mayHang([state], {}, table);
}

/** For this process; what it compiles is kept when it ends. Null where it cannot, or must not, be. */
export function keptCode(): KeptCode | null {
  try {
    const state = stateDirectory({ HOME: userInfo().homedir });
    if (stateDirectory(process.env) !== state) return null;
    const [, , word = ""] = process.argv;
    if (!mayKeep(word, state)) return null;
    const kept = new KeptCode(state, /^[a-z]{2,12}$/.test(word) ? word : "other");
    process.once("exit", () => kept.keep());
    return kept;
  } catch {
    return null;
  }
}

function contentOf(text: string): string {
  return /^\/\*([0-9a-f]{16})\*\//.exec(text)?.[1] ?? "unknown";
}

function isOwnFolder(path: string): boolean {
  const facts = fs.lstatSync(path, { throwIfNoEntry: false });
  return facts?.isDirectory() === true && isOwn(facts);
}

function isOwn({ uid, mode }: fs.Stats): boolean {
  return uid === process.geteuid?.() && (mode & 0o022) === 0;
}

const DIGEST_BYTES = 32;

function digestOf(code: Uint8Array): Buffer {
  return createHash("sha256").update(code).digest();
}

/** Null for what is not there, not ours, or not as it was written: V8 itself would run much of that. */
function readOwn(path: string): Buffer | null {
  let descriptor: number | null = null;
  try {
    descriptor = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK);
    const facts = fs.fstatSync(descriptor);
    if (!facts.isFile() || !isOwn(facts) || facts.size > MOST_BYTES) return null;
    const bytes = fs.readFileSync(descriptor);
    const code = bytes.subarray(DIGEST_BYTES);
    return code.length > 0 && digestOf(code).equals(bytes.subarray(0, DIGEST_BYTES)) ? code : null;
  } catch {
    return null;
  } finally {
    if (descriptor !== null) fs.closeSync(descriptor);
  }
}

/** On the disk before it has its name. */
function write(path: string, script: Script): void {
  const temporary = `${path}.${process.pid}.new`;
  const code = script.createCachedData();
  const descriptor = fs.openSync(temporary, "wx", 0o600);
  try {
    fs.writeFileSync(descriptor, Buffer.concat([digestOf(code), code]));
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
  fs.renameSync(temporary, path);
}

// V8's code caches for a Node other than the one that built galley. The first command of each kind keeps what it has
// compiled in the state directory when it ends, and later ones start with it. A cache is code that will be run: only a file
// of this user that no one else can write is read. A file of its own: the Node that built galley never loads it.

import * as fs from "node:fs";
import { join } from "node:path";
import { Script } from "node:vm";
import { stateDirectory } from "../../state/index.ts";

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
    const cachedData = readOwn(path);
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
  }

  #prune(): void {
    const paths = fs.readdirSync(this.#folder).map((name) => join(this.#folder, name));
    const files = paths.map((path) => ({ path, mtimeMs: fs.lstatSync(path).mtimeMs }));
    const newest = files.sort((a, b) => b.mtimeMs - a.mtimeMs);
    const old = newest.filter(({ mtimeMs }, at) => at >= MOST_FILES || Date.now() - mtimeMs > MOST_AGE_MS);
    for (const { path } of old) fs.unlinkSync(path);
  }
}

/** For this process; what it compiles is kept when it ends. Null where there is no place for state. */
export function keptCode(): KeptCode | null {
  try {
    const [, , word = ""] = process.argv;
    const kept = new KeptCode(stateDirectory(process.env), /^[a-z]{2,12}$/.test(word) ? word : "other");
    process.once("exit", () => kept.keep());
    return kept;
  } catch {
    return null;
  }
}

function contentOf(text: string): string {
  return /^\/\*([0-9a-f]{16})\*\//.exec(text)?.[1] ?? "unknown";
}

function readOwn(path: string): Buffer | null {
  let descriptor: number | null = null;
  try {
    descriptor = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK);
    const facts = fs.fstatSync(descriptor);
    const isOurs = facts.isFile() && facts.uid === process.geteuid?.() && (facts.mode & 0o022) === 0;
    return isOurs && facts.size > 0 && facts.size <= MOST_BYTES ? fs.readFileSync(descriptor) : null;
  } catch {
    return null;
  } finally {
    if (descriptor !== null) fs.closeSync(descriptor);
  }
}

/** On the disk before it has its name: V8 does not check all of what it is given. */
function write(path: string, script: Script): void {
  const temporary = `${path}.${process.pid}.new`;
  const descriptor = fs.openSync(temporary, "wx", 0o600);
  try {
    fs.writeFileSync(descriptor, script.createCachedData());
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
  fs.renameSync(temporary, path);
}

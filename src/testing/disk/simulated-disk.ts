// A disk in memory that forgets like a real one: bytes last once their file was flushed, names once their directory
// was. Processes on it can be killed before any call, the power can be cut, and every change of a name is on record.

import { versionOf } from "../../base/index.ts";

type Inode = { bytes: Uint8Array; mode: number; /** What a power cut leaves. */ flushed: Uint8Array };
type Names = Map<string, Inode>;

/** Who gave which path which content. null = absent. */
export type DiskEvent = {
  readonly by: string;
  readonly path: string;
  readonly from: string | null;
  readonly to: string | null;
};

/** What survives of what was not flushed. */
export type PowerCut = {
  readonly keepsBytes: boolean;
  readonly keepsNames: (directory: string) => boolean;
};

/** Thrown from every call of a killed process: nothing it does after that has an effect. */
export class Killed extends Error {
  override readonly name = "Killed";
}

export class SimulatedDisk {
  readonly events: DiskEvent[] = [];
  readonly #directories = new Set<string>(["/"]);
  #names: Names = new Map();
  #flushedNames: Names = new Map();

  /** A person saves a file, in one go and safely, as a good editor does. */
  save(path: string, text: string | null, by = "person"): void {
    const from = this.text(path);
    if (text === null) this.#names.delete(path);
    else {
      const bytes = new TextEncoder().encode(text);
      this.makeDirectories(parent(path));
      this.#names.set(path, { bytes, flushed: bytes, mode: this.#names.get(path)?.mode ?? 0o644 });
    }
    this.flushNames(parent(path));
    this.events.push({ by, path, from, to: text });
  }

  text(path: string): string | null {
    const inode = this.#names.get(path);
    return inode === undefined ? null : new TextDecoder().decode(inode.bytes);
  }

  files(directory: string): readonly string[] {
    return [...this.#names.keys()].filter((path) => path.startsWith(`${directory}/`)).sort();
  }

  find(path: string): Inode | undefined {
    return this.#names.get(path);
  }

  isDirectory(path: string): boolean {
    return this.#directories.has(path);
  }

  /** Names directly below. */
  names(directory: string): string[] {
    const below = [...this.#names.keys(), ...this.#directories].filter(
      (path) => path !== "/" && parent(path) === directory,
    );
    return below.map((path) => path.slice(path.lastIndexOf("/") + 1)).sort();
  }

  makeDirectories(path: string): readonly string[] {
    const missing: string[] = [];
    for (let at = path; !this.#directories.has(at); at = parent(at)) missing.unshift(at);
    for (const at of missing) this.#directories.add(at);
    return missing;
  }

  removeDirectory(path: string): boolean {
    return this.isDirectory(path) && this.names(path).length === 0 && this.#directories.delete(path);
  }

  create(path: string, mode: number): Inode {
    if (this.#names.has(path)) throw system("EEXIST");
    if (!this.isDirectory(parent(path))) throw system("ENOENT");
    const inode = { bytes: new Uint8Array(), flushed: new Uint8Array(), mode };
    this.#names.set(path, inode);
    return inode;
  }

  link(from: string, to: string): void {
    const inode = this.#names.get(from);
    if (inode === undefined) throw system("ENOENT");
    if (this.#names.has(to)) throw system("EEXIST");
    this.#names.set(to, inode);
  }

  rename(from: string, to: string): void {
    const inode = this.#names.get(from);
    if (inode === undefined) throw system("ENOENT");
    this.#names.delete(from);
    this.#names.set(to, inode);
  }

  unlink(path: string): void {
    if (!this.#names.delete(path)) throw system("ENOENT");
  }

  flushBytes(inode: Inode): void {
    inode.flushed = inode.bytes;
  }

  flushNames(directory: string): void {
    for (const path of this.#flushedNames.keys()) if (parent(path) === directory) this.#flushedNames.delete(path);
    for (const [path, inode] of this.#names) if (parent(path) === directory) this.#flushedNames.set(path, inode);
  }

  /** Everything stops; what was flushed is there afterwards, the rest as the cut says. */
  cutPower({ keepsBytes, keepsNames }: PowerCut): void {
    const kept: Names = new Map();
    for (const [path, inode] of this.#flushedNames) if (!keepsNames(parent(path))) kept.set(path, inode);
    for (const [path, inode] of this.#names) if (keepsNames(parent(path))) kept.set(path, inode);
    for (const inode of kept.values()) if (!keepsBytes) inode.bytes = inode.flushed;
    this.#names = kept;
    this.#flushedNames = new Map(kept);
  }

  /** Equal exactly when no process could tell two disks apart; with `flushed`, neither could a power cut. */
  fingerprint({ flushed: withFlushed }: { readonly flushed: boolean }): string {
    const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
    const show = ({ bytes, flushed, mode }: Inode) =>
      `${mode} ${text(bytes)}${withFlushed && flushed !== bytes ? `, flushed: ${text(flushed)}` : ""}`;
    const names = (table: Names) => [...table].map(([path, inode]) => `${path}=${show(inode)}`).sort();
    const lasting = withFlushed ? names(this.#flushedNames) : [];
    return JSON.stringify([names(this.#names), lasting, [...this.#directories].sort()]);
  }

  version(path: string): string | null {
    const inode = this.#names.get(path);
    return inode === undefined ? null : versionOf(inode.bytes);
  }
}

export function parent(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("/"), 1));
}

/** Without a stack: a simulation throws by the million, and the stack is never read. */
export function system(code: string): Error {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const error = Object.assign(new Error(`${code}: simulated`), { code });
  Error.stackTraceLimit = stackTraceLimit;
  return error;
}

// One process on a simulated disk: Node's file calls for state, a Filesystem's staging for the workspace, and a life
// that can end before any call. `step` sees every call first; a staging call waits for it, so that a scheduler can
// order the calls of several processes.

import { asReal, failure, joinPath, parentOf, requirePath, versionOf, type Version } from "../../base/index.ts";
import type { Seen, Staging } from "../../fs/index.ts";
import { Killed, parent, system, type SimulatedDisk } from "./simulated-disk.ts";

/** `changes`: another process could notice it. `flushes`: only a power cut could. */
export type SimulatedCall = {
  readonly name: string;
  readonly path: string;
  readonly changes: boolean;
  readonly flushes?: true;
};

export type SimulatedProcess = {
  readonly ops: SimulatedOps;
  /** `as` is the name under which its changes go on record; without it, the process's own. */
  readonly staging: (root: string, options?: { readonly as: string }) => Staging;
  /** From now on every call throws Killed. */
  readonly kill: () => void;
  readonly isAlive: () => boolean;
};

export type ProcessOptions = {
  readonly name: string;
  /** May kill the process: the call then has no effect. */
  readonly onCall?: (call: SimulatedCall) => void;
  /** Staging calls wait for this. */
  readonly turn?: (call: SimulatedCall) => Promise<void>;
};

/** Node's synchronous calls, as far as state uses them. */
export type SimulatedOps = ReturnType<typeof fileCalls>;

export function startProcess(disk: SimulatedDisk, options: ProcessOptions): SimulatedProcess {
  let alive = true;
  const killed = new Killed(`${options.name} is dead`);
  const enter = (call: SimulatedCall): void => {
    if (alive) options.onCall?.(call);
    if (!alive) throw killed;
  };
  // Calls may overlap; they take their turns in the order in which they were made.
  let last: Promise<void> = Promise.resolve();
  const wait = async (call: SimulatedCall): Promise<void> => {
    last = last.then(() => (alive ? options.turn?.(call) : undefined));
    await last;
    enter(call);
  };
  return {
    ops: fileCalls(disk, enter),
    staging: (root, { as } = { as: options.name }) => stagingCalls(disk, { root, name: as, wait }),
    kill: () => void (alive = false),
    isAlive: () => alive,
  };
}

function fileCalls(disk: SimulatedDisk, enter: (call: SimulatedCall) => void) {
  // An open file stays the same file whatever happens to its name. No inode: a directory.
  const open = new Map<number, { readonly path: string; readonly inode: ReturnType<SimulatedDisk["find"]> }>();
  let last = 2;
  const reads = (name: string, path: string) => enter({ name, path, changes: false });
  const changes = (name: string, path: string) => enter({ name, path, changes: true });
  const inodeOf = (fd: number) => {
    const inode = open.get(fd)?.inode;
    if (inode === undefined) throw system("EISDIR");
    return inode;
  };
  return {
    openSync(path: string, flags: "r" | "wx" | "a+", mode = 0o666): number {
      const isNew = disk.find(path) === undefined;
      if (flags === "r") reads("open", path);
      else changes("open", path);
      if (flags === "r" && isNew && !disk.isDirectory(path)) throw system("ENOENT");
      if (flags === "wx" || (flags === "a+" && isNew)) disk.create(path, mode);
      last += 1;
      open.set(last, { path, inode: disk.find(path) });
      return last;
    },
    closeSync(fd: number): void {
      reads("close", open.get(fd)!.path);
      open.delete(fd);
    },
    readSync(fd: number, into: Uint8Array, offset: number, length: number, position: number): number {
      reads("read", open.get(fd)!.path);
      const slice = inodeOf(fd).bytes.subarray(position, position + length);
      into.set(slice, offset);
      return slice.length;
    },
    writeSync(fd: number, bytes: Uint8Array, offset: number, length: number): number {
      changes("write", open.get(fd)!.path);
      const inode = inodeOf(fd);
      const whole = new Uint8Array(inode.bytes.length + length);
      whole.set(inode.bytes);
      whole.set(bytes.subarray(offset, offset + length), inode.bytes.length);
      inode.bytes = whole;
      return length;
    },
    fsyncSync(fd: number): void {
      const { path, inode } = open.get(fd)!;
      enter({ name: "fsync", path, changes: false, flushes: true });
      if (inode === undefined) disk.flushNames(path);
      else disk.flushBytes(inode);
    },
    fstatSync(fd: number): { readonly size: number } {
      reads("fstat", open.get(fd)!.path);
      return { size: inodeOf(fd).bytes.length };
    },
    statSync(path: string): { readonly size: number; readonly mtimeMs: number; readonly mode: number } {
      reads("stat", path);
      const inode = disk.find(path);
      if (inode === undefined && !disk.isDirectory(path)) throw system("ENOENT");
      return { size: inode?.bytes.length ?? 0, mtimeMs: Date.UTC(2026, 0, 1), mode: inode?.mode ?? 0o700 };
    },
    renameSync(from: string, to: string): void {
      changes("rename", from);
      disk.rename(from, to);
    },
    linkSync(from: string, to: string): void {
      changes("link", to);
      disk.link(from, to);
    },
    unlinkSync(path: string): void {
      changes("unlink", path);
      disk.unlink(path);
    },
    mkdirSync(path: string): void {
      changes("mkdir", path);
      disk.makeDirectories(path);
    },
    chmodSync(path: string): void {
      changes("chmod", path);
    },
    readdirSync(path: string): string[] {
      reads("readdir", path);
      if (!disk.isDirectory(path)) throw system("ENOENT");
      return disk.names(path);
    },
  };
}

type StagingInput = {
  readonly root: string;
  readonly name: string;
  readonly wait: (call: SimulatedCall) => Promise<void>;
};

function stagingCalls(disk: SimulatedDisk, { root, name, wait }: StagingInput): Staging {
  const full = (path: string) => `${root}/${requirePath(path).path}`;
  const beside = (path: string, temp: string) => {
    const own = requirePath(path).path;
    return `${root}/${joinPath(parentOf(own), temp)}`;
  };
  const reads = (call: string, path: string) => wait({ name: call, path: full(path), changes: false });
  const changes = (call: string, path: string) => wait({ name: call, path: full(path), changes: true });
  const record = (path: string, from: string | null) =>
    disk.events.push({ by: name, path: full(path), from, to: disk.text(full(path)) });
  const holds = (path: string, expect: Version) => disk.version(full(path)) === expect;
  return {
    address: (path) => ({ root: { kind: "host", root }, path: asReal(requirePath(path).path) }),
    async look(path): Promise<Seen> {
      await reads("look", path);
      const inode = disk.find(full(path));
      if (inode === undefined)
        return disk.isDirectory(full(path)) ? { kind: "other", code: "IS_DIR" } : { kind: "absent" };
      const { bytes, mode } = inode;
      return { kind: "file", bytes, version: versionOf(bytes), mode, links: 1, target: path };
    },
    async makeParents(path) {
      await changes("makeParents", path);
      return disk.makeDirectories(parent(full(path))).map((made) => asReal(made.slice(root.length + 1)));
    },
    async stage(path, temp, bytes, { mode }) {
      await changes("stage", path);
      if (!disk.isDirectory(parent(full(path)))) throw failure("NOT_FOUND", `${path}: its folder is not there.`);
      if (disk.find(beside(path, temp)) !== undefined) throw failure("EXISTS", `${temp} is there already.`);
      const inode = disk.create(beside(path, temp), mode ?? 0o644);
      inode.bytes = bytes.slice();
      disk.flushBytes(inode);
    },
    async replace(path, temp, { expect }) {
      await changes("replace", path);
      if (!holds(path, expect)) return "stale";
      const from = disk.text(full(path));
      disk.rename(beside(path, temp), full(path));
      record(path, from);
      return "done";
    },
    async create(path, temp) {
      await changes("create", path);
      if (disk.find(full(path)) !== undefined || disk.isDirectory(full(path))) return "exists";
      disk.rename(beside(path, temp), full(path));
      record(path, null);
      return "done";
    },
    async remove(path, { expect }) {
      await changes("remove", path);
      if (!holds(path, expect)) return "stale";
      const from = disk.text(full(path));
      disk.unlink(full(path));
      record(path, from);
      return "done";
    },
    removeLink: async () => false,
    async discard(path, temp) {
      await changes("discard", path);
      if (disk.find(beside(path, temp)) !== undefined) disk.unlink(beside(path, temp));
    },
    async removeDirectory(path) {
      await changes("removeDirectory", path);
      return disk.removeDirectory(full(path));
    },
    async flush(path) {
      await wait({ name: "flush", path: full(path), changes: false, flushes: true });
      disk.flushNames(parent(full(path)));
    },
  };
}

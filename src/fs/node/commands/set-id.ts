// Files that run as their owner, no matter which user starts them (setuid, setgid). One that a command leaves below the root would run
// the command's program as this user for every other user of the machine. Clears those bits; never sets one.

import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { MAX_ENTRIES } from "./tree-walk.ts";

export const SET_ID = 0o6000;
const OTHERS = 0o7077;
const OWNER = 0o700;

/** The part of a survey that this is about. */
type Looked = { readonly setId: ReadonlyMap<string, string>; readonly hidden: ReadonlySet<string> };

/** What the command left, in words that come first and whole. After everything it started has ended. */
export function clearSetId(root: string, { before, after }: { before: Looked; after: Looked }): readonly string[] {
  const set = [...after.setId].flatMap(([path, facts]) => (before.setId.get(path) === facts ? [] : [path]));
  const left = set.filter((path) => !change(Buffer.from(join(root, path)), { take: SET_ID }));
  const swept: Swept = { cleared: [], closed: [], unknown: [] };
  for (const path of after.hidden) {
    if (isNameless(path)) for (const at of namelessBeside(root, path)) sweep(root, at, swept);
    else if (!before.hidden.has(path)) sweep(root, Buffer.from(join(root, path)), swept);
  }
  return [
    ...sentence([...set, ...swept.cleared], (names) => `It set the setuid or setgid bit of ${names}; it was cleared.`),
    ...sentence(left, (names) => `That was not possible for ${names}: other users can run it as you.`),
    ...sentence(swept.closed, (names) => `It made ${names} unreadable; now only you can open it.`),
    ...sentence(swept.unknown, (names) => `Whether there are setuid files in ${names} is not known.`),
  ];
}

function sentence(paths: readonly string[], words: (names: string) => string): readonly string[] {
  return paths.length === 0 ? [] : [words([...new Set(paths)].toSorted().join(", "))];
}

type Swept = { readonly cleared: string[]; readonly closed: string[]; readonly unknown: string[] };

/** Looks through what the survey could not. A folder that cannot be listed is opened for this user and no other. */
function sweep(root: string, start: Buffer, swept: Swept): void {
  const open = [start];
  for (let seen = 0; open.length > 0; seen += 1) {
    const at = open.pop()!;
    const name = at.toString().slice(root.length + 1);
    const stats = lookAt(at);
    if (stats === null || seen > MAX_ENTRIES) {
      swept.unknown.push(name);
      closeAbove(root, dirname(name));
      return;
    }
    if (stats.isDirectory()) {
      const entries = entriesIn(at) ?? (change(at, { take: OTHERS, give: OWNER }) ? entriesIn(at) : null);
      if ((stats.mode & OWNER) !== OWNER) swept.closed.push(name);
      if (entries === null) swept.unknown.push(name);
      else open.push(...entries);
    } else if (stats.isFile() && (stats.mode & SET_ID) !== 0) {
      (change(at, { take: SET_ID }) ? swept.cleared : swept.unknown).push(name);
    }
  }
}

/** A path can be too long for the system; the folders above it are not. */
function closeAbove(root: string, folder: string): void {
  if (folder === "." || change(Buffer.from(join(root, folder)), { take: OTHERS })) return;
  closeAbove(root, dirname(folder));
}

/** Its name is no UTF-8. */
function isNameless(path: string): boolean {
  return path.slice(path.lastIndexOf("/") + 1).includes("\ufffd");
}

function namelessBeside(root: string, path: string): readonly Buffer[] {
  const entries = entriesIn(Buffer.from(dirname(join(root, path)))) ?? [];
  return entries.filter((entry) => isNameless(entry.toString()));
}

function entriesIn(folder: Buffer): readonly Buffer[] | null {
  try {
    const start = Buffer.concat([folder, Buffer.from("/")]);
    return fs.readdirSync(folder, { encoding: "buffer" }).map((name) => Buffer.concat([start, name]));
  } catch {
    return null; // Closed, or its path is too long.
  }
}

function lookAt(at: Buffer): fs.Stats | null {
  try {
    return fs.lstatSync(at);
  } catch {
    return null; // Gone, or its path is too long.
  }
}

/** Changes the mode of a file or folder. Never follows a link, and needs no right to read it. */
function change(at: Buffer, { take, give = 0 }: { readonly take: number; readonly give?: number }): boolean {
  let open: number | null = null;
  try {
    const isLinux = process.platform === "linux";
    if (isLinux) open = fs.openSync(at, O_PATH | fs.constants.O_NOFOLLOW);
    const stats = open === null ? fs.lstatSync(at) : fs.fstatSync(open);
    if (stats.isSymbolicLink()) return true;
    fs.chmodSync(open === null ? at : `/proc/self/fd/${open}`, (stats.mode & 0o7777 & ~take) | give);
    return true;
  } catch {
    return false; // Another user's, or a file system that refuses.
  } finally {
    if (open !== null) fs.closeSync(open);
  }
}

// Node has no name for it: a handle that can be neither read nor written.
const O_PATH = 0o10000000;

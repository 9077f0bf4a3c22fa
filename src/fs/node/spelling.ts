// The name that a folder itself has for an entry. Where the disk folds names (macOS, Windows, some Linux folders), one
// entry can be reached in another letter case, Unicode form or short form; rules are compared with the folder's own
// spelling. Where case counts this costs two looks per folder, and no folder is ever listed.

import { basename, dirname, join } from "node:path";
import type { WorkspacePath } from "../../base/index.ts";
import { isErrno } from "./errno.ts";
import type { Folder, RootFolder } from "./folder.ts";
import type { FileStats, HostOps } from "./ops.ts";

/** Per root, the folders in which another letter case was seen to be another name. That never changes while in use. */
const caseCounts = new WeakMap<RootFolder, Set<WorkspacePath>>();
const MOST_KNOWN = 20_000;

/** The folder's own spelling of a name that exists in it. */
export function spelledIn(rootFolder: RootFolder, folder: Folder, name: string, ops: HostOps): string {
  const known = caseCounts.get(rootFolder) ?? new Set();
  const swapped = known.has(folder.path) ? name : swapCase(name);
  if (swapped === name && isAscii(name)) return name;
  const own = { folder, name, ops };
  if (swapped !== name) {
    if (isSameEntry(own, swapped)) return listed(own);
    // Says nothing when the entry itself has gone meanwhile.
    if (look(ops, folder.at(name)) !== null) {
      if (known.size === MOST_KNOWN) known.clear();
      caseCounts.set(rootFolder, known.add(folder.path));
    }
  }
  // A disk may fold Unicode forms and no case.
  return !isAscii(name) && otherForms(name).some((form) => isSameEntry(own, form)) ? listed(own) : name;
}

/** Whether another letter case of a name in the root is the same entry. */
export function foldsNames(rootFolder: RootFolder, ops: HostOps): boolean {
  const folder = rootFolder.root();
  const names = ops.readdirSync(folder.self);
  const name = names.find((one) => swapCase(one) !== one && !names.includes(swapCase(one)));
  if (name !== undefined) return isSameEntry({ folder, name, ops }, swapCase(name));
  // Nothing to try in it: its own name in the folder above says the same about that one.
  const { address } = rootFolder;
  const swapped = join(dirname(address), swapCase(basename(address)));
  return swapped !== address && isSame(look(ops, address), look(ops, swapped));
}

type Named = { readonly folder: Folder; readonly name: string; readonly ops: HostOps };

function isSameEntry({ folder, name, ops }: Named, other: string): boolean {
  const there = look(ops, folder.at(other));
  return there !== null && isSame(there, look(ops, folder.at(name)));
}

/** The name as the folder lists it: the same file, by preference one that differs in case and form alone. */
function listed({ folder, name, ops }: Named): string {
  const names = ops.readdirSync(folder.self);
  if (names.includes(name)) return name;
  const own = look(ops, folder.at(name));
  const alike = names.filter((one) => foldName(one) === foldName(name));
  return [...alike, ...names].find((one) => isSame(look(ops, folder.at(one)), own)) ?? alike[0] ?? name;
}

/** Every letter in its other case, where that is one character too. */
function swapCase(name: string): string {
  return Array.from(name, (char) => {
    const [upper, lower] = [char.toUpperCase(), char.toLowerCase()];
    const other = char === lower ? upper : lower;
    return other.length === char.length ? other : char;
  }).join("");
}

function otherForms(name: string): readonly string[] {
  const forms = [name.normalize("NFC"), name.normalize("NFD"), name.toUpperCase(), name.toLowerCase()];
  return [...new Set(forms)].filter((form) => form !== name);
}

function foldName(name: string): string {
  return name.normalize("NFC").toUpperCase().toLowerCase();
}

function isAscii(name: string): boolean {
  return /^[\0-\x7f]*$/.test(name); // oxlint-disable-line no-control-regex -- all of ASCII.
}

function look(ops: HostOps, path: string): FileStats | null {
  try {
    return ops.lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    if (isErrno(error, "ENOENT", "ENOTDIR", "ENAMETOOLONG", "EILSEQ", "EINVAL")) return null;
    throw error;
  }
}

function isSame(one: FileStats | null, other: FileStats | null): boolean {
  return one !== null && other !== null && one.dev === other.dev && one.ino === other.ino;
}

// A folder as a value: every file with its bytes and whether it may be run, and the folders that hold nothing.
// Compares whole trees; never looks at one file and calls the rest equal.

import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export type Entry = { readonly bytes: Uint8Array; readonly runs: boolean };

/** Files by path with "/", and empty folders by path with "/" at the end. */
export type Tree = ReadonlyMap<string, Entry | null>;

export function readTree(folder: string): Tree {
  const tree = new Map<string, Entry | null>();
  const visit = (path: string): void => {
    const names = readdirSync(join(folder, path), { withFileTypes: true });
    if (names.length === 0 && path !== "") tree.set(path, null);
    for (const each of names) {
      const name = `${path}${each.name}`;
      if (each.isDirectory()) visit(`${name}/`);
      else if (each.isFile()) tree.set(name, readEntry(join(folder, name)));
      else throw new Error(`${name} is neither a file nor a folder; npm packs nothing else`);
    }
  };
  visit("");
  return tree;
}

/** `folder` must not hold anything yet. */
export function writeTree(folder: string, tree: Tree): void {
  mkdirSync(folder, { recursive: true });
  for (const [path, entry] of tree) {
    const target = join(folder, path);
    mkdirSync(entry === null ? target : dirname(target), { recursive: true });
    if (entry === null) continue;
    writeFileSync(target, entry.bytes);
    chmodSync(target, entry.runs ? 0o755 : 0o644);
  }
}

/** What is wrong, and with which path; null when it is not one path's fault. */
export type Finding = { readonly path: string | null; readonly what: string };

/** One for every path where they differ, sorted; none means equal, byte for byte. */
export function differences(found: Tree, expected: Tree): readonly Finding[] {
  const paths = [...new Set([...found.keys(), ...expected.keys()])].sort();
  return paths.flatMap((path) => {
    const [have, want] = [found.get(path), expected.get(path)];
    const what = difference(have, want);
    return what === null ? [] : [{ path, what }];
  });
}

/**
 * The folders of `old` that hold no file and no folder once only the files of `left` are there. Galley deletes files,
 * never folders.
 */
export function emptied(old: Tree, left: Tree): readonly string[] {
  const folders = new Set([...old.keys()].flatMap(foldersOf));
  const kept = new Set([...folders, ...left.keys()].flatMap((path) => foldersOf(path.replace(/\/$/, ""))));
  return [...folders].filter((folder) => !kept.has(folder));
}

/** The bytes are; a mode is not looked at. */
export function isSame(one: Entry, other: Entry): boolean {
  return Buffer.compare(one.bytes, other.bytes) === 0;
}

/** undefined: the path is not there; null: an empty folder. */
function difference(have: Entry | null | undefined, want: Entry | null | undefined): string | null {
  if (have === undefined) return "is missing";
  if (want === undefined) return "should not be there";
  if (have === null || want === null) return null;
  if (!isSame(have, want)) return `differs from byte ${firstDifference(have.bytes, want.bytes)} on`;
  if (have.runs === want.runs) return null;
  return have.runs ? "became executable" : "lost its executable bit";
}

/** "a/b/c.js" gives "a/" and "a/b/". */
function foldersOf(path: string): readonly string[] {
  return Array.from(path.matchAll(/\//g), ({ index }) => path.slice(0, index + 1));
}

function readEntry(path: string): Entry {
  return { bytes: readFileSync(path), runs: (statSync(path).mode & 0o100) !== 0 };
}

function firstDifference(one: Uint8Array, other: Uint8Array): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

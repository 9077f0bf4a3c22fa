// What programs obey or run though its own name says nothing: where protected links lead, and what git's settings name.
// The same facts as for commands (inspect-tree.ts), found fast enough to be looked up before every change.

import * as fs from "node:fs";
import { basename, join } from "node:path";
import { parseIndex } from "../git/index-file.ts";
import { isObjectStore } from "./git/data-names.ts";
import { gitPlaces } from "./git/places.ts";
import { aliasesOf, linkedNames } from "./linked-names.ts";
import { indexOf } from "./git/tracked-folders.ts";

/**
 * Is a path below the root one of these, in one of them, or a folder above one? Links are known when git tracks them or
 * when they are in the first levels of the root.
 */
export function obeyedIn(root: string, isProtected: (path: string) => boolean): (path: string) => boolean {
  if (!fs.existsSync(root)) return () => false;
  const real = fs.realpathSync(root);
  const aliases = aliasesOf(real, [...new Set([...trackedLinks(real), ...nearLinks(real)])]);
  const namesOf = linkedNames(aliases);
  const { found, missing, programs } = gitPlaces(real, [".git"]);
  const led = aliases.filter(({ to }) => namesOf(to).some(isProtected)).map(({ to }) => to);
  const obeyed = [...new Set([...found, ...missing, ...led])];
  const isAround = (path: string): boolean =>
    obeyed.some((one) => path === one || path.startsWith(`${one}/`) || one.startsWith(`${path}/`));
  return (path) => isAround(path) || programs.has(basename(path)) || namesOf(path).slice(1).some(isProtected);
}

// How git's index says "link".
const LINK = String(0o120000);

function trackedLinks(root: string): readonly string[] {
  const bytes = indexOf(root);
  if (bytes === null) return [];
  for (const nameBytes of [20, 32]) {
    try {
      const lines = [...parseIndex(bytes, nameBytes).lines()];
      return lines.filter(({ line }) => line.startsWith(`${LINK} `)).map(({ path }) => path);
    } catch {
      // Of the other kind, or one that only git reads.
    }
  }
  return [];
}

const LEVELS = 3;
const MAX_ENTRIES = 5_000;

function nearLinks(root: string): readonly string[] {
  const links: string[] = [];
  let seen = 0;
  let folders = [""];
  for (let level = 0; level < LEVELS; level += 1) {
    const next: string[] = [];
    for (const folder of folders) {
      for (const entry of entriesOf(join(root, folder))) {
        if ((seen += 1) > MAX_ENTRIES) return links;
        const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
        if (entry.isSymbolicLink()) links.push(path);
        else if (entry.isDirectory() && !isObjectStore(path) && entry.name !== "node_modules") next.push(path);
      }
    }
    folders = next;
  }
  return links;
}

function entriesOf(folder: string): readonly fs.Dirent[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // Not ours to look into, so not ours to write either.
  }
}

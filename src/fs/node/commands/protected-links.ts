// Protected names that are links (CLAUDE.md → AGENTS.md). A link cannot be mounted over, so a command can replace it;
// afterwards it is put back, and what the command left in its place is kept beside it under a name that means nothing.

import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { join } from "node:path";

/** Path below the root → where it leads, word for word. */
export type LinkTargets = ReadonlyMap<string, string>;

export function readLinks(root: string, paths: readonly string[]): LinkTargets {
  return new Map(paths.flatMap((path) => [[path, linkAt(join(root, path))] as const].filter(isLink)));
}

/**
 * The folders above each link must have been held in their place: a folder that could be replaced by a link would lead
 * out of the root. Says what it did.
 */
export function putBack(root: string, links: LinkTargets): readonly string[] {
  return [...links].flatMap(([path, target]) => {
    const at = join(root, path);
    if (linkAt(at) === target) return [];
    try {
      const left = fs.lstatSync(at, { throwIfNoEntry: false });
      const aside = `${path}.replaced-${randomBytes(3).toString("hex")}`;
      if (left !== undefined) fs.renameSync(at, join(root, aside));
      fs.symlinkSync(target, at);
      const kept = left === undefined ? "" : ` What it left there is now ${aside}.`;
      return [`It replaced ${path}, a protected link, which was put back.${kept}`];
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      return [`It replaced ${path}, a protected link, and that could not be undone (${code}).`];
    }
  });
}

function linkAt(path: string): string | null {
  try {
    return fs.readlinkSync(path);
  } catch {
    return null; // Not there, or no link.
  }
}

function isLink(entry: readonly [string, string | null]): entry is readonly [string, string] {
  return entry[1] !== null;
}

// Which folders of a root git has files of, read from the index without git. A folder that .gitignore names is not
// ignored for the files that were added all the same.

import * as fs from "node:fs";
import { join } from "node:path";
import { parseIndex } from "../git/index-file.ts";

/** False for every folder where there is no index that can be read. */
export function trackedIn(root: string): (folder: string) => boolean {
  const bytes = indexOf(root);
  if (bytes === null) return () => false;
  for (const nameBytes of [20, 32]) {
    try {
      const index = parseIndex(bytes, nameBytes);
      return (folder) => index.hasEntriesBelow(folder);
    } catch {
      // Of the other kind, or one that only git reads.
    }
  }
  return () => false;
}

const MAX_BYTES = 256 * 1024 * 1024;

export function indexOf(root: string): Uint8Array | null {
  try {
    const file = join(root, ".git", "index");
    const stats = fs.lstatSync(file);
    return stats.isFile() && stats.size <= MAX_BYTES ? fs.readFileSync(file) : null;
  } catch {
    return null; // No repository, or one without an index.
  }
}

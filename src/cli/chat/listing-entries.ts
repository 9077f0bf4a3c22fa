// A listing of files as entries of a menu: the files, nearer ones first, then the folders they are in. Linear.

import { sizeOf } from "../../base/index.ts";
import type { Listing } from "../../fs/index.ts";
import type { MenuEntry } from "../../terminal/index.ts";

// Keys are read after so many.
const PER_TURN = 1_000;

export async function listingEntries(
  { entries }: Listing,
  show: (path: string) => string,
): Promise<readonly MenuEntry[]> {
  const folders = new Set<string>();
  const files: MenuEntry[] = [];
  for (const { path, size_bytes } of entries) {
    if (files.length % PER_TURN === PER_TURN - 1) await new Promise((resolve) => setImmediate(resolve));
    const shown = show(path);
    files.push({ label: shown, detail: size_bytes === null ? "" : sizeOf(size_bytes), value: shown });
    // The folders above a known one are known.
    for (let at = shown.lastIndexOf("/"); at > 0; at = shown.lastIndexOf("/", at - 1)) {
      const folder = shown.slice(0, at + 1);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  const below = [...folders].map((path): MenuEntry => ({ label: path, detail: "folder", value: path, rank: 1 }));
  return [...byDepth(files), ...byDepth(below)];
}

/** Of one depth in the order of the listing. */
function byDepth(entries: readonly MenuEntry[]): readonly MenuEntry[] {
  const levels: MenuEntry[][] = [];
  for (const entry of entries) (levels[depthOf(entry.label)] ??= []).push(entry);
  return levels.flat();
}

function depthOf(path: string): number {
  let depth = 0;
  for (let at = path.indexOf("/"); at >= 0 && at < path.length - 1; at = path.indexOf("/", at + 1)) depth += 1;
  return depth;
}

// Which files a command changed, found by looking before and after. Names and times only; contents are not read.
// Bounded: a tree that is too large is said to be, never reported as unchanged.

import * as fs from "node:fs";
import { join } from "node:path";
import type { ChangedFiles } from "../../commands.ts";

/** Name below the root → what must be the same for the file to be unchanged. */
export type Survey = { readonly files: ReadonlyMap<string, string>; readonly complete: boolean };

const MOST_ENTRIES = 50_000;

export function surveyFolder(root: string): Survey {
  const files = new Map<string, string>();
  const open = [""];
  let seen = 0;
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const entry of entriesOf(join(root, folder))) {
      seen += 1;
      if (seen > MOST_ENTRIES) return { files, complete: false };
      const name = folder === "" ? entry.name : `${folder}/${entry.name}`;
      // Git's own store changes with every command and is not what a person edits.
      if (entry.isDirectory()) {
        if (!/(^|\/)\.git\/(objects|logs)$/.test(name)) open.push(name);
      } else {
        const stats = fs.lstatSync(join(root, name), { bigint: true, throwIfNoEntry: false });
        if (stats) files.set(name, `${stats.ino} ${stats.size} ${stats.mode} ${stats.ctimeNs}`);
      }
    }
  }
  return { files, complete: true };
}

export function changesBetween(before: Survey, after: Survey): ChangedFiles {
  const created: string[] = [];
  const modified: string[] = [];
  for (const [name, facts] of after.files) {
    const was = before.files.get(name);
    if (was === undefined) created.push(name);
    else if (was !== facts) modified.push(name);
  }
  const deleted = [...before.files.keys()].filter((name) => !after.files.has(name));
  const complete = before.complete && after.complete;
  // Two cut surveys need not have cut at the same place: what is missing in one proves nothing.
  return complete
    ? { created: created.toSorted(), modified: modified.toSorted(), deleted: deleted.toSorted(), complete }
    : { created: [], modified: modified.toSorted(), deleted: [], complete };
}

function entriesOf(folder: string): readonly fs.Dirent[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // It went away, or the command made it unreadable: its files count as deleted.
  }
}

// Which files a command changed, found by looking before and after. Names and times only; contents are not read.
// Bounded: a tree that is too large is said to be, never reported as unchanged.

import * as fs from "node:fs";
import { join } from "node:path";
import type { ChangedFiles } from "../../commands.ts";

/** Name below the root → what must be the same for the file to be unchanged. */
export type Survey = {
  readonly files: ReadonlyMap<string, string>;
  /** Folders and files that could not be looked at. */
  readonly hidden: ReadonlySet<string>;
  /** False when there were too many. */
  readonly complete: boolean;
};

const MOST_ENTRIES = 50_000;

export function surveyFolder(root: string): Survey {
  const files = new Map<string, string>();
  const open = [""];
  let seen = 0;
  const hidden = new Set<string>();
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const entries = entriesOf(join(root, folder));
    if (entries === null) hidden.add(folder);
    for (const entry of entries ?? []) {
      seen += 1;
      if (seen > MOST_ENTRIES) return { files, hidden, complete: false };
      const name = folder === "" ? entry.name : `${folder}/${entry.name}`;
      // Git's own store changes with every command and is not what a person edits.
      if (entry.isDirectory()) {
        if (!/(^|\/)\.git\/(objects|logs)$/.test(name)) open.push(name);
      } else {
        const facts = factsOf(join(root, name));
        if (facts === null) hidden.add(name);
        else files.set(name, facts);
      }
    }
  }
  return { files, hidden, complete: true };
}

export function changesBetween(before: Survey, after: Survey): ChangedFiles {
  const created: string[] = [];
  const modified: string[] = [];
  for (const [name, facts] of after.files) {
    const was = before.files.get(name);
    if (was === undefined) created.push(name);
    else if (was !== facts) modified.push(name);
  }
  const isHidden = (name: string): boolean =>
    after.hidden.has(name) || name.split("/").some((_, at, parts) => after.hidden.has(parts.slice(0, at).join("/")));
  const deleted = [...before.files.keys()].filter((name) => !after.files.has(name) && !isHidden(name));
  // What could be looked at neither before nor after was not the command's to change either.
  const looked = [...after.hidden].every((name) => before.hidden.has(name));
  // Two cut surveys need not have cut at the same place: what is missing in one proves nothing.
  return before.complete && after.complete
    ? { created: created.toSorted(), modified: modified.toSorted(), deleted: deleted.toSorted(), complete: looked }
    : { created: [], modified: modified.toSorted(), deleted: [], complete: false };
}

/** Null when it cannot be looked at. */
function factsOf(path: string): string | null {
  try {
    const { ino, size, mode, ctimeNs } = fs.lstatSync(path, { bigint: true });
    return `${ino} ${size} ${mode} ${ctimeNs}`;
  } catch {
    return null; // It went away, its folder cannot be entered, or its name is too long for the system.
  }
}

/** Null when it cannot be listed. */
function entriesOf(folder: string): readonly fs.Dirent[] | null {
  try {
    return fs.readdirSync(folder, { withFileTypes: true });
  } catch {
    return null; // The same.
  }
}

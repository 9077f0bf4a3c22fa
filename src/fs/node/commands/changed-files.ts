// Which files a command changed, found by looking before and after. Names and times only; contents are not read.
// Bounded: a tree that is too large is said to be, never reported as unchanged. Protected names are looked at however
// large the tree is.

import * as fs from "node:fs";
import { join } from "node:path";
import type { ChangedFiles, Changes, PathRules } from "../../commands.ts";
import { isGitData } from "./git/data-names.ts";
import { SET_ID } from "./set-id.ts";
import { walkFolder, type WalkedEntry } from "./tree-walk.ts";

/** Name below the root → what must be the same for the file to be unchanged. */
export type Survey = {
  readonly files: ReadonlyMap<string, string>;
  /** The same for what is protected or may not be changed. A folder's name ends with "/". */
  readonly guarded: ReadonlyMap<string, string>;
  /** Files that run as their owner, wherever they are. */
  readonly setId: ReadonlyMap<string, string>;
  /** Folders and files that could not be looked at. */
  readonly hidden: ReadonlySet<string>;
  /** False when there were too many files. */
  readonly complete: boolean;
  /** False when not every folder was entered, so protected names may be missing. */
  readonly searched: boolean;
};

const MOST_FILES = 50_000;

/** `still`: paths that the command cannot change, looked at from outside only. */
export async function surveyFolder(
  root: string,
  options: { readonly rules?: PathRules; readonly still?: ReadonlySet<string>; readonly maxFiles?: number } = {},
): Promise<Survey> {
  const { rules = NO_RULES, still = new Set<string>(), maxFiles = MOST_FILES } = options;
  const files = new Map<string, string>();
  const guarded = new Map<string, string>();
  const setId = new Map<string, string>();
  const hidden = new Set<string>();
  let isCut = false;
  const isGuarded = ({ path, protection }: WalkedEntry): boolean =>
    (protection !== "none" && !isGitData(path)) || rules.access?.(path).write === "deny";
  const visit = (entry: WalkedEntry): void => {
    const { path, kind } = entry;
    if (path === "") return;
    const guards = isGuarded(entry);
    if (kind === "folder" && !(guards && entry.protection === "top")) return;
    const facts = factsOf(join(root, path), kind);
    if (facts === null) {
      hidden.add(path);
      return;
    }
    if (facts.isSetId) setId.set(path, facts.text);
    if (isStore(path)) return;
    if (!guards && files.size >= maxFiles) isCut = true;
    else (guards ? guarded : files).set(kind === "folder" ? `${path}/` : path, facts.text);
  };
  const { missed, complete } = await walkFolder(root, {
    isProtected: rules.isProtected,
    visit,
    // The stores of nested repositories are large and looked into only for files that run as their owner.
    enters: ({ path }) => !still.has(path) && (options.still !== undefined || !isStore(path)),
  });
  for (const path of missed) hidden.add(path);
  const searched = complete || missed.length > 0;
  return { files, guarded, setId, hidden, complete: searched && !isCut, searched };
}

export function changesBetween(before: Survey, after: Survey): ChangedFiles {
  const isHidden = (name: string): boolean =>
    after.hidden.has(name) || name.split("/").some((_, at, parts) => after.hidden.has(parts.slice(0, at).join("/")));
  // What a command closed, or gave a name that cannot be read, may contain anything.
  const closed = [...after.hidden].filter((name) => !before.hidden.has(name)).map((name) => `${name}/`);
  const seen = folded(differences(before.guarded, after.guarded, isHidden));
  const guarded = { ...seen, modified: [...seen.modified, ...closed].toSorted() };
  const searched = before.searched && after.searched;
  const { modified, ...moved } = differences(before.files, after.files, isHidden);
  const created = outside(moved.created, guarded.created);
  const deleted = outside(moved.deleted, guarded.deleted);
  // What could be looked at neither before nor after was not the command's to change either.
  const looked = [...after.hidden].every((name) => before.hidden.has(name));
  // Two cut surveys need not have cut at the same place: what is missing in one proves nothing.
  return before.complete && after.complete
    ? { created, modified, deleted, guarded, complete: looked, searched }
    : { created: [], modified, deleted: [], guarded, complete: false, searched };
}

const NO_RULES: PathRules = { isProtected: () => false, access: null };

/** Git's own store changes with every commit and is not what a person edits. */
function isStore(path: string): boolean {
  return path.includes(".git/") && /(^|\/)\.git\/((.*\/)?objects|logs)(\/|$)/s.test(path);
}

function differences(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  isHidden: (name: string) => boolean,
): Changes {
  const created: string[] = [];
  const modified: string[] = [];
  for (const [name, facts] of after) {
    const was = before.get(name);
    if (was === undefined) created.push(name);
    else if (was !== facts) modified.push(name);
  }
  const deleted = [...before.keys()].filter((name) => !after.has(name) && !isHidden(name));
  return { created: created.toSorted(), modified: modified.toSorted(), deleted: deleted.toSorted() };
}

/** Of a folder that is new or gone as a whole, its name says everything. */
function folded({ created, modified, deleted }: Changes): Changes {
  return { created: outside(created, created), modified, deleted: outside(deleted, deleted) };
}

/** The names that are in none of these folders. */
function outside(names: readonly string[], among: readonly string[]): readonly string[] {
  const folders = among.filter((name) => name.endsWith("/"));
  return names.filter((name) => !folders.some((folder) => name !== folder && name.startsWith(folder)));
}

/** Null when it cannot be looked at. Of a folder only whether it is still the same one. */
function factsOf(path: string, kind: WalkedEntry["kind"]): { readonly text: string; readonly isSetId: boolean } | null {
  try {
    const { ino, size, mode, ctimeNs } = fs.lstatSync(path, { bigint: true });
    if (kind === "folder") return { text: `folder ${ino}`, isSetId: false };
    return { text: `${ino} ${size} ${mode} ${ctimeNs}`, isSetId: kind === "file" && (Number(mode) & SET_ID) !== 0 };
  } catch {
    return null; // It went away, its folder cannot be entered, or its name is too long for the system.
  }
}

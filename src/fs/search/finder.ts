// A finder is a fast stranger: it walks a folder by itself and says which files may be worth a look. It is never
// believed. Every name it gives goes through the same rules as our own walk (ignored, .git, names no path may hold),
// and every file is checked again by the backend before anything about it is reported.

import { joinPath, type WorkspacePath } from "../../base/index.ts";
import type { Hides } from "./hiding.ts";
import {
  createIgnoring,
  isAddressable,
  isGit,
  leaveOutName,
  type Ignoring,
  type LeftOut,
  type Tree,
  type Visit,
} from "./tree.ts";
import type { Survey } from "./survey.ts";
import { sortSteps } from "./sort-steps.ts";

export type Wanted = {
  readonly base: WorkspacePath;
  /** Files with a line that this expression of Rust's dialect takes; null for files as such. */
  readonly expression: string | null;
  /** Globs below the base that let through at least what is wanted; null for every file. */
  readonly globs: readonly string[] | null;
  /** Folders below the base that need not be entered. */
  readonly without: readonly string[];
  /** Larger files are listed separately instead of being searched. */
  readonly maxBytes: number;
  /** Called with files as they are found, so that work can start before the last one. */
  readonly onFiles: (files: readonly string[]) => void;
  readonly signal: AbortSignal | undefined;
};

/** Paths below the base as the stranger spells them, unchecked and in any order. */
export type FoundNames = {
  readonly files: readonly string[];
  /** Too large to be searched. */
  readonly large: readonly string[];
  /** Files and folders that could not be read. */
  readonly denied: readonly string[];
  /** It was stopped before it had seen everything. */
  readonly cut: boolean;
  /** Every .gitignore that counts is among the files. */
  readonly listsRules: boolean;
};

export interface Finder {
  /** Is it worth its start for a tree like this? */
  suits(survey: Survey): boolean;
  /** Null when it cannot be used here. Rejects with ABORTED only. */
  find(wanted: Wanted): Promise<FoundNames | null>;
}

export type VisitFoundOptions = {
  readonly base: WorkspacePath;
  readonly includeIgnored: boolean;
  /** Would our own walk enter this folder? */
  readonly enters: (below: string) => boolean;
  readonly hides: Hides;
  readonly leftOut: LeftOut;
  readonly isFolder: (path: WorkspacePath) => boolean;
};

/** What was found, in the form a walk of our own would visit it: sorted, checked, without what is ignored; null for each of that. */
export function* visitFound(tree: Tree, found: FoundNames, options: VisitFoundOptions): Generator<Visit | null> {
  const { base, leftOut } = options;
  if (base.split("/").some(isGit)) return;
  const ignoring = createIgnoring(tree, base, { ...options, ...rulesOf(found) });
  const named = new Set<string>();
  const denied = new Set(found.denied);
  for (const below of yield* inOrder(found)) {
    const checked = check(below, base, ignoring);
    if (checked === "left out") {
      yield null;
      continue;
    }
    if (checked.kind === "name") {
      // A folder with such a name is one entry, however much is in it.
      if (!named.has(checked.entry)) leaveOutName(leftOut, joinPath(base, checked.entry));
      named.add(checked.entry);
    } else if (denied.has(below) && options.isFolder(checked.visit.path)) {
      if (options.enters(below)) leftOut.unreadable += 1;
    } else yield checked.visit;
  }
}

function rulesOf({ files, listsRules }: FoundNames): { hasRules?: (below: string) => boolean } {
  if (!listsRules) return {};
  const name = ".gitignore";
  const folders = new Set(files.filter((path) => path === name || path.endsWith(`/${name}`)));
  return { hasRules: (below) => folders.has(below === "" ? name : `${below}/${name}`) };
}

/** Code-unit order of whole paths is the order of our walk. */
function inOrder({ files, large, denied }: FoundNames): Generator<null, readonly string[]> {
  const all = large.length + denied.length === 0 ? files : [...new Set([...files, ...large, ...denied])];
  return sortSteps(all);
}

type Checked =
  | { readonly kind: "visit"; readonly visit: Visit }
  | { readonly kind: "name"; readonly entry: string }
  | "left out";

function check(below: string, base: WorkspacePath, ignoring: Ignoring): Checked {
  const slash = below.lastIndexOf("/");
  const folder = slash < 0 ? "" : below.slice(0, slash);
  const above = ignoring.folder(folder);
  if (above.kind === "ignored") return "left out";
  if (above.kind === "name") return above;
  const name = below.slice(slash + 1);
  if (name === "" || isGit(name)) return "left out";
  if (!isAddressable(above.path, name)) return { kind: "name", entry: below };
  const path = joinPath(above.path, name);
  if (ignoring.ignores(above, path)) return "left out";
  return { kind: "visit", visit: { path, below: base === "" ? path : path.slice(base.length + 1) } };
}

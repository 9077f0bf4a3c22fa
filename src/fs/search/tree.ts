// Walking a tree for a search: every regular file below a folder, in the order of their paths, links never
// followed, .git never entered, .gitignore honoured. Knows no disk: a backend lends its eyes.

import { hasHidden, joinPath, ROOT, type WorkspacePath } from "../../base/index.ts";
import type { Hides } from "./hiding.ts";
import { parseIgnore, type IgnoreFile } from "./ignore.ts";
import type { EntryKind } from "../protocol.ts";

export type TreeEntry = { readonly name: string; readonly kind: EntryKind };

/** A backend's eyes. Both answer null when what was there is gone, is no longer what it was, or may not be read. */
export interface Tree {
  entries(folder: WorkspacePath): readonly TreeEntry[] | null;
  /** A whole regular file; "large" beyond the backend's limit. */
  bytes(path: WorkspacePath): Uint8Array | "large" | null;
}

export type Visit = {
  /** From the backend's root, without links. */
  readonly path: WorkspacePath;
  /** From the searched folder. */
  readonly below: string;
};

export type WalkOptions = {
  readonly includeIgnored: boolean;
  /** Is this folder (from the searched one) worth entering? */
  readonly enters: (below: string) => boolean;
  readonly hides: Hides;
};

/** Names that no path may hold (the first ones as they are), and folders that could not be read: left out, counted here. */
export type LeftOut = { names: number; unreadable: number; readonly named: string[] };

const MOST_NAMED = 50;

export function leaveOutName(leftOut: LeftOut, path: string): void {
  leftOut.names += 1;
  if (leftOut.named.length < MOST_NAMED) leftOut.named.push(path);
}

/**
 * Code-unit order of whole paths, because a folder sorts as its name with "/" after it. However deep the tree is, this
 * holds one list of entries for each folder on the way and nothing more. Null comes after every folder that was opened:
 * a time to let other work have its turn, also where there is no file.
 */
export function* walkTree(
  tree: Tree,
  base: WorkspacePath,
  options: WalkOptions & { leftOut: LeftOut },
): Generator<Visit | null> {
  if (base.split("/").some(isGit)) return;
  const { leftOut, includeIgnored } = options;
  const open: OpenLevel[] = [];
  const enter = (path: WorkspacePath, below: WorkspacePath, rulesAbove: Rules): void => {
    const entries = tree.entries(path);
    if (entries === null) {
      leftOut.unreadable += 1;
      return;
    }
    const rules = includeIgnored ? rulesAbove : withRulesOf(tree, path, entries, rulesAbove);
    open.push({ path, below, rules, entries: inPathOrder(entries)[Symbol.iterator]() });
  };
  enter(base, ROOT, includeIgnored ? [] : rulesAbove(tree, base));
  for (let folder = open.at(-1); folder !== undefined; folder = open.at(-1)) {
    const next = folder.entries.next();
    if (next.done) {
      open.pop();
      continue;
    }
    const { name, kind } = next.value;
    if ((kind !== "file" && kind !== "directory") || isGit(name)) continue;
    if (!isAddressable(folder.path, name)) {
      leaveOutName(leftOut, joinPath(folder.path, name));
      continue;
    }
    const path = joinPath(folder.path, name);
    const below = joinPath(folder.below, name);
    const directory = kind === "directory";
    if (directory && !options.enters(below)) continue;
    if (options.hides(path, kind) || isIgnored(folder.rules, path, directory)) continue;
    if (directory) {
      enter(path, below, folder.rules);
      yield null;
    } else yield { path, below };
  }
}

/** What the .gitignore files on the way say, the outermost first. */
export type Rules = readonly { readonly folder: string; readonly file: IgnoreFile }[];

/** A folder on the way from the base to where the walk is. */
type OpenLevel = {
  readonly path: WorkspacePath;
  readonly below: WorkspacePath;
  readonly rules: Rules;
  readonly entries: Iterator<TreeEntry, undefined>;
};

export function inPathOrder(entries: readonly TreeEntry[]): TreeEntry[] {
  const key = ({ name, kind }: TreeEntry): string => (kind === "directory" ? `${name}/` : name);
  return entries
    .map((entry) => ({ entry, key: key(entry) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ entry }) => entry);
}

/** A name that a path may contain. U+FFFD replaces bytes that were no UTF-8, so it may not be the real name. */
export function isAddressable(folder: WorkspacePath, name: string): boolean {
  return !hasHidden(name) && !name.includes("\ufffd") && folder.length + name.length < 4096;
}

export function isGit(name: string): boolean {
  return name.toLowerCase() === ".git";
}

/** A folder below the searched one, as far as a search may see it. */
export type SeenFolder =
  | { readonly kind: "open"; readonly path: WorkspacePath; readonly rules: Rules }
  | { readonly kind: "ignored" }
  /** `entry` is the first on the way whose name no path may hold. */
  | { readonly kind: "name"; readonly entry: string };

type OpenFolder = Extract<SeenFolder, { kind: "open" }>;

/** What a walk would leave out, asked of single paths in any order. */
export type Ignoring = {
  folder(below: string): SeenFolder;
  ignores(folder: OpenFolder, path: WorkspacePath, options?: { readonly directory: boolean }): boolean;
};

export type IgnoringOptions = {
  readonly includeIgnored: boolean;
  readonly hides: Hides;
  /** False for a folder (from the searched one) that is known to have no .gitignore. */
  readonly hasRules?: (below: string) => boolean;
};

/** Each folder's .gitignore is read once. */
export function createIgnoring(
  tree: Tree,
  base: WorkspacePath,
  { includeIgnored, hides, hasRules = () => true }: IgnoringOptions,
): Ignoring {
  const known = new Map<string, SeenFolder>();
  const open = (below: string, path: WorkspacePath, above: Rules): SeenFolder => ({
    kind: "open",
    path,
    rules: includeIgnored || !hasRules(below) ? above : withRulesIn(tree, path, above),
  });
  const look = (below: string): SeenFolder => {
    if (below === "") return open(below, base, includeIgnored ? [] : rulesAbove(tree, base));
    const slash = below.lastIndexOf("/");
    const above = folder(slash < 0 ? "" : below.slice(0, slash));
    if (above.kind !== "open") return above;
    const name = below.slice(slash + 1);
    if (isGit(name)) return { kind: "ignored" };
    if (!isAddressable(above.path, name)) return { kind: "name", entry: below };
    const path = joinPath(above.path, name);
    const isLeftOut = hides(path, "directory") || isIgnored(above.rules, path, true);
    return isLeftOut ? { kind: "ignored" } : open(below, path, above.rules);
  };
  const folder = (below: string): SeenFolder => {
    const seen = known.get(below) ?? look(below);
    known.set(below, seen);
    return seen;
  };
  return {
    folder,
    ignores: ({ rules }, path, { directory } = { directory: false }) =>
      hides(path, directory ? "directory" : "file") || isIgnored(rules, path, directory),
  };
}

/**
 * The .gitignore files from the root down to the searched folder. A folder that they ignore was asked for by
 * name, so they do not count then.
 */
function rulesAbove(tree: Tree, base: WorkspacePath): Rules {
  let rules: Rules = [];
  let folder = "" as WorkspacePath; // "" is a path.
  for (const name of base === "" ? [] : base.split("/")) {
    rules = withRulesOf(tree, folder, tree.entries(folder) ?? [], rules);
    folder = joinPath(folder, name);
    if (isIgnored(rules, folder, true)) rules = [];
  }
  return rules;
}

function withRulesOf(tree: Tree, folder: WorkspacePath, entries: readonly TreeEntry[], above: Rules): Rules {
  if (!entries.some(({ name, kind }) => name === ".gitignore" && kind === "file")) return above;
  return withRulesIn(tree, folder, above);
}

function withRulesIn(tree: Tree, folder: WorkspacePath, above: Rules): Rules {
  const bytes = tree.bytes(joinPath(folder, ".gitignore"));
  if (bytes === null || bytes === "large") return above;
  return [...above, { folder, file: parseIgnore(bytes) }];
}

/** The nearest file that speaks of the path decides. */
export function isIgnored(rules: Rules, path: string, directory: boolean): boolean {
  for (const { folder, file } of rules.toReversed()) {
    const verdict = file.verdict(folder === "" ? path : path.slice(folder.length + 1), { directory });
    if (verdict !== null) return verdict === "ignored";
  }
  return false;
}

// Every entry below a folder, seen once: what it is, whether it is protected, whether git ignores the folder it is in.
// Links are never followed. Bounded; what could not be looked at is reported, never taken for harmless.

import * as fs from "node:fs";
import { join } from "node:path";
import type { PathRules } from "../../commands.ts";
import type { Recorded } from "./git/tracked-folders.ts";
import { MAX_IGNORE_BYTES, parseIgnore, type IgnoreFile } from "../../search/ignore.ts";

export type WalkedEntry = {
  /** Below the root; "" is the root itself. */
  readonly path: string;
  /** "special" is a socket, a pipe or a device. */
  readonly kind: "file" | "folder" | "link" | "special";
  /** "top": itself, and nothing above it. "below": in a protected folder. */
  readonly protection: "none" | "top" | "below";
  /** It is in a folder that git ignores. */
  readonly inIgnored: boolean;
};

export type Walked = {
  /** Entries that have no usable name, and folders that could not be listed though a command might. */
  readonly missed: readonly string[];
  /** False also when there were too many entries. */
  readonly complete: boolean;
};

export type WalkOptions = {
  readonly isProtected: PathRules["isProtected"];
  readonly visit: (entry: WalkedEntry) => void;
  /** What git has recorded of a folder with a .git, and of the root; without it, nothing counts as ignored. */
  readonly recordedIn?: (folder: string) => Recorded | null;
  /** Is a folder entered? Yes unless this says no. */
  readonly enters?: (entry: WalkedEntry) => boolean;
  readonly maxEntries?: number;
};

export const MAX_ENTRIES = 1_000_000;

/** Lets other work go on meanwhile. A folder is visited before what is in it. */
export async function walkFolder(root: string, options: WalkOptions): Promise<Walked> {
  const { isProtected, visit, recordedIn = () => null, enters = () => true, maxEntries = MAX_ENTRIES } = options;
  const missed: string[] = [];
  const start = { path: "", protection: "none", inIgnored: false, isNamed: false, rules: [] } as const;
  const open: Folder[] = [{ ...start, repository: repositoryAt(recordedIn, root, "") }];
  let seen = 0;
  let rest = PAUSE_AFTER;
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const listed = entriesOf(join(root, folder.path));
    if (listed.kind === "unknown") missed.push(folder.path);
    const entries = listed.kind === "entries" ? listed.entries : [];
    // A folder that git takes for a repository has its settings in it, whatever its name is.
    const isRepository = folder.protection === "none" && isGitFolder(entries);
    const protection = isRepository ? "top" : folder.protection;
    const self: WalkedEntry = { path: folder.path, kind: "folder", protection, inIgnored: folder.inIgnored };
    visit(self);
    if (!enters(self)) continue;
    const isNamed = folder.isNamed || (folder.path !== "" && isIgnoredBy(folder.rules, folder.path));
    // Another repository begins here, and the rules of the one around it end.
    const isNested = !isNamed && folder.path !== "" && entries.some(({ name }) => name === ".git");
    const within: Folder = isNested
      ? { ...folder, rules: [], repository: repositoryAt(recordedIn, join(root, folder.path), folder.path) }
      : folder;
    const { repository } = within;
    const isIgnored = isNamed && repository !== null && !repository.isTracked(inRepository(repository, folder.path));
    const rules = isNamed ? [] : withRulesOf(root, within, entries);
    seen += entries.length;
    if (seen > maxEntries) return { missed, complete: false };
    for (const entry of entries) {
      const path = folder.path === "" ? entry.name : `${folder.path}/${entry.name}`;
      if (entry.name.includes("\ufffd") && !isThere(join(root, path))) {
        missed.push(path); // Its real name is no UTF-8.
        continue;
      }
      const at = {
        path,
        protection: protection !== "none" ? "below" : isProtected(path) ? "top" : "none",
        inIgnored: isIgnored,
      } as const;
      if (entry.isDirectory()) open.push({ ...at, isNamed, rules, repository });
      else visit({ ...at, kind: entry.isFile() ? "file" : entry.isSymbolicLink() ? "link" : "special" });
    }
    rest -= entries.length + 1;
    if (rest < 0) {
      rest = PAUSE_AFTER;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return { missed, complete: missed.length === 0 };
}

const PAUSE_AFTER = 5_000;

type Rules = readonly { readonly folder: string; readonly file: IgnoreFile }[];
/** `isNamed`: .gitignore names it, or a folder above it. */
type Folder = Omit<WalkedEntry, "kind"> & {
  readonly isNamed: boolean;
  readonly rules: Rules;
  readonly repository: Repository | null;
};
/** `at`: its folder below the root, or the root when it is above. */
type Repository = Recorded & { readonly at: string };

function repositoryAt(
  recordedIn: NonNullable<WalkOptions["recordedIn"]>,
  folder: string,
  at: string,
): Repository | null {
  const recorded = recordedIn(folder);
  return recorded && { ...recorded, at };
}

function inRepository({ at }: Repository, path: string): string {
  return at === "" ? path : path.slice(at.length + 1);
}

/** As git's own test: a HEAD, and objects and refs beside it or named by a commondir. */
function isGitFolder(entries: readonly fs.Dirent[]): boolean {
  if (entries.length < 2) return false;
  const names = new Set(entries.map(({ name }) => name.toLowerCase()));
  return names.has("head") && (names.has("commondir") || (names.has("objects") && names.has("refs")));
}

function withRulesOf(root: string, folder: Folder, entries: readonly fs.Dirent[]): Rules {
  if (!entries.some((entry) => entry.name === ".gitignore" && entry.isFile())) return folder.rules;
  try {
    const file = join(root, folder.path, ".gitignore");
    if (fs.lstatSync(file).size > MAX_IGNORE_BYTES) return folder.rules;
    const bytes = fs.readFileSync(file);
    const name = folder.path === "" ? ".gitignore" : `${folder.path}/.gitignore`;
    // Only as it was added: a command can write the file, but not the index.
    const { repository } = folder;
    if (repository === null || !repository.hasContent(inRepository(repository, name), bytes)) return folder.rules;
    return [...folder.rules, { folder: folder.path, file: parseIgnore(bytes) }];
  } catch {
    return folder.rules; // What cannot be read ignores nothing.
  }
}

/** The innermost file that says something decides. */
function isIgnoredBy(rules: Rules, path: string): boolean {
  for (const { folder, file } of rules.toReversed()) {
    const verdict = file.verdict(folder === "" ? path : path.slice(folder.length + 1), { directory: true });
    if (verdict !== null) return verdict === "ignored";
  }
  return false;
}

type Listed =
  | { readonly kind: "entries"; readonly entries: readonly fs.Dirent[] }
  | { readonly kind: "closed" | "unknown" };

/** "closed": gone, or another user's, and so not a command's to open either. "unknown": there may be something in it. */
function entriesOf(folder: string): Listed {
  try {
    return { kind: "entries", entries: fs.readdirSync(folder, { withFileTypes: true }) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isGone = code === "ENOENT" || code === "ENOTDIR";
    return { kind: isGone || (code === "EACCES" && !isOurs(folder)) ? "closed" : "unknown" };
  }
}

/** The owner of a folder can open it again. */
function isOurs(folder: string): boolean {
  try {
    return fs.lstatSync(folder).uid === process.getuid?.();
  } catch {
    return false; // A folder above it is closed.
  }
}

function isThere(path: string): boolean {
  try {
    return fs.lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

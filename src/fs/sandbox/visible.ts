// The files of a sandbox without what may not be seen: hidden paths are not listed, not found, not counted and not
// opened, and naming one gives FORBIDDEN whether or not it exists. Where a link leads counts as much as its own name.
// Tools, the map, a session's context and completion are given this and nothing else.

import { failure, isFailure, REAL_ROOT, ROOT, targetBelow, type Target } from "../../base/index.ts";
import { compileFileGlob } from "../search/glob.ts";
import type { FileEntry, Listing, RealFiles, RealGrepOptions, Skipped } from "../protocol.ts";
import type { Sandbox } from "./sandbox.ts";

/** What may be seen; `paths` are a path of the sandbox and where it really lives. */
export type View = {
  /** What the patterns cover is hidden. */
  readonly hidden: readonly string[];
  /** Why the path is hidden, or null. */
  hides(paths: readonly string[]): string | null;
  /** Whether `hides` has a reason. */
  isHidden(paths: readonly string[]): boolean;
  /** For one listing or search: what is shown only after a yes. Null: nothing. */
  asking(tool: "ls" | "glob" | "grep" | "read_file"): Promise<Asks | null>;
};

export type Asks = (paths: readonly string[]) => boolean;

export type VisibleOptions = {
  /**
   * What listings and searches do with what may be shown only after a yes. "left-out": they count it. "unread": a search
   * for names leaves out every file that may not be read unasked, whatever the tool. "included": the user approved it.
   */
  readonly asks: "left-out" | "unread" | "included";
};

export function visibleFiles(
  { real: files }: Pick<Sandbox, "real">,
  view: View | null,
  options: VisibleOptions,
): RealFiles {
  if (view === null) return files;
  const { asks } = options;
  const hidden = { patterns: view.hidden, prefix: "" };
  const asking = async (tool: "ls" | "glob" | "grep"): Promise<Asks | null> =>
    asks === "included" ? null : view.asking(asks === "unread" ? "read_file" : tool);
  // A target may have been resolved elsewhere, or earlier.
  const shown = (target: Target): Target => {
    requireShown(view, target.path, [target.real]);
    return target;
  };
  return {
    ...(files.maxFileBytes === undefined ? {} : { maxFileBytes: files.maxFileBytes }),
    resolve: (path, how) => resolveVisible(files, view, path, how?.last ?? "follow"),
    kindOf: (target) => files.kindOf(shown(target)),
    read: async (target, page) => files.read(shown(target), page),
    readBytes: async (target) => files.readBytes(shown(target)),
    list: async (target) => {
      const folder = shown(target);
      const asksFor = await asking("ls");
      const listing = await files.list(folder);
      const seen = listing.entries.filter((entry) => !view.isHidden(namesOf(files, entry, folder)));
      const entries = asksFor === null ? seen : seen.filter((entry) => !asksFor(namesOf(files, entry, folder)));
      return counted({ ...listing, entries }, seen.length - entries.length);
    },
    glob: async (pattern, search = {}) => {
      const base = shown(search.target ?? EVERYTHING);
      const asksFor = await asking("glob");
      let left = 0;
      const accept = (path: string): boolean => {
        if (search.accept?.(path) === false) return false;
        if (asksFor === null || !asksFor([path])) return true;
        left += 1;
        return false;
      };
      const found = await files.glob(pattern, { ...search, accept, hidden });
      const entries = found.entries.filter(({ path }) => !view.isHidden(both(path, base)));
      return counted({ ...found, entries }, left);
    },
    grep: async (pattern, search = {}) => {
      const base = shown(search.target ?? EVERYTHING);
      const asksFor = await asking("grep");
      const left = asksFor === null ? 0 : await countAsked(files, { ...search, target: base, hidden }, asksFor);
      const accept = (path: string): boolean =>
        search.accept?.(path) !== false && (asksFor === null || !asksFor([path]));
      const found = await files.grep(pattern, { ...search, accept, hidden });
      const matches = found.matches.filter(({ path }) => {
        const paths = both(path, base);
        return !view.isHidden(paths) && (asksFor === null || !asksFor(paths));
      });
      return { ...found, matches, ...skippedWith(found.skipped, left) };
    },
  };
}

const EVERYTHING: Target = { path: ROOT, real: REAL_ROOT };

/** FORBIDDEN when the name is hidden: decided without a look at the disk. */
export function requireShown(view: View | null, path: string, more: readonly string[] = []): void {
  const reason = view?.hides([path, ...more]) ?? null;
  if (reason !== null) throw failure("FORBIDDEN", `${path} is not available: ${reason}.`, { data: { path, reason } });
}

/** Where the path leads. FORBIDDEN when it is hidden, by its name or by where it leads, existing or not. */
function resolveVisible(files: RealFiles, view: View, path: string, last: "follow" | "keep"): Target {
  const name = path.replace(/\/+$/, "");
  requireShown(view, name);
  try {
    const target = files.resolve(name, { last });
    const leads = last === "keep" ? realOrNull(files, name) : null;
    requireShown(view, name, [target.real, ...(leads === null ? [] : [leads])]);
    for (const way of new Set<string>([name, target.real])) requireFoldersOnWay(files, view, { name, way });
    return target;
  } catch (error) {
    // A walk that fails behind a link would say what is there.
    if (isFailure(error)) requireNoneHidden(files, view, name);
    throw error;
  }
}

/**
 * A rule for one level hides names and not what is deeper. Below such a name there must be a folder: else the answer would
 * say whether there is a file of that name or nothing.
 */
function requireFoldersOnWay(
  files: RealFiles,
  view: View,
  { name, way }: { readonly name: string; readonly way: string },
): void {
  for (let at = way.indexOf("/"); at > 0; at = way.indexOf("/", at + 1)) {
    const above = way.slice(0, at);
    if (view.hides([above]) !== null && !isFolder(files, above)) requireShown(view, name, [above]);
  }
}

function isFolder(files: RealFiles, path: string): boolean {
  try {
    return files.kindOf(files.resolve(path)) === "directory";
  } catch (error) {
    if (isFailure(error)) return false;
    throw error;
  }
}

function requireNoneHidden(files: RealFiles, view: View, name: string): void {
  for (let at = name.lastIndexOf("/"); at > 0; at = name.lastIndexOf("/", at - 1)) {
    const above = name.slice(0, at);
    const real = above.includes("/") ? realOrNull(files, above) : null;
    if (real !== null && view.hides([real]) !== null) requireShown(view, name, [real]);
  }
}

function realOrNull(files: RealFiles, path: string): string | null {
  try {
    return files.resolve(path).real;
  } catch (error) {
    if (isFailure(error)) return null;
    throw error;
  }
}

/** Every name of an entry of a folder: its own, its real one, and where it leads. */
function namesOf(files: RealFiles, { path, kind }: FileEntry, folder: Target): readonly string[] {
  const leads = kind === "symlink" ? realOrNull(files, path) : null;
  return [...both(path, folder), ...(leads === null ? [] : [leads])];
}

/** A result's name and where it really is: links are not followed below the searched folder. */
function both(path: string, base: Target): readonly string[] {
  const { real } = targetBelow(base, path);
  return real === path ? [path] : [path, real];
}

/**
 * How many files a search leaves out because reading them has to be approved: counted by their names alone, so that the
 * number says nothing about what is in them.
 */
async function countAsked(
  files: RealFiles,
  options: RealGrepOptions & { readonly target: Target },
  asks: Asks,
): Promise<number> {
  const { fileGlob = null, maxFileBytes: _, ...search } = options;
  const { target } = search;
  if (files.kindOf(target) === "file") return asks([target.real]) ? 1 : 0;
  const pattern = fileGlob === null ? "**" : patternOf(fileGlob);
  const accept = (path: string): boolean => options.accept?.(path) !== false && asks([path]);
  return (await files.glob(pattern, { ...search, accept })).entries.length;
}

/** The same files as a glob for paths. PATTERN where the glob of a search would be refused too. */
function patternOf(fileGlob: string): string {
  compileFileGlob(fileGlob);
  return fileGlob.includes("/") ? fileGlob : `**/${fileGlob}`;
}

function counted(listing: Listing, left: number): Listing {
  return { ...listing, ...skippedWith(listing.skipped, left) };
}

function skippedWith(skipped: Skipped | undefined, left: number): { skipped?: Skipped } {
  if (left === 0) return skipped === undefined ? {} : { skipped };
  return { skipped: { ...skipped, needs_approval: left } };
}

// The files of a sandbox without what may not be seen: hidden paths are not listed, not found, not counted and not
// opened, and naming one gives FORBIDDEN whether or not it exists. Where a link leads counts as much as its own name.
// Tools, the map, a session's context and completion are given this and nothing else.

import { failure, isFailure, joinPath, ROOT, type WorkspacePath } from "../base/index.ts";
import { compileFileGlob } from "./glob.ts";
import { cutPage, requireGoing, requirePage, requireText } from "./pages.ts";
import type { FileEntry, Files, Filesystem, GrepOptions, Listing, SearchOptions, Skipped } from "./protocol.ts";
import type { Sandbox } from "./sandbox.ts";

/** What may be seen; `paths` are a path of the sandbox and where it really lives. */
export type View = {
  /** What the patterns cover is hidden. */
  readonly hidden: readonly string[];
  /** Why the path is hidden, or null. */
  hides(paths: readonly string[]): string | null;
  /** For one listing or search: what is shown only after a yes. Null: nothing. */
  asking(tool: "ls" | "glob" | "grep" | "read_file"): Promise<Asks | null>;
};

export type Asks = (paths: readonly string[]) => boolean;

export type VisibleOptions = {
  /**
   * What listings and searches do with what may be shown only after a yes. "left-out": they count it. "unread": a search
   * for names leaves out every file that may not be read unasked, whatever the tool. "included": somebody said yes.
   */
  readonly asks: "left-out" | "unread" | "included";
};

export function visibleFiles(files: Sandbox, view: View | null, { asks }: VisibleOptions): Files {
  if (view === null) return files;
  const hidden = { patterns: view.hidden, prefix: "" };
  const asking = async (tool: "ls" | "glob" | "grep"): Promise<Asks | null> =>
    asks === "included" ? null : view.asking(asks === "unread" ? "read_file" : tool);
  const target = (path: string): string => requireVisible(files, view, path);
  return {
    ...(files.maxFileBytes === undefined ? {} : { maxFileBytes: files.maxFileBytes }),
    kindOf: (path) => {
      target(path);
      return files.kindOf(path);
    },
    read: async (path, options) => {
      const page = requirePage(options);
      requireGoing(options?.signal);
      target(path);
      const { bytes, target: real } = await files.readBytes(path);
      requireShown(view, path, [real]);
      return cutPage(path, requireText(path, bytes), page);
    },
    readBytes: async (path) => {
      target(path);
      const file = await files.readBytes(path);
      // What was opened may be another file than the one that was there a moment ago.
      requireShown(view, path, [file.target]);
      return file;
    },
    list: async (path = "") => {
      const real = target(path);
      const asksFor = await asking("ls");
      const listing = await files.list(path);
      const seen = listing.entries.filter((entry) => view.hides(namesOf(files, entry, real)) === null);
      const shown = asksFor === null ? seen : seen.filter((entry) => !asksFor(namesOf(files, entry, real)));
      return counted({ ...listing, entries: shown }, seen.length - shown.length);
    },
    glob: async (pattern, options = {}) => {
      const base = options.path ?? "";
      const real = target(base);
      const asksFor = await asking("glob");
      let left = 0;
      const accept = (path: string): boolean => {
        if (options.accept?.(path) === false) return false;
        if (asksFor === null || !asksFor([path])) return true;
        left += 1;
        return false;
      };
      const found = await files.glob(pattern, { ...options, accept, hidden });
      const entries = found.entries.filter(({ path }) => view.hides(both(path, base, real)) === null);
      return counted({ ...found, entries }, left);
    },
    grep: async (pattern, options = {}) => {
      const base = options.path ?? "";
      const real = target(base);
      const asksFor = await asking("grep");
      const left = asksFor === null ? 0 : await countAsked(files, { ...options, hidden }, { asks: asksFor, real });
      const accept = (path: string): boolean =>
        options.accept?.(path) !== false && (asksFor === null || !asksFor([path]));
      const found = await files.grep(pattern, { ...options, accept, hidden });
      const matches = found.matches.filter(({ path }) => {
        const paths = both(path, base, real);
        return view.hides(paths) === null && (asksFor === null || !asksFor(paths));
      });
      return { ...found, matches, ...skippedWith(found.skipped, left) };
    },
  };
}

/** The same for whoever writes: reading goes through the view, the steps of a commit judge for themselves. */
export function visibleFilesystem(files: Sandbox, view: View | null): Filesystem {
  if (view === null) return files;
  return {
    ...visibleFiles(files, view, { asks: "included" }),
    write: (path, content) => files.write(path, content),
    delete: (path) => files.delete(path),
    staging: files.staging,
  };
}

/** FORBIDDEN when the name is hidden: decided without a look at the disk. */
export function requireShown(view: View | null, path: string, more: readonly string[] = []): void {
  const reason = view?.hides([path, ...more]) ?? null;
  if (reason !== null) throw failure("FORBIDDEN", `${path} is not available: ${reason}.`, { data: { path, reason } });
}

/** Where the path really lives. FORBIDDEN when it is hidden, by its name or by where it leads, existing or not. */
function requireVisible(files: Sandbox, view: View, path: string): string {
  const name = withoutSlash(path);
  requireShown(view, name);
  if (!name.includes("/")) return name;
  try {
    const real = realPath(files, name);
    requireShown(view, name, [real]);
    return real;
  } catch (error) {
    // A walk that fails behind a link would say what is there.
    if (isFailure(error)) requireNoneHidden(files, view, name);
    throw error;
  }
}

function requireNoneHidden(files: Sandbox, view: View, name: string): void {
  for (let at = name.lastIndexOf("/"); at > 0; at = name.lastIndexOf("/", at - 1)) {
    const above = name.slice(0, at);
    const real = above.includes("/") ? realOrNull(files, above) : null;
    if (real !== null && view.hides([real]) !== null) requireShown(view, name, [real]);
  }
}

function realPath(files: Sandbox, path: string): string {
  const sandbox = path.slice(0, path.indexOf("/"));
  return joinPath(sandbox as WorkspacePath, files.staging.address(path).path); // The name of a sandbox is a path.
}

function realOrNull(files: Sandbox, path: string): string | null {
  try {
    return realPath(files, path);
  } catch (error) {
    if (isFailure(error)) return null;
    throw error;
  }
}

function withoutSlash(path: string): string {
  return path.replace(/\/+$/, "");
}

/** Every name of an entry of a folder that really is at `folder`: its own, its real one, and where it leads. */
function namesOf(files: Sandbox, { path, kind }: FileEntry, folder: string): readonly string[] {
  const real = folder === ROOT ? path : `${folder}/${path.slice(path.lastIndexOf("/") + 1)}`;
  const leads = kind === "symlink" ? realOrNull(files, path) : null;
  return [path, ...(real === path ? [] : [real]), ...(leads === null ? [] : [leads])];
}

/** A result's name and where it really is: links are not followed below the searched folder. */
function both(path: string, base: string, real: string): readonly string[] {
  const name = withoutSlash(base);
  return name === real || !path.startsWith(name) ? [path] : [path, real + path.slice(name.length)];
}

/**
 * How many files a search leaves out because reading them has to be approved: counted by their names alone, so that the
 * number says nothing about what is in them.
 */
async function countAsked(
  files: Sandbox,
  options: GrepOptions,
  { asks, real }: { readonly asks: Asks; readonly real: string },
): Promise<number> {
  const { fileGlob = null, maxFileBytes: _, ...search } = options;
  if (files.kindOf(real) === "file") return asks([real]) ? 1 : 0;
  const pattern = fileGlob === null ? "**" : patternOf(fileGlob);
  const accept = (path: string): boolean => options.accept?.(path) !== false && asks([path]);
  return (await files.glob(pattern, { ...search, accept } satisfies SearchOptions)).entries.length;
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

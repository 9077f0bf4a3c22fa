// The Filesystem protocol: six methods over string paths and UTF-8 text, and what else a backend may offer.
// Paths are relative to the backend's root ("" is the root), parsed by base/path on every call.
// Every method rejects with a GalleyError whose message holds no host path.

import type { RealPath, Target, Version } from "../base/index.ts";

/** One entry of a folder. Links are shown as links. */
export type FileEntry = {
  readonly path: string;
  readonly kind: "file" | "directory" | "symlink";
  /** Bytes of a regular file, else null. */
  readonly size_bytes: number | null;
};

/** "other" is a pipe, a socket or a device; lists show it as a file without a size. */
export type EntryKind = FileEntry["kind"] | "other";

/** A page of a text file. */
export type FileContent = {
  readonly path: string;
  /** Whole lines with their endings, exactly as in the file. */
  readonly content: string;
  readonly total_lines: number;
  /** 0-based index of the first line returned. */
  readonly offset: number;
  /** How many lines were returned. */
  readonly limit: number;
  readonly truncated: boolean;
};

/** One line that matches. */
export type GrepMatch = {
  readonly path: string;
  /** 1-based */ readonly line_number: number;
  readonly line_content: string;
};

/** Sorted by path. `truncated` says that more exists than is listed. */
export type Listing = {
  readonly entries: readonly FileEntry[];
  readonly truncated: boolean;
  readonly skipped?: Skipped;
};

/** Matching lines, sorted by path and line. `truncated` says that there are more. */
export type GrepResult = {
  readonly matches: readonly GrepMatch[];
  readonly truncated: boolean;
  readonly skipped?: Skipped;
};

/** What was met and passed over, counted. There only when something was. */
export type Skipped = {
  /** Files that hold a match but are not text. */
  readonly binary?: number;
  /** Files over the size limit. */
  readonly large?: number;
  /** Files with a line that is too long to be searched for this pattern; their other lines were. */
  readonly long?: number;
  /** Entries whose name no path may hold (control or invisible characters, bytes that are no UTF-8). */
  readonly names?: number;
  /** The first of those entries, as a path would name them. They can be shown, revealed, and nothing else. */
  readonly named?: readonly string[];
  /** Files and folders that could not be read, or went away meanwhile. */
  readonly unreadable?: number;
  /** Files and folders that may be shown only after approval. */
  readonly needs_approval?: number;
};

/** What does not exist for a search: what these patterns cover, once `prefix` is put before a path from the root. */
export type Hidden = { readonly patterns: readonly string[]; readonly prefix: string };

/** Which lines of a file: from `offset`, counted from 0, at most `limit`. */
export type ReadOptions = { readonly offset?: number; readonly limit?: number | null; readonly signal?: AbortSignal };

/** Where a search looks, and what does not exist for it. */
export type SearchOptions = {
  /** Search below this directory only; patterns are relative to it. */
  readonly path?: string;
  readonly includeIgnored?: boolean;
  /** Files for which this says false count as not there. It is asked with where the file really lives below the root. */
  readonly accept?: (path: string) => boolean;
  /** The same in words, where that is possible, for a backend that cannot call back: how names must end. */
  readonly suffixes?: readonly string[];
  /** Folders that it covers are not entered; nothing in them is found, counted or opened. */
  readonly hidden?: Hidden;
  /** How many entries a glob lists at most; default 10,000. A backend may list fewer, and says so as always. */
  readonly mostEntries?: number;
  readonly signal?: AbortSignal;
};

/** Where a grep looks, and which files it opens. */
export type GrepOptions = SearchOptions & {
  /** For names when it holds no "/", else for paths below the searched folder. */
  readonly fileGlob?: string | null;
  /** Larger files are passed over and counted; the backend's own limit also holds. */
  readonly maxFileBytes?: number;
};

/** A whole file with what an edit must know about it. */
export type FileBytes = {
  readonly bytes: Uint8Array;
  readonly version: Version;
  readonly mode: number | null;
  readonly links: number;
  /** Where the bytes really live when the path goes through links inside the root; else the path itself. */
  readonly target: string;
};

/** Reading by names: links inside the root are followed on every call. */
export interface Files {
  /**
   * NOT_FOUND, IS_DIR, NOT_REGULAR, SYMLINK, BINARY, TOO_LARGE; FORBIDDEN where a rule hides files, whether or not one
   * is there. Offsets past the end give an empty content.
   */
  read(path: string, options?: ReadOptions): Promise<FileContent>;
  /** One entry per name directly below. NOT_FOUND, NOT_DIR. Links are shown as links and not followed. */
  list(path?: string): Promise<Listing>;
  /** Regular files whose path matches. PATTERN for "..", absolute, empty or oversized patterns. */
  glob(pattern: string, options?: SearchOptions): Promise<Listing>;
  /** Lines that match a linear-time regular expression. PATTERN for a pattern outside the dialect. */
  grep(pattern: string, options?: GrepOptions): Promise<GrepResult>;
  /** The whole file, byte for byte. The same codes as read, but BINARY. */
  readBytes(path: string): Promise<FileBytes>;
  /** The backend's own limit, where it has one: larger files are TOO_LARGE. */
  readonly maxFileBytes?: number;
  /** Where a backend knows at once: what is there, a last link not followed; null when nothing is. FORBIDDEN as for read. */
  kindOf?(path: string): EntryKind | null;
}

/** As GrepOptions, below a target. Without one, everything. */
export type RealSearchOptions = Omit<SearchOptions, "path"> & { readonly target?: Target };
export type RealGrepOptions = Omit<GrepOptions, "path"> & { readonly target?: Target };

/**
 * Reading only, by targets: what tools, symbols and commit are given. A path is resolved once; everything after that
 * opens what it was resolved to and follows no link. A link found there is STALE. Results and errors name `target.path`.
 */
export interface RealFiles {
  /**
   * Where the path leads now, links inside the root followed, whether or not anything is there. "keep" takes a link at
   * the end as itself. `isAbsent` where a backend saw that `readBytes` would end as NOT_FOUND. SYMLINK, NOT_DIR, NOT_FOUND.
   */
  resolve(path: string, options?: { readonly last?: "follow" | "keep" }): Target & { readonly isAbsent?: true };
  read(target: Target, options?: ReadOptions): Promise<FileContent>;
  list(target: Target): Promise<Listing>;
  glob(pattern: string, options?: RealSearchOptions): Promise<Listing>;
  grep(pattern: string, options?: RealGrepOptions): Promise<GrepResult>;
  readBytes(target: Target): Promise<FileBytes>;
  readonly maxFileBytes?: number;
  /** What is there; a link is not followed. null when nothing is. */
  kindOf(target: Target): EntryKind | null;
}

/**
 * The port of every backend. One that passes `filesystemContract` of `galley/testing` can be used wherever the others
 * are.
 */
export interface Filesystem extends Files {
  /** Creates parents, replaces atomically, keeps mode and owner. Returns bytes written. INVALID_ARG for a lone surrogate. */
  write(path: string, content: string): Promise<number>;
  /** A file, a link (never its target) or a directory with all below. Returns how many files went; 0 when missing. The root: FORBIDDEN. */
  delete(path: string): Promise<number>;
  /** The same files by their targets. */
  readonly real: RealFiles;
  /** Two-step writing for the commit room. */
  readonly staging: Staging;
}

/** What is at a path, seen without following a link: one that is there now is SYMLINK. */
export type Seen =
  | { readonly kind: "absent" }
  | ({ readonly kind: "file" } & FileBytes)
  | { readonly kind: "other"; readonly code: "IS_DIR" | "NOT_DIR" | "NOT_REGULAR" | "SYMLINK" | "TOO_LARGE" };

/** What is at a path, without its bytes. Any result of `look` will do for one. */
export type Glance =
  | Exclude<Seen, { readonly kind: "file" }>
  | ({ readonly kind: "file" } & Omit<FileBytes, "bytes" | "links"> & {
        readonly size: number;
        /** What the system says changes with every write; null when it may have missed one. */
        readonly stamp: string | null;
      });

/** Says where a root lives so that a later process can find it again. Kept in state only, never shown. */
export type RootAddress =
  | { readonly kind: "host"; readonly root: string }
  /** Lives as long as the process that made it; the name distinguishes it from others. */
  | { readonly kind: "memory"; readonly name: string }
  /** Lives as long as the container of that name. */
  | { readonly kind: "container"; readonly name: string }
  /** A backend of your own: which one it is, and where it finds its files again. */
  | { readonly kind: "custom"; readonly backend: string; readonly name: string };

/**
 * The steps of a commit, each one indivisible for readers of the tree. `temp` is a bare file name in the path's
 * directory. Every method goes through the same safe walk as reading and follows no link: where one is on the way, what
 * was resolved is not there any more, and the step ends as STALE. Errors are GalleyErrors.
 */
export interface Staging {
  /** The root, and the path below it, for a later process. Looks at no disk. */
  address(path: RealPath): { readonly root: RootAddress; readonly path: RealPath };
  look(path: RealPath): Promise<Seen>;
  /**
   * Where a backend can do it for less than `look`. `since` is an earlier answer about this path: while the system says
   * that nothing wrote to the file, it is the answer again. Good for finding a change early; only `replace` and `remove`
   * compare what is there at the last moment.
   */
  glance?(path: RealPath, since?: Glance): Promise<Glance>;
  /** Makes the missing directories above path; returns those made, outermost first. */
  makeParents(path: RealPath): Promise<readonly RealPath[]>;
  /**
   * Writes temp beside path: exclusive, mode and owner set, flushed to disk. `mode` null = what a new file gets. Calls
   * for different paths may overlap: a disk flushes many files faster than one after another.
   */
  stage(path: RealPath, temp: string, bytes: Uint8Array, options: { readonly mode: number | null }): Promise<void>;
  /** Renames temp over path if path still holds `expect`. */
  replace(path: RealPath, temp: string, options: { readonly expect: Version }): Promise<"done" | "stale">;
  /** Gives temp the name path unless that name is taken. "temp-left": it has the name, and `discard` removes its old one. */
  create(path: RealPath, temp: string): Promise<"done" | "exists" | "temp-left">;
  /** Removes path if it still holds `expect`. */
  remove(path: RealPath, options: { readonly expect: Version }): Promise<"done" | "stale">;
  /** Removes a link itself; false when there is none. */
  removeLink(path: RealPath): Promise<boolean>;
  /** Removes temp if it is there. */
  discard(path: RealPath, temp: string): Promise<void>;
  /** Removes an empty directory; false when it is not empty or not there. */
  removeDirectory(path: RealPath): Promise<boolean>;
  /** Flushes the directory that holds path. */
  flush(path: RealPath): Promise<void>;
}

// glob and grep over any backend's tree: sorted, bounded, saying what was cut and what was passed over.
// Gives other work a turn now and then, so that a long search can be cancelled.

import { joinPath, requirePath, type WorkspacePath } from "../base/index.ts";
import { decode } from "../text/index.ts";
import { compileFileGlob, compileGlob } from "./glob.ts";
import { compileGrep, matchingLines } from "./grep.ts";
import { requireGoing } from "./pages.ts";
import type { FileEntry, GrepMatch, GrepOptions, GrepResult, Listing, SearchOptions, Skipped } from "./protocol.ts";
import { walkTree, type LeftOut, type Tree } from "./tree.ts";
import { trouble } from "./trouble.ts";

export const MAX_ENTRIES = 10_000;
const MAX_MATCHES = 1000;
/** Of the matches as JSON. */
const MAX_MATCH_BYTES = 400_000;
const MAX_VISITED = 1_000_000;
const encoder = new TextEncoder();
const TURN_ENTRIES = 2048;
const TURN_BYTES = 16_000_000;

/** Where a search starts: the path asked for, and what it really is when links are followed to it. */
export type Base = { readonly real: WorkspacePath; readonly kind: "directory" | "file" };

export interface Searched extends Tree {
  /** NOT_FOUND, SYMLINK, NOT_REGULAR. */
  base(path: WorkspacePath): Base;
  size(path: WorkspacePath): number | null;
}

/** Regular files below `options.path` whose path from there matches. */
export async function globIn(tree: Searched, pattern: unknown, options: SearchOptions = {}): Promise<Listing> {
  requireGoing(options.signal);
  const glob = compileGlob(pattern);
  const asked = basePath(options.path);
  const base = tree.base(asked);
  if (base.kind === "file") throw trouble("NOT_DIR", { path: asked });
  const leftOut: LeftOut = { names: 0, unreadable: 0 };
  const turn = turns();
  const entries: FileEntry[] = [];
  let visited = 0;
  for (const { path, below } of walkTree(tree, base.real, { ...walking(options), enters: glob.enters, leftOut })) {
    if (turn(0)) await pause(options.signal);
    visited += 1;
    if (visited > MAX_VISITED) return listing(entries, true, leftOut);
    if (!glob.matches(below)) continue;
    const size = tree.size(path);
    if (size === null || options.accept?.(path) === false) continue;
    if (entries.length === MAX_ENTRIES) return listing(entries, true, leftOut);
    entries.push({ path: joinPath(asked, below), kind: "file", size_bytes: size });
  }
  return listing(entries, false, leftOut);
}

/** Matching lines of the text files below `options.path`, or of that one file. */
export async function grepIn(tree: Searched, pattern: unknown, options: GrepOptions = {}): Promise<GrepResult> {
  requireGoing(options.signal);
  const matcher = await compileGrep(pattern);
  const glob = options.fileGlob === undefined || options.fileGlob === null ? null : compileFileGlob(options.fileGlob);
  const asked = basePath(options.path);
  const leftOut: LeftOut = { names: 0, unreadable: 0 };
  const skipped = { binary: 0, large: 0 };
  const turn = turns();
  const matches: GrepMatch[] = [];
  const room = matchRoom();
  let visited = 0;
  for (const { path, shown } of filesFrom(tree, asked, options, leftOut)) {
    if (turn(0)) await pause(options.signal);
    visited += 1;
    if (visited > MAX_VISITED) return found(matches, true, skipped, leftOut);
    if (glob !== null && !glob.matches(relative(asked, shown))) continue;
    if (options.accept?.(path) === false) continue;
    const large = options.maxFileBytes !== undefined && (tree.size(path) ?? 0) > options.maxFileBytes;
    const bytes = large ? "large" : tree.bytes(path);
    // Decoded before anything else runs: a backend may use the buffer again.
    const decoded = bytes === null || bytes === "large" ? null : decode(bytes);
    if (decoded?.kind !== "text") {
      if (bytes === null) leftOut.unreadable += 1;
      else if (bytes === "large") skipped.large += 1;
      else skipped.binary += 1;
      continue;
    }
    if (turn(decoded.text.length)) await pause(options.signal);
    for (const { number, content } of matchingLines(decoded.text, matcher)) {
      const match = { path: shown, line_number: number, line_content: content };
      if (!room(match)) return found(matches, true, skipped, leftOut);
      matches.push(match);
    }
  }
  return found(matches, false, skipped, leftOut);
}

/** Says of each match in turn whether there is still room for it. */
export function matchRoom(): (match: GrepMatch) => boolean {
  let matches = 0;
  let bytes = 0;
  return (match) => {
    matches += 1;
    bytes += encoder.encode(JSON.stringify(match)).length + 1;
    return matches <= MAX_MATCHES && bytes <= MAX_MATCH_BYTES;
  };
}

function* filesFrom(
  tree: Searched,
  asked: WorkspacePath,
  options: GrepOptions,
  leftOut: LeftOut,
): Generator<{ path: WorkspacePath; shown: WorkspacePath }> {
  const base = tree.base(asked);
  if (base.kind === "file") {
    yield { path: base.real, shown: asked };
    return;
  }
  for (const { path, below } of walkTree(tree, base.real, { ...walking(options), enters: () => true, leftOut })) {
    yield { path, shown: joinPath(asked, below) };
  }
}

/** The searched folder as the backend's own path. */
function basePath(path: string | undefined): WorkspacePath {
  const parsed = requirePath(path ?? "");
  if (parsed.absolute) throw trouble("ESCAPE", { path: String(path) });
  return parsed.path;
}

function walking(options: SearchOptions): { readonly includeIgnored: boolean } {
  return { includeIgnored: options.includeIgnored ?? false };
}

/** A path below the searched folder; the name itself when a file was searched. */
function relative(asked: WorkspacePath, shown: WorkspacePath): string {
  if (shown === asked) return shown.slice(shown.lastIndexOf("/") + 1);
  return asked === "" ? shown : shown.slice(asked.length + 1);
}

/** Counts work and says when it is other work's turn. */
function turns(): (bytes: number) => boolean {
  let entries = 0;
  let work = 0;
  return (bytes) => {
    entries += 1;
    work += bytes;
    if (entries < TURN_ENTRIES && work < TURN_BYTES) return false;
    entries = 0;
    work = 0;
    return true;
  };
}

async function pause(signal: AbortSignal | undefined): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
  requireGoing(signal);
}

function listing(entries: readonly FileEntry[], truncated: boolean, leftOut: LeftOut): Listing {
  return { entries, truncated, ...skippedOf({ ...leftOut, binary: 0, large: 0 }) };
}

function found(
  matches: readonly GrepMatch[],
  truncated: boolean,
  skipped: { readonly binary: number; readonly large: number },
  leftOut: LeftOut,
): GrepResult {
  return { matches, truncated, ...skippedOf({ ...leftOut, ...skipped }) };
}

function skippedOf(counts: Required<Skipped>): { skipped?: Skipped } {
  const some = Object.entries(counts).filter(([, count]) => count > 0);
  return some.length === 0 ? {} : { skipped: Object.fromEntries(some) };
}

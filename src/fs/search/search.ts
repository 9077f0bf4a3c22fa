// glob and grep over any backend's tree: sorted, bounded, saying what was cut and what was passed over.
// Gives other work a turn now and then, so that a long search can be cancelled.

import { LIMITS, hasHidden, joinPath, nameOf, type RealPath } from "../../base/index.ts";
import { decode } from "../../text/index.ts";
import { filesBelow } from "./files-below.ts";
import { compileFileGlob, compileGlob } from "./glob.ts";
import { compileGrep, searchLines } from "./grep.ts";
import { isHidden } from "./hiding.ts";
import { ownPath, ownTarget, requireNotAborted, type OwnPath } from "../pages.ts";
import type { FileEntry, GrepMatch, GrepOptions, GrepResult, Listing, SearchOptions, Skipped } from "../protocol.ts";
import type { Searched } from "./searched.ts";
import type { LeftOut } from "./tree.ts";
import { pathError } from "../error-messages.ts";

export const MAX_ENTRIES: number = LIMITS.listedEntries.value;
const MAX_MATCHES = LIMITS.matchedLines.value;
/** Of the matches as JSON. */
const MAX_MATCH_BYTES = 400_000;
const MAX_VISITED = 1_000_000;
const encoder = new TextEncoder();
/** For asking whether a file that is not text holds a match; nothing of it is shown. */
const lossy = new TextDecoder();
/** How long other work may wait for its turn: a key that is typed meanwhile is drawn within a frame. */
const TURN_MILLISECONDS = 8;

/** With `real`, where `path` was resolved to before. */
type Resolved = { readonly real?: RealPath };

/** Regular files below `options.path` whose path from there matches. */
export async function globIn(
  tree: Searched,
  pattern: unknown,
  options: SearchOptions & Resolved = {},
): Promise<Listing> {
  requireNotAborted(options.signal);
  const glob = compileGlob(pattern);
  const most = options.mostEntries ?? MAX_ENTRIES;
  const own = baseOf(options);
  const asked = own.path;
  const base = tree.base(own);
  if (base.kind === "file") throw pathError("NOT_DIR", { path: asked });
  const leftOut: LeftOut = { names: 0, unreadable: 0, named: [] };
  const turn = turns();
  const entries: FileEntry[] = [];
  const sizes = tree.sizes?.() ?? { size: tree.size, rest: () => {} };
  const early = new Map<string, number>();
  const onSighted = (files: readonly string[]): void => {
    const isLate = turns();
    for (const below of files) {
      // The others are looked at below, in turns.
      if (isLate()) break;
      if (early.size === most || hasHidden(below) || !glob.matches(below)) continue;
      const size = sizes.size(joinPath(base.real, below));
      if (size !== null) early.set(below, size);
    }
    sizes.rest();
  };
  let visited = 0;
  try {
    const { visits, cut } = await filesBelow(tree, base.real, { kind: "files", glob, options, leftOut, onSighted });
    for (const visit of visits) {
      if (turn()) {
        sizes.rest();
        await pause(options.signal);
      }
      if (visit === null) continue;
      const { path, below } = visit;
      visited += 1;
      if (visited > MAX_VISITED) return listing(entries, true, leftOut);
      if (!glob.matches(below)) continue;
      const size = early.get(below) ?? sizes.size(path);
      if (size === null || options.accept?.(path) === false) continue;
      if (entries.length === most) return listing(entries, true, leftOut);
      entries.push({ path: joinPath(asked, below), kind: "file", size_bytes: size });
    }
    return listing(entries, cut, leftOut);
  } finally {
    sizes.rest();
  }
}

/** Matching lines of the text files below `options.path`, or of that one file. */
export async function grepIn(
  tree: Searched,
  pattern: unknown,
  options: GrepOptions & Resolved = {},
): Promise<GrepResult> {
  requireNotAborted(options.signal);
  const matcher = await compileGrep(pattern);
  const glob = options.fileGlob === undefined || options.fileGlob === null ? null : compileFileGlob(options.fileGlob);
  const own = baseOf(options);
  const asked = own.path;
  const base = tree.base(own);
  const leftOut: LeftOut = { names: 0, unreadable: 0, named: [] };
  const skipped = { binary: 0, large: 0, long: 0 };
  const turn = turns();
  const matches: GrepMatch[] = [];
  const room = matchRoom();
  let visited = 0;
  const { visits, cut } =
    base.kind === "file"
      ? { visits: isHidden(base.real, options.hidden) ? [] : [{ path: base.real, below: nameOf(asked) }], cut: false }
      : await filesBelow(tree, base.real, { kind: "lines", glob, matcher, options, leftOut });
  for (const visit of visits) {
    if (turn()) await pause(options.signal);
    if (visit === null) continue;
    const { path, below } = visit;
    visited += 1;
    if (visited > MAX_VISITED) return found(matches, true, skipped, leftOut);
    if (glob !== null && !glob.matches(below)) continue;
    if (options.accept?.(path) === false) continue;
    const large = options.maxFileBytes !== undefined && (tree.size(path) ?? 0) > options.maxFileBytes;
    const bytes = large ? "large" : tree.bytes(path);
    if (bytes === null) leftOut.unreadable += 1;
    if (bytes === "large") skipped.large += 1;
    if (bytes === null || bytes === "large") continue;
    // Decoded before anything else runs: a backend may use the buffer again.
    const decoded = decode(bytes);
    const isText = decoded.kind === "text";
    const shown = base.kind === "file" ? asked : joinPath(asked, below);
    let isLong = false;
    for (const hit of searchLines(isText ? decoded.text : lossy.decode(bytes), matcher)) {
      if (turn()) await pause(options.signal);
      if (hit === "turn") continue;
      if (hit === "too-long") {
        isLong = true;
        continue;
      }
      if (!isText) {
        skipped.binary += 1;
        break;
      }
      const match = { path: shown, line_number: hit.number, line_content: hit.content };
      if (!room(match)) return found(matches, true, skipped, leftOut);
      matches.push(match);
    }
    if (isLong) skipped.long += 1;
  }
  return found(matches, cut, skipped, leftOut);
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

/** The searched folder as the backend's own path. */
function baseOf({ path = "", real }: SearchOptions & Resolved): OwnPath {
  const own = { ...ownPath(path), directory: false };
  return real === undefined ? own : ownTarget({ path: own.path, real });
}

/** Says when it is other work's turn. By the clock, because a disk or an expression may take any time. */
function turns(): () => boolean {
  let since = performance.now();
  return () => {
    const now = performance.now();
    if (now - since < TURN_MILLISECONDS) return false;
    since = now;
    return true;
  };
}

async function pause(signal: AbortSignal | undefined): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
  requireNotAborted(signal);
}

function listing(entries: readonly FileEntry[], truncated: boolean, leftOut: LeftOut): Listing {
  return { entries, truncated, ...skippedOf({ ...leftOut, binary: 0, large: 0 }) };
}

function found(
  matches: readonly GrepMatch[],
  truncated: boolean,
  skipped: { readonly binary: number; readonly large: number; readonly long: number },
  leftOut: LeftOut,
): GrepResult {
  return { matches, truncated, ...skippedOf({ ...leftOut, ...skipped }) };
}

function skippedOf(counts: Skipped): { skipped?: Skipped } {
  const some = Object.entries(counts).filter(([, count]) => (typeof count === "number" ? count > 0 : count.length > 0));
  return some.length === 0 ? {} : { skipped: Object.fromEntries(some) };
}

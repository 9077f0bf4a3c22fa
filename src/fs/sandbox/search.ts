// glob and grep over the roots of a sandbox: one root when a path names it, else all of them in order.
// Whatever a backend returns is checked against the root's rules once more.

import { asReal, ROOT, type RealPath, type Target } from "../../base/index.ts";
import type { FileEntry, GrepMatch, GrepOptions, GrepResult, Listing, SearchOptions, Skipped } from "../protocol.ts";
import type { At, RuledRoot } from "./root.ts";
import { matchRoom, MAX_ENTRIES } from "../search/search.ts";

/** With `real`, where `path` was resolved to before; both name their root. */
type Resolved = { readonly real?: RealPath };

export async function globRoots(
  at: (path: string) => At,
  roots: readonly RuledRoot[],
  pattern: string,
  options: SearchOptions & Resolved = {},
): Promise<Listing> {
  const most = options.mostEntries ?? MAX_ENTRIES;
  const entries: FileEntry[] = [];
  let skipped: Skipped = {};
  for (const { ruled, below, target } of searched(at, roots, options)) {
    const { files } = ruled.root;
    const found = await ruled.withOwnPaths(() =>
      target === null ? files.glob(pattern, below) : files.real.glob(pattern, { ...below, target }),
    );
    skipped = sum(skipped, namedIn(ruled, found.skipped));
    for (const entry of found.entries.filter((entry) => ruled.shows(entry))) {
      if (entries.length === most) return { entries, truncated: true, ...listSkipped(skipped) };
      entries.push({ ...entry, path: ruled.named(entry.path) });
    }
    if (found.truncated) return { entries, truncated: true, ...listSkipped(skipped) };
  }
  return { entries, truncated: false, ...listSkipped(skipped) };
}

export async function grepRoots(
  at: (path: string) => At,
  roots: readonly RuledRoot[],
  pattern: string,
  options: GrepOptions & Resolved = {},
): Promise<GrepResult> {
  const matches: GrepMatch[] = [];
  const room = matchRoom();
  let skipped: Skipped = {};
  for (const { ruled, below, target } of searched(at, roots, options)) {
    const { files } = ruled.root;
    const search = { ...below, fileGlob: options.fileGlob ?? null };
    const found = await ruled.withOwnPaths(() =>
      target === null ? files.grep(pattern, search) : files.real.grep(pattern, { ...search, target }),
    );
    skipped = sum(skipped, found.skipped);
    for (const match of found.matches.filter(({ path }) => ruled.allows(path))) {
      const named = { ...match, path: ruled.named(match.path) };
      if (!room(named)) return { matches, truncated: true, ...listSkipped(skipped) };
      matches.push(named);
    }
    if (found.truncated) return { matches, truncated: true, ...listSkipped(skipped) };
  }
  return { matches, truncated: false, ...listSkipped(skipped) };
}

function* searched(
  at: (path: string) => At,
  roots: readonly RuledRoot[],
  { path = "", real, ...options }: SearchOptions & Resolved,
): Generator<{ readonly ruled: RuledRoot; readonly below: SearchOptions; readonly target: Target | null }> {
  const { ruled, rel, given } = at(path);
  const target = real === undefined ? null : { path: rel, real: asReal(at(real).rel) };
  for (const root of ruled === null ? roots : [ruled]) {
    if (ruled !== null && rel !== ROOT && root.root.suffixes !== null)
      requireNamed(root, target ?? root.toldNow(() => root.root.files.real.resolve(rel)));
    const rules = { ...options, ...rulesFor(root, options) };
    yield { ruled: root, below: target === null ? { ...rules, path: given } : rules, target };
  }
}

/** The root's own rules and the caller's, in the backend's paths. */
function rulesFor(root: RuledRoot, { accept, hidden }: SearchOptions): SearchOptions {
  const own = root.searchRules;
  return {
    ...own,
    ...(accept && { accept: (path: string) => own.accept?.(path) !== false && accept(root.named(path)) }),
    ...(hidden && { hidden: { ...hidden, prefix: `${hidden.prefix}${root.root.name}/` } }),
  };
}

/** A file that is asked for by itself is refused by its name; files met on the way are passed over. */
function requireNamed(ruled: RuledRoot, target: Target): void {
  if (ruled.root.files.real.kindOf(target) === "directory") return;
  ruled.requireSuffix(target.path);
  ruled.requireTarget(target.path, target.real);
}

function sum(one: Skipped, other: Skipped = {}): Skipped {
  const keys = ["binary", "large", "long", "names", "unreadable"] as const;
  const counts = keys
    .map((key) => [key, (one[key] ?? 0) + (other[key] ?? 0)] as const)
    .filter(([, count]) => count > 0);
  const named = [...(one.named ?? []), ...(other.named ?? [])];
  return { ...Object.fromEntries(counts), ...(named.length > 0 ? { named } : {}) };
}

/** The same with the root's own name before each. */
function namedIn(ruled: RuledRoot, skipped: Skipped = {}): Skipped {
  const { named, ...counts } = skipped;
  return named === undefined ? counts : { ...counts, named: named.map((path) => ruled.named(path)) };
}

function listSkipped(skipped: Skipped): { skipped?: Skipped } {
  return Object.keys(skipped).length === 0 ? {} : { skipped };
}

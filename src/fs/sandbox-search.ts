// glob and grep over the roots of a sandbox: one root when a path names it, else all of them in order.
// Whatever a backend returns is checked against the root's rules once more.

import { ROOT, type WorkspacePath } from "../base/index.ts";
import type { FileEntry, GrepMatch, GrepOptions, GrepResult, Listing, SearchOptions, Skipped } from "./protocol.ts";
import type { RuledRoot } from "./sandbox-root.ts";
import { matchRoom, MAX_ENTRIES } from "./search.ts";

type At = (path: string) => {
  readonly ruled: RuledRoot | null;
  readonly rel: WorkspacePath;
  readonly given: WorkspacePath;
};

export async function globRoots(
  at: At,
  roots: readonly RuledRoot[],
  pattern: string,
  options: SearchOptions = {},
): Promise<Listing> {
  const entries: FileEntry[] = [];
  let skipped: Skipped = {};
  for (const { ruled, below } of searched(at, roots, options)) {
    const found = await ruled.told(() => ruled.root.files.glob(pattern, below));
    skipped = sum(skipped, found.skipped);
    for (const entry of found.entries.filter((entry) => ruled.shows(entry))) {
      if (entries.length === MAX_ENTRIES) return { entries, truncated: true, ...told(skipped) };
      entries.push({ ...entry, path: ruled.named(entry.path) });
    }
    if (found.truncated) return { entries, truncated: true, ...told(skipped) };
  }
  return { entries, truncated: false, ...told(skipped) };
}

export async function grepRoots(
  at: At,
  roots: readonly RuledRoot[],
  pattern: string,
  options: GrepOptions = {},
): Promise<GrepResult> {
  const matches: GrepMatch[] = [];
  const room = matchRoom();
  let skipped: Skipped = {};
  for (const { ruled, below } of searched(at, roots, options)) {
    const fileGlob = options.fileGlob ?? null;
    const found = await ruled.told(() => ruled.root.files.grep(pattern, { ...below, fileGlob }));
    skipped = sum(skipped, found.skipped);
    for (const match of found.matches.filter(({ path }) => ruled.allows(path))) {
      const named = { ...match, path: ruled.named(match.path) };
      if (!room(named)) return { matches, truncated: true, ...told(skipped) };
      matches.push(named);
    }
    if (found.truncated) return { matches, truncated: true, ...told(skipped) };
  }
  return { matches, truncated: false, ...told(skipped) };
}

function* searched(
  at: At,
  roots: readonly RuledRoot[],
  options: SearchOptions,
): Generator<{ readonly ruled: RuledRoot; readonly below: SearchOptions }> {
  const { ruled, rel, given } = at(options.path ?? "");
  for (const root of ruled === null ? roots : [ruled]) {
    if (ruled !== null && rel !== ROOT && root.root.suffixes !== null) requireNamed(root, rel);
    yield { ruled: root, below: { ...options, ...rulesFor(root, options), path: given } };
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
function requireNamed(ruled: RuledRoot, rel: WorkspacePath): void {
  const { files } = ruled.root;
  const target = ruled.toldNow(() => files.staging.address(rel).path);
  if (files.kindOf?.(target) === "directory") return;
  ruled.requireSuffix(rel);
  ruled.requireTarget(rel, target);
}

function sum(one: Skipped, other: Skipped = {}): Skipped {
  const keys = ["binary", "large", "names", "unreadable"] as const;
  return Object.fromEntries(
    keys.map((key) => [key, (one[key] ?? 0) + (other[key] ?? 0)] as const).filter(([, count]) => count > 0),
  );
}

function told(skipped: Skipped): { skipped?: Skipped } {
  return Object.keys(skipped).length === 0 ? {} : { skipped };
}

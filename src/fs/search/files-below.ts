// Which files a search looks at, in the order of their paths: those a finder has found, where there is one and it is
// worth its start, else those our own walk comes to. The same files either way.

import { asReal, ROOT, type WorkspacePath } from "../../base/index.ts";
import { visitFound } from "./finder.ts";
import type { Glob } from "./glob.ts";
import type { LineMatcher } from "./grep.ts";
import { hidingOf } from "./hiding.ts";
import { requireNotAborted } from "../pages.ts";
import type { GrepOptions } from "../protocol.ts";
import type { Searched } from "./searched.ts";
import { survey } from "./survey.ts";
import { walkTree, type LeftOut, type Visit } from "./tree.ts";

export type Looking = {
  readonly options: GrepOptions;
  readonly leftOut: LeftOut;
  /** Called with paths below the base while a finder is still running: unsorted, unchecked, maybe too many. */
  readonly onSighted?: (below: readonly string[]) => void;
} & (
  | { readonly kind: "files"; readonly glob: Glob }
  | { readonly kind: "lines"; readonly glob: Glob | null; readonly matcher: LineMatcher }
);

/**
 * `cut` says that a finder was stopped before it had seen everything. More files may come than are wanted; null is a
 * time to look whether the search goes on.
 */
export async function filesBelow(
  tree: Searched,
  base: WorkspacePath,
  looking: Looking,
): Promise<{ readonly visits: Iterable<Visit | null>; readonly cut: boolean }> {
  const { options, leftOut, kind, glob } = looking;
  const includeIgnored = options.includeIgnored ?? false;
  const enters = kind === "files" ? looking.glob.enters : () => true;
  const expression = kind === "lines" ? looking.matcher.expression : null;
  const hides = hidingOf(options.hidden);
  // The caller was let through to a name for it; where it really is counts too.
  if (base !== ROOT && hides(base, "directory")) return { visits: [], cut: false };
  const walking = { includeIgnored, enters, hides };
  const walk = () => ({ visits: walkTree(tree, base, { ...walking, leftOut }), cut: false });

  const { finder } = tree;
  if (finder === undefined || (kind === "lines" && expression === null)) return walk();
  const surveyed = survey(tree, base, walking);
  if (!finder.suits(surveyed)) return walk();
  const found = await finder.find({
    base,
    expression,
    globs: glob?.loose ?? null,
    without: surveyed.ignored,
    maxBytes: Math.min(tree.maxFileBytes ?? Infinity, options.maxFileBytes ?? Infinity),
    onFiles: looking.onSighted ?? (() => {}),
    signal: options.signal,
  });
  requireNotAborted(options.signal);
  if (found === null) return walk();
  const isFolder = (path: WorkspacePath): boolean => isDirectory(tree, path);
  return { visits: visitFound(tree, found, { ...walking, base, leftOut, isFolder }), cut: found.cut };
}

/** A folder that may not be read still says what it is. */
function isDirectory(tree: Searched, path: WorkspacePath): boolean {
  try {
    return tree.base({ path, directory: false, real: asReal(path) }).kind === "directory";
  } catch {
    return false; // Gone, or no longer what it was: the search passes over it.
  }
}

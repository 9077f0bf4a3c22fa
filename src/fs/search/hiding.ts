// What a search must not come across, from patterns to a question about one path. Folders are asked about before they
// are entered, so a file is only compared with the patterns themselves.

import { coversInside, coversPath, type PatternMatcher, type WorkspacePath } from "../../base/index.ts";
import { compileRule, type Glob } from "./glob.ts";
import type { Hidden } from "../protocol.ts";

/**
 * Is this file hidden, or everything in this folder? It is asked about what is in a folder that is not hidden as a whole.
 * Paths are from the backend's root.
 */
export type Hides = (path: WorkspacePath, kind: "file" | "directory") => boolean;

export function hidingOf(hidden: Hidden | undefined): Hides {
  if (hidden === undefined || hidden.patterns.length === 0) return () => false;
  const { prefix, patterns } = hidden;
  const matches = matcherOf(patterns);
  return (path, kind) => {
    const named = prefix + path;
    return kind === "directory"
      ? patterns.some((pattern) => coversInside(pattern, named, matches))
      : patterns.some((pattern) => matches(pattern, named));
  };
}

/** The same of a single path, wherever it is. */
export function isHidden(path: WorkspacePath, hidden: Hidden | undefined): boolean {
  if (hidden === undefined) return false;
  const matches = matcherOf(hidden.patterns);
  return hidden.patterns.some((pattern) => coversPath(pattern, hidden.prefix + path, matches));
}

function matcherOf(patterns: readonly string[]): PatternMatcher {
  const globs = new Map<string, Glob>(patterns.map((pattern) => [pattern, compileRule(pattern)]));
  return (pattern, path) => globs.get(pattern)!.matches(path); // One of the patterns.
}

// What a rule against something covers: the paths its pattern matches, and what is in a folder that it matches. Only
// rules that tighten are read this way; a rule that allows something must match every path itself.

export type PatternMatcher = (pattern: string, path: string) => boolean;

/** No pattern can spell this name, so only a pattern for every name matches it. */
const ANY_NAME = "\u0001".repeat(24);

/** `folder/*` is about one level; every other pattern that matches a folder covers all that is in it. */
export function coversPath(pattern: string, path: string, matches: PatternMatcher): boolean {
  if (matches(pattern, path)) return true;
  if (pattern.endsWith("/*")) return false;
  for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1))
    if (matches(pattern, path.slice(0, at))) return true;
  return false;
}

/** The path, or, if it is a folder, everything that could be in it. */
export function coversFolder(pattern: string, folder: string, matches: PatternMatcher): boolean {
  return coversPath(pattern, folder, matches) || coversInside(pattern, folder, matches);
}

/** Everything that could be in the folder, at every depth. */
export function coversInside(pattern: string, folder: string, matches: PatternMatcher): boolean {
  // Below as many names as the pattern has parts, what is above them no longer counts.
  const depth = pattern.split("/").length + 1;
  let inside = folder;
  for (let at = 0; at < depth; at += 1) {
    inside += `/${ANY_NAME}`;
    if (!coversPath(pattern, inside, matches)) return false;
  }
  return true;
}

// So many folders are remembered: a session may see more.
const MOST_KNOWN = 20_000;

/** coversFolder for many paths and several patterns: what is known of the folders above them is not asked again. */
export function coverOf(patterns: readonly string[], matches: PatternMatcher): (path: string) => boolean {
  const deep = patterns.filter((pattern) => !pattern.endsWith("/*"));
  // Only these can match every name in a folder.
  const open = patterns.filter((pattern) => /[*?[\]{}]/.test(pattern.slice(pattern.lastIndexOf("/") + 1)));
  const known = new Map<string, boolean>();
  const folder = (path: string): boolean => {
    if (path === "") return false;
    let isCovered = known.get(path);
    if (isCovered === undefined) {
      if (known.size >= MOST_KNOWN) known.clear();
      isCovered = folder(parentOf(path)) || deep.some((pattern) => matches(pattern, path));
      known.set(path, isCovered);
    }
    return isCovered;
  };
  return (path) =>
    folder(parentOf(path)) ||
    patterns.some((pattern) => matches(pattern, path)) ||
    open.some((pattern) => coversInside(pattern, path, matches));
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

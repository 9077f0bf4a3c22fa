// What a program comes across that searches a folder by itself: files that it may not read, because a rule hides them or
// asks first. Looks at names only, in every folder, also in those that git ignores: a search may include them.

import type { Target } from "../base/index.ts";
import type { RealFiles } from "../fs/index.ts";
import type { Visibility } from "../ask/index.ts";

export type SearchReach =
  /** Everything there may be read. */
  | { readonly kind: "free" }
  /** Something may not. `free` is null when there are too many files to say. */
  | { readonly kind: "closed"; readonly free: FreePlaces | null };

/** Together they are everything below the folder that may be searched, as far as `isWhole` says so. */
export type FreePlaces = {
  readonly folders: readonly string[];
  readonly files: readonly string[];
  readonly isWhole: boolean;
};

/** `files` without the rules applied. `target` is a folder; for a file the rules about it are enough. */
export async function reachOf(files: RealFiles, view: Visibility | null, target: Target): Promise<SearchReach> {
  if (view === null || files.kindOf(target) !== "directory") return FREE;
  const asks = await view.asking("grep");
  const namesOf = (real: string): readonly string[] => {
    const below = real.slice(target.real.length);
    return real.startsWith(target.real) ? [real, target.path + below] : [real];
  };
  const isClosed = (real: string): boolean => view.isHidden(namesOf(real)) || asks?.(namesOf(real)) === true;
  // Every folder on the way to such a file.
  const closed = new Set<string>();
  const accept = (real: string): boolean => {
    if (!isClosed(real)) return false;
    for (let at = real.lastIndexOf("/"); at > target.real.length; at = real.lastIndexOf("/", at - 1))
      closed.add(real.slice(0, at));
    return true;
  };
  const found = await files.glob("**", { target, includeIgnored: true, accept });
  if (found.entries.length === 0 && !found.truncated) return FREE;
  return { kind: "closed", free: found.truncated ? null : await freeBelow(files, { target, closed, isClosed }) };
}

const FREE: SearchReach = { kind: "free" };

// An agent that is shown more than this reads none of it.
const MOST_LISTED = 20;

/** A folder without such a file as a whole, and of the others what is in them. */
async function freeBelow(
  files: RealFiles,
  given: {
    readonly target: Target;
    readonly closed: ReadonlySet<string>;
    readonly isClosed: (real: string) => boolean;
  },
): Promise<FreePlaces> {
  const folders: string[] = [];
  const single: string[] = [];
  const waiting = [given.target];
  for (let listed = 0; listed < MOST_LISTED && waiting.length > 0; listed += 1) {
    const { entries } = await files.list(waiting.shift()!);
    for (const { path, kind } of entries) {
      if (kind !== "file" && kind !== "directory") continue; // A link may lead anywhere.
      const target = files.resolve(path);
      // Galley's own tools do not search it either.
      if (given.isClosed(target.real) || path.endsWith("/.git")) continue;
      if (kind === "file") single.push(path);
      else if (given.closed.has(target.real)) waiting.push(target);
      else folders.push(path);
    }
  }
  return { folders, files: single, isWhole: waiting.length === 0 };
}

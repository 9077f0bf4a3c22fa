// What a program comes across that searches a folder by itself: files that it may not read, because a rule hides them or
// asks first. Looks at names only, in every folder, also in those that git ignores: a search may be told to.

import type { Target } from "../base/index.ts";
import type { RealFiles } from "../fs/index.ts";
import type { Visibility } from "../ask/index.ts";

export type SearchReach =
  /** Everything there may be read. */
  | { readonly kind: "free" }
  /** Something may not. `free`: folders directly below that have nothing of the kind; null when there are too many files. */
  | { readonly kind: "closed"; readonly free: readonly string[] | null };

/** `files` without the rules applied. `target` is a folder; for a file the rules about it are enough. */
export async function reachOf(files: RealFiles, view: Visibility | null, target: Target): Promise<SearchReach> {
  if (view === null || files.kindOf(target) !== "directory") return FREE;
  const isHidden = view.hiding();
  const asks = await view.asking("grep");
  const closed = new Set<string>();
  const namesOf = (real: string): readonly string[] => {
    const below = real.slice(target.real.length);
    return real.startsWith(target.real) ? [real, target.path + below] : [real];
  };
  const accept = (real: string): boolean => {
    const names = namesOf(real);
    if (!isHidden(names) && asks?.(names) !== true) return false;
    closed.add(
      real
        .slice(target.real.length)
        .split("/")
        .find((part) => part !== "") ?? "",
    );
    return true;
  };
  const found = await files.glob("**", { target, includeIgnored: true, accept });
  if (found.entries.length === 0 && !found.truncated) return FREE;
  const { entries } = await files.list(target);
  const folders = entries.filter((entry) => entry.kind === "directory" && !isHidden([entry.path]));
  const free = folders.filter(({ path }) => !closed.has(path.slice(path.lastIndexOf("/") + 1)));
  return {
    kind: "closed",
    free: found.truncated ? null : free.map(({ path }) => path),
  };
}

const FREE: SearchReach = { kind: "free" };

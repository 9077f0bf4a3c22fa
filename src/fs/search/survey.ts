// A first look at a tree before a stranger is sent through it: is it small enough to walk ourselves, and which large
// ignored folders lie near the top? Bounded; what it says saves time and decides nothing.

import { joinPath, type WorkspacePath } from "../../base/index.ts";
import { createIgnoring, isAddressable, isGit, type Tree, type WalkOptions } from "./tree.ts";

export type Survey = {
  /** Null when there was more than the look took in. */
  readonly files: number | null;
  /** Ignored folders, from the searched one. */
  readonly ignored: readonly string[];
};

const MAX_FOLDERS = 24;
const MAX_IGNORED = 200;

/** Breadth first: what is worth leaving out as a whole is near the top. */
export function survey(tree: Tree, base: WorkspacePath, options: WalkOptions): Survey {
  const withRules = new Set<string>();
  const ignoring = createIgnoring(tree, base, { ...options, hasRules: (below) => withRules.has(below) });
  const folders = [""];
  const ignored: string[] = [];
  let files = 0;
  for (let at = 0; at < folders.length; at += 1) {
    if (at === MAX_FOLDERS || ignored.length >= MAX_IGNORED) return { files: null, ignored };
    const below = folders[at]!;
    const entries = tree.entries(below === "" ? base : joinPath(base, below)) ?? [];
    if (entries.some(({ name }) => name === ".gitignore")) withRules.add(below);
    const folder = ignoring.folder(below);
    if (folder.kind !== "open") continue;
    for (const { name, kind } of entries) {
      if (kind === "file") files += 1;
      if (kind !== "directory" || isGit(name) || !isAddressable(folder.path, name)) continue;
      const path = joinPath(folder.path, name);
      const inner = below === "" ? name : `${below}/${name}`;
      if (!options.enters(inner)) continue;
      if (ignoring.ignores(folder, path, { directory: true })) ignored.push(inner);
      else folders.push(inner);
    }
  }
  return { files, ignored };
}

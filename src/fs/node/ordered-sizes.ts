// The sizes of many files whose paths come in order: the folders on the way to the last one stay open, so the next
// one costs a step or two instead of a walk from the root. No link is followed.

import type { WorkspacePath } from "../../base/index.ts";
import type { Sizes } from "../search/searched.ts";
import type { Folder } from "./folder.ts";
import { guarded, type HostRoot } from "./host-root.ts";

/** A descriptor for every folder on the way would be too many for deeper paths. */
const MAX_HELD = 64;

export type SizeOptions = {
  /** Makes null of what went away or may not be looked at. */
  readonly orNull: <T>(look: () => T) => T | null;
  /** Walks to a single path. */
  readonly size: (path: WorkspacePath) => number | null;
};

export function orderedSizes({ rootFolder, ops }: HostRoot, { orNull, size }: SizeOptions): Sizes {
  const held: { readonly prefix: string; readonly folder: Folder }[] = [];
  const letGo = (): void => held.pop()?.folder.close();

  const folderAt = (path: WorkspacePath): Folder | "deep" | null => {
    while (held.length > 0 && !path.startsWith(held.at(-1)!.prefix)) letGo();
    for (;;) {
      const last = held.at(-1);
      const from = last?.prefix.length ?? 0;
      const folder = last?.folder ?? rootFolder.root();
      const slash = path.indexOf("/", from);
      if (slash < 0) return folder;
      if (held.length === MAX_HELD) return "deep";
      const next = rootFolder.enter(folder, path.slice(from, slash));
      if (next === "absent" || next === "other") return null;
      held.push({ prefix: path.slice(0, slash + 1), folder: next });
    }
  };
  return {
    size: (path) =>
      orNull(() =>
        guarded(path, "reading", () => {
          const folder = folderAt(path);
          if (folder === null) return null;
          if (folder === "deep") return size(path);
          const stats = ops.lstatSync(folder.at(path.slice(path.lastIndexOf("/") + 1)));
          rootFolder.confirm(folder);
          return stats.isFile() ? stats.size : null;
        }),
      ),
    rest: () => {
      while (held.length > 0) letGo();
    },
  };
}

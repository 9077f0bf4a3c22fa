// Removing a file, a link or a folder with all that is below it. Links are removed, never followed: each folder
// is entered through the one above, so nothing outside can be reached.

import { GalleyError } from "../../base/index.ts";
import type { OwnPath } from "../pages.ts";
import { pathError, type PathErrorFacts } from "../error-messages.ts";
import { translate } from "./errno.ts";
import type { Folder, Name } from "./folder.ts";
import { atPlace, type HostRoot } from "./host-root.ts";

/** How many files went (a link counts as one, a folder as none). 0 when nothing was there. */
export function removeAll(root: HostRoot, { path, directory }: OwnPath): number {
  return atPlace(root, { path, doing: "writing", last: "keep" }, ({ folder, names, entry }) => {
    const [name] = names;
    if (name === undefined) throw pathError("FORBIDDEN", { path });
    if (entry === null) return 0;
    if (directory && !entry.stats.isDirectory()) throw pathError("NOT_DIR", { path });
    const gone = { files: 0 };
    try {
      removeEntry(root, folder, name, gone);
    } catch (error) {
      const ours = translate(error, path, "writing");
      if (gone.files === 0 || !(ours instanceof GalleyError)) throw ours;
      // Half of the work is done: whatever stopped it, say how much.
      const { why, errno } = ours.data as Partial<PathErrorFacts>; // All errors of this room carry these facts.
      throw pathError("IO", {
        path,
        why: why ?? "not all of it could be removed",
        removed: gone.files,
        ...(errno === undefined ? {} : { errno }),
      });
    }
    return gone.files;
  });
}

function removeEntry(root: HostRoot, folder: Folder, name: Name, gone: { files: number }): void {
  const { rootFolder, ops } = root;
  const inner = rootFolder.enter(folder, name);
  if (inner === "absent") return;
  if (inner === "other") {
    rootFolder.confirm(folder);
    ops.unlinkSync(folder.at(name));
    gone.files += 1;
    return;
  }
  try {
    for (const below of ops.readdirSync(inner.self, { encoding: "buffer" })) removeEntry(root, inner, below, gone);
  } finally {
    inner.close();
  }
  rootFolder.confirm(folder);
  ops.rmdirSync(folder.at(name));
}

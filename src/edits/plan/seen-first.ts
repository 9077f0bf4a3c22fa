// Which edits may be tried: a model that has not seen a file has guessed its text. A file can be created without having seen it.

import type { WorkspacePath } from "../../base/index.ts";
import type { Edit, EditId, Found } from "../types.ts";

/**
 * The edits of files that exist, were not seen, and were not made earlier in the same answer. What is missing or
 * refused is left to the planner: it has a better reason than "not seen".
 */
export function editsOutOfContext(
  edits: readonly Edit[],
  found: ReadonlyMap<WorkspacePath, Found>,
  seen: ReadonlySet<WorkspacePath>,
): ReadonlySet<EditId> {
  const known = new Set(seen);
  const out = new Set<EditId>();
  for (const { id, path, change, likely } of edits) {
    // An edit that cannot be made does not need the file to have been seen.
    if (likely?.canConfirm === false) continue;
    const isThere = found.get(path)?.kind === "text";
    const creates = change.kind === "create" || (change.kind === "overwrite" && !isThere);
    if (!creates && isThere && !known.has(path)) {
      out.add(id);
      continue;
    }
    if (creates && !isThere) known.add(path);
    if ((change.kind === "move" || change.kind === "patch") && change.to !== null)
      known.add(change.to as WorkspacePath); // Checked with the edit.
  }
  return out;
}

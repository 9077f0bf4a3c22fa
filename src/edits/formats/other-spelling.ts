// Paths as editors on other systems write them: from the folder that is open, with a slash before it (`/lib/a.js`), or with
// backslashes (`lib\\a.js`). As they are written they are refused; where only the other spelling is in the project, it is
// likely meant. Never certain.

import type { Likely, Proposed } from "../types.ts";
import type { Known } from "./fences/file-name.ts";
import { quote } from "./scan.ts";

export function inOtherSpelling(block: Proposed, { known, line }: { known: Known; line: number }): Proposed {
  if (known === null || block.kind === "broken") return block;
  const path = block.path.replaceAll("\\", "/").replace(/^\/+/, "");
  // The disk is asked last: nearly every path is spelled as it should be.
  if (path === block.path || known(block.path) || !(known(path) || known(folderOf(path)))) return block;
  const written = `${quote(block.path)} is not a path here, and ${path} is one in the project`;
  const { likely: before } = block;
  const likely: Likely = {
    reading: before === undefined ? written : `${before.reading}, and ${written}`,
    line: before?.line ?? line,
    why: `${written}, so that may be meant. Send the edit again with the path from the project's folder, with "/" between folders.`,
  };
  return { ...block, path, likely };
}

/** A name without a folder says too little; no path is the empty one's. */
function folderOf(path: string): string {
  const end = path.lastIndexOf("/");
  return end <= 0 ? "\0" : path.slice(0, end);
}

// Names of files that are Markdown links where a format takes a name as it is: headers of diffs and patches, tags.
// Never lets a link, or an address, become the name of a file.

import { pathOf } from "./blocks/path-line.ts";
import type { Change, Proposed } from "../types.ts";
import { malformed, quote } from "./scan.ts";

/** In no format is an address the path of a file. */
export function withoutAddresses(block: Proposed): Proposed {
  if (block.kind === "broken") return block;
  const target = block.change.kind === "move" || block.change.kind === "patch" ? block.change.to : null;
  const address = [block.path, target].find((path) => path !== null && path.includes(":/") && ADDRESS.test(path));
  if (address === undefined || address === null) return block;
  return malformed(
    block.source,
    null,
    `${quote(address)} is an address, not the path of a file. Write the path alone.`,
  );
}

const ADDRESS = /^[a-z][a-z0-9+.-]+:\//i;

export function withoutLinks(block: Proposed): Proposed {
  if (block.kind === "broken") return isLink(block.path) ? { ...block, path: pathOf(block.path) } : block;
  const target = block.change.kind === "move" || block.change.kind === "patch" ? block.change.to : null;
  if (!isLink(block.path) && !isLink(target)) return block;
  const path = isLink(block.path) ? pathOf(block.path) : block.path;
  const to = isLink(target) ? pathOf(target) : target;
  if (path === null || (target !== null && to === null)) {
    const name = path === null ? block.path : target!;
    return malformed(block.source, path, `${quote(name)} is a link that does not name one file. Write the path alone.`);
  }
  const change = target === null ? block.change : ({ ...block.change, to } as Change); // Only the path is replaced.
  return { ...block, path, change };
}

function isLink(path: string | null): path is string {
  return path !== null && path.includes("](");
}

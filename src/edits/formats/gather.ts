// One change per file: hunks of the same path, found in several places of an answer, are made together or not at all.
// Never moves a patch across another change of the same file: order decides what a change finds.

import { parsePath } from "../../base/index.ts";
import type { Proposed } from "../types.ts";
import { isLikely } from "./passages.ts";
import { formatRow } from "./table.ts";

/** Joins patches of one path in unified diffs and apply-patch patches. A broken part breaks the whole. */
export function gatherPatches(blocks: readonly Proposed[]): readonly Proposed[] {
  const groups: Proposed[][] = [];
  /** The last group that touches a path. */
  const last = new Map<string, Proposed[]>();
  for (const block of blocks) {
    const key = block.path === null ? null : keyOf(block.path);
    const group = key === null ? undefined : last.get(key);
    if (group !== undefined && belongsTo(group, block)) {
      group.push(block);
      continue;
    }
    const fresh = [block];
    groups.push(fresh);
    if (key !== null) last.set(key, fresh);
    const target = targetOf(block);
    if (target !== null) last.set(keyOf(target), fresh);
  }
  return groups.map(whole);
}

/** Whether a block continues the change of a group. A rename ends it: after that the path is another file. */
function belongsTo(group: readonly Proposed[], block: Proposed): boolean {
  const before = group.at(-1)!;
  const { format } = block.source;
  if (format !== before.source.format || format === "tool" || !formatRow(format).isPatch) return false;
  return isPatch(before) && isPatch(block) && targetOf(before) === null;
}

/**
 * A broken block may have been meant as a patch. One that may be no edit at all breaks no other, and is not made with
 * others: it needs a person, and they do not.
 */
function isPatch(block: Proposed): boolean {
  return !isLikely(block) && (block.kind === "broken" || block.change.kind === "patch");
}

function whole(group: readonly Proposed[]): Proposed {
  const first = group[0]!;
  const last = group.at(-1)!;
  if (group.length === 1) return first;
  const source = { ...first.source, to: last.source.to };
  const broken = group.find((block) => block.kind === "broken");
  if (broken !== undefined) return { ...broken, source };
  const chunks = group.flatMap((block, part) =>
    block.kind === "edit" && block.change.kind === "patch"
      ? block.change.chunks.map((chunk) => (part === 0 ? chunk : { ...chunk, part }))
      : [],
  );
  const inQuote = group.every(
    (block) => block.kind === "edit" && block.change.kind === "patch" && block.change.inQuote,
  );
  const change = { kind: "patch", chunks, to: targetOf(last), ...(inQuote ? { inQuote } : {}) } as const;
  return { source, kind: "edit", path: first.path!, change };
}

function targetOf(block: Proposed): string | null {
  if (block.kind === "broken") return null;
  const { change } = block;
  return change.kind === "move" || change.kind === "patch" ? change.to : null;
}

/** "./a.ts" and "a.ts" are one file. */
function keyOf(path: string): string {
  const parsed = parsePath(path);
  return parsed.kind === "path" ? parsed.path : path;
}

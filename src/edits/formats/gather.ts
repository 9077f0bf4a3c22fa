// One change per file: hunks of the same path, said in several places of an answer, stand or fall together.
// Never moves a patch across another change of the same file: order decides what a change finds.

import { parsePath } from "../../base/index.ts";
import type { Chunk, Proposed } from "../types.ts";

/** Joins patches of one path in unified diffs and apply-patch patches. A broken part breaks the whole. */
export function gatherPatches(blocks: readonly Proposed[]): readonly Proposed[] {
  const result: Proposed[] = [];
  /** Where in the result the last block of a path stands. */
  const last = new Map<string, number>();
  for (const block of blocks) {
    const key = block.path === null ? null : keyOf(block.path);
    const at = key === null ? undefined : last.get(key);
    const whole = at === undefined ? null : joined(result[at]!, block);
    if (at !== undefined && whole !== null) {
      result[at] = whole;
      continue;
    }
    if (key !== null) last.set(key, result.length);
    const target = targetOf(block);
    if (target !== null) last.set(keyOf(target), result.length);
    result.push(block);
  }
  return result;
}

/** Null: the two stay apart. */
function joined(first: Proposed, second: Proposed): Proposed | null {
  const { format } = first.source;
  if (format !== second.source.format || (format !== "udiff" && format !== "apply-patch")) return null;
  const source = { format, from: first.source.from, to: second.source.to };
  if (first.kind === "broken") return isPatchOrBroken(second) ? { ...first, source } : null;
  if (first.change.kind !== "patch" || first.change.to !== null || keyOf(first.path) !== keyOf(second.path ?? ""))
    return null;
  if (second.kind === "broken") return { ...second, source };
  if (second.change.kind !== "patch") return null;
  const chunks: readonly Chunk[] = [...first.change.chunks, ...second.change.chunks];
  return { ...first, source, change: { kind: "patch", chunks, to: second.change.to } };
}

function isPatchOrBroken(block: Proposed): boolean {
  return block.kind === "broken" || block.change.kind === "patch";
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

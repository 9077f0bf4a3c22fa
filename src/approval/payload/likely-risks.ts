// The risks of edits that are only likely. Edits that were read in the same way share one risk, which lists their lines.

import { grouped } from "../../base/index.ts";
import type { Likely } from "../../edits/index.ts";
import type { Risk } from "../types.ts";

/** How many lines are listed; the rest are counted. */
const MOST = 5;

export function likelyRisks(all: readonly Likely[]): readonly Risk[] {
  const lines = new Map<string, number[]>();
  for (const { line, reading } of all) {
    const known = lines.get(reading);
    if (known === undefined) lines.set(reading, [line]);
    else known.push(line);
  }
  return [...lines].map(([reading, on]) => ({ kind: "likely", message: messageOf(on, reading), line: null }));
}

function messageOf(lines: readonly number[], reading: string): string {
  const where = `${linesOf([...new Set(lines)])} of the answer`;
  if (lines.length === 1) return `Likely an edit, not certain: ${where}: ${reading}. Apply it only if it is meant.`;
  return `${grouped(lines.length)} likely edits, not certain: ${where}: ${reading}. Apply them only if they are meant.`;
}

/** `lines`: one or more, each once. */
function linesOf(lines: readonly number[]): string {
  const more = lines.length - MOST;
  if (more > 0) return `lines ${lines.slice(0, MOST).join(", ")} and ${grouped(more)} more`;
  if (lines.length === 1) return `line ${lines[0]}`;
  return `lines ${lines.slice(0, -1).join(", ")} and ${lines.at(-1)}`;
}

// Writes an edit block that reads back as exactly the same change.
// Never writes one that would be read as something else: what cannot be said in a block gives null.

import type { Change } from "../../types.ts";
import { splitLines } from "../../../text/index.ts";
import { isMarkerUnit, readMarker, SHORTEST, writeMarker, type MarkerKind } from "./markers.ts";
import { isBlank, pathOf } from "./path-line.ts";

/**
 * The block as text, ending in a line break. Markers are as long as its content makes necessary.
 * Null for what a block cannot hold: other kinds of change, a match of characters, a search of blank lines only, a
 * path that no path line can carry. A last line without a line break is given one: blocks hold whole lines.
 */
export function renderBlock(path: string, change: Change): string | null {
  const pathLine = renderPathLine(path);
  if (pathLine === null) return null;
  if (change.kind === "create") return block(pathLine, "", wholeLines(change.content));
  if (change.kind !== "replace" || change.match !== "lines" || change.all || isBlank(change.find)) return null;
  return block(pathLine, wholeLines(change.find), wholeLines(change.put));
}

/** The path as a line that pathOf reads back, bare when possible. */
export function renderPathLine(path: string): string | null {
  for (const line of [path, `\`${path}\``]) if (pathOf(line) === path && !/[\r\n]/.test(line)) return line;
  return null;
}

function block(pathLine: string, find: string, put: string): string {
  const length = Math.max(longestMarker(find), longestMarker(put), SHORTEST - 1) + 1;
  const marker = (kind: MarkerKind): string => `${writeMarker({ kind, length })}\n`;
  return `${pathLine}\n${marker("start")}${find}${marker("separator")}${put}${marker("end")}`;
}

function longestMarker(content: string): number {
  let longest = 0;
  for (const line of splitLines(content))
    if (isMarkerUnit(line.charCodeAt(0))) longest = Math.max(longest, readMarker(line)?.length ?? 0);
  return longest;
}

function wholeLines(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

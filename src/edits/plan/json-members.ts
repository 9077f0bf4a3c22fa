// Members that are added to an object or a list of a JSON file, with the commas that they need.
// Never makes a file of anything that is no JSON, and never adds to one that is none.

import { isBlank } from "../diagnose/soften.ts";
import type { PartPlace } from "./shown-part.ts";

/** Whether a file with this name is one JSON document. */
export function isJsonName(path: string): boolean {
  return /\.(?:json|webmanifest|geojson|topojson|ipynb|har|code-workspace)$/i.test(path);
}

/** Before line `at`, 0-based; null when the result would be no JSON. `own`: the file's lines without endings. */
export function addMembers(own: readonly string[], at: number, members: readonly string[]): PartPlace | null {
  const before = own.findLastIndex((line, index) => index < at && !isBlank(line));
  const after = own.find((line, index) => index >= at && !isBlank(line)) ?? "";
  if (before < 0 || !isJson(own)) return null;
  const isLast = /^\s*[\]}]/.test(after);
  const added = members.with(-1, withComma(members.at(-1)!, !isLast));
  const line = own[before]!;
  const lines = [/[{[,]\s*$/.test(line) ? line : `${line},`, ...own.slice(before + 1, at), ...added];
  const place = { from: before, to: at, lines };
  return isJson([...own.slice(0, before), ...lines, ...own.slice(at)]) ? place : null;
}

function withComma(line: string, isWanted: boolean): string {
  const bare = line.replace(/,?\s*$/, "");
  return isWanted ? `${bare},` : bare;
}

function isJson(lines: readonly string[]): boolean {
  try {
    JSON.parse(lines.join("\n"));
    return true;
  } catch {
    return false;
  }
}

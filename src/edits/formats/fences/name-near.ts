// The lines above a fence that may name its file: the one before it, and a few more when nothing else is between.
// Never looks above the floor, another fence or a heading that names no file: those belong to something else.

import { isBlank } from "../blocks/path-line.ts";
import type { ScanContext } from "../scan.ts";
import { readFence } from "./fences.ts";
import { pathInTag } from "./name-above.ts";
import { readNameLine, type NameLine } from "./name-line.ts";

/** What the nearest line that says something about a file says. */
export type NearName = { readonly line: number; readonly isFar: boolean } & Exclude<NameLine, { kind: "none" }>;

const MOST_LINES = 12;
const MOST_WORDS = 6;

export function nameNear({ answer, floor, known }: ScanContext, open: number, language: string): NearName | null {
  let words = 0;
  for (let line = open - 1; line >= floor && line >= open - MOST_LINES && words < MOST_WORDS; line -= 1) {
    const text = answer.line(line);
    if (isBlank(text)) continue;
    if (readFence(text.trimStart()) !== null || /^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/.test(text)) return null;
    const isFar = words > 0;
    const tagged = pathInTag(text);
    if (tagged !== null) return { kind: "one", path: tagged, line, isFar };
    const found = readNameLine(text, { known, language, isFar });
    if (found.kind === "no-edit" && isFar) return null;
    if (found.kind !== "none") return { line, isFar, ...found };
    if (isHeading(text)) return null;
    words += 1;
  }
  return null;
}

function isHeading(line: string): boolean {
  return /^ {0,3}#{1,6}\s/.test(line);
}

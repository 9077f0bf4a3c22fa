// The file name on one of the few lines above a block: bare, decorated, a heading, in a tag, or in a fence's info string.
// Never looks above the floor, where another block ends.

import { isBlank, pathOf } from "../blocks/path-line.ts";
import { clearPath, isDecorated, pathInInfo, readFence } from "./fences.ts";
import type { Known } from "./file-name.ts";
import type { ScanContext } from "../scan.ts";

export type NameAbove = { readonly line: number } &
  /** `isClear`: the line can hardly be anything but a path. */
  (
    | { readonly kind: "path"; readonly path: string; readonly isClear: boolean }
    /** The line has words that are no path; they may still name files. */
    | { readonly kind: "words"; readonly words: string }
  );

// One blank line and two code fences may come between: some models give the name a fence of its own.
const LINES = 4;
const BLANKS = 1;
const FENCES = 2;

// Tools that wrap their calls in tags: <path>src/a.ts</path> or <file path="src/a.ts">, then <diff>, then the block.
const PATH_TAG = /^[ \t]*<(path|file_path|filename)>[ \t]*([^<> \t][^<>]{0,198}?)[ \t]*<\/\1>[ \t]*$/;
const PATH_IN_TAG =
  /^[ \t]*<[A-Za-z][\w-]{0,40}(?: [^<>]{0,100})? (?:path|file|file_?path|file_?name)=(["'])([^"'<>]{1,200})\1(?: [^<>]{0,100})?>[ \t]*$/i;
const WRAPPING = /^[ \t]*(?:<[A-Za-z][\w-]{0,40}>)?(?:<!\[CDATA\[)?[ \t]*$/;
/** A number before a name that is marked as one belongs to the heading. */
const HEADING = /^#{1,6}[ \t]+(?:\d{1,2}[.)][ \t]+(?=[`*]))?/;
const LONGEST_TAG = 500;
const LONGEST_NAME = 200;

export function nameAbove({ answer, floor, known }: ScanContext, start: number): NameAbove | null {
  let blanks = 0;
  let fences = 0;
  for (let line = start - 1; line >= floor && line >= start - LINES; line -= 1) {
    const text = answer.line(line);
    const fence = readFence(text);
    const tagged = pathInTag(text);
    if (tagged !== null) return { kind: "path", path: tagged, line, isClear: true };
    if (fence === null && !isBlank(text) && WRAPPING.test(text)) continue;
    if (fence !== null) {
      const path = pathInInfo(fence.info);
      if (path !== null) return { kind: "path", path, line, isClear: true };
      fences += 1;
    } else if (isBlank(text)) blanks += 1;
    else return readName(text, line, known);
    if (blanks > BLANKS || fences > FENCES) return null;
  }
  return null;
}

/** The path in a tag that is alone on its line. */
export function pathInTag(line: string): string | null {
  if (line.length > LONGEST_TAG || !line.trimStart().startsWith("<")) return null;
  return PATH_TAG.exec(line)?.[2] ?? PATH_IN_TAG.exec(line)?.[2] ?? null;
}

function readName(text: string, line: number, known: Known): NameAbove {
  const words = text.replace(HEADING, "");
  const isThere = words.length <= LONGEST_NAME && known?.(words.trim()) === true;
  const path = isThere ? words.trim() : pathOf(words);
  if (path === null) return { kind: "words", words: text, line };
  const isClear = isThere || clearPath(words) !== null || isDecorated(words) || /^[^ \t]*[/\\]/.test(path);
  return { kind: "path", path, line, isClear };
}

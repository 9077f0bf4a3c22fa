// A file's name in a comment at the top of a fence, in the ways that are not certain: without a folder, with more words.
// whole-file.ts reads the certain ones first. The comment stays in the file: what is between the fences is the file.

import { fileNamed, type Known } from "./file-name.ts";
import { readNameLine } from "./name-line.ts";

const LONGEST = 240;
const LINES = 3;
const OPENS =
  /^[ \t]*(?:\/\/[-/!]*|\/\*+|#+(?![!#])|<!--+|--+(?:\[\[)?|;+|%+|\{\/\*|\{#|\{\{!(?:--)?|<%[#-]*|\(\*|\{-|"""|'''|'|"|REM\b|@?rem\b|\*(?=\s))[ \t]*/;
const CLOSES = /[ \t]*(?:\*\/\}?|--+>|\]\]|#\}|--\}\}|\}\}|-?%>|\*\)|-\}|"""|'''|=+|-+)?[ \t]*$/;
/** What a file may begin with before its first comment. */
const PROLOGUE = /^(?:#!|<\?php|<\?xml|<!doctype|"use |'use |# -\*-|\/\*+$|<!--$|"""$)/i;
const LABEL = /^(?:@?(?:new )?file ?-?name|@?file ?path|@?file|@?path|location|module)[ \t]*:?[ \t]*/i;
const REMARK = /[ \t]*(?:\([^()]*\)|[-–—]{1,2}[ \t].*|:[ \t].*)$/;

/** The file that one of the first lines names in a comment that is hardly anything else. `lines`: the first few. */
export function likelyInComment(
  lines: readonly string[],
  { known, language }: { readonly known: Known; readonly language: string },
): { readonly path: string; readonly at: number } | null {
  for (const [at, line] of lines.slice(0, LINES).entries()) {
    if (line.length > LONGEST) return null;
    const path = pathIn(line, { known, language });
    if (path !== null) return { path, at };
    if (line.trim() !== "" && !PROLOGUE.test(line.trim())) return null;
  }
  return null;
}

function pathIn(line: string, options: { readonly known: Known; readonly language: string }): string | null {
  const open = OPENS.exec(line);
  if (open === null) return null;
  const words = line.slice(open[0].length).replace(CLOSES, "").trim();
  const bare = words.replace(LABEL, "");
  for (const each of [words, bare, bare.replace(REMARK, "")]) {
    const path = fileNamed(each.replace(/^[`*=\s-]+|[`*=\s:-]+$/g, ""), options);
    if (path !== null) return path;
  }
  // "// In src/a.ts", "// Update src/a.ts": a short label, no explanation.
  if (!/^(?:in|inside|update|edit|change|create|add to|new)\b/i.test(words) || /[.!?]$/.test(words)) return null;
  const named = readNameLine(words, options);
  return named.kind === "one" && words.split(/\s+/).length <= 4 ? named.path : null;
}

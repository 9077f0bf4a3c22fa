// Which lines of a file a part of it replaces: those from its first line to its last, when each is in the file once; or
// the definition that it begins with, as far as the indentation goes; or names and values, line by line.
// Never looks for something similar: the first line, or the name it defines, must be in the file exactly once.

import { nameOf, type WorkspacePath } from "../../base/index.ts";
import { isBlank } from "../diagnose/soften.ts";

/** Lines `from` up to, not including, `to`, 0-based, and what replaces them. */
export type PartPlace = { readonly from: number; readonly to: number; readonly lines: readonly string[] };

/** `file` with line endings or without. */
export function partPlace(file: readonly string[], shown: readonly string[], path: string): PartPlace | null {
  const own = file.map((line) => line.replace(/[\r\n]+$/, ""));
  const lines = trimmed(withoutName(own, shown, path));
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) return null;
  const from = onlyPlace(own, first) ?? definedPlace(own, first);
  if (from === null) return null;
  const end = lines.length > 1 ? onlyPlace(own, last) : null;
  const to = end !== null && end > from ? end + 1 : isOneBlock(lines) ? endOfBlock(own, from) : null;
  const place = to ?? (SETTINGS.test(path) ? endOfKeys(own, lines, from) : null);
  return place === null ? null : { from, to: place, lines };
}

const SETTINGS = /\.(?:toml|ya?ml|ini|cfg|conf|properties|env|editorconfig)$/i;
const KEY = /^\s*(?:- )?["']?[\w.-]+["']?\s*[:=]/;

/** The line after as many lines of names and values as are shown, each the same or another value of the same name. */
function endOfKeys(own: readonly string[], lines: readonly string[], from: number): number | null {
  const key = (line: string | undefined): string | undefined => KEY.exec(line ?? "")?.[0];
  const isSame = (line: string, at: number): boolean =>
    line === own[from + at] || (key(line) !== undefined && key(line) === key(own[from + at]));
  return lines.length > 1 && lines.every(isSame) ? from + lines.length : null;
}

/** A comment that only names the file is not part of it, unless the file has it. */
export function withoutName(own: readonly string[], shown: readonly string[], path: string): readonly string[] {
  const first = shown[0] ?? "";
  const isName = /^\s*(?:\/\/|#|--|;|\/\*|<!--|\{\/\*)/.test(first) && first.includes(nameOf(path as WorkspacePath)); // For its last part alone.
  return isName && !own.includes(first) ? shown.slice(1) : shown;
}

export function trimmed(lines: readonly string[]): readonly string[] {
  const from = lines.findIndex((line) => !isBlank(line));
  return from < 0 ? [] : lines.slice(from, lines.findLastIndex((line) => !isBlank(line)) + 1);
}

export function onlyPlace(own: readonly string[], line: string): number | null {
  if (!/[\p{L}\p{N}]/u.test(line)) return null;
  const at = own.indexOf(line);
  return at < 0 || own.indexOf(line, at + 1) >= 0 ? null : at;
}

/** Made when it is first needed: the letters of every script, nine times, take milliseconds. */
let defines: RegExp | null = null;
const makeDefines = (): RegExp =>
  /^(?:(?:export|default|public|private|protected|internal|static|final|abstract|override|virtual|async|unsafe|pub(?:\([^)]*\))?|inline|const|let|var|local)\s+)*(?:function\*?|def|class|interface|type|enum|struct|trait|impl|fn|func|fun|sub|module|object|const|let|var|record)\s+(?:\([^)]*\)\s*)?([\p{L}_$][\p{L}\p{N}_$]*)|^(?:(?:module\.)?exports\.|[\p{L}_$][\p{L}\p{N}_$]*\.)([\p{L}_$][\p{L}\p{N}_$]*)\s*=|^(?:export\s+)?(?:const|let|var)\s+([\p{L}_$][\p{L}\p{N}_$]*)\s*=|^(?:(?:public|private|protected|static|async|get|set)\s+)*([\p{L}_$][\p{L}\p{N}_$]*)\s*\([^;]*\{\s*$/u;

/** The one line, as far in as this, that defines the same name in the same way. */
export function definedPlace(own: readonly string[], line: string): number | null {
  const defined = definition(line);
  if (defined === null) return null;
  const indent = indentOf(line);
  const places = own.flatMap((each, at) => {
    const other = indentOf(each) === indent ? definition(each) : null;
    return other?.name === defined.name && other.isMember === defined.isMember ? [at] : [];
  });
  return places.length === 1 ? places[0]! : null;
}

/** The name that a line defines, or null. */
export function definedBy(line: string): string | null {
  return definition(line)?.name ?? null;
}

/** `isMember`: of something else. `const etag = …` and `exports.etag = …` are two definitions. */
function definition(line: string): { readonly name: string; readonly isMember: boolean } | null {
  if (line.length > LONGEST) return null;
  defines ??= makeDefines();
  const found = defines.exec(line.trimStart());
  const name = found?.[1] ?? found?.[2] ?? found?.[3] ?? found?.[4] ?? null;
  return name === null || KEYWORDS.has(name) ? null : { name, isMember: found![2] !== undefined };
}

const LONGEST = 400;
const KEYWORDS = new Set(["if", "for", "while", "switch", "catch", "with", "return", "function"]);
export const CLOSES = /^\s*(?:[\])}]|end\b|<\/)/;

/** The first line, deeper ones, and lines that close them. */
export function isOneBlock(lines: readonly string[]): boolean {
  return endOfBlock(lines, 0) === lines.length;
}

/** The line after the block that begins at `from`; blank lines after it do not belong to it. */
export function endOfBlock(lines: readonly string[], from: number): number {
  const depth = indentOf(lines[from]!).length;
  let to = from + 1;
  for (let at = from + 1; at < lines.length; at += 1) {
    const line = lines[at]!;
    if (isBlank(line)) continue;
    const isDeeper = indentOf(line).length > depth;
    if (!isDeeper && !(CLOSES.test(line) && indentOf(line).length === depth)) break;
    to = at + 1;
    // "}" ends it; "} else {" goes on.
    if (!isDeeper && !/[{([:]\s*$/.test(line)) break;
  }
  return to;
}

export function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)![0]; // It matches everywhere.
}

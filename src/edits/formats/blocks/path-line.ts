// Which line names the file of a block, and what the bare path in it is.
// Never looks at a disk: the marker that follows the line decides whether it was meant.
//
//   path-line  = layer( path )                     at most 200 characters, whitespace around it ignored
//   layer      = "`" … "`" / "**" … "**" / "File:" … / … ":" / link      any depth; also _…_ *…* "…" “…” (…) 【…】 and the
//                                                                        like around a file name
//   link       = "[" path "](" target ")"                                see link.ts
//   path       = one token / text whose first word has "/" or "\" / anything in backticks, a link or after "File:"
//   not a path = starts with # // * - > or a list number; holds a backtick, a link or a tag; a sentence; no letter or digit

import { isFileName, readLink } from "./link.ts";

const LONGEST = 200;
const LABEL =
  /^(?:\*\*)?(?:file ?name|file ?path|file|path|datei(?:name|pfad)?|archivo|fichier|arquivo|文件(?:名|路径)?|ファイル(?:名)?|파일)(?:\*\*)?[ \t]*[:：](?:\*\*)?[ \t]*/i;
const NEVER_FIRST = /^(?:#|\/\/|\*|-|>|\d+[.)][ \t]|[«»═]|<[^>]*>$)/;
const TAG = /<\/?[a-z][^<>]*>/i;
const SENTENCE_END = /[.!?,;…]$/;
// Two patterns: the second is slow to compile, and few paths need it.
const PLAIN_LETTER_OR_DIGIT = /[a-zA-Z0-9]/;
const FENCE = /^ {0,3}(?:`{3,}[^`]*|~{3,}.*)$/;

/** The path a line names, without its decoration; null when the line names none. */
export function pathOf(line: string): string | null {
  let text = trimBlanks(line);
  if (text.length > LONGEST || isFenceLine(text)) return null;
  let quoted = false;
  for (let before = ""; before !== text;) {
    before = text;
    if (text.endsWith(":") || text.endsWith("：")) {
      text = trimBlanks(text.slice(0, -1));
    }
    const inner = unquote(text) ?? unlabel(text) ?? unlink(text);
    if (inner !== null) {
      // Bold words are a heading as often as a name.
      quoted ||= !text.startsWith("**") || inner.startsWith("`");
      text = trimBlanks(inner);
    }
  }
  if (text === "" || text.includes("`") || readLink(text).kind !== "none") return null;
  const isPlain = isLetter(text.charCodeAt(0)); // As nearly every path begins.
  if (!isPlain && NEVER_FIRST.test(text)) return null;
  if (text.includes("<") && TAG.test(text)) return null;
  if (!isPlain && !PLAIN_LETTER_OR_DIGIT.test(text) && !/[\p{L}\p{N}]/u.test(text)) return null;
  if (quoted || !(text.includes(" ") || text.includes("\t"))) return text;
  // "Change src/a.ts" and "my docs/a.md" look the same: without a mark around it, a name with spaces begins with a folder.
  return SENTENCE_END.test(text) || !/^[^ \t]*[/\\]/.test(text) ? null : text;
}

function isLetter(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a);
}

export function isFenceLine(line: string): boolean {
  let at = 0;
  while (at < 3 && line.charCodeAt(at) === 0x20) at += 1;
  const first = line.charCodeAt(at);
  return (first === 0x60 || first === 0x7e) && FENCE.test(withoutBreak(line));
}

export function isBlank(line: string): boolean {
  for (let at = 0; at < line.length; at += 1) if (!isBlankUnit(line.charCodeAt(at))) return false;
  return true;
}

function unquote(text: string): string | null {
  if (text.length > 4 && text.startsWith("**") && text.endsWith("**")) return text.slice(2, -2);
  if (text.length > 2 && text.startsWith("`") && text.endsWith("`") && !text.startsWith("``")) return text.slice(1, -1);
  // These may belong to a name; around what is a file name without them they do not.
  const first = text.charCodeAt(0);
  if (first > 0x60 && first <= 0x7a) return null; // Most names begin with a small letter.
  const inner = /^(__|[_*"'])(\S.*)\1$/.exec(text)?.[2] ?? enclosed(text);
  return inner !== null && isFileName(inner) ? inner : null;
}

const ENCLOSING = ["“”", "‘’", "„“", "«»", "‹›", "「」", "『』", "【】", "《》", "（）", "()", "<>"];

/** What is between two signs of a pair, when they are nowhere else: `(a)/(b).ts` is a name. */
function enclosed(text: string): string | null {
  const pair = ENCLOSING.find(([open, close]) => text.startsWith(open!) && text.endsWith(close!));
  const inner = text.slice(1, -1).trim();
  return pair === undefined || [...pair].some((sign) => inner.includes(sign)) ? null : inner;
}

function unlink(text: string): string | null {
  const link = readLink(text);
  return link.kind === "named" ? link.name : null;
}

function unlabel(text: string): string | null {
  const label = text.includes(":") || text.includes("：") ? LABEL.exec(text) : null;
  return label !== null && label[0].length < text.length ? text.slice(label[0].length) : null;
}

// By hand: a pattern anchored at the end retries at every space of a long run.
function trimBlanks(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isBlankUnit(text.charCodeAt(from))) from += 1;
  while (to > from && isBlankUnit(text.charCodeAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

function isBlankUnit(unit: number): boolean {
  return unit === 0x20 || unit === 0x09 || unit === 0x0d || unit === 0x0a;
}

function withoutBreak(line: string): string {
  return line.endsWith("\n") ? line.slice(0, line.endsWith("\r\n") ? -2 : -1) : line;
}

// Colours for code, line by line, from spelling alone: words, numbers, strings, comments. It reads a line once and
// knows nothing of the lines around it; a wrong guess costs a colour and never a character.

import type { Span } from "../../text/index.ts";
import type { Language } from "./languages.ts";

export type Coloured = Span & { readonly kind: "comment" | "literal" | "keyword" };

// Longer lines are data, not code.
const MAX_LINE = 1000;

const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const NUMBER = /[0-9][\p{L}\p{N}_.]*/uy;

/** In order, apart. Linear in the line's length. */
export function syntaxOf(line: string, language: Language): readonly Coloured[] {
  const found: Coloured[] = [];
  if (line.length > MAX_LINE) return found;
  let unclosed = ""; // Quotes that are not closed on this line: the next one of their kind is no string either.
  for (let at = 0; at < line.length;) {
    const character = line[at]!;
    if (startsComment(line, at, language)) {
      found.push({ from: at, to: line.length, kind: "comment" });
      break;
    }
    if (language.block !== null && line.startsWith(language.block[0], at)) {
      const close = line.indexOf(language.block[1], at + language.block[0].length);
      const to = close < 0 ? line.length : close + language.block[1].length;
      found.push({ from: at, to, kind: "comment" });
      at = to;
    } else if (language.quotes.includes(character) && !unclosed.includes(character)) {
      const to = endOfString(line, at);
      if (to === null) unclosed += character;
      else found.push({ from: at, to, kind: "literal" });
      at = to ?? at + 1;
    } else {
      at = readWord(line, at, { found, keywords: language.keywords });
    }
  }
  return found;
}

/** A "#" inside a word is no comment ("$#", "a#b"); a line that starts with "*" continues a block. */
function startsComment(line: string, at: number, language: Language): boolean {
  if (language.comment.some((sign) => line.startsWith(sign, at) && (sign !== "#" || /^$|\s/.test(line[at - 1] ?? ""))))
    return true;
  return language.block?.[0] === "/*" && line[at] === "*" && /^\s*$/.test(line.slice(0, at));
}

function endOfString(line: string, from: number): number | null {
  for (let at = from + 1; at < line.length; at += 1) {
    if (line[at] === "\\") at += 1;
    else if (line[at] === line[from]) return at + 1;
  }
  return null;
}

function readWord(
  line: string,
  at: number,
  { found, keywords }: { readonly found: Coloured[]; readonly keywords: ReadonlySet<string> },
): number {
  for (const [pattern, kind] of [
    [NUMBER, "literal"],
    [WORD, "keyword"],
  ] as const) {
    pattern.lastIndex = at;
    const word = pattern.exec(line)?.[0];
    if (word === undefined) continue;
    const to = at + word.length;
    if (kind === "literal" || keywords.has(word)) found.push({ from: at, to, kind });
    return to;
  }
  return at + 1;
}

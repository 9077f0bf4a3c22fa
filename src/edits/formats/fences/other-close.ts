// Whether the fence of a whole file may end later than at the first line that closes it: that line may open a fence of the
// file itself. Both readings have the same fence lines, so what is between them decides. Never chooses the later end.

import type { Answer } from "../answer.ts";
import { isBlank } from "../blocks/path-line.ts";
import { endsInText } from "./open-text.ts";
import { clearPathLine, readFence, type Fence } from "./fences.ts";

/** In these, a path may be a line of their own code. */
const DOCUMENT = /\.(?:md|mdx|markdown|qmd|rmd|txt|text|rst|adoc|asciidoc|org|tex|html?)$/i;

function isDocument({ path }: ReadFile): boolean {
  return path === null || DOCUMENT.test(path);
}

export type ReadFile = {
  readonly open: number;
  readonly close: number;
  readonly fence: Fence;
  /** Null: some document. */
  readonly path: string | null;
};

/**
 * A fence line after the close that makes another reading possible; null when the fence lines up to the next file or the
 * next language pair up, words of the answer come between them, and no text of a program is open at the close.
 */
export function otherClose(answer: Answer, file: ReadFile): number | null {
  if (file.fence.length === 0) return null;
  const bare = fencesAfter(answer, file);
  const [first] = bare;
  if (first === undefined) return null;
  if (bare.length % 2 === 1 || !areWordsBetween(answer, file, first)) return first;
  const { open, close, path } = file;
  return path !== null && endsInText(answer.content(open + 1, close, { crlf: false }), path) ? first : null;
}

/** The fence lines after the close, up to one with a language or a name, which opens the next fence of the answer. */
function fencesAfter(answer: Answer, file: ReadFile): readonly number[] {
  const { close, fence } = file;
  const sign = fence.sign.charCodeAt(0);
  const bare: number[] = [];
  // In a document, a name directly after the "close" may be a line of its own code.
  const isOwn = isDocument(file) && !isBlank(answer.line(close + 1));
  for (let at = close + 1; at < answer.length; at += 1) {
    if (answer.firstSign(at) !== sign) continue;
    const found = readFence(answer.line(at));
    if (found === null || found.sign !== fence.sign || found.length < fence.length) continue;
    if (found.info !== "" || (bare.length % 2 === 0 && isNamed(answer, at) && !(isOwn && bare.length === 0))) break;
    bare.push(at);
  }
  return bare;
}

export function isNamed(answer: Answer, at: number): boolean {
  return clearPathLine(answer.line(isBlank(answer.line(at - 1)) ? at - 2 : at - 1)) !== null;
}

/** Whether a paragraph of the answer, or nothing, is between the close and this fence line. */
function areWordsBetween(answer: Answer, { close }: ReadFile, at: number): boolean {
  if (!isBlank(answer.line(close + 1)) || /^\s/.test(answer.line(close))) return false;
  let last = at - 1;
  while (last > close && isBlank(answer.line(last))) last -= 1;
  if (last === close) return true;
  const line = answer.line(last);
  return WORDS.test(line) || (last === close + 2 && isBlank(answer.line(last + 1)) && FEW_WORDS.test(line));
}

/** "And run", alone in its paragraph: words only, with lower-case letters, so no line of SQL or of a list of names. */
const FEW_WORDS = /^\p{Lu}\p{Ll}+(?: \p{Ll}[\p{Ll}'’-]*){1,8}$/u;

/** A sentence, or a line that introduces what follows: the code in a fence hardly ends like this. */
const WORDS =
  /^\s*(?:[-*>#]+\s+|\d+[.)]\s+)?[*_`"“(]*(?!(?:def|class|if|elif|else|for|while|try|except|with|case|match|async|switch)\b)(?:\p{L}.*[\s*_`].*[:：.!?。！？]|\p{Lu}\p{L}*[:：])[*_`"”)]*\s*$|[：。！？]\s*$/u;

// Code between <pre> tags, copied as HTML: with tags on the lines of the code, and with &lt; for <. An answer whose code is
// all between such tags is read once more with fences in their place. Lines keep their numbers. What is found so is never
// certain. Never touches an answer that has a fence or an edit anywhere else: there such tags may be content.
//
//   block = "<pre" attributes ">" [ "<code" attributes ">" ] [ text ] *( line ) [ text ] [ "</code>" ] "</pre>"

import { withoutEntities } from "../../../text/index.ts";
import type { Likely } from "../../types.ts";
import { Answer } from "../answer.ts";
import type { Passage } from "../passages.ts";

const FENCE = "```";
const OPENS = /^[ \t]*<pre\b[^<>]*>(?:[ \t]*<code\b[^<>]*>)?/i;
const CLOSES = /(?:<\/code>[ \t]*)?<\/pre>[ \t]*$/i;
const LANGUAGE = /\b(?:lang|language)-([\w+#-]+)/i;

/** The answer with fences and plain signs; null when it has no such code, or other edits. `passages`: of the answer as it is. */
export function withoutHtml(answer: Answer, passages: readonly Passage[]): Answer | null {
  if (!answer.text.includes("<pre")) return null;
  const regions = regionsOf(answer);
  const regionAt = new Uint32Array(answer.length);
  for (const [index, { from, next }] of regions.entries()) regionAt.fill(index + 1, from, next);
  const isIn = ({ from, next }: Passage): boolean => regionAt[from] !== 0 && regionAt[from] === regionAt[next - 1];
  if (regions.length === 0 || !passages.every(isIn)) return null;
  const lines = Array.from({ length: answer.length }, (_, at) => answer.line(at));
  for (const region of regions) rewrite(lines, region);
  return new Answer(`${lines.join("\n")}\n`);
}

type Region = { readonly from: number; readonly next: number };

/** Only tags with entities, or with code on their own lines: others are read as fences. */
function regionsOf(answer: Answer): readonly Region[] {
  const regions: Region[] = [];
  let needs = false;
  for (let at = 0; at < answer.length; at += 1) {
    if (answer.firstSign(at) !== 0x3c) continue; // <
    const opening = answer.line(at);
    if (!OPENS.test(opening)) continue;
    const from = at;
    needs ||= !/^<pre>$/.test(opening);
    while (at < answer.length && !CLOSES.test(answer.line(at))) at += 1;
    if (at >= answer.length) break;
    needs ||= ENTITY.test(answer.text.slice(answer.from(from), answer.to(at)));
    regions.push({ from, next: at + 1 });
  }
  return needs ? regions : [];
}

/** In place. Fences take the lines of the tags, or the blank lines around them; without room for both there is none. */
function rewrite(lines: string[], { from, next }: Region): void {
  const language = LANGUAGE.exec(OPENS.exec(lines[from]!)?.[0] ?? "")?.[1] ?? "";
  lines[from] = lines[from]!.replace(OPENS, "");
  lines[next - 1] = lines[next - 1]!.replace(CLOSES, "");
  for (let at = from; at < next; at += 1) lines[at] = withoutEntities(lines[at]!.replaceAll(SPAN, ""));
  const isFree = (at: number): boolean => at >= 0 && lines[at]?.trim() === "";
  const [open, close] = [isFree(from) ? from : from - 1, isFree(next - 1) ? next - 1 : next];
  if (!isFree(open) || (close < lines.length && !isFree(close)) || open === close) return;
  lines[open] = FENCE + language;
  lines[close] = FENCE;
}

/** What highlighters put around words. */
const SPAN = /<\/?span\b[^<>]*>/gi;
const ENTITY = /&(?:lt|gt|amp|quot|apos|nbsp|#\d{2,4}|#x[0-9a-f]{2,4});/i;

export function htmlDoubt(line: number): Likely {
  return {
    reading: "it is code of a web page, between <pre> tags",
    line,
    why: "It is between <pre> tags, like code copied from a web page, so some characters may be encoded. Send it in a code fence, or as an edit.",
  };
}

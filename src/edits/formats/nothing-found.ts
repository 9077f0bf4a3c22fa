// Why an answer has no edit: what it has instead, line by line, and what is missing there for it to be one.
// Never longer than a few sentences: a list that is cut says how much more there is.

import { counted } from "../../base/index.ts";
import { Answer } from "./answer.ts";
import { isQuotedStart } from "./damaged-marker.ts";
import type { Passage } from "./passages.ts";
import { asksInWords } from "./prose/asks.ts";
import { quote } from "./scan.ts";
import { FORMAT_NAMES, FORMATS } from "./table.ts";

const sought = FORMAT_NAMES.map((format) => FORMATS[format].sought);
const SOUGHT = `${sought.slice(0, -1).join(", ")} and ${sought.at(-1)}`;
const MOST = 5;

/** `passages` has no edit in it. */
export function nothingFound(answer: Answer, passages: readonly Passage[]): string {
  if (answer.text.trim() === "") return "The answer is empty: there is no edit in it.";
  const plain = passages.flatMap((passage) => (passage.kind === "plain" ? [passage] : []));
  const headers = plain.length === 0 ? damagedHeaders(answer) : [];
  if (headers.length > 0)
    return `No edit was recognised. ${list(headers)} A diff needs "--- path" and "+++ path" lines, with a space, before its "@@" lines.`;
  const form = plain.length === 0 ? formOf(answer) : null;
  if (form !== null) return `No edit was recognised: ${form}`;
  const words = inWords(answer, plain);
  if (words !== null) return `No edit was recognised. ${words}`;
  if (plain.length === 0)
    return `No edit was recognised: the answer has no code fence and no marker of an edit. Looked for ${SOUGHT}.`;
  const isSample = ({ why }: { readonly why: string }): boolean => why === "sample";
  const seen = plain
    .slice(0, MOST)
    .map(
      (passage) =>
        `line ${passage.from + 1} (${quote(answer.line(passage.from).trim())}) ${isSample(passage) ? "does not say which file it is" : "has commands or output"}`,
    );
  const next = plain.some(isSample)
    ? "Put the path of a file alone on the line before its fence, or send the change as an edit."
    : "Send each change as an edit, or each file in a code fence with its path alone on the line before it.";
  return `No edit was recognised. The answer has ${counted(plain.length, "code fence")}: ${list(seen, plain.length)} ${next}`;
}

/**
 * The fences of an answer with edits that name no file, so that none is left out without a word; null when there is none.
 * They do not count: most are samples, output, or lines of a file that is there.
 */
export function namelessFences(text: string, passages: readonly Passage[]): string | null {
  const fences = passages.filter((passage) => passage.kind === "plain" && passage.why === "sample");
  if (fences.length === 0 || fences.length === passages.length) return null;
  const answer = new Answer(text);
  const seen = fences.slice(0, MOST).map(({ from }) => `line ${from + 1} (${quote(answer.line(from).trim())})`);
  const more = fences.length > MOST ? ` and ${fences.length - MOST} more` : "";
  const [which, what] =
    fences.length === 1
      ? [
          "The code fence on",
          "does not say which file it is, so it was not read as an edit. If it is one, put its path",
        ]
      : [
          "The code fences on",
          "do not say which files they are, so they were not read as edits. If one is, put its path",
        ];
  return `${which} ${seen.join(", ")}${more} ${what} alone on the line before it.`;
}

/** What the words of the answer offer or ask for, which only an edit can do; null when they do neither. */
function inWords(answer: Answer, plain: readonly Passage[]): string | null {
  const offers: string[] = [];
  const asks: string[] = [];
  let [at, lines] = [0, 0];
  for (const { from, next } of [...plain, { from: answer.length, next: answer.length }]) {
    for (; at < from && lines < MOST_LINES_READ; at += 1, lines += 1) {
      const line = answer.line(at);
      if (line.length > LONGEST_REQUEST) continue;
      const found = MAY_OFFER.test(line) && OFFERS.test(line) ? offers : asksInWords(line) ? asks : null;
      found?.push(`line ${at + 1} (${quote(line.trim())})`);
    }
    at = Math.max(at, next);
  }
  if (offers.length > 1)
    return `The answer offers alternatives: ${list(offers)} Choose one, and ask for it as an edit of a file.`;
  if (asks.length === 0 || plain.length > 0) return null;
  return `The answer asks for a change in words only: ${list(asks)} Ask for it as an edit, with the path of the file and the text that it changes.`;
}

const MOST_LINES_READ = 20_000;
const LONGEST_REQUEST = 400;
/** A letter or a number of its own. */
const MAY_OFFER = /[\s#][a-dA-D\d]\b|[一二三\d]/;
const OFFERS =
  /^[\s#>*_\d.)-]*(?:option|alternative|variante?|approach|version|solution|möglichkeit|opción|opção|opzione|вариант|方案|选项|案)\s*(?:#\s*)?(?:[a-d]|\d{1,2}|[一二三])(?![\p{L}\p{N}])/iu;

/** What the lines of the answer are like, when that keeps edits from being seen. */
function formOf(answer: Answer): string | null {
  const { text } = answer;
  const send = "Send the answer again";
  if (!text.includes("\n") && text.includes("\r"))
    return `the lines of the answer end in a carriage return alone. ${send} with ordinary line breaks.`;
  if (/[\u2028\u2029]/.test(text) && answer.length <= 2)
    return `the lines of the answer are separated by U+2028 or U+2029, which are no line breaks. ${send} with ordinary ones.`;
  const listed = listedDiff(answer);
  if (listed !== null)
    return `line ${listed + 1} (${quote(answer.line(listed).trim())}) is from a diff as a terminal shows it, with line numbers. Send the change as an edit, or as a unified diff.`;
  let [quoted, all] = [0, 0];
  for (let at = 0; at < answer.length; at += 1) {
    const sign = answer.firstSign(at);
    // Other whitespace than spaces and tabs is rare, and does not make a line either.
    if ((sign <= 0x20 || sign >= 0x7f) && answer.line(at).trim() === "") continue;
    all += 1;
    if (answer.first(at) === 0x3e) quoted += 1; // >
  }
  return quoted > 1 && quoted >= MOSTLY * all
    ? `the answer is quoted ("> " before its lines). ${send} without those signs.`
    : null;
}

/** `  12 -  old` and `  12 +  new`, as agents print what they did: the first of such lines, where both signs are there. */
function listedDiff(answer: Answer): number | null {
  const firsts = new Map<string, number>();
  for (let at = 0; at < answer.length && firsts.size < 2; at += 1) {
    const sign = answer.firstSign(at);
    if (sign < 0x30 || sign > 0x39 || answer.to(at) - answer.from(at) > LONGEST_REQUEST) continue; // 0 to 9
    const found = /^[ \t]*\d{1,6}[ \t]*[|│]?[ \t]*([+-])(?:[ \t]|$)/.exec(answer.line(at))?.[1];
    if (found !== undefined && !firsts.has(found)) firsts.set(found, at);
  }
  return firsts.size < 2 ? null : Math.min(...firsts.values());
}

const MOSTLY = 0.8;

/** Quoted edits next to others, so that none is left out without a word. */
export function quotedEdits(answer: Answer): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < answer.length; at += 1) {
    if (answer.first(at) !== 0x3e) continue; // >
    const line = answer.line(at);
    if (line.length <= LONGEST && isQuotedStart(line)) found.push(`line ${at + 1} (${quote(line.trim())})`);
  }
  if (found.length === 0) return [];
  const more = found.length > MOST ? ` and ${found.length - MOST} more` : "";
  const shown = `${found.slice(0, MOST).join(", ")}${more}`;
  return [`Quoted, and so not read as an edit: ${shown}. If it is one, send it again without "> " before its lines.`];
}

const LONGEST = 80;

function list(items: readonly string[], count = items.length): string {
  const more = count > MOST ? `, and ${count - MOST} more` : "";
  return `${items.slice(0, MOST).join(", ")}${more}.`;
}

/** Lines that would be the header of a diff if they had their space. */
function damagedHeaders(answer: Answer): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at + 1 < answer.length && found.length <= MOST; at += 1) {
    if (answer.first(at) !== 0x2d || answer.first(at + 1) !== 0x2b) continue; // - +
    if (/^---[^\s-]/.test(answer.line(at)) && /^\+\+\+[^\s+]/.test(answer.line(at + 1)))
      found.push(`Line ${at + 1} of the answer (${quote(answer.line(at))}) has no space after its signs`);
  }
  return found;
}

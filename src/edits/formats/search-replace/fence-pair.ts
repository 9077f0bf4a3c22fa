// Two code fences, or two lines of nothing but code, of which the second replaces the first: "Replace this: … with: …",
// "Before: … After: …"; or, in any language, two versions of a text of a file that is there. Or one, and words that ask to
// remove it. Words alone say so, so it is never certain. Never takes samples for an edit: a file must be named, or the words
// must ask for a change.
//
//   pair = old-words fence 1*2( new-words ) fence        blank lines between them; each of the words on a short line

import type { Proposed } from "../../types.ts";
import { isBlank } from "../blocks/path-line.ts";
import { closesFence, clearPathLine, FENCE_SIGNS, isCommand, readFence, type Fence } from "../fences/fences.ts";
import { pathsIn } from "../fences/name-line.ts";
import { likely } from "../passages.ts";
import { SignSet } from "../lines/sign-set.ts";
import { isAnotherVersion } from "./another-version.ts";
import { quote, sourceOf, type Region, type ScanContext } from "../scan.ts";
import { isSearchStart } from "./body.ts";
import { isDiffFence } from "../udiff/udiff.ts";

const LONGEST = 240;
const ASKS = /\b(?:replace|find|search(?: for)?|look for|locate|change|swap|substitute|remove)\b/i;
const OLD = /\b(?:before|old|original(?:ly)?|current(?:ly)?|existing|from|instead of|was|previous(?:ly)?)\b/i;
const NEW =
  /^\W*(?:(?:and|then|now|so)\s+)*(?:(?:replace|change|swap|update|substitute)\b.{0,40}?\b)?(?:it\s+)?(?:with|to|by|into|for|after(?:wards)?|new|updated|replacement|becomes?|should (?:be|become|look like)|now)\b/i;

/** The same in other languages. `\\b` knows no letters but those of English. */
const OTHERS = {
  asks: /(?:^|[^\p{L}])(?:ersetzen?|ersetzt|änder[ne]?|tauschen?|suchen?|finden?|reempla\p{L}+|cambi[ae]r?|sustitu\p{L}+|busca\p{L}*|substitu\p{L}+|troque|remplace[zr]?|changez?|cherchez?|sostituisci|замени(?:те)?|найди(?:те)?)(?![\p{L}])|替换|查找|修改|改动|将|把|変更|置き換え/iu,
  old: /(?:^|[^\p{L}])(?:vorher|bisher|alt|bislang|antes|actual(?:mente)?|avant|ancien(?:ne)?|prima|было|раньше)(?![\p{L}])|修改前|原来|原有|旧代码|之前|変更前/iu,
  new: /^[\s*#>_-]*(?:(?:y|und|et|e|и|然后|，)\s*)?(?:(?:durch|mit|zu|nachher|neu|danach|por|con|después|ahora|depois|par|avec|après|in(?= (?:quest|così|modo)|\s*[:：])|dopo|на|стало|после)(?![\p{L}])|替换为|替换成|改为|改成|修改为|修改后|换成|変更後)/iu,
} as const;

export function readFencePair(context: ScanContext, at: number): Region | null {
  const { answer } = context;
  if (context.fence !== null || isSearchStart(answer.line(at + 1))) return null;
  const label = wordsAbove(context, at);
  if (label === null) return null;
  const isOld = mayBeOld(label.words);
  if (!isOld && context.known === null) return null;
  const most = isOld ? Infinity : MOST_SHOWN;
  const first = fenceAt(context, at, most);
  if (first === null) return null;
  const connection = wordsBelow(context, first.close + 1);
  const second = connection === null ? null : fenceAt(context, connection.next, most);
  const isNew = isOld && connection?.words.some((words) => saysNew(context, label, words)) === true;
  if (connection === null || second === null || !(isNew || isRewritten(context, { label, connection, first, second })))
    return isOld ? removal(context, label, first) : null;
  const next = second.close + 1;
  const source = sourceOf(answer, "search-replace", label.line, next);
  if (isBlank(first.text) || first.text === second.text || first.isInline !== second.isInline) return null;
  const named = fileOf(context, label, connection.words);
  if (named.path === null) {
    if (named.count === 0 && !asks(label.words)) return null;
    const why = `${quote(label.words.trim())} asks for a change, but ${named.count === 0 ? "nothing says in which file" : "several files are named"}. ${AS_EDIT}`;
    return { blocks: [likely(source, { path: null, change: null, why, reading: "", line: label.line + 1 })], next };
  }
  context.lastPath = named.path;
  const change = {
    kind: "replace",
    find: first.text,
    put: second.text,
    match: first.isInline ? "chars" : "lines",
    all: false,
  } as const;
  const reading = `${quote(label.words.trim())} and ${quote(connection.words.at(-1)!.trim())} say that the second text replaces the first in ${named.path}`;
  const why = `This looks like a change of ${named.path}, but only words say that the second text replaces the first. ${AS_EDIT}`;
  const block: Proposed = likely(source, { path: named.path, change, why, reading, line: label.line + 1 });
  return { blocks: [block], next };
}

const AS_EDIT = "Send it as an edit.";

type Pair = {
  readonly label: Label;
  readonly connection: { readonly words: readonly string[] };
  readonly first: Shown;
  readonly second: Shown;
};

/** Words that introduce the new text; those that ask for a change of a file they name are about the next one. */
function saysNew({ known }: ScanContext, label: Label, words: string): boolean {
  if (!NEW.test(words) && !OTHERS.new.test(words)) return false;
  return !(asks(words) && pathsIn(words, known).length > 0 && pathsIn(label.words, known).length > 0);
}

/** Edits in some format, one after the other. */
const MARKERS = /^\s*(?:<{5,}|>{5,}|«««|@@ |\*\*\* (?:Begin|Update|Add|Delete))/m;
/** A whole sentence announces nothing. In Chinese and Japanese, whose full stop is another one, it may. */
const SENTENCE = /[.!?]["')*_]*$/;

/** In whatever language: two versions of a text of a file that is there, and one line between them. */
function isRewritten(context: ScanContext, { label, connection: { words }, first, second }: Pair): boolean {
  const [between = "", ...more] = words;
  if (more.length > 0 || SENTENCE.test(between) || context.known === null) return false;
  if (clearPathLine(between) !== null) return false; // It names the file that the second fence is.
  if (!isAnotherVersion(first.text, second.text) || MARKERS.test(first.text)) return false;
  const { path } = fileOf(context, label, words);
  return path !== null && context.known(path) && !namesAnother(context, label.words, words, path);
}

/** The words between name a file that those above do not: the second text is of that one. */
function namesAnother({ known }: ScanContext, above: string, between: readonly string[], path: string): boolean {
  const named = [path, ...pathsIn(above, known)];
  return between.some((words) => pathsIn(words, known).some((other) => !named.includes(other)));
}

const REMOVES =
  /\b(?:delete|remove|drop|get rid of|take out)\b.{0,40}\b(?:this|these|the following|that|line|lines|block|part|below|import|code|function|section)\b|(?:^|[^\p{L}])(?:lösche[nt]?|entferne[nt]?|supprime[zr]?|elimin[ae]r?|borra\p{L}*|quita\p{L}*|remova|apague|удали(?:те)?)(?![\p{L}])|删除|移除|削除/iu;
const KEEPS =
  /\b(?:not|never|without|no need|cannot|can't|don't|doesn't|didn't|won't|shouldn't|if|why|was|were|been|would|nicht|kein\p{L}*|ne|pas|não)\b|不/iu;

/** Words that ask to take out the code below them. */
function removal(context: ScanContext, label: Label, shown: Shown): Region | null {
  if (!REMOVES.test(label.words) || KEEPS.test(label.words) || isBlank(shown.text)) return null;
  const { path } = fileOf(context, label, []);
  if (path === null) return null;
  const next = shown.close + 1;
  const source = sourceOf(context.answer, "search-replace", label.line, next);
  const change = { kind: "replace", find: shown.text, put: "", match: "lines", all: false } as const;
  const reading = `${quote(label.words.trim())} asks to remove this text from ${path}`;
  const why = `This looks like text to be removed from ${path}, but only words say so. ${AS_EDIT}`;
  return { blocks: [likely(source, { path, change, why, reading, line: label.line + 1 })], next };
}

/** All that may be said above the old text, in one pattern for each set of flags. */
const MAY_BE_OLD: readonly RegExp[] = [joined([ASKS, OLD]), joined([OTHERS.asks, OTHERS.old, REMOVES])];

function joined(patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => `(?:${source})`).join("|"), patterns[0]!.flags); // They share them.
}

function mayBeOld(words: string): boolean {
  return MAY_BE_OLD.some((pattern) => pattern.test(words));
}

function asks(words: string): boolean {
  return ASKS.test(words) || OTHERS.asks.test(words);
}

type Label = { readonly words: string; readonly line: number };

/** The words directly above a fence, past one blank line. */
function wordsAbove({ answer, floor }: ScanContext, at: number): Label | null {
  const line = at - 1 > floor && isBlank(answer.line(at - 1)) ? at - 2 : at - 1;
  if (line < floor || answer.to(line) - answer.from(line) > LONGEST) return null;
  const words = answer.line(line);
  return isBlank(words) || readFence(words.trimStart()) !== null ? null : { words, line };
}

const MOST_BETWEEN = 2;

/** One or two short lines, and the fence after them. */
function wordsBelow(
  { answer }: ScanContext,
  from: number,
): { readonly words: readonly string[]; readonly next: number } | null {
  const words: string[] = [];
  for (let at = from; at < answer.length && at <= from + 2 * MOST_BETWEEN + 1; at += 1) {
    if (answer.to(at) - answer.from(at) > LONGEST) return null;
    const line = answer.line(at);
    if (isBlank(line)) continue;
    if (readFence(line.trimStart()) !== null || INLINE.test(line))
      return words.length === 0 ? null : { words, next: at };
    if (words.length === MOST_BETWEEN) return null;
    words.push(line);
  }
  return null;
}

/** Code in a line of its own, between single or double signs: a part of a line of the file. */
const INLINE = /^ {0,3}(`{1,2})(?!`)([^`].*?[^`]|[^`])\1[.,;:]?[ \t]*$/;

type Shown = { readonly text: string; readonly close: number; readonly isInline: boolean };

/** Where no word says that there are two versions, a longer text is hardly one of them, and every fence is looked at. */
const MOST_SHOWN = 200;

/** A closed fence of code, or code in a line. */
function fenceAt({ answer }: ScanContext, at: number, most: number): Shown | null {
  const line = answer.line(at);
  const inline = line.length > LONGEST ? undefined : INLINE.exec(line)?.[2];
  if (inline !== undefined) return { text: inline, close: at, isInline: true };
  const indent = line.slice(0, line.length - line.trimStart().length);
  const fence = readFence(line.trimStart());
  if (fence === null || fence.length === 0 || isDiffFence(fence.info) || isCommand(fence.info, null)) return null;
  const close = closeOf(answer, at + 1, { fence, most });
  if (close === null) return null;
  const text = answer.content(at + 1, close, { crlf: answer.isCrlf(at) });
  const dedented =
    indent === ""
      ? text
      : text
          .split("\n")
          .map((each) => (each.startsWith(indent) ? each.slice(indent.length) : each))
          .join("\n");
  return { text: dedented, close, isInline: false };
}

const SIGNS = new SignSet(FENCE_SIGNS);

function closeOf(
  answer: ScanContext["answer"],
  from: number,
  { fence, most }: { readonly fence: Fence; readonly most: number },
): number | null {
  for (let at = from; at < answer.length && at - from <= most; at += 1) {
    if (!SIGNS.has(answer.firstSign(at))) continue;
    const line = answer.line(at).trimStart();
    if (closesFence(line, fence)) return at;
    // A fence that opens before this one is closed: it is not clear what is inside what.
    if (readFence(line) !== null) return null;
  }
  return null;
}

const MOST_ABOVE = 8;

/** The one file that is named nearest: with the words, or above them, or by the change before. */
function fileOf(
  context: ScanContext,
  label: Label,
  connection: readonly string[],
): { readonly path: string | null; readonly count: number } {
  const { answer, floor, known, lastPath } = context;
  const near = new Set([label.words, ...connection].flatMap((words) => pathsIn(words, known)));
  if (near.size > 0) return { path: near.size === 1 ? [...near][0]! : null, count: near.size };
  for (let line = label.line - 1; line >= floor && line >= label.line - MOST_ABOVE; line -= 1) {
    const words = answer.line(line);
    if (words.length > LONGEST) break;
    const alone = clearPathLine(words);
    const paths = alone === null ? pathsIn(words, known) : [alone];
    if (paths.length > 0) return { path: paths.length === 1 ? paths[0]! : null, count: paths.length };
    if (/^ {0,3}#{1,6}\s/.test(words) || readFence(words.trimStart()) !== null) break;
  }
  return { path: lastPath ?? onlyFile(context), count: 0 };
}

/** What the answer names in all: found once for each. */
const ONLY = new WeakMap<ScanContext["answer"], string | null>();

/** The one file that is there among all that the words of the answer name; a step of a list is about the file of its first. */
function onlyFile({ answer, known }: ScanContext): string | null {
  if (known === null) return null;
  const found = ONLY.get(answer);
  if (found !== undefined) return found;
  const paths = new Set<string>();
  let fence: Fence | null = null;
  for (let at = 0; at < Math.min(answer.length, MOST_READ) && paths.size < 2; at += 1) {
    const isSign = SIGNS.has(answer.firstSign(at));
    const opened = isSign ? readFence(answer.line(at).trimStart()) : null;
    if (fence !== null) fence = opened !== null && closesFence(answer.line(at).trimStart(), fence) ? null : fence;
    else if (opened !== null) fence = opened;
    else if (answer.to(at) - answer.from(at) <= LONGEST)
      for (const path of pathsIn(answer.line(at), known)) paths.add(path);
  }
  const [path] = paths;
  const only = paths.size === 1 && known(path!) ? path! : null; // There is one.
  ONLY.set(answer, only);
  return only;
}

const MOST_READ = 20_000;

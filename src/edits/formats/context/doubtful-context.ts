// Where an edit is in its answer, and what the words next to it say of it. An edit that is shown, quoted or rejected looks
// exactly like one that is meant, so here a certain reading becomes a likely one, with the reason. Every format passes
// through this one place. Never makes an edit certain, and never drops one.

import type { Likely, Proposed } from "../../types.ts";
import type { Answer } from "../answer.ts";
import { isBlank } from "../blocks/path-line.ts";
import { clearPathLine, FENCE_SIGNS, pathInInfo, readFence } from "../fences/fences.ts";
import { pathsIn } from "../fences/name-line.ts";
import { isSamePath } from "../fences/rival-name.ts";
import { isLikely, type Passage } from "../passages.ts";
import { quote } from "../scan.ts";
import { SignSet } from "../lines/sign-set.ts";
import { rejects } from "./afterthought.ts";
import { doubtInFence, type FenceAround, type OuterFence } from "./fence-around.ts";
import { HeadingsAround } from "./headings-around.ts";
import { introducesShown } from "./lead-in.ts";
import { saidAnywhere } from "./said-anywhere.ts";
import { closesText, opensText } from "./text-around.ts";
import { TagsAround, thoughtsIn } from "./tags-around.ts";
import { conversationDoubt, MarksAround, resultDoubt } from "./marks-around.ts";
import { saysNotMeant, saysOfAllBelow, sentencesOf } from "./words.ts";

/** `fences`: by the place where the edit begins in the answer, the fence it is in. */
export function withDoubtfulContext(
  answer: Answer,
  passages: readonly Passage[],
  fences: ReadonlyMap<number, FenceAround>,
): readonly Passage[] {
  return withThoughts(answer, withDoubts(answer, passages, fences));
}

/** What is only likely, and among the thoughts of a model, is known as a thought. */
function withThoughts(answer: Answer, passages: readonly Passage[]): readonly Passage[] {
  if (!passages.some(({ kind }) => kind === "likely")) return passages;
  const isThought = thoughtsIn(answer);
  return passages.map((passage) => {
    if (passage.kind !== "likely" || passage.block.kind === "broken" || !isThought(passage.from)) return passage;
    const { block } = passage;
    return { ...passage, block: { ...block, likely: { ...block.likely!, isThought: true } } }; // It is likely.
  });
}

function withDoubts(
  answer: Answer,
  passages: readonly Passage[],
  fences: ReadonlyMap<number, FenceAround>,
): readonly Passage[] {
  const certain = passages.filter((passage) => passage.kind === "certain");
  if (!certain.some(({ blocks }) => blocks.some(isCertain))) return passages;
  const doubts = doubtsOf(answer, certain, { fences, outside: outsideOf(answer, passages) });
  if (doubts.size === 0) return passages;
  return passages.map((passage) => {
    if (passage.kind !== "certain" || !passage.blocks.some((block) => doubts.has(block))) return passage;
    const blocks = passage.blocks.map((block) => doubted(block, doubts.get(block)));
    const [only] = blocks;
    const { from, next } = passage;
    return blocks.length === 1 && isLikely(only!)
      ? { kind: "likely", block: only!, from, next }
      : { ...passage, blocks };
  });
}

function doubted(block: Proposed, doubt: Likely | undefined): Proposed {
  if (doubt === undefined || block.kind === "broken" || block.likely !== undefined) return block;
  const why = `${doubt.why} So it may not be meant to be applied. ${SEND_AGAIN}`;
  return { ...block, likely: { ...doubt, why } };
}

const SEND_AGAIN = "If it is, send it again without that.";

function isCertain(block: Proposed): boolean {
  return block.kind === "edit" && block.likely === undefined;
}

type Certain = Extract<Passage, { kind: "certain" }>;

/** Blocks with nothing but blank lines between them: what is said of one is said of all. */
type Run = { readonly from: number; readonly next: number; readonly blocks: readonly Proposed[] };

function doubtsOf(
  answer: Answer,
  passages: readonly Certain[],
  { fences, outside }: { readonly fences: ReadonlyMap<number, FenceAround>; readonly outside: readonly number[] },
): ReadonlyMap<Proposed, Likely> {
  const doubts = new Map<Proposed, Likely>();
  const runs = runsOf(answer, passages);
  const tags = new TagsAround(answer, between(answer, runs));
  const marks = new MarksAround(answer);
  const conversation = conversationDoubt(answer, outside);
  const results = passages.some(({ blocks }) => blocks.some(isCall)) ? resultDoubt(answer, outside) : null;
  const { withdrawal, announcement, rejection } = saidAnywhere(answer, outside);
  const others = fencesOfOthers(answer, passages, fences);
  const headings = new HeadingsAround(answer);
  let words = 0;
  let last = 0;
  for (const [index, run] of runs.entries()) {
    for (let at = last; at < run.from; at += 1) {
      if (answer.firstSign(at) === 0x3c) tags.take(at); // <
      marks.take(at);
    }
    for (; words < outside.length && outside[words]! < run.from; words += 1) headings.take(outside[words]!);
    const edges = { floor: last, end: runs[index + 1]?.from ?? answer.length };
    const inMarks = marks.doubt(run.next);
    const ofAll =
      conversation ??
      tags.doubt() ??
      inMarks ??
      headings.doubt() ??
      wordsDoubt(answer, run, edges) ??
      textDoubt(answer, run, edges) ??
      (withdrawal >= run.next ? said(answer, withdrawal) : null) ??
      (rejection >= run.next && index === runs.length - 1 ? said(answer, rejection) : null) ??
      (announcement < run.from ? said(answer, announcement) : null);
    for (const block of run.blocks) {
      const ofCalls = isCall(block) ? results : null;
      const around = fences.get(block.source.from);
      const ofOther = around === undefined ? null : (others.get(around.outer) ?? null);
      const doubt =
        ofAll ??
        ofCalls ??
        nameDoubt(answer, run, { floor: last, path: block.path }) ??
        doubtInFence(answer, block, around) ??
        ofOther;
      if (doubt !== null) doubts.set(block, doubt);
    }
    last = run.next;
  }
  return doubts;
}

/** Fences under the name of a file that none of the edits in them is of: they may be the content of that file. */
function fencesOfOthers(
  answer: Answer,
  passages: readonly Certain[],
  fences: ReadonlyMap<number, FenceAround>,
): ReadonlyMap<OuterFence, Likely> {
  const paths = new Map<OuterFence, (string | null)[]>();
  for (const { blocks } of passages)
    for (const { path, source } of blocks) {
      const outer = fences.get(source.from)?.outer;
      if (outer !== undefined) paths.set(outer, [...(paths.get(outer) ?? []), path].slice(0, MOST_PATHS));
    }
  const doubts = new Map<OuterFence, Likely>();
  for (const [outer, own] of paths) {
    const line = outer.line > 1 && answer.isBlank(outer.line - 1) ? outer.line - 2 : outer.line - 1;
    const name = pathInInfo(outer.fence.info) ?? (line < 0 ? null : clearPathLine(answer.line(line)));
    if (name === null || own.some((path) => path !== null && isSamePath(path, name))) continue;
    const why = `It is in a fence under the name of another file, ${name} (line ${outer.line + 1} of the answer).`;
    doubts.set(outer, { reading: `its fence is under the name ${quote(name)}`, line: outer.line + 1, why });
  }
  return doubts;
}

const MOST_PATHS = 20;

function isCall({ source }: Proposed): boolean {
  return source.format === "tool-call";
}

/** The lines that are in no passage: words, not code or an edit. */
function outsideOf(answer: Answer, passages: readonly Passage[]): readonly number[] {
  const inside = new Uint8Array(answer.length);
  for (const passage of passages)
    if (passage.kind !== "plain" || passage.why !== "around-edits") inside.fill(1, passage.from, passage.next);
  const lines: number[] = [];
  for (let at = 0; at < inside.length; at += 1) if (inside[at] === 0 && !answer.isBlank(at)) lines.push(at);
  return lines;
}

function said(answer: Answer, line: number): Likely {
  const words = quote(answer.line(line).trim());
  return {
    reading: `the answer says ${words}`,
    line: line + 1,
    why: `The answer says ${words} (line ${line + 1}).`,
  };
}

function runsOf(answer: Answer, passages: readonly Certain[]): readonly Run[] {
  const runs: { from: number; next: number; blocks: Proposed[] }[] = [];
  for (const { from, next, blocks } of passages) {
    const run = runs.at(-1);
    if (run !== undefined && isBlankBetween(answer, run.next, from)) {
      for (const block of blocks) run.blocks.push(block);
      run.next = Math.max(run.next, next);
    } else runs.push({ from, next, blocks: [...blocks] });
  }
  return runs;
}

/** The lines that are in no run. */
function between(answer: Answer, runs: readonly Run[]): readonly number[] {
  const lines: number[] = [];
  let at = 0;
  for (const { from, next } of runs) {
    for (; at < from; at += 1) lines.push(at);
    at = Math.max(at, next);
  }
  for (; at < answer.length; at += 1) lines.push(at);
  return lines;
}

function isBlankBetween(answer: Answer, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (!answer.isBlank(at)) return false;
  return true;
}

function isHeading(line: string): boolean {
  return /^#{1,6}[ \t]/.test(line);
}

/** Lines that belong to no other edit: names and words are looked for between these. */
type Edges = { readonly floor: number; readonly end: number };

function wordsDoubt(answer: Answer, { from, next }: Run, { floor, end }: Edges): Likely | null {
  const saidNear = (line: number, side: "before" | "after"): Likely => {
    const words = quote(answer.line(line).trim());
    return {
      reading: `${words} is directly ${side} it`,
      line: line + 1,
      why: `Directly ${side} it the answer says ${words}.`,
    };
  };
  const before = paragraph(answer, from - 1, { floor, end, step: -1 });
  for (const at of before) if (saysNotMeant(answer.line(at), "before")) return saidNear(at, "before");
  const item = before.findIndex((at) => ITEM.test(answer.line(at)));
  const introducing = item < 0 ? before : before.slice(0, item + 1);
  if (introducing.length > 0 && introducesShown(joined(answer, introducing.toReversed())))
    return saidNear(before[0]!, "before");
  const after = paragraph(answer, next, { floor, end, step: 1 });
  for (const at of after) if (saysNotMeant(answer.line(at), "after")) return saidNear(at, "after");
  if (after.length > 0 && rejects(joined(answer, after))) return saidNear(after[0]!, "after");
  const far = before.length === 0 ? null : farDoubt(answer, before.at(-1)! - 1, floor);
  return far === null ? null : said(answer, far);
}

/** The items of a list above the last one are about something else. */
const ITEM = /^\s*(?:[-*+•]|\d{1,2}[.)])\s/;

function joined(answer: Answer, lines: readonly number[]): string {
  return lines.map((at) => answer.line(at).trim()).join(" ");
}

const MOST_FAR = 12;

/** A paragraph further up that says that what follows is not meant; null when none does, or one in between takes a turn. */
function farDoubt(answer: Answer, from: number, floor: number): number | null {
  for (let at = from; at >= floor && at > from - MOST_FAR; at -= 1) {
    const line = answer.line(at);
    if (isBlank(line)) continue;
    if (isAround(line) || isHeading(line)) return null;
    const far = saysOfAllBelow(line);
    if (far !== "nothing") return far === "not-meant" ? at : null;
  }
  return null;
}

const MOST_GAP = 4;
const MOST_WORDS = 4;

/** The lines of the nearest paragraph, past blank lines, fences and tags. */
function paragraph(
  answer: Answer,
  from: number,
  { floor, end, step }: Edges & { readonly step: 1 | -1 },
): readonly number[] {
  const lines: number[] = [];
  let gap = 0;
  for (let at = from; at >= floor && at < end && lines.length < MOST_WORDS; at += step) {
    const line = answer.line(at);
    if (!isBlank(line) && !isAround(line)) lines.push(at);
    else if (lines.length > 0) break;
    else if ((gap += 1) > MOST_GAP) break;
  }
  return lines;
}

const AROUND = new SignSet(`${FENCE_SIGNS}-*_`);
const TAG_OR_RULE = /^(?:<\/?[a-z][^<>]*>|-{3,}|\*{3,}|_{3,})\s*$/i;

/** A fence, a tag alone, or a rule. */
function isAround(line: string): boolean {
  const text = line.trimStart();
  return AROUND.has(text.charCodeAt(0)) && (readFence(text) !== null || TAG_OR_RULE.test(text));
}

const FEW_WORDS = 3;

/** A label directly above that names one other file: the edit, or the label, has the wrong name. */
function nameDoubt(
  answer: Answer,
  { from, blocks }: Run,
  { floor, path }: { readonly floor: number; readonly path: string | null },
): Likely | null {
  const at = path === null ? null : nearestWords(answer, from - 1, floor);
  const words = at === null ? "" : (sentencesOf(answer.line(at).trim()).at(-1) ?? "");
  if (at === null || words.length > LONGEST_LABEL || !/[:：]\W*$/u.test(words)) return null;
  const [named, ...more] = pathsIn(words);
  if (named === undefined || more.length > 0 || !/[/\\]/.test(named)) return null;
  if (blocks.some((block) => block.path !== null && isSamePath(block.path, named))) return null;
  const others = words.replace(named, " ").match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  if (others > FEW_WORDS) return null;
  const why = `Above it, line ${at + 1} of the answer, ${quote(words)}, names another file than the edit, ${path}.`;
  return { reading: `${quote(words)} above it names another file`, line: at + 1, why };
}

const LONGEST_LABEL = 160;

/** The nearest line above that is no fence and not blank. */
function nearestWords(answer: Answer, from: number, floor: number): number | null {
  for (let at = from, gap = 0; at >= floor && gap <= MOST_GAP; at -= 1, gap += 1) {
    const line = answer.line(at);
    if (!isBlank(line) && !isAround(line)) return at;
  }
  return null;
}

/** A string or a here-document of some program that the edit is the text of. */
function textDoubt(answer: Answer, { from, next }: Run, { floor, end }: Edges): Likely | null {
  const [before, after] = [
    nearest(answer, from - 1, { floor, end, step: -1 }),
    nearest(answer, next, { floor, end, step: 1 }),
  ];
  const at =
    before !== null && opensText(answer.line(before))
      ? before
      : after !== null && closesText(answer.line(after))
        ? after
        : null;
  if (at === null) return null;
  const words = quote(answer.line(at).trim());
  const what = at === before ? "opens the text of a program that it is in" : "ends the text of a program that it is in";
  return { reading: `${words} ${what}`, line: at + 1, why: `${words} on line ${at + 1} of the answer ${what}.` };
}

function nearest(answer: Answer, from: number, { floor, end, step }: Edges & { readonly step: 1 | -1 }): number | null {
  for (let at = from, gap = 0; at >= floor && at < end && gap <= 1; at += step, gap += 1)
    if (!isBlank(answer.line(at))) return at;
  return null;
}

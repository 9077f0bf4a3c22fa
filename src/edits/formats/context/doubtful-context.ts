// Where an edit is in its answer, and what the words next to it say of it. An edit that is shown, quoted or rejected looks
// exactly like one that is meant, so here a certain reading becomes a likely one, with the reason. Every format passes
// through this one place. Never makes an edit certain, and never drops one.

import type { Likely, Proposed } from "../../types.ts";
import type { Answer } from "../answer.ts";
import { isBlank } from "../blocks/path-line.ts";
import { readFence } from "../fences/fences.ts";
import { isLikely, type Passage } from "../passages.ts";
import { quote } from "../scan.ts";
import { doubtInFence, type FenceAround } from "./fence-around.ts";
import { closesText, opensText } from "./text-around.ts";
import { TagsAround } from "./tags-around.ts";
import { conversationDoubt, MarksAround, resultDoubt } from "./marks-around.ts";
import { announcesNotMeant, withdraws } from "./withdrawals.ts";
import { headingSaysNotMeant, saysNotMeant } from "./words.ts";

/** `fences`: by the place where the edit begins in the answer, the fence it is in. */
export function withDoubtfulContext(
  answer: Answer,
  passages: readonly Passage[],
  fences: ReadonlyMap<number, FenceAround>,
): readonly Passage[] {
  const certain = passages.filter((passage) => passage.kind === "certain");
  if (!certain.some(({ blocks }) => blocks.some(isCertain))) return passages;
  const doubts = doubtsOf(answer, certain, { fences, isOutside: outsideOf(answer, passages) });
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
  return { ...block, likely: { reading: doubt.reading, line: doubt.line, why } };
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
  {
    fences,
    isOutside,
  }: { readonly fences: ReadonlyMap<number, FenceAround>; readonly isOutside: (line: number) => boolean },
): ReadonlyMap<Proposed, Likely> {
  const doubts = new Map<Proposed, Likely>();
  const tags = new TagsAround(answer);
  const marks = new MarksAround(answer);
  const conversation = conversationDoubt(answer, isOutside);
  const results = passages.some(({ blocks }) => blocks.some(isCall)) ? resultDoubt(answer, isOutside) : null;
  const withdrawal = lastWithdrawal(answer, isOutside);
  let announced: Likely | null = null;
  let last = 0;
  let heading: number | null = null;
  const runs = runsOf(answer, passages);
  for (const [index, run] of runs.entries()) {
    for (let at = last; at < run.from; at += 1) {
      const first = answer.first(at);
      if (first === 0x23 && isHeading(answer.line(at))) heading = at; // #
      if (first === 0x3c) tags.take(at); // <
      marks.take(at);
      if (announced === null && isOutside(at) && announcesNotMeant(answer.line(at))) announced = said(answer, at);
    }
    const edges = { floor: last, end: runs[index + 1]?.from ?? answer.length };
    const inMarks = marks.doubt(run.next);
    const ofAll =
      conversation ??
      tags.doubt() ??
      inMarks ??
      headingDoubt(answer, heading) ??
      wordsDoubt(answer, run, edges) ??
      textDoubt(answer, run, edges) ??
      (withdrawal !== null && withdrawal >= run.next ? said(answer, withdrawal) : announced);
    for (const block of run.blocks) {
      const ofCalls = isCall(block) ? results : null;
      const doubt = ofAll ?? ofCalls ?? doubtInFence(answer, block, fences.get(block.source.from));
      if (doubt !== null) doubts.set(block, doubt);
    }
    last = run.next;
  }
  return doubts;
}

function isCall({ source }: Proposed): boolean {
  return source.format === "tool-call";
}

/** Whether a line is in no passage: words, not code or an edit. */
function outsideOf(answer: Answer, passages: readonly Passage[]): (line: number) => boolean {
  const inside = new Uint8Array(answer.length);
  for (const passage of passages)
    if (passage.kind !== "plain" || passage.why !== "around-edits") inside.fill(1, passage.from, passage.next);
  return (line) => inside[line] === 0;
}

/** The last line that takes back what is above it. */
function lastWithdrawal(answer: Answer, isOutside: (line: number) => boolean): number | null {
  for (let at = answer.length - 1; at >= 0; at -= 1) if (isOutside(at) && withdraws(answer.line(at))) return at;
  return null;
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

function isBlankBetween(answer: Answer, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (!isBlank(answer.line(at))) return false;
  return true;
}

function isHeading(line: string): boolean {
  return /^#{1,6}[ \t]/.test(line);
}

function headingDoubt(answer: Answer, heading: number | null): Likely | null {
  const words = heading === null ? "" : answer.line(heading);
  if (heading === null || !headingSaysNotMeant(words)) return null;
  return {
    reading: `the heading ${quote(words.trim())} is above it`,
    line: heading + 1,
    why: `It is below the heading ${quote(words.trim())}.`,
  };
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
  for (const at of paragraph(answer, from - 1, { floor, end, step: -1 }))
    if (saysNotMeant(answer.line(at), "before")) return saidNear(at, "before");
  for (const at of paragraph(answer, next, { floor, end, step: 1 }))
    if (saysNotMeant(answer.line(at), "after")) return saidNear(at, "after");
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

/** A fence, a tag alone, or a rule. */
function isAround(line: string): boolean {
  return readFence(line.trimStart()) !== null || /^\s*(?:<\/?[a-z][^<>]*>|-{3,}|\*{3,}|_{3,})\s*$/i.test(line);
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

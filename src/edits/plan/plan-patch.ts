// Edits made of several chunks (unified diff, apply_patch): all of them land or none does. Chunks are placed in the file
// as it is before the patch, in any order; their changes may not overlap, the lines around them may.

import type { WorkspacePath } from "../../base/index.ts";
import { withoutEnding, type Ending } from "../../text/index.ts";
import { alignLines, stepChanges } from "../match/align.ts";
import { askedEnding, endAll, nameOf } from "../match/asked-endings.ts";
import { insertedAlready, replacedAlready } from "../match/already-applied.ts";
import type { Draft } from "./draft/draft.ts";
import { withEndings } from "../match/endings.ts";
import type { ContentChange } from "../match/line-index.ts";
import { BOM, contentsOf } from "../match/locate.ts";
import { alreadyApplied, missed, type EditStep, type Outcome } from "./edit-step.ts";
import { emptyPatch, noChange, noFile, rivalMiss } from "../diagnose/misses.ts";
import { chunkMiss, overlapMiss, partlyAppliedMiss, type LostChunk, type Overlap } from "../diagnose/patch-misses.ts";
import { finalBreakOf, placeChunks, wantedOf, type ChunkPlace, type Wanted } from "./place-chunks.ts";
import { applyCreate, applyMove, destinationProblem } from "./plan-file.ts";
import { joinAdjacent, sameLines, appearsElsewhere } from "./plan-replace.ts";
import type { Change, Chunk } from "../types.ts";

type Patch = Extract<Change, { kind: "patch" }>;

export function applyPatch(step: EditStep, { chunks, to }: Patch): Outcome {
  const { edit, shown, drafts } = step;
  const entry = drafts.entry(edit.path);
  const { draft } = entry;
  if (draft === null && isWholeFile(chunks, to)) return applyCreate(step, { kind: "create", content: chunks[0]!.put });
  if (draft === null) return missed(noFile(entry, shown));
  const target = to === null || to === edit.path ? null : (to as WorkspacePath); // Checked with the edit.
  if (chunks.length === 0) return target === null ? missed(emptyPatch(shown)) : applyMove(step, target);
  if (chunks.some(({ rival }) => rival !== undefined && draft.find(contentsOf(rival), { keep: 1 }).count > 0))
    return missed(rivalMiss(shown));
  const wanted = chunks.map((chunk) => wantedOf(chunk, draft));
  const places = placeChunks(draft, wanted);
  const already = wanted.map((each, at) => alreadyAt(step, draft, each, places[at]!));
  if (target === null && already.every((line) => line !== null)) return alreadyApplied(shown, already[0]!);
  const problem = target === null ? null : destinationProblem(step, target);
  if (problem !== null) return problem;
  const starts: number[] = [];
  for (const [at, place] of places.entries()) {
    if (already[at] !== null) return missed(partlyAppliedMiss(step, at, already[at]!));
    if (place.kind !== "at") return missed(chunkMiss(step, draft, { at, place, others: lost(places, chunks, at) }));
    starts.push(place.line);
  }
  const endings = wanted.map((each, at) => endingOfChunk(draft, each, starts[at]!));
  const cores = coresOf(draft, wanted, starts, endings);
  const overlap = firstOverlap(cores);
  if (overlap !== null) return missed(overlapMiss(step, overlap));
  if (cores.length === 0 && target === null) {
    const isDone = endings.some((ending) => ending.kind === "done") && !endings.some(({ kind }) => kind === "mixed");
    return isDone ? alreadyApplied(shown, starts[0]!) : missed(noChange(shown, edit));
  }
  const mixed = endings.find((ending) => ending.kind === "mixed");
  const note = mixed?.kind === "mixed" ? { note: mixedNote(shown, mixed.to) } : {};
  const changes = joinAdjacent(cores);
  const final = wanted.map(({ chunk }) => finalBreakOf(chunk)).find((each) => each !== "kept") ?? "kept";
  if (wanted.some((each) => each.hasBom && !each.chunk.put.startsWith(BOM))) draft.setBom(edit.id, "");
  draft.apply(
    edit.id,
    changes.map((change) => withEndings(draft, change, final)),
  );
  entry.edits.add(edit.id);
  if (target !== null) drafts.move(entry, drafts.entry(target), edit.id);
  return {
    kind: "change",
    line: (changes[0]?.from ?? 0) + 1,
    matchLine: starts.reduce((least, line) => Math.min(least, line), Infinity) + 1,
    linesChanged: cores.reduce((sum, { from, to: end, put }) => sum + Math.max(end - from, put.length), 0),
    replacements: chunks.length,
    ...note,
  };
}

/** `-0,0`: the hunk is for a file without lines. That there is no file yet does not change what it will hold. */
function isWholeFile(chunks: readonly Chunk[], to: string | null): boolean {
  const [only] = chunks;
  return chunks.length === 1 && to === null && only!.find === "" && only!.at.line === 1;
}

type ChunkEnding =
  /** It says nothing of line endings. */
  | { readonly kind: "silent" }
  /** Its lines end in the file as it says they do: they get the ending it asks for. */
  | { readonly kind: "asked"; readonly to: Ending }
  /** Its lines end already as it asks for. */
  | { readonly kind: "done" }
  /** Its lines end in several ways: they stay, and that is said. */
  | { readonly kind: "mixed"; readonly to: Ending };

function endingOfChunk(draft: Draft, { chunk, find }: Wanted, start: number): ChunkEnding {
  const asked = chunk.steps === undefined ? null : askedEnding(chunk);
  if (asked === null) return { kind: "silent" };
  const removed = stepsOf(chunk.steps!, "-").map((at) => draft.line(start + at) ?? "");
  if (find.length > 0 && endAll(removed, asked.from)) return { kind: "asked", to: asked.to };
  return endAll(removed, asked.to) ? { kind: "done" } : { kind: "mixed", to: asked.to };
}

/** Which lines of its side the steps take out. */
function stepsOf(steps: string, sign: "-"): readonly number[] {
  return [...steps].filter((step) => step !== "+").flatMap((step, at) => (step === sign ? [at] : []));
}

function mixedNote(path: string, to: Ending): string {
  return `The patch asks for ${nameOf(to)}, but the lines it replaces in ${path} do not all end the way it says, so line endings stay as they are.`;
}

/** 0-based line where the chunk's new text already is, or null. */
function alreadyAt(
  { context }: EditStep,
  draft: Draft,
  { chunk, find, put }: Wanted,
  place: ChunkPlace,
): number | null {
  if (place.kind === "at") {
    const lead = chunk.steps === undefined ? {} : { lead: chunk.steps.search(/[^+]/) };
    return insertedAlready(draft, { find, put, place: place.line, atEnd: chunk.at.end, ...lead });
  }
  if (place.kind !== "none") return null;
  const line = replacedAlready(draft, { find, put });
  return line === null || appearsElsewhere(draft, context, find, { from: line, to: line + put.length }) ? null : line;
}

/** The other chunks that match nowhere; null when one of them has another problem, which no candidate fixes. */
function lost(places: readonly ChunkPlace[], chunks: readonly Chunk[], at: number): readonly LostChunk[] | null {
  const others: LostChunk[] = [];
  for (const [other, place] of places.entries()) {
    if (other === at || place.kind === "at") continue;
    if (place.kind !== "none") return null;
    others.push({ find: chunks[other]!.find, put: chunks[other]!.put, hunk: other + 1 });
  }
  return others;
}

type Core = ContentChange & {
  readonly chunk: number;
  /** What it adds comes last at its place: directly before a line it keeps, or at the end of the file. */
  readonly isLast: boolean;
};

/** What each chunk changes, without the lines it keeps, in the order of the file. */
function coresOf(
  draft: Draft,
  wanted: readonly Wanted[],
  starts: readonly number[],
  endings: readonly ChunkEnding[],
): readonly Core[] {
  const cores = wanted.flatMap(({ chunk, find, put }, at): Core[] => {
    const start = starts[at]!;
    const ending = endings[at]!;
    const own =
      ending.kind === "asked"
        ? stepChanges(find, put, chunk.steps!).map((change) => withEnding(change, ending.to)) // It spoke through them.
        : alignLines(find, put, chunk.steps);
    const changes = own.map((change) => ({
      from: start + change.from,
      to: start + change.to,
      put: change.put,
      chunk: at,
      isLast: find.length === 0 ? chunk.at.end : change.from === 0,
    }));
    const last = draft.length - 1;
    const reachesEnd = changes.at(-1)?.to === draft.length;
    // The chunk is about the last newline alone: the last line is replaced by itself.
    if (finalBreakOf(chunk) !== "kept" && !reachesEnd && last >= 0)
      changes.push({ from: last, to: last + 1, put: [withoutEnding(draft.line(last)!)], chunk: at, isLast: false });
    return changes;
  });
  return cores.toSorted((a, b) => a.from - b.from || a.to - b.to || a.chunk - b.chunk);
}

function withEnding({ from, to, put }: ContentChange, ending: Ending): ContentChange {
  return { from, to, put: put.map((content) => content + ending) };
}

/**
 * Two changes of the same lines, one that adds in the middle of another, or two that add at the same place without saying
 * which comes first, or the same lines twice; the chunks they belong to.
 */
function firstOverlap(cores: readonly Core[]): Overlap | null {
  for (let at = 1; at < cores.length; at += 1) {
    const before = cores[at - 1]!;
    const core = cores[at]!;
    const addBoth = before.chunk !== core.chunk && before.from === core.from && before.to === core.to;
    const isCertain = core.isLast && !sameLines(before.put, core.put);
    if (core.from < before.to || (addBoth && !isCertain))
      return { chunks: [before.chunk, core.chunk], adds: core.from === core.to && addBoth };
  }
  return null;
}

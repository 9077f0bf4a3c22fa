// A model's answer to its edits, whatever format they are in.
// Never drops one in silence: what is left aside, looks damaged or is mixed is said in `reason`.
//
// Precedence: the answer is read from the top. Where a format begins, it owns the lines up to its end, so a format
// quoted inside another one's content is content. On one line the order is edit block, search/replace, patch,
// unified diff, whole file. The first three are never anything but edits; they may stand together and are taken in
// order. A unified diff is also what tools print, so it counts only when none of the three is there, and a whole file
// only when nothing else is: next to edits, a diff or a fence with a path is mostly a quotation. What is left alone
// for that is said.

import { BlockMachine } from "./blocks/machine.ts";
import { isMarkerUnit, readMarker } from "./blocks/markers.ts";
import { Answer } from "./formats/answer.ts";
import { readApplyPatch } from "./formats/apply-patch.ts";
import { closeCall, type CloseCall } from "./formats/close-calls.ts";
import { closesFence, readFence } from "./formats/fences.ts";
import { gatherPatches } from "./formats/gather.ts";
import { formatOf, nothingFound, tell } from "./formats/notes.ts";
import { readSearchReplace } from "./formats/search-replace.ts";
import type { Reader, ScanContext } from "./formats/scan.ts";
import { afterOpenFence, readUdiff } from "./formats/udiff.ts";
import { readWholeFile } from "./formats/whole-file.ts";
import type { Format, Proposed } from "./types.ts";

export type ParseOptions = {
  /** Whether a path exists in the workspace. Only decides between two readings of one file name. */
  readonly known?: (path: string) => boolean;
};

export type ParsedAnswer = {
  /** The format of the first edit; null when there is none. */
  readonly format: Format | null;
  /** In the order they stand in the answer. */
  readonly blocks: readonly Proposed[];
  /** What a person should know about how the answer was read; null when there is nothing to say. */
  readonly reason: string | null;
};

/** Finds every edit of an answer. Broken ones are among the blocks, with what is wrong and how to mend it. */
export function parseAnswer(text: string, format: Format | "auto", options: ParseOptions = {}): ParsedAnswer {
  const formats = format === "auto" ? ALL : new Set([format]);
  const scanned = scan(new Answer(text), formats, options.known ?? null);
  const { kept, aside } = format === "auto" ? withoutQuotations(scanned.blocks) : { kept: scanned.blocks, aside: [] };
  const blocks = gatherPatches(kept);
  if (blocks.length > 0) {
    const reason = tell({ blocks, aside, notes: scanned.notes, calls: scanned.calls });
    return { format: formatOf(blocks[0]!), blocks, reason };
  }
  const others = format === "auto" ? [] : scan(new Answer(text), ALL, null).blocks.map(formatOf);
  const reason = nothingFound({ format, others, calls: scanned.calls, isEmpty: text.trim() === "" });
  return { format: null, blocks, reason };
}

const READERS: readonly (readonly [Format, Reader])[] = [
  ["search-replace", readSearchReplace],
  ["apply-patch", readApplyPatch],
  ["udiff", readUdiff],
  ["whole-file", readWholeFile],
];
const ALL: ReadonlySet<Format> = new Set<Format>(["edit-block", ...READERS.map(([format]) => format)]);

type Scanned = {
  readonly blocks: readonly Proposed[];
  readonly notes: readonly string[];
  readonly calls: readonly CloseCall[];
};

/** Exported for the test that a hostile answer is read in steps that grow with its length only. */
export function scan(answer: Answer, formats: ReadonlySet<Format>, known: ScanContext["known"]): Scanned {
  const readers = READERS.filter(([format]) => formats.has(format)).map(([, reader]) => reader);
  const context: ScanContext = { answer, known, floor: 0, fence: null, fenceLine: 0, lastPath: null, notes: [] };
  const machine = new BlockMachine();
  const blocks: Proposed[] = [];
  const calls: CloseCall[] = [];
  const takeBlocks = (): void => {
    for (const event of machine.take()) if (event.kind === "block-end") blocks.push(event.proposed);
  };
  for (let at = 0; at < answer.length;) {
    const wasInBlock = machine.inBlock;
    const region = wasInBlock ? null : firstRegion(readers, context, at);
    if (region !== null) {
      for (const block of region.blocks) blocks.push(block);
      machine.skip(region.next - at);
      at = region.next;
      context.floor = region.floor ?? at;
      continue;
    }
    const isBlockLine = formats.has("edit-block") && feed(machine, answer, at);
    takeBlocks();
    if (isBlockLine) context.floor = at + 1;
    else if (!wasInBlock) {
      followFence(context, at);
      const call = closeCall(answer, at, formats);
      if (call !== null) calls.push(call);
    }
    at += 1;
  }
  machine.end(answer.text.length);
  takeBlocks();
  const last = blocks.pop();
  if (last !== undefined) blocks.push(afterOpenFence(context, last));
  return { blocks, notes: context.notes, calls };
}

function firstRegion(readers: readonly Reader[], context: ScanContext, at: number): ReturnType<Reader> {
  for (const reader of readers) {
    const region = reader(context, at);
    if (region !== null) return region;
  }
  return null;
}

/** True: the line belongs to a block, or is one of its markers. */
function feed(machine: BlockMachine, answer: Answer, at: number): boolean {
  const line = answer.text.slice(answer.from(at), answer.to(at));
  const wasInBlock = machine.inBlock;
  if (!isMarkerUnit(line.charCodeAt(0))) {
    machine.run(line, 1);
    return wasInBlock;
  }
  machine.line(line, answer.from(at));
  return wasInBlock || machine.inBlock || readMarker(line)?.kind === "end";
}

function followFence(context: ScanContext, at: number): void {
  if (!FENCE_STARTS.has(context.answer.first(at))) return;
  const line = context.answer.line(at);
  const { fence } = context;
  const opened = readFence(line);
  if (fence !== null && closesFence(line, fence)) context.fence = null;
  else if (opened !== null) {
    context.fence = opened;
    context.fenceLine = at;
  }
}

const FENCE_STARTS = new Set([0x60, 0x7e, 0x3c, 0x20]); // ` ~ < and a blank

const RANKS: Readonly<Record<Format, number>> = {
  "edit-block": 1,
  "search-replace": 1,
  "apply-patch": 1,
  udiff: 2,
  "whole-file": 3,
};

function withoutQuotations(blocks: readonly Proposed[]): { kept: readonly Proposed[]; aside: readonly Proposed[] } {
  const rankOf = (block: Proposed): number => RANKS[formatOf(block)];
  // A marker that belongs to nothing is told, but does not show what the answer is written in.
  const telling = blocks.filter((block) => block.path !== null);
  const best = (telling.length > 0 ? telling : blocks).reduce((rank, block) => Math.min(rank, rankOf(block)), 3);
  return {
    kept: blocks.filter((block) => rankOf(block) <= best),
    aside: blocks.filter((block) => rankOf(block) > best),
  };
}

// A model's answer to its edits, whatever format they are in.
// Never leaves anything out without a word: whatever looks like an edit is among the blocks, made or not.
//
// The answer is read from the top. Where a format begins, it owns the lines up to its end, so a format quoted inside
// another one's content is content. On one line the order is that of table.ts. All formats may come in one answer and are taken in order. Next to other formats a whole file is often a
// quotation: there it only makes files that do not exist. What looks like an edit and is not certain to be one is a
// block, too, which is never applied.

import { BlockMachine } from "./blocks/machine.ts";
import { isMarkerUnit, readMarker } from "./blocks/markers.ts";
import { Answer } from "./answer.ts";
import { withBorrowed } from "./borrowed.ts";
import { withDoubtfulContext } from "./context/doubtful-context.ts";
import type { FenceAround } from "./context/fence-around.ts";
import { DamagedRuns } from "./damaged-runs.ts";
import { doubtInnerBlocks } from "./search-replace/inner-blocks.ts";
import { joinStrayEnds } from "./search-replace/stray-ends.ts";
import { FenceWatch } from "./fences/fence-watch.ts";
import { gatherPatches } from "./gather.ts";
import { copiedDoubt, withCopied } from "./unfenced/copied-code.ts";
import { htmlDoubt, withoutHtml } from "./unfenced/html-code.ts";
import { indentedDoubt, inOwnLines, withFences } from "./unfenced/indented-code.ts";
import { listDoubt, withoutListIndent, type ListFences } from "./unfenced/list-fences.ts";
import { readLikelyDiff } from "./udiff/likely-diff.ts";
import { withoutAddresses, withoutLinks } from "./linked-paths.ts";
import { describeReading, nothingChosen } from "./notes.ts";
import { nothingFound, quotedEdits } from "./nothing-found.ts";
import { blocksOf, formatOf, inOrder, isLikely, passageOf, type Passage } from "./passages.ts";
import { inOtherSpelling } from "./other-spelling.ts";
import { PossibleStarts } from "./lines/possible-starts.ts";
import { readersOf } from "./readers.ts";
import type { Reader, ScanContext } from "./scan.ts";
import { FORMAT_NAMES } from "./table.ts";
import { afterOpenFence } from "./udiff/udiff.ts";
import type { Doubt, Format, Proposed } from "../types.ts";

export type ParseOptions = {
  /** Whether a path exists in the workspace. Only decides between two readings of one file name. */
  readonly known?: (path: string) => boolean;
};

/** The edits of an answer, in its order. Parsing never fails: what is damaged or unsure becomes a broken block. */
export type ParsedAnswer = {
  /** Of all edits; null when there is none. */
  readonly format: Format | "mixed" | null;
  /** In the order of the answer; likely edits are among them. */
  readonly blocks: readonly Proposed[];
  /** What every fence, marker, patch and run of diff lines is, in the order of the answer. */
  readonly passages: readonly Passage[];
  /** What a person should know about how the answer was read; null when there is nothing to say. */
  readonly reason: string | null;
};

/** Finds every edit of an answer. Broken ones are among the blocks, with what is wrong and how to fix it. */
export function parseAnswer(text: string, format: Format | "auto", options: ParseOptions = {}): ParsedAnswer {
  const formats = format === "auto" ? ALL : new Set([format]);
  const answer = new Answer(text);
  const known = options.known ?? null;
  const { passages, notes } = format === "auto" ? scanAlsoIndented(answer, known) : scan(answer, formats, known);
  const read = blocksOf(passages)
    .map(withoutLinks)
    .map(withoutAddresses)
    .map((block) => inOtherSpelling(block, { known, line: answer.lineAt(block.source.from) + 1 }));
  const found = format === "auto" ? withBorrowed(read, { answer, passages }) : read;
  const blocks = gatherPatches(withDoubts(found, { isChosen: format !== "auto" }));
  // A chosen format is the only one that is read; the reason names what else there is.
  const others = format === "auto" ? [] : leftOut(blocksOf(scan(new Answer(text), ALL, known).passages), found, format);
  const reason =
    blocks.length > 0
      ? describeReading({ blocks, others, notes: [...notes, ...quotedEdits(answer)] })
      : format === "auto" || text.trim() === ""
        ? [nothingFound(answer, passages), ...notes].join(" ")
        : nothingChosen(format, others);
  return { format: formatsOf(blocks), blocks, passages, reason };
}

/** The one format of the edits; likely ones only count when there are no others. */
export function formatsOf(blocks: readonly Proposed[]): ParsedAnswer["format"] {
  const sure = blocks.filter((block) => !isLikely(block));
  const formats = new Set((sure.length > 0 ? sure : blocks).map(formatOf));
  const [first] = formats;
  return first === undefined ? null : formats.size > 1 ? "mixed" : first;
}

/** What auto would have reported, certain or likely, and the chosen format does not. */
function leftOut(all: readonly Proposed[], found: readonly Proposed[], format: Format): readonly Proposed[] {
  const isTaken = ({ source }: Proposed): boolean =>
    found.some((block) => block.source.from < source.to && source.from < block.source.to);
  return all.filter((block) => formatOf(block) !== format || !isTaken(block));
}

/**
 * A whole file among edits of other formats may be a quotation; alone, it may show a part of the file. A quoted diff is a
 * quotation only next to edits in other formats. A format that was chosen leaves no doubt.
 */
function withDoubts(blocks: readonly Proposed[], { isChosen }: { readonly isChosen: boolean }): readonly Proposed[] {
  const hasBeside = (format: Format): boolean =>
    !isChosen && blocks.some((block) => formatOf(block) !== format && block.path !== null && !isLikely(block));
  const doubt: Doubt = { kind: hasBeside("whole-file") ? "mixed" : "quotation" };
  const isMixed = hasBeside("udiff");
  return blocks.map((block) => {
    if (block.kind === "broken") return block;
    const { change } = block;
    if (change.kind === "overwrite" && formatOf(block) === "whole-file" && !isChosen)
      return { ...block, change: { ...change, doubt } };
    if (change.kind !== "patch" || change.inQuote === undefined || isMixed) return block;
    const { inQuote: _, ...rest } = change;
    return { ...block, change: rest };
  });
}

const ALL: ReadonlySet<Format> = new Set(FORMAT_NAMES);

type Scanned = { readonly passages: readonly Passage[]; readonly notes: readonly string[] };

/** An answer in which nothing looks like code may have it in indented blocks, or as that of a web page. */
function scanAlsoIndented(answer: Answer, known: ScanContext["known"]): Scanned {
  const plain = scan(answer, ALL, known);
  const inLists = withoutListIndent(answer, plain.passages);
  if (inLists !== null) return scanLists(answer, inLists, known);
  const ofPage = withoutHtml(answer, plain.passages);
  const copied = ofPage === null && plain.passages.length === 0 ? withCopied(answer) : null;
  const fenced = ofPage ?? copied ?? (plain.passages.length === 0 ? withFences(answer) : null);
  if (fenced === null) return plain;
  const doubt = ofPage !== null ? htmlDoubt : copied !== null ? copiedDoubt : indentedDoubt;
  const found = scan(fenced, ALL, known);
  const passages = found.passages.map((passage) => inOwnLines({ answer, fenced, doubt }, passage));
  return blocksOf(passages).length === 0 ? plain : { ...found, passages };
}

/** An answer with edits in indented fences, each in its own lines. */
function scanLists(answer: Answer, { answer: fenced, isInside }: ListFences, known: ScanContext["known"]): Scanned {
  const found = scan(fenced, ALL, known);
  const passages = found.passages.map((passage) => {
    const doubt = isInside(passage) ? listDoubt : null;
    return inOwnLines({ answer, fenced, doubt }, passage);
  });
  return { ...found, passages };
}

/** Exported for the test that a hostile answer is read in steps that grow with its length only. */
export function scan(answer: Answer, formats: ReadonlySet<Format>, known: ScanContext["known"]): Scanned {
  const readers = readersOf(formats);
  const context: ScanContext = {
    answer,
    known,
    floor: 0,
    fence: null,
    fenceLine: 0,
    shell: null,
    lastPath: null,
    lastLikely: null,
    quoteEnd: null,
    jsonEnd: 0,
    notes: [],
  };
  const machine = new BlockMachine();
  const fences = new FenceWatch(context, formats);
  const damaged = new DamagedRuns(context, formats);
  const starts = new PossibleStarts(answer, formats);
  /** The first line that the machine has not seen. It needs the words before a marker, and nothing else outside of blocks. */
  let fed = 0;
  const passages: Passage[] = [];
  const around = new Map<number, FenceAround>();
  const own = (found: Passage): void => {
    if (found.kind === "certain" && fences.around !== null)
      for (const { source } of found.blocks) around.set(source.from, fences.around);
    // The name of an edit may be above a fence that is a passage of its own.
    const passage = { ...found, from: Math.max(found.from, fences.endOfLast) };
    passages.push(passage);
    fences.pass(passage.from, passage.next);
    damaged.end();
  };
  const feed = (next: number): void => {
    if (next > fed) machine.run(answer.text.slice(answer.from(fed), answer.from(next)), next - fed);
    fed = next;
  };
  const pass = (next: number): void => {
    machine.skip(next - fed);
    fed = next;
  };
  const takeBlocks = (): void => {
    for (const event of machine.take()) {
      if (event.kind !== "block-end") continue;
      const { source } = event.proposed;
      const next = answer.lineAt(Math.max(source.from, source.to - 1)) + 1;
      own(passageOf(answer, [event.proposed], answer.lineAt(source.from), next));
    }
  };
  for (let at = 0; at < answer.length;) {
    const wasInBlock = machine.inBlock;
    if (wasInBlock) {
      const next = endOfContent(answer, at);
      if (next > at) {
        feed(next);
        context.floor = next;
        at = next;
        continue;
      }
    } else {
      const next = starts.next(context, at);
      if (next > at) {
        fences.skip(at, next);
        at = next;
        continue;
      }
    }
    const region = wasInBlock ? null : firstRegion(readers, context, at);
    if (region !== null) {
      own(passageOf(answer, region.blocks, at, region.next));
      pass(region.next);
      at = region.next;
      context.floor = region.floor ?? at;
      continue;
    }
    let isBlockLine = false;
    if (formats.has("edit-block") && isMarkerUnit(answer.first(at))) {
      feed(at);
      isBlockLine = feedMarker(machine, answer, at);
      fed = at + 1;
      takeBlocks();
    }
    if (isBlockLine) context.floor = at + 1;
    else if (!wasInBlock && fences.take(at)) damaged.end();
    else if (!wasInBlock) {
      const diff = formats.has("udiff") ? readLikelyDiff(context, at) : null;
      if (diff !== null) {
        own(diff);
        pass(diff.next);
        at = diff.next;
        context.floor = at;
        continue;
      }
      damaged.take(at);
    }
    at += 1;
  }
  machine.end(answer.text.length);
  takeBlocks();
  const all = inOrder([...passages, ...fences.end(), ...damaged.passages()]);
  const read = withOpenFence(context, doubtInnerBlocks(answer, joinStrayEnds(answer, all)));
  return { passages: withDoubtfulContext(answer, read, around), notes: context.notes };
}

function firstRegion(readers: readonly Reader[], context: ScanContext, at: number): ReturnType<Reader> {
  for (const reader of readers) {
    const region = reader(context, at);
    if (region !== null) return region;
  }
  return null;
}

/** The first line from `at` on that begins like a marker: what comes before it in a block is content, taken as one piece. */
function endOfContent(answer: Answer, at: number): number {
  let next = at;
  while (next < answer.length && !isMarkerUnit(answer.first(next))) next += 1;
  return next;
}

/** Of a line that begins like a marker. True: it belongs to a block, or is one of its markers. */
function feedMarker(machine: BlockMachine, answer: Answer, at: number): boolean {
  const line = answer.text.slice(answer.from(at), answer.to(at));
  const wasInBlock = machine.inBlock;
  machine.line(line, answer.from(at));
  return wasInBlock || machine.inBlock || readMarker(line)?.kind === "end";
}

/** The last edit of an answer that ends inside a code fence may be cut off. */
function withOpenFence(context: ScanContext, passages: readonly Passage[]): readonly Passage[] {
  const at = passages.findLastIndex(({ kind }) => kind === "certain");
  const last = passages[at];
  if (last?.kind !== "certain" || last.blocks.length === 0) return passages;
  return passages.with(at, { ...last, blocks: last.blocks.with(-1, afterOpenFence(context, last.blocks.at(-1)!)) });
}

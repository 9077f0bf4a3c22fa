// Unified diffs: git's and plain ones, in fences or bare, as tools write them and as models do.
// Never splits a file: all hunks under one header become one change, and one broken hunk breaks it.

import type { Change, Chunk, Likely, Proposed } from "../../types.ts";
import type { Answer } from "../answer.ts";
import { nameAbove } from "../fences/name-above.ts";
import { answerLine, incomplete, malformed, sourceOf, type Region, type ScanContext } from "../scan.ts";
import { readHeader, type FileHeader } from "./header.ts";
import { isNumberedHunk, readHunk } from "./hunk.ts";
import { namesOf, type ChosenNames } from "./names.ts";

const DIFF_INFO = /^(?:u?diff|patch)\b/i;

export function isDiffFence(info: string): boolean {
  return info !== "" && DIFF_INFO.test(info);
}

export function readUdiff(context: ScanContext, at: number): Region | null {
  const { answer } = context;
  const first = answer.first(at);
  if (first === 0x40) return hunksWithoutHeader(context, at); // @
  const isFirstInFence = context.fence !== null && at === context.fenceLine + 1;
  const header = first === 0x2d || first === 0x64 || first === 0x49 ? readHeader(answer, at) : null; // - d I
  if (header === null) return isFirstInFence ? bareHunk(context, at) : null;
  const hunks = readHunks(context, header.next, { mayBeBare: header.old !== null });
  const names = namesOf(header, context.known);
  const source = sourceOf(answer, "udiff", at, hunks.next);
  // A paragraph that begins with ">" is quoted up to its end, whether or not its other lines begin so too.
  const inQuote = at === context.quoteEnd || /^>\s*diff --git /.test(answer.line(at - 2));
  if (inQuote) context.quoteEnd = hunks.next;
  return { blocks: [fileChange(context, { header, hunks, names, source, inQuote })], next: hunks.next };
}

/** The last edit of an answer that ends inside a code fence: more of the diff may have been meant to come. */
export function afterOpenFence(context: ScanContext, block: Proposed): Proposed {
  if (context.fence === null || block.kind === "broken" || block.source.format !== "udiff") return block;
  if (block.source.from < context.answer.from(context.fenceLine)) return block;
  const why = `The answer ends inside the code fence that starts on ${answerLine(context.fenceLine)}, so the diff of ${JSON.stringify(block.path)} may be cut off.`;
  return incomplete(block.source, block.path, why);
}

type Hunks = {
  readonly chunks: readonly Chunk[];
  readonly next: number;
  readonly why: string | null;
  readonly isCutOff: boolean;
  /** Some chunk speaks of lines the file has. */
  readonly hasOld: boolean;
  /** Some chunk leaves lines in the file. */
  readonly keeps: boolean;
  /** The answer ends with them, and nothing says that the last one is whole. */
  readonly mayGoOn: boolean;
};

function fileChange(
  context: ScanContext,
  file: { header: FileHeader; hunks: Hunks; names: ChosenNames; source: Proposed["source"]; inQuote: boolean },
): Proposed {
  const { header, hunks, names, source, inQuote } = file;
  if (names.kind === "unclear") return malformed(source, names.path, names.why);
  const { path } = names;
  if (hunks.isCutOff || isHeaderCutOff(context, file))
    return incomplete(source, path, `The answer ends inside the diff of ${JSON.stringify(path)}.`);
  if (hunks.why !== null) return malformed(source, path, hunks.why);
  const plain = changeOf(header, hunks, names);
  if (typeof plain === "string") return malformed(source, path, plain);
  const change = inQuote && plain.kind === "patch" ? { ...plain, inQuote } : plain;
  if (header.mode !== null)
    context.notes.push(`${path}: "${header.mode}" was ignored; only content is changed, never the mode of a file.`);
  return { source, kind: "edit", path, change, ...ifWhole(context, hunks) };
}

/** A diff that may be cut off is not certain. */
function ifWhole({ answer }: ScanContext, { mayGoOn }: Hunks): { readonly likely?: Likely } {
  if (!mayGoOn) return {};
  const reading = "the answer ends with this diff, whose last hunk lacks lines or line counts, so it may be cut off";
  const why = `The answer ends with this diff, and its last hunk has fewer lines than its header says, or a header without line counts, so it may be cut off. Send it in a code fence, or with the right line counts ("@@ -1,3 +1,4 @@").`;
  return { likely: { reading, line: answer.length, why } };
}

/** The answer ends with a header, and what it announces is missing. Deleting a file needs no more than its header. */
function isHeaderCutOff(
  { answer }: ScanContext,
  { header, hunks, names }: { header: FileHeader; hunks: Hunks; names: ChosenNames },
): boolean {
  if (hunks.next < answer.length || hunks.chunks.length > 0 || hunks.why !== null) return false;
  if (names.kind === "file" && names.isGone) return false;
  const isSaidNew = header.isNew || header.renamed !== null;
  return isSaidNew && (header.content === "shown" || (header.isNew && header.content === "unsaid"));
}

function changeOf(header: FileHeader, hunks: Hunks, names: Extract<ChosenNames, { kind: "file" }>): Change | string {
  const { chunks } = hunks;
  if (header.isBinary) return "The diff is of a binary file, which cannot be changed by text.";
  if (header.isCopy) return "The diff copies a file. Send the new file in full instead.";
  if (names.isGone) return deletion(hunks);
  // "/dev/null" before and lines to find all the same: the lines are the stronger word.
  const hadNothing = names.was === "absent" || (header.wasEmpty && chunks.length > 0 && names.to === null);
  if (hadNothing && !hunks.hasOld) {
    if (chunks.length === 0 && header.content === "shown")
      return "The diff creates a file that is not empty, but has no hunk.";
    return { kind: "create", content: chunks.map((chunk) => chunk.put).join("") };
  }
  if (chunks.length > 0) return { kind: "patch", chunks, to: names.to };
  if (names.to !== null) return { kind: "move", to: names.to };
  if (header.mode !== null)
    return `The diff changes only the mode of the file (${header.mode}); only content is changed here.`;
  return "The diff names the file but has no hunk that changes it.";
}

/** The lines a deletion takes away are the whole file: with them the planner refuses to delete something else. */
function deletion({ chunks, keeps }: Hunks): Change | string {
  if (keeps) return "The diff deletes the file, but leaves or adds lines in it.";
  if (chunks.length === 0) return { kind: "delete" };
  if (chunks.length > 1) return "The diff deletes the file, but in several hunks: one must hold all of its lines.";
  return { kind: "delete", expect: chunks[0]!.find };
}

/** How mentat's diffs end. */
const LAST_HUNK = "@@ end @@";

function readHunks(
  { answer, fence }: ScanContext,
  from: number,
  /** After "---" and "+++": a line with a sign is then the first of a hunk without its header. */
  { mayBeBare }: { readonly mayBeBare: boolean },
): Hunks {
  const chunks: Chunk[] = [];
  let why: string | null = null;
  let isCutOff = false;
  let hasOld = false;
  let keeps = false;
  let mayGoOn = false;
  let next = from;
  const crlf = from > 0 && answer.isCrlf(from - 1);
  const isBare = mayBeBare && /^[ +-]/.test(answer.line(from)) && readHeader(answer, from) === null;
  for (let at = isBare ? from : hunkAt(answer, next); at !== null && !isCutOff; at = hunkAt(answer, next)) {
    if (answer.line(at).trimEnd() === LAST_HUNK) {
      next = at + 1;
      break;
    }
    const hunk = readHunk(answer, at, { fence, crlf });
    next = hunk.next;
    if (hunk.kind === "chunk") {
      chunks.push(hunk.chunk);
      hasOld ||= hunk.hasOld;
      keeps ||= hunk.chunk.put !== "";
      mayGoOn = hunk.mayGoOn;
    } else if (hunk.kind === "broken") {
      why ??= hunk.why;
      next = afterBroken(answer, next, fence === null ? "blank" : "fence");
    } else isCutOff = true;
  }
  return { chunks, next, why, isCutOff, hasOld, keeps, mayGoOn };
}

/** The next hunk of the same file; blank lines may come before it. */
function hunkAt(answer: Answer, from: number): number | null {
  let at = from;
  while (at < answer.length && answer.line(at).trim() === "") at += 1;
  return at < answer.length && answer.line(at).startsWith("@@") ? at : null;
}

/** The rest of a broken hunk belongs to it: up to the next hunk or header, or where the diff is over. */
function afterBroken(answer: Answer, from: number, until: "blank" | "fence"): number {
  let at = from;
  for (; at < answer.length; at += 1) {
    const line = answer.line(at);
    if (line.startsWith("@@") || /^(?:```|~~~)/.test(line) || readHeader(answer, at) !== null) break;
    if (until === "blank" && line.trim() === "") break;
  }
  return at;
}

/** A diff's fence under a path, whose first hunk has no header: the lines decide where it goes. */
function bareHunk(context: ScanContext, at: number): Region | null {
  const { answer, fence } = context;
  if (fence === null || !isDiffFence(fence.info) || !/^[ +-]/.test(answer.line(at))) return null;
  const above = nameAbove(context, at);
  if (above?.kind !== "path" || !above.isClear) return null;
  const hunks = readHunks(context, at, { mayBeBare: true });
  if (hunks.chunks.length === 0 && hunks.why === null && !hunks.isCutOff) return null;
  const source = sourceOf(answer, "udiff", above.line, hunks.next);
  return { blocks: [patchOf(context, { source, path: above.path, hunks })], next: hunks.next };
}

function patchOf(
  context: ScanContext,
  { source, path, hunks }: { source: Proposed["source"]; path: string; hunks: Hunks },
): Proposed {
  if (hunks.why !== null) return malformed(source, path, hunks.why);
  if (hunks.isCutOff) return incomplete(source, path, `The answer ends inside the diff of ${JSON.stringify(path)}.`);
  const change = { kind: "patch", chunks: hunks.chunks, to: null } as const;
  return { source, kind: "edit", path, change, ...ifWhole(context, hunks) };
}

/** Hunks whose file only the line above the fence names, or none. */
function hunksWithoutHeader(context: ScanContext, at: number): Region | null {
  const { answer, fence } = context;
  const line = answer.line(at);
  if (!isHunkOf(line, fence)) return null;
  const above = nameAbove(context, at);
  const path = above?.kind === "path" && above.isClear ? above.path : null;
  // Words before the fence may name the file: then all of it is a likely diff.
  if (path === null && fence !== null && context.floor <= context.fenceLine) return null;
  const hunks = readHunks(context, at, { mayBeBare: false });
  if (path === null) {
    const block = hunkWithoutFile(answer, at, hunks.next);
    return { blocks: [hunks.why === null ? block : malformed(block.source, null, hunks.why)], next: hunks.next };
  }
  return {
    blocks: [patchOf(context, { source: sourceOf(answer, "udiff", above!.line, hunks.next), path, hunks })],
    next: hunks.next,
  };
}

/** A line that can only begin a hunk: with numbers, or in a fence for diffs. */
export function isHunkOf(line: string, fence: ScanContext["fence"]): boolean {
  return isNumberedHunk(line) || (line.startsWith("@@") && fence !== null && isDiffFence(fence.info));
}

/** A hunk, from line `at` up to `next`, for which nothing names a file. */
export function hunkWithoutFile(answer: Answer, at: number, next: number): Proposed {
  const why = `The hunk on ${answerLine(at)} does not say which file it changes. Put "--- path" and "+++ path" before it.`;
  return malformed(sourceOf(answer, "udiff", at, next), null, why);
}

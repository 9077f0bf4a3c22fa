// Which file a SEARCH/REPLACE block changes: the name above it, in its markers, among the words near it, or that of the
// block before. Never chooses between two names.

import type { Likely } from "../../types.ts";
import { readLink } from "../blocks/link.ts";
import { clearPathLine, readFence } from "../fences/fences.ts";
import { nameAbove } from "../fences/name-above.ts";
import { pathsIn, readNameLine } from "../fences/name-line.ts";
import { nameNear } from "../fences/name-near.ts";
import { isSamePath } from "../fences/rival-name.ts";
import { quote, type ScanContext } from "../scan.ts";
import { likelyMarkers } from "./named-markers.ts";

/** `line` is where the block begins; `unclear` says why its file is not known, `likely` why it is not certain. */
export type BlockName = {
  readonly path: string | null;
  readonly line: number;
  readonly unclear: string | null;
  readonly likely?: Likely | null;
};

export const PATH_ALONE = "Put the path of the file alone on the line before it.";

/** The file of a block with the usual markers. */
export function nameOf(context: ScanContext, start: number): BlockName {
  const { lastPath, known } = context;
  const above = nameAbove(context, start);
  if (above === null) {
    const far = lastPath === null ? likelyName(context, start, null) : null;
    return far ?? sameFile(context, start);
  }
  if (above.kind === "words") return namedInWords(context, above.words, { start, line: above.line });
  const isMeant = above.isClear || lastPath === null || known?.(above.path) === true;
  if (isMeant) return { path: above.path, line: above.line, unclear: null };
  if (known !== null) return sameFile(context, start);
  const why = `It is not clear which file the block changes: the line above it says ${quote(above.path)}, the block before changed ${quote(lastPath)}.`;
  return { path: null, line: above.line, unclear: why };
}

/** The file of the block before. Only likely where the words since then name another one. */
function sameFile(context: ScanContext, start: number): BlockName {
  const { answer, floor, lastPath, lastLikely, known } = context;
  const same = { path: lastPath, line: start, unclear: null, likely: lastLikely };
  if (lastPath === null) return same;
  for (let at = start - 1; at >= Math.max(floor, start - MOST_WORDS); at -= 1) {
    const line = answer.line(at);
    const alone = clearPathLine(line);
    const named = [...pathsIn(line, known), ...(alone === null ? [] : [alone])];
    const other = named.find((path) => !isSameFile(path, lastPath) && (known === null || known(path)));
    if (other === undefined) continue;
    const reading = `the block has no path of its own; the block before changes ${lastPath}, and ${quote(line.trim())} names ${other}`;
    const why = `It is not clear which file the block changes: the block before changes ${quote(lastPath)}, and line ${at + 1} of the answer names ${quote(other)}. Put the path on the line before the block.`;
    return { ...same, likely: { reading, line: at + 1, why } };
  }
  return same;
}

// More words than this between two blocks are about something else.
const MOST_WORDS = 200;

/** Words above that are no path leave it to the block before, unless they name another file. */
function namedInWords(
  context: ScanContext,
  words: string,
  { start, line }: { readonly start: number; readonly line: number },
): BlockName {
  const { lastPath, known } = context;
  const isLink = words.length <= LONGEST_NAME && readLink(words.replace(/^[#*\s]+|[*:\s]+$/g, "")).kind === "unclear";
  const others = pathsIn(words).filter((path) => !isSameFile(path, lastPath) && (known === null || known(path)));
  if (lastPath !== null && !isLink && others.length === 0) return sameFile(context, start);
  const named = isLink ? null : likelyName(context, start, { words, line });
  if (named !== null) return named;
  const why = `It is not clear which file the block changes: the line above it, ${quote(words.trim())}, is not a path alone.`;
  return { path: null, line: isLink || others.length > 0 ? line : start, unclear: why };
}

/** The file that the words above name, or, when no block came before, a few lines further up. */
function likelyName(
  context: ScanContext,
  start: number,
  near: { readonly words: string; readonly line: number } | null,
): BlockName | null {
  const { answer, known, lastPath } = context;
  const said = near === null ? null : readNameLine(near.words, { known });
  const isFence = readFence(answer.line(start - 1)) !== null;
  const found =
    said?.kind === "one" && near !== null
      ? { ...said, line: near.line, isFar: false }
      : lastPath === null
        ? nameNear(context, isFence ? start - 1 : start, "")
        : null;
  if (found?.kind !== "one") return null;
  const words = quote(answer.line(found.line).trim());
  const why = `This looks like an edit of ${found.path}, but ${words} is not directly before it, or is more than a path. ${PATH_ALONE}`;
  const likely = { reading: `${words} names the file`, line: found.line + 1, why };
  return { path: found.path, line: found.isFar ? start : found.line, unclear: null, likely };
}

const LONGEST_NAME = 200;

/** People call a file by its last name. */
function isSameFile(name: string, path: string | null): boolean {
  const plain = name.replace(/^\.\//, "");
  return path !== null && (path === plain || path === name || path.endsWith(`/${plain}`));
}

/** The file that the markers name. A line above that names the same one may do so with more of its path. */
export function nameInMarkers(
  context: ScanContext,
  { at, end, path }: { readonly at: number; readonly end: number; readonly path: string },
): BlockName {
  const above = nameAbove(context, at);
  if (above === null) return { path, line: at, unclear: null };
  const { line } = above;
  const isPath = above.kind === "path" && (above.isClear || context.known?.(above.path) === true);
  const others = isPath ? [above.path] : pathsIn(context.answer.line(line), context.known);
  if (others.some((other) => !isSamePath(other, path)))
    return isPath
      ? { path: null, line, unclear: OTHER_NAME }
      : { path, line: at, unclear: null, likely: likelyMarkers(context.answer, at, end) };
  if (!isPath) return { path, line: at, unclear: null };
  return { path: above.path.length > path.length ? above.path : path, line, unclear: null };
}

export const OTHER_NAME = "The markers of the block and the line above it name different files.";

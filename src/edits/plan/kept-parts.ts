// Code that leaves lines of its file out and says so ("// ... existing code ..."): the parts between these lines, each
// at the place it is for. Every line that no part covers stays.
// Never guesses: each part must begin with a line that the file has once, or with the definition of a name it defines
// once, and end with such a line, with its block or with the last few lines of text that it only adds to; and the parts
// must come in the order of the file.

import { elidedIn } from "../diagnose/elision.ts";
import { isBlank } from "../diagnose/soften.ts";
import {
  CLOSES,
  definedPlace,
  endOfBlock,
  indentOf,
  isOneBlock,
  onlyPlace,
  trimmed,
  withoutName,
  type PartPlace,
} from "./shown-part.ts";

/** Where each part goes, in order and apart; null when it is not certain. `own`: the file's lines without endings. */
export function placeKeptParts(
  own: readonly string[],
  shown: readonly string[],
  path: string,
): readonly PartPlace[] | null {
  const places: PartPlace[] = [];
  const parts = partsOf(own, withoutName(own, shown, path), path);
  if (parts.length > MOST_PARTS) return null;
  for (const part of parts) {
    const place = placeOf(own, part);
    if (place === null || place.from < (places.at(-1)?.to ?? 0)) return null;
    places.push(place);
  }
  return places.length === 0 ? null : places;
}

// Each part is looked for in the whole file.
const MOST_PARTS = 50;

/** Whether a part differs from the lines it is for. */
export function isChange(own: readonly string[], { from, to, lines }: PartPlace): boolean {
  return lines.length !== to - from || lines.some((line, at) => line !== own[from + at]);
}

/** The first line that says that something was left out, and that the file itself does not have. */
export function gapIn(own: readonly string[], shown: readonly string[], path: string): number | null {
  if (gapsIn(shown, path, new Set()).size === 0) return null;
  const [gap] = gapsIn(shown, path, new Set(own.map((each) => each.trim())));
  return gap ?? null;
}

/** In order. */
function gapsIn(shown: readonly string[], path: string, known: ReadonlySet<string>): ReadonlySet<number> {
  return new Set(elidedIn(shown, path, known).flatMap(({ at, kind }) => (kind === "line" ? [at] : [])));
}

/** `gap`: the indentation of the elision line after it; null when the text ends with the part. */
type Part = { readonly lines: readonly string[]; readonly gap: number | null };

/** Without blank lines around them; those that only close what a line left out opens change nothing. */
function partsOf(own: readonly string[], shown: readonly string[], path: string): readonly Part[] {
  const gaps = gapsIn(shown, path, new Set(own.map((each) => each.trim())));
  const parts: { lines: string[]; gap: number | null }[] = [{ lines: [], gap: null }];
  for (const [at, line] of shown.entries()) {
    if (gaps.has(at)) {
      parts.at(-1)!.gap = indentOf(line).length;
      parts.push({ lines: [], gap: null });
    } else parts.at(-1)!.lines.push(line);
  }
  return parts
    .map(({ lines, gap }) => ({ lines: trimmed(lines), gap }))
    .filter(({ lines }) => lines.some((line) => !isBlank(line) && !CLOSES.test(line)));
}

function placeOf(own: readonly string[], { lines: part, gap }: Part): PartPlace | null {
  const from = onlyPlace(own, part[0]!) ?? runPlace(own, part) ?? definedPlace(own, part[0]!);
  if (from === null) return null;
  const { lines, closers } = withoutClosers(part);
  const to = endOf(own, lines, { from, isOpen: gap !== null && gap > indentOf(part[0]!).length });
  if (to === null || to <= from) return null;
  // What closes more than the part itself must be what comes after it in the file.
  const after = closers.length === 0 ? [] : own.slice(to).filter((line) => !isBlank(line));
  return closers.every((line, at) => after[at] === line) ? { from, to, lines } : null;
}

const LONGEST_RUN = 8;

/** The only place of the first few lines together. */
function runPlace(own: readonly string[], part: readonly string[]): number | null {
  let places = own.flatMap((line, at) => (line === part[0] ? [at] : []));
  for (let length = 1; length < Math.min(part.length, LONGEST_RUN) && places.length > 1; length += 1)
    places = places.filter((at) => own[at + length] === part[length]);
  return places.length === 1 ? places[0]! : null;
}

/** Lines at the end that close what was opened before the part. */
function withoutClosers(part: readonly string[]): {
  readonly lines: readonly string[];
  readonly closers: readonly string[];
} {
  const depth = indentOf(part[0]!).length;
  let end = part.length;
  while (
    end > 1 &&
    (isBlank(part[end - 1]!) || (CLOSES.test(part[end - 1]!) && indentOf(part[end - 1]!).length < depth))
  )
    end -= 1;
  return { lines: part.slice(0, end), closers: part.slice(end).filter((line) => !isBlank(line)) };
}

/** The line after the last one that the part replaces. */
function endOf(
  own: readonly string[],
  lines: readonly string[],
  /** `isOpen`: lines are left out inside its first block, so that is not over. */
  { from, isOpen }: { readonly from: number; readonly isOpen: boolean },
): number | null {
  if (lines.length === 1) return from + 1;
  const last = onlyPlace(own, lines.at(-1)!);
  if (last !== null) return last >= from ? last + 1 : null;
  if (isOpen) return null;
  if (isOneBlock(lines)) return endOfBlock(own, from);
  // Several blocks: the last of them ends the part.
  const depth = indentOf(lines[0]!).length;
  const start = lines.findLastIndex((line) => !isBlank(line) && !CLOSES.test(line) && indentOf(line).length <= depth);
  const place =
    start <= 0 || endOfBlock(lines, start) !== lines.length
      ? null
      : (onlyPlace(own, lines[start]!) ?? definedPlace(own, lines[start]!));
  return place === null || place < from ? endOfAdded(own, lines, from) : endOfBlock(own, place);
}

/** The line after the only place of the last few lines together, where the part only adds lines to those of the file. */
function endOfAdded(own: readonly string[], lines: readonly string[], from: number): number | null {
  const backwards = lines.slice(-LONGEST_RUN).toReversed();
  const place = runPlace(own.toReversed(), backwards);
  if (place === null || !backwards.some((line) => /[\p{L}\p{N}]/u.test(line))) return null;
  const to = own.length - place;
  let at = 0;
  for (const line of lines) if (line === own[from + at] && from + at < to) at += 1;
  return from + at === to ? to : null;
}

// How the indentation of wanted lines differs from that of the lines found for them, and how a new line is indented to
// fit. Refuses (null) rather than guesses when the lines do not agree.

import { indentOf, isBlank } from "../diagnose/soften.ts";

/** The line indented as the file has it; null when nothing says how. */
export type Shift = (line: string) => string | null;

/**
 * Whether the new text is indented like the old one, so that what shifts the old text into the file may shift the new
 * text too. It is not when it has the file's own indentation already: then a shift would indent it twice. A line of
 * words that is in both must be written the same in both, and both must begin at the same depth.
 */
export function sharesIndentation(find: readonly string[], put: readonly string[]): boolean {
  const fresh = put.filter((line) => !isBlank(line));
  if (fresh.length > 0 && baseOf(fresh) !== baseOf(find.filter((line) => !isBlank(line)))) return false;
  const verbatim = new Set(find);
  const known = new Set(find.map((line) => line.trim()));
  return fresh.every((line) => verbatim.has(line) || !known.has(line.trim()) || !/[\p{L}\p{N}]/u.test(line));
}

/** What all lines begin with. */
function baseOf(lines: readonly string[]): string {
  let base: string | null = null;
  for (const line of lines) {
    const indent = indentOf(line);
    base ??= indent;
    let same = 0;
    while (same < base.length && base[same] === indent[same]) same += 1;
    base = base.slice(0, same);
  }
  return base ?? "";
}

/** `wanted` and `found` have the same lines except for whitespace at their ends. */
export function shiftOf(wanted: readonly string[], found: readonly string[]): Shift | null {
  const known = new Map<string, string>();
  for (const [at, line] of wanted.entries()) {
    if (isBlank(line)) continue;
    const indent = indentOf(line);
    const theirs = indentOf(found[at]!);
    if ((known.get(indent) ?? theirs) !== theirs) return null;
    known.set(indent, theirs);
  }
  return deeper(known) ?? shallower(known) ?? translated(known);
}

/** Every line has the same extra indentation in the file. */
function deeper(known: ReadonlyMap<string, string>): Shift | null {
  const extra = commonRest(known.values(), known.keys());
  return extra === null ? null : (line) => (isBlank(line) ? line : extra + line);
}

/** Every line lacks the same indentation in the file. */
function shallower(known: ReadonlyMap<string, string>): Shift | null {
  const extra = commonRest(known.keys(), known.values());
  if (extra === null) return null;
  return (line) => {
    if (isBlank(line)) return line;
    return line.startsWith(extra) ? line.slice(extra.length) : null;
  };
}

/** What each long indentation has before the short one beside it, when it is the same for all. */
function commonRest(long: Iterable<string>, short: Iterable<string>): string | null {
  let rest: string | null = null;
  const shorts = [...short];
  for (const [at, indent] of [...long].entries()) {
    const end = shorts[at]!;
    if (!indent.endsWith(end)) return null;
    const here = indent.slice(0, indent.length - end.length);
    if (rest !== null && rest !== here) return null;
    rest = here;
  }
  return rest;
}

/** Tabs against spaces: each depth of the wanted text has one in the file, and further depths are whole units apart. */
function translated(known: ReadonlyMap<string, string>): Shift | null {
  const depths = [...known.keys()].toSorted((a, b) => b.length - a.length);
  const unit = unitOf(known);
  return (line) => {
    if (isBlank(line)) return line;
    const indent = indentOf(line);
    const rest = line.slice(indent.length);
    const exact = known.get(indent);
    if (exact !== undefined) return exact + rest;
    const base = depths.find((depth) => indent.startsWith(depth)) ?? "";
    const more = indent.slice(base.length);
    if (unit === null || more.length % unit.wanted.length !== 0) return null;
    const times = more.length / unit.wanted.length;
    if (unit.wanted.repeat(times) !== more) return null;
    return (known.get(base) ?? "") + unit.found.repeat(times) + rest;
  };
}

function unitOf(known: ReadonlyMap<string, string>): { readonly wanted: string; readonly found: string } | null {
  let unit: { wanted: string; found: string } | null = null;
  for (const [wanted, found] of known) {
    if (wanted === "" || found === "") continue;
    if (unit === null || wanted.length < unit.wanted.length) unit = { wanted, found };
  }
  return unit;
}

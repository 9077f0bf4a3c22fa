// One table at the end of a TOML file. Every other byte stays. TOML can say the same in many ways, so every result is
// parsed and compared with what was meant: what cannot be edited exactly is refused.

import { isDeepStrictEqual } from "node:util";
import { parse } from "smol-toml";
import { withoutMark } from "./json-text.ts";
import type { TomlTable } from "./types.ts";

export type NewToml =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "same" }
  | { readonly kind: "refused"; readonly why: string };

type Table = Readonly<Record<string, unknown>>;

/** The text with the table. A table of that name that is not ours is left alone. */
export function tomlWith(change: TomlTable, text: string): NewToml {
  const before = read(text);
  if (before === null) return BROKEN;
  const there = valueAt(before, change.path);
  const wanted = read(change.lines.join("\n"));
  if (there !== undefined && !change.isOurs(there)) return taken(change);
  if (isDeepStrictEqual(there, wanted)) return { kind: "same" };
  const own = [`[${change.path.join(".")}]`, ...change.lines].join("\n");
  const ranges = there === undefined ? [] : rangesOf(change, text);
  const texts = ranges.map(({ from, to }) => text.slice(0, from) + own + text.slice(to));
  return firstExact(
    ranges.length === 0 ? [appended(text, own)] : texts,
    withValue(before, change.path, wanted),
    change,
  );
}

/** The text without it, and without the blank line that was put before it. */
export function tomlWithout(change: TomlTable, text: string): NewToml {
  const before = read(text);
  if (before === null) return BROKEN;
  const there = valueAt(before, change.path);
  if (there === undefined || !change.isOurs(there)) return { kind: "same" };
  const texts = rangesOf(change, text).map(
    ({ from, to }) => text.slice(0, from).replace(/\n\n$/, "\n") + text.slice(to).replace(/^\n/, ""),
  );
  return firstExact(texts, withValue(before, change.path, undefined), change);
}

/** Undefined when there is none, or the text is not TOML. */
export function readTomlValue(text: string, path: readonly string[]): unknown {
  const table = read(withoutMark(text));
  return table === null ? undefined : valueAt(table, path);
}

const BROKEN: NewToml = { kind: "refused", why: "It is not valid TOML. Fix that first. Nothing was changed." };

function taken({ path }: TomlTable): NewToml {
  return {
    kind: "refused",
    why: `"${path.join(".")}" is something else already. Rename it first. Nothing was changed.`,
  };
}

function byHand({ path }: TomlTable): NewToml {
  return {
    kind: "refused",
    why: `"${path.join(".")}" is written in a way that galley does not edit. Change it yourself. Nothing was changed.`,
  };
}

/** The first of these texts that says exactly what is wanted. */
function firstExact(texts: readonly string[], wanted: Table, change: TomlTable): NewToml {
  const text = texts.find((each) => isDeepStrictEqual(read(each), wanted));
  return text === undefined ? byHand(change) : { kind: "text", text };
}

function read(text: string): Table | null {
  try {
    return plainOf(parse(text, { integersAsBigInt: "asNeeded" })) as Table; // A file is a table.
  } catch {
    return null;
  }
}

/** Without the parser's own prototypes, and dates as text, so that tables can be compared. */
function plainOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainOf);
  if (value instanceof Date) return String(value);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plainOf(inner)]));
}

function valueAt(table: Table, [first, ...rest]: readonly string[]): unknown {
  if (first === undefined) return table;
  const inner = Object.hasOwn(table, first) ? table[first] : undefined;
  return typeof inner === "object" && inner !== null
    ? valueAt(inner as Table, rest)
    : rest.length > 0
      ? undefined
      : inner;
}

/** undefined removes it, and a table that this leaves empty. */
function withValue(table: Table, [first = "", ...rest]: readonly string[], value: unknown): Table {
  const inner = (table[first] ?? {}) as Table; // valueAt has looked.
  const next = rest.length === 0 ? value : withValue(inner, rest, value);
  const { [first]: _, ...others } = table;
  const isGone = next === undefined || (value === undefined && Object.keys(next as Table).length === 0);
  return isGone ? others : { ...table, [first]: next };
}

function appended(text: string, own: string): string {
  const gap = text === "" || text.endsWith("\n\n") ? "" : text.endsWith("\n") ? "\n" : "\n\n";
  return `${text}${gap}${own}\n`;
}

type Range = { readonly from: number; readonly to: number };

/** From each line like its header to the last line before the next header that has something on it. One may be in a string. */
function rangesOf({ path }: TomlTable, text: string): readonly Range[] {
  const lines = text.split("\n");
  const isHeader = (line: string): boolean => line.replace(/#.*/, "").replaceAll(/\s/g, "") === `[${path.join(".")}]`;
  return lines.flatMap((line, first): readonly Range[] => {
    if (!isHeader(line)) return [];
    const after = lines.findIndex((each, at) => at > first && /^\s*\[/.test(each));
    let last = (after < 0 ? lines.length : after) - 1;
    while (last > first && /^\s*(#.*)?$/.test(lines[last]!)) last -= 1;
    const from = lines.slice(0, first).join("\n").length + (first === 0 ? 0 : 1);
    return [{ from, to: from + lines.slice(first, last + 1).join("\n").length }];
  });
}

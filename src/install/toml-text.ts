// One table at the end of a TOML file. Every other byte stays. TOML can say the same in many ways, so every result is
// parsed and compared with what was meant: what cannot be edited exactly is refused.

import { isDeepStrictEqual } from "node:util";
import { parse } from "smol-toml";
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
  const range = there === undefined ? null : rangeOf(change, text);
  const next = range === null ? appended(text, own) : text.slice(0, range.from) + own + text.slice(range.to);
  return checked(next, withValue(before, change.path, wanted), change);
}

/** The text without it, and without the blank line that was put before it. */
export function tomlWithout(change: TomlTable, text: string): NewToml {
  const before = read(text);
  if (before === null) return BROKEN;
  const there = valueAt(before, change.path);
  if (there === undefined || !change.isOurs(there)) return { kind: "same" };
  const range = rangeOf(change, text);
  if (range === null) return byHand(change);
  const next = text.slice(0, range.from).replace(/\n\n$/, "\n") + text.slice(range.to).replace(/^\n/, "");
  return checked(next, withValue(before, change.path, undefined), change);
}

/** Undefined when there is none, or the text is not TOML. */
export function readTomlValue(text: string, path: readonly string[]): unknown {
  const table = read(text);
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

function checked(text: string, wanted: Table, change: TomlTable): NewToml {
  const found = read(text);
  return found !== null && isDeepStrictEqual(found, wanted) ? { kind: "text", text } : byHand(change);
}

function read(text: string): Table | null {
  try {
    return plainOf(parse(text)) as Table; // A file is a table.
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

/** From its header to the last line before the next one that has something on it. */
function rangeOf({ path }: TomlTable, text: string): { readonly from: number; readonly to: number } | null {
  const lines = text.split("\n");
  const first = lines.findIndex((line) => line.replace(/#.*/, "").replaceAll(/\s/g, "") === `[${path.join(".")}]`);
  if (first < 0) return null;
  const after = lines.findIndex((line, at) => at > first && /^\s*\[/.test(line));
  let last = (after < 0 ? lines.length : after) - 1;
  while (last > first && /^\s*(#.*)?$/.test(lines[last]!)) last -= 1;
  const from = lines.slice(0, first).join("\n").length + (first === 0 ? 0 : 1);
  return { from, to: from + lines.slice(first, last + 1).join("\n").length };
}

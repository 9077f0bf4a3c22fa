// Known symbols as one file of the state's caches: read whole, written whole when something was learned. A file that
// is not as we wrote it, or from another galley, is simply not there.

import type { Caches } from "../state/index.ts";
import { CACHE_VERSION } from "./languages.ts";
import type { Definition, FileSymbols, SymbolCache } from "./types.ts";

export type StoredCache = SymbolCache & {
  /**
   * Keeps what was used or learned since it was opened. After a `whole` map, as it is unless said, what no file asked
   * for is forgotten.
   */
  readonly save: (options?: { readonly whole?: boolean }) => void;
};

type Row = readonly [
  version: string,
  /** Null for a file whose parsing was given up. */
  definitions: readonly (readonly [string, Definition["kind"], number, number, string])[] | null,
  words: string,
];

export function openSymbolCache(caches: Caches, name: string): StoredCache {
  const known = new Map<string, Row>(read(caches, name).map((row) => [row[0], row]));
  const used = new Map<string, Row>();
  let learned = 0;
  return {
    get(version) {
      const row = known.get(version);
      if (row === undefined) return null;
      used.set(version, row);
      return unpacked(row);
    },
    set(version, symbols) {
      learned += 1;
      const row = packed(version, symbols);
      known.set(version, row);
      used.set(version, row);
    },
    save({ whole = true } = {}) {
      const kept = whole ? used : known;
      if (learned > 0 || kept.size < known.size)
        caches.write(
          name,
          new TextEncoder().encode(JSON.stringify({ finds: CACHE_VERSION, rows: [...kept.values()] })),
        );
    },
  };
}

function read(caches: Caches, name: string): readonly Row[] {
  const bytes = caches.read(name);
  if (bytes === null) return [];
  // The caches hand out only what they wrote, and we write only this shape.
  const { finds, rows } = JSON.parse(new TextDecoder().decode(bytes)) as { finds: number; rows: readonly Row[] };
  return finds === CACHE_VERSION ? rows : [];
}

function packed(version: string, symbols: FileSymbols | "too-slow"): Row {
  if (symbols === "too-slow") return [version, null, ""];
  const { definitions, words } = symbols;
  return [
    version,
    definitions.map(({ name, kind, line, depth, signature }) => [name, kind, line, depth, signature]),
    words.join(" "),
  ];
}

function unpacked([, definitions, words]: Row): FileSymbols | "too-slow" {
  if (definitions === null) return "too-slow";
  return {
    definitions: definitions.map(([name, kind, line, depth, signature]) => ({ name, kind, line, depth, signature })),
    words: words === "" ? [] : words.split(" "),
  };
}

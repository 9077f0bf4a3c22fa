// Known symbols as one file of the state's caches: read whole, written whole when something was learned. A file that
// is not as we wrote it, or from another galley, is simply not there.

import type { Caches } from "../state/index.ts";
import { FINDS } from "./languages.ts";
import type { Definition, FileSymbols, SymbolCache } from "./types.ts";

export type StoredCache = SymbolCache & {
  /** Keeps what was used or learned since it was opened; what nobody asked for is forgotten. */
  readonly save: () => void;
};

type Row = readonly [
  version: string,
  definitions: readonly (readonly [string, Definition["kind"], number, number, string])[],
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
    save() {
      if (learned > 0 || used.size < known.size)
        caches.write(name, new TextEncoder().encode(JSON.stringify({ finds: FINDS, rows: [...used.values()] })));
    },
  };
}

function read(caches: Caches, name: string): readonly Row[] {
  const bytes = caches.read(name);
  if (bytes === null) return [];
  // The caches hand out only what they wrote, and we write only this shape.
  const { finds, rows } = JSON.parse(new TextDecoder().decode(bytes)) as { finds: number; rows: readonly Row[] };
  return finds === FINDS ? rows : [];
}

function packed(version: string, { definitions, words }: FileSymbols): Row {
  return [
    version,
    definitions.map(({ name, kind, line, depth, signature }) => [name, kind, line, depth, signature]),
    words.join(" "),
  ];
}

function unpacked([, definitions, words]: Row): FileSymbols {
  return {
    definitions: definitions.map(([name, kind, line, depth, signature]) => ({ name, kind, line, depth, signature })),
    words: words === "" ? [] : words.split(" "),
  };
}

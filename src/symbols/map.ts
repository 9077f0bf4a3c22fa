// The symbol map of a workspace: read every source file, find its definitions (or know them by the file's version),
// rank them, draw what fits. Reads only.

import { isFailure, targetBelow, type Code, type Target } from "../base/index.ts";
import { decode } from "../text/index.ts";
import type { RealFiles } from "../fs/index.ts";
import { drawMap } from "./draw.ts";
import { languageOf } from "./languages.ts";
import type { SymbolParser } from "./parse.ts";
import { rank } from "./rank.ts";
import type { FileSymbols, SymbolCache } from "./types.ts";

export type MapOptions = {
  readonly files: RealFiles;
  readonly parser: SymbolParser;
  readonly cache: SymbolCache;
  /** Only what is at or below these; missing: everything. */
  readonly paths?: readonly string[];
  readonly selected?: ReadonlySet<string>;
  readonly mentioned?: ReadonlySet<string>;
  readonly tokens: number;
  /** How a path is written on the map; as it is, unless said otherwise. */
  readonly show?: (path: string) => string;
  readonly signal?: AbortSignal;
  readonly progress?: (done: number, total: number) => void;
};

export type SymbolMap = {
  readonly text: string;
  readonly tokens: number;
  /** Source files that were looked at. */
  readonly files: number;
  readonly definitions: number;
  readonly shown: number;
  /** How many files were parsed because their version was not known. */
  readonly parsed: number;
  /** Files that could not be read or parsed, with the reason. */
  readonly left_out: readonly { readonly path: string; readonly why: Code | "PARSE" }[];
  /** There are more files than a listing holds. */
  readonly truncated: boolean;
};

const MAX_SOURCE_BYTES = 1_048_576;

export async function buildMap(options: MapOptions): Promise<SymbolMap> {
  const { cache, parser, progress, show = (path: string): string => path, signal, tokens } = options;
  const { sources, truncated } = await sourcesOf(options);
  const known = new Map<string, FileSymbols>();
  const leftOut: { path: string; why: Code | "PARSE" }[] = [];
  let parsed = 0;
  for (const [at, source] of sources.entries()) {
    const { path } = source;
    signal?.throwIfAborted();
    progress?.(at, sources.length);
    const read = await textOf(source, options.files);
    if (read.kind === "refused") {
      leftOut.push({ path, why: read.why });
      continue;
    }
    let symbols = cache.get(read.version);
    if (symbols === null) {
      symbols = await parser.parse(path, read.text()).catch(() => null);
      parsed += 1;
      if (symbols === null) leftOut.push({ path, why: "PARSE" });
      else cache.set(read.version, symbols);
    }
    if (symbols !== null) known.set(path, symbols);
  }
  const ranked = rank(known, { selected: options.selected ?? new Set(), mentioned: options.mentioned ?? new Set() });
  const drawn = drawMap(
    ranked.map((each) => ({ ...each, path: show(each.path) })),
    tokens,
  );
  return {
    text: drawn.text,
    tokens: drawn.tokens,
    files: sources.length,
    definitions: ranked.length,
    shown: drawn.shown,
    parsed,
    left_out: leftOut.map(({ path, why }) => ({ path: show(path), why })),
    truncated,
  };
}

async function sourcesOf({
  files,
  paths = [""],
  signal,
}: MapOptions): Promise<{ readonly sources: readonly Target[]; readonly truncated: boolean }> {
  const found = new Map<string, Target>();
  let truncated = false;
  for (const path of paths) {
    const target = files.resolve(path);
    if (files.kindOf(target) === "file") {
      found.set(path, target);
      continue;
    }
    const listing = await files.glob("**", { target, ...(signal ? { signal } : {}) });
    truncated ||= listing.truncated;
    for (const entry of listing.entries)
      if (entry.kind === "file") found.set(entry.path, targetBelow(target, entry.path));
  }
  const sources = [...found.values()].filter(({ path }) => languageOf(path) !== null);
  return { sources: sources.toSorted((a, b) => (a.path < b.path ? -1 : 1)), truncated };
}

type Read =
  | { readonly kind: "text"; readonly version: string; readonly text: () => string }
  | { readonly kind: "refused"; readonly why: Code };

async function textOf(source: Target, files: RealFiles): Promise<Read> {
  const { path } = source;
  try {
    const { bytes, version } = await files.readBytes(source);
    if (bytes.length > MAX_SOURCE_BYTES) return { kind: "refused", why: "TOO_LARGE" };
    // A name decides about the grammar, so the same bytes under another ending are another text.
    const suffix = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
    return { kind: "text", version: `${version} ${suffix}`, text: () => textIn(bytes) };
  } catch (error) {
    if (isFailure(error)) return { kind: "refused", why: error.code };
    throw error;
  }
}

function textIn(bytes: Uint8Array): string {
  const decoded = decode(bytes);
  return decoded.kind === "text" ? decoded.text : "";
}

// Reads every source file of a workspace and finds its definitions, or knows them by the file's version. Reads only; a
// file that cannot be read or parsed is named with the reason.

import { setMaxListeners } from "node:events";
import { LIMITS, isFailure, targetBelow, type Code, type Target } from "../base/index.ts";
import { decode } from "../text/index.ts";
import type { RealFiles } from "../fs/index.ts";
import { languageOf } from "./languages.ts";
import type { SymbolParser } from "./parse.ts";
import { turns, type Turn } from "./steps.ts";
import type { FileSymbols, SymbolCache } from "./types.ts";

export type ReadSymbolsOptions = {
  readonly files: RealFiles;
  readonly parser: SymbolParser;
  readonly cache: SymbolCache;
  /** Only what is at or below these; missing: everything. */
  readonly paths?: readonly string[];
  /** Files of all kinds that are listed at most. Default: as many as any listing holds. */
  readonly mostFiles?: number;
  readonly signal?: AbortSignal;
  readonly progress?: (done: number, total: number) => void;
  /** Called for each file as soon as it is known. */
  readonly found?: (path: string, symbols: FileSymbols) => void;
};

/** What is known of each file that could be read and parsed, and why the others are left out. */
export type ReadSymbols = {
  readonly known: ReadonlyMap<string, FileSymbols>;
  readonly leftOut: ReadonlyMap<string, LeftOutWhy>;
  /** Source files that were looked at. */
  readonly files: number;
  /** How many files were parsed because their version was not known. */
  readonly parsed: number;
  /** How many files may be read only after approval, and are not looked at. */
  readonly needsApproval: number;
  /** There are more files than a listing holds. */
  readonly truncated: boolean;
};

/** Why a file is not on the map: it cannot be read, it cannot be parsed, or parsing it takes too long. */
export type LeftOutWhy = Code | "PARSE" | "SLOW";

const MAX_SOURCE_BYTES = LIMITS.mappedBytes.value;
/** So many files, and characters of them, wait for the parser while the next ones are read. */
const AHEAD = { files: 32, characters: 4 * MAX_SOURCE_BYTES };
/** After so many files that took too long, files that are not known yet are left for another time. */
const MOST_SLOW = 4;

/**
 * Files are read while the parser is busy with those before. Throws the signal's reason when it fires, at any moment if
 * the parser has a thread of its own.
 */
export async function readSymbols(options: ReadSymbolsOptions): Promise<ReadSymbols> {
  const { cache, parser, progress, found, signal } = options;
  const turn = turns(signal);
  const { sources, truncated, needsApproval } = await sourcesOf(options, turn);
  const known = new Map<string, FileSymbols>();
  const leftOut = new Map<string, LeftOutWhy>();
  const patience = new AbortController();
  const giveUp = signal === undefined ? patience.signal : AbortSignal.any([signal, patience.signal]);
  setMaxListeners(0, giveUp); // One for each file that waits.
  const waiting = new Set<Promise<void>>();
  let characters = 0;
  let parsed = 0;
  let slow = 0;
  let done = 0;
  const take = (path: string, symbols: FileSymbols | LeftOutWhy): void => {
    if (typeof symbols === "string") leftOut.set(path, symbols);
    else {
      known.set(path, symbols);
      found?.(path, symbols);
    }
    done += 1;
    progress?.(done, sources.length);
  };
  const parse = async (path: string, version: string, text: string): Promise<void> => {
    const symbols = giveUp.aborted ? null : await parser.parse(path, text, { signal: giveUp }).catch(() => null);
    if (symbols === null && giveUp.aborted) return take(path, "SLOW");
    parsed += 1;
    if (symbols === "too-slow") slow += 1;
    if (slow === MOST_SLOW) patience.abort();
    if (symbols !== null) cache.set(version, symbols);
    take(path, leftOutOr(symbols));
  };
  progress?.(0, sources.length);
  for (const source of sources) {
    const { path } = source;
    await turn();
    const read = await textOf(source, options.files);
    const symbols = read.kind === "refused" ? read.why : cache.get(read.version);
    if (read.kind === "refused" || symbols !== null) {
      take(path, leftOutOr(symbols));
      continue;
    }
    const text = read.text();
    characters += text.length;
    const job = parse(path, read.version, text).finally(() => {
      characters -= text.length;
      waiting.delete(job);
    });
    waiting.add(job);
    while (waiting.size >= AHEAD.files || characters > AHEAD.characters) await Promise.race(waiting);
  }
  await Promise.all(waiting);
  signal?.throwIfAborted();
  return { known, leftOut, parsed, files: sources.length, truncated, needsApproval };
}

function leftOutOr(symbols: FileSymbols | Code | "too-slow" | null): FileSymbols | LeftOutWhy {
  if (symbols === "too-slow") return "SLOW";
  return symbols ?? "PARSE";
}

type Sources = {
  readonly sources: readonly Target[];
  readonly truncated: boolean;
  readonly needsApproval: number;
};

async function sourcesOf({ files, paths = [""], mostFiles, signal }: ReadSymbolsOptions, turn: Turn): Promise<Sources> {
  const found = new Map<string, Target>();
  let truncated = false;
  let needsApproval = 0;
  for (const path of paths) {
    const target = files.resolve(path);
    if (files.kindOf(target) === "file") {
      if (languageOf(path) !== null) found.set(path, target);
      continue;
    }
    const listing = await files.glob("**", {
      target,
      ...(mostFiles === undefined ? {} : { mostEntries: mostFiles }),
      ...(signal ? { signal } : {}),
    });
    truncated ||= listing.truncated;
    needsApproval += listing.skipped?.needs_approval ?? 0;
    for (const [at, { kind, path: below }] of listing.entries.entries()) {
      if (at % 500 === 0) await turn();
      if (kind === "file" && languageOf(below) !== null) found.set(below, targetBelow(target, below));
    }
  }
  const sources = [...found.values()];
  return { sources: sources.toSorted((a, b) => (a.path < b.path ? -1 : 1)), truncated, needsApproval };
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

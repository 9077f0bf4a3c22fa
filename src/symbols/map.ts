// The symbol map of a workspace: what its source files define, ranked, as much of it as fits. Reads only.

import { drawSteps } from "./draw.ts";
import { rankSteps } from "./rank.ts";
import { readSymbols, type LeftOutWhy, type ReadSymbolsOptions } from "./read.ts";
import { runInTurns, turns } from "./steps.ts";

/** Whose symbols, and how many tokens they may take. */
export type MapOptions = Omit<ReadSymbolsOptions, "found" | "mostFiles"> & {
  readonly selected?: ReadonlySet<string>;
  readonly mentioned?: ReadonlySet<string>;
  readonly tokens: number;
  /** How a path is written on the map. Default: unchanged. */
  readonly show?: (path: string) => string;
};

/** The symbol map as text, with counts of what is in it and what is not. */
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
  readonly left_out: readonly { readonly path: string; readonly why: LeftOutWhy }[];
  /** How many files may be read only after approval, and are not looked at. */
  readonly needs_approval: number;
  /** There are more files than a listing holds. */
  readonly truncated: boolean;
};

/** Throws the signal's reason when it fires, at any moment if the parser has a thread of its own. */
export async function buildMap(options: MapOptions): Promise<SymbolMap> {
  const { show = (path: string): string => path, signal, tokens } = options;
  const { known, leftOut, parsed, files, truncated, needsApproval } = await readSymbols(options);
  const turn = turns(signal);
  const selection = {
    selected: options.selected ?? new Set<string>(),
    mentioned: options.mentioned ?? new Set<string>(),
  };
  const ranked = await runInTurns(rankSteps(known, selection), turn);
  const named = ranked.map((each) => ({ ...each, path: show(each.path) }));
  const drawn = await runInTurns(drawSteps(named, tokens), turn);
  return {
    text: drawn.text,
    tokens: drawn.tokens,
    files,
    definitions: ranked.length,
    shown: drawn.shown,
    parsed,
    left_out: [...leftOut].toSorted(byPath).map(([path, why]) => ({ path: show(path), why })),
    needs_approval: needsApproval,
    truncated,
  };
}

function byPath([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

// What the files that are not selected define, for the model and for /map: signatures only, the most used first, within a
// budget of tokens. Files whose reading has to be asked for are not in it: a signature is a part of a file too.

import { buildMap, type SymbolCache, type SymbolMap, type SymbolParser } from "../../symbols/index.ts";
import { defineService, type Service } from "../services.ts";
import type { Session } from "../session.ts";

/** Opened when the first map is drawn: the grammars are large. `save` keeps what was learned. */
export type SymbolSource = {
  readonly open: () => Promise<{
    readonly parser: SymbolParser;
    readonly cache: SymbolCache;
    readonly save?: () => void;
  }>;
};

/** Without it a session has no map. */
export const Symbols: Service<SymbolSource> = defineService<SymbolSource>("symbols");

/** Tokens of the map in one request. */
export const MAP_TOKENS = 4_000;

export type ContextMapOptions = {
  readonly tokens?: number;
  /** Words of the person: definitions of these names come first. */
  readonly words?: string;
  readonly signal?: AbortSignal;
  readonly progress?: (done: number, total: number) => void;
};

/** Null for a session without symbols. Throws what loading the grammars throws, and when the signal fires. */
export async function contextMap(session: Session, options: ContextMapOptions = {}): Promise<SymbolMap | null> {
  const { tokens = MAP_TOKENS, words = "", signal, progress } = options;
  const source = session.find(Symbols);
  if (source === null) return null;
  const { parser, cache, save } = await source.open();
  const { readable, show } = session.workspace();
  const map = await buildMap({
    files: readable,
    parser,
    cache,
    selected: session.context,
    mentioned: new Set(words.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu)),
    tokens,
    show,
    ...(signal === undefined ? {} : { signal }),
    ...(progress === undefined ? {} : { progress }),
  });
  if (map.parsed > 0) save?.();
  return map;
}

/** Without a map the model still has the files it is shown: whatever goes wrong here does not stop a turn. */
export async function mapForTurn(
  session: Session,
  words: string,
  signal: AbortSignal,
): Promise<{ readonly text: string; readonly problem: string | null }> {
  try {
    return { text: (await contextMap(session, { words, signal }))?.text ?? "", problem: null };
  } catch (error) {
    if (signal.aborted) return { text: "", problem: null };
    const why = error instanceof Error ? error.message : String(error);
    return { text: "", problem: `The map of the other files could not be made: ${why}` };
  }
}

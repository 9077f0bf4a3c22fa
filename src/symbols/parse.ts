// What one file defines and which words it uses. Grammars are loaded when the first file needs them. A file that cannot
// be parsed has no definitions; it never stops the map.

import type * as TreeSitter from "@vscode/tree-sitter-wasm";
import { definitionsIn } from "./definitions.ts";
import { languageOf, type Language } from "./languages.ts";
import { withoutPlainStatements } from "./plain-statements.ts";
import type { Definition, FileSymbols } from "./types.ts";

export type ParserParts = {
  /**
   * tree-sitter's own module (`@vscode/tree-sitter-wasm`, or `web-tree-sitter`): how it is loaded depends on the
   * program. Not named by its type: its declarations need more than a strict consumer has.
   */
  readonly treeSitter: () => Promise<object>;
  /** The compiled grammar of this name. */
  readonly grammar: (name: string) => Promise<Uint8Array>;
};

export type ParseOptions = {
  /** A parser on a thread of its own gives up at once, with ABORTED. */
  readonly signal?: AbortSignal;
  /** Called when the grammar is there and parsing begins. */
  readonly started?: () => void;
};

/** Finds what a file defines. */
export interface SymbolParser {
  /** Null when no grammar knows such files; "too-slow" when it was given up, which the same text would be again. */
  parse(path: string, text: string, options?: ParseOptions): Promise<FileSymbols | "too-slow" | null>;
}

/** A parser without a time limit. */
export interface PlainParser extends SymbolParser {
  parse(path: string, text: string, options?: ParseOptions): Promise<FileSymbols | null>;
}

/** Parses where it is called: for as long as a text takes, nothing else runs. openParserThread has a limit. */
export function createSymbolParser(parts: ParserParts): PlainParser {
  const loaded = new Map<string, Promise<Ready>>();
  let module: Promise<typeof TreeSitter> | null = null;
  const load = async ({ grammar, query }: Language): Promise<Ready> => {
    const treeSitter = await (module ??= initialised(parts));
    const language = await treeSitter.Language.load(await parts.grammar(grammar));
    const parser = new treeSitter.Parser();
    parser.setLanguage(language);
    return { parser, query: new treeSitter.Query(language, query) };
  };
  return {
    async parse(path, text, options) {
      const language = languageOf(path);
      if (language === null) return null;
      let ready = loaded.get(language.grammar);
      if (ready === undefined) loaded.set(language.grammar, (ready = load(language)));
      const loadedNow = await ready;
      options?.started?.();
      return {
        definitions: definitionsOf(text, { ...loadedNow, isScript: language.isScript ?? false }),
        words: wordsIn(text),
      };
    },
  };
}

type Ready = { readonly parser: TreeSitter.Parser; readonly query: TreeSitter.Query };

async function initialised({ treeSitter }: ParserParts): Promise<typeof TreeSitter> {
  const module = (await treeSitter()) as typeof TreeSitter; // What the contract of ParserParts asks for.
  await module.Parser.init();
  return module;
}

function definitionsOf(
  text: string,
  { parser, query, isScript }: Ready & { readonly isScript: boolean },
): readonly Definition[] {
  const parsed = isScript ? withoutPlainStatements(text) : text;
  const tree = parser.parse(parsed);
  if (tree === null) return [];
  try {
    return definitionsIn(query.matches(tree.rootNode), parsed);
  } finally {
    tree.delete();
  }
}

const WORD = /[\p{L}_$][\p{L}\p{N}_$]{2,79}/gu;

function wordsIn(text: string): readonly string[] {
  return [...new Set(text.match(WORD) ?? [])].toSorted();
}

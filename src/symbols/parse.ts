// What one file defines and which words it uses. Grammars are loaded when the first file needs them. A file that cannot
// be parsed has no definitions; it never stops the map.

import type * as TreeSitter from "@vscode/tree-sitter-wasm";
import { languageOf, type Language } from "./languages.ts";
import { MAX_SIGNATURE, type Definition, type DefinitionKind, type FileSymbols } from "./types.ts";

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
      return { definitions: definitionsIn(text, loadedNow), words: wordsIn(text) };
    },
  };
}

type Ready = { readonly parser: TreeSitter.Parser; readonly query: TreeSitter.Query };

async function initialised({ treeSitter }: ParserParts): Promise<typeof TreeSitter> {
  const module = (await treeSitter()) as typeof TreeSitter; // What the contract of ParserParts asks for.
  await module.Parser.init();
  return module;
}

function definitionsIn(text: string, { parser, query }: Ready): readonly Definition[] {
  const tree = parser.parse(text);
  if (tree === null) return [];
  try {
    const found = query.matches(tree.rootNode).flatMap(({ captures }) => {
      const name = captures.find((capture) => capture.name === "name")?.node;
      const whole = captures.find((capture) => capture.name !== "name");
      return name && whole ? [{ name: name.text, kind: whole.name as DefinitionKind, node: whole.node }] : []; // The query's captures are kinds.
    });
    return withDepth(
      found.map(({ name, kind, node }) => ({
        name,
        kind,
        from: node.startIndex,
        to: node.endIndex,
        row: node.startPosition.row,
      })),
      text,
    );
  } finally {
    tree.delete();
  }
}

type Found = {
  readonly name: string;
  readonly kind: DefinitionKind;
  readonly from: number;
  readonly to: number;
  readonly row: number;
};

/** In the order of the text; the depth of each is how many others are open where it begins. */
function withDepth(found: readonly Found[], text: string): readonly Definition[] {
  const lines = text.split("\n");
  const open: number[] = [];
  const seen = new Set<string>();
  return found
    .toSorted((one, other) => one.from - other.from || other.to - one.to)
    .flatMap(({ name, kind, from, to, row }) => {
      // Two queries may see the same definition.
      if (seen.has(`${from} ${name}`)) return [];
      seen.add(`${from} ${name}`);
      while (open.length > 0 && open.at(-1)! <= from) open.pop();
      const depth = open.length;
      open.push(to);
      const signature = (lines[row] ?? "").trim().slice(0, MAX_SIGNATURE);
      return [{ name, kind, line: row + 1, depth, signature }];
    });
}

const WORD = /[\p{L}_$][\p{L}\p{N}_$]{2,79}/gu;

function wordsIn(text: string): readonly string[] {
  return [...new Set(text.match(WORD) ?? [])].toSorted();
}

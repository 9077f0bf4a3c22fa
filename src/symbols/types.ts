// The nouns of the symbol map: what a file defines, which words it uses, and how both are kept.

export type DefinitionKind = "function" | "class" | "method" | "type" | "constant" | "module";

/** One thing that a file defines. */
export type Definition = {
  readonly name: string;
  readonly kind: DefinitionKind;
  /** 1-based. */
  readonly line: number;
  /** How many definitions it is inside of. */
  readonly depth: number;
  /** The line it begins with, without its indentation, at most MAX_SIGNATURE characters. */
  readonly signature: string;
};

export type FileSymbols = {
  readonly definitions: readonly Definition[];
  /** Every word that could be a name, once. */
  readonly words: readonly string[];
};

export const MAX_SIGNATURE = 160;

/** What is known of a file's content by its version. Kept by the code that has a place for it. */
export interface SymbolCache {
  /** "too-slow": its parsing was given up before. */
  get(version: string): FileSymbols | "too-slow" | null;
  set(version: string, symbols: FileSymbols | "too-slow"): void;
}

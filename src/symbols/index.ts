export { estimateTokens } from "./draw.ts";
export { languageOf } from "./languages.ts";
export { buildMap } from "./map.ts";
export type { MapOptions, SymbolMap } from "./map.ts";
export { createSymbolParser } from "./parse.ts";
export type { ParserParts, SymbolParser } from "./parse.ts";
export { openSymbolCache } from "./stored.ts";
export type { StoredCache } from "./stored.ts";
export type { Definition, DefinitionKind, FileSymbols, SymbolCache } from "./types.ts";

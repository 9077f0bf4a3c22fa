// `galley/symbols`: what files define, as a map.

export { buildMap, createSymbolParser } from "../symbols/index.ts";
export type { Definition, MapOptions, SymbolCache, SymbolMap, SymbolParser } from "../symbols/index.ts";

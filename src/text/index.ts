export { asText, byteLength, decode, encode } from "./decode.ts";
export { countLines, endingOf, lineAt, lineStarts, splitLines, withoutEnding } from "./lines.ts";
export type { Ending } from "./lines.ts";
export type { Decoded, LineChange, LineRange, Snapshot, Span, Text } from "./types.ts";

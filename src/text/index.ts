export { compose } from "./compose.ts";
export { asText, byteLength, versionOfText, decode, encode, isReadable, narrow } from "./decode.ts";
export { diffLines } from "./diff.ts";
export { getFirstDifferingLine, hasChanges, keepForm, normalizeLineEndings } from "./edited.ts";
export type { EditorHabit } from "./edited.ts";
export { directionOf, hasRightToLeft, RUN_END, RUN_START } from "./direction.ts";
export type { Reading } from "./direction.ts";
export { isHidden, nameOfHidden } from "./hidden.ts";
export { diffHunks } from "./hunks.ts";
export type { DiffHunk, DiffLine } from "./hunks.ts";
export { countLines, endingOf, lineAt, lineStarts, splitLines, withoutEnding } from "./lines.ts";
export type { Ending } from "./lines.ts";
export { lookAlikes } from "./look-alikes.ts";
export { markHidden } from "./mark-hidden.ts";
export {
  joinPrintable,
  plain,
  printable,
  repeatPlain,
  reveal,
  revealed,
  revealJson,
  revealLines,
  revealPath,
  slicePlain,
  spaces,
  splitPlain,
  trimEndOf,
} from "./printable.ts";
export type { Plain, Printable, RevealOptions } from "./printable.ts";
export { RevealStream } from "./reveal-stream.ts";
export type { Decoded, LineChange, LineRange, Snapshot, Span, Text } from "./types.ts";
export { unifiedDiff } from "./unified.ts";
export type { UnifiedDiffInput } from "./unified.ts";

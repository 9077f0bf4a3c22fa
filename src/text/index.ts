export { compose, composedParts } from "./diff/compose.ts";
export { asText, byteLength, versionOfText, decode, encode, isReadable, narrow } from "./decode.ts";
export { diffLines } from "./diff/diff.ts";
export { getFirstDifferingLine, hasChanges, keepForm, normalizeLineEndings } from "./edited.ts";
export type { EditorHabit } from "./edited.ts";
export { directionOf, hasRightToLeft, RUN_END, RUN_START } from "./reveal/direction.ts";
export type { Reading } from "./reveal/direction.ts";
export { isHidden, nameOfHidden } from "./reveal/hidden.ts";
export { diffHunks } from "./diff/hunks.ts";
export type { DiffHunk, DiffLine } from "./diff/hunks.ts";
export { countLines, endingOf, lineAt, lineStarts, splitLines, withoutEnding } from "./lines.ts";
export type { Ending } from "./lines.ts";
export { lookAlikes } from "./reveal/look-alikes.ts";
export { markHidden } from "./reveal/mark-hidden.ts";
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
} from "./reveal/printable.ts";
export type { Plain, Printable, RevealOptions } from "./reveal/printable.ts";
export { RevealStream } from "./reveal/reveal-stream.ts";
export type { Decoded, LineChange, LineRange, Snapshot, Span, Text } from "./types.ts";
export { fenced, fenceFor } from "./fence.ts";
export { unifiedDiff } from "./diff/unified.ts";
export type { UnifiedDiffInput } from "./diff/unified.ts";
export { withoutEntities } from "./entities.ts";

// `galley/text`: bytes and text, lines, diffs, and making hidden characters visible. Runs anywhere.

export {
  RevealStream,
  asText,
  compose,
  countLines,
  decode,
  diffHunks,
  diffLines,
  encode,
  getFirstDifferingLine,
  hasChanges,
  isHidden,
  nameOfHidden,
  normalizeLineEndings,
  reveal,
  revealLines,
  revealPath,
  splitLines,
  unifiedDiff,
} from "../text/index.ts";
export type { Decoded, DiffHunk, DiffLine, LineChange, Plain, Printable, Snapshot, Text } from "../text/index.ts";

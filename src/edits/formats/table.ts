// The formats that edits are read from, once, in the order in which a line is tried. The type, the choices of --format,
// completions, schemas, messages and the table in docs/formats.md are derived from it; readers.ts has the code.
// Plain data: the command line is parsed with it before anything else is loaded.

type Row = {
  /** What one edit in it is called. */
  readonly label: string;
  /** What an answer is searched for, when nothing was found. */
  readonly sought: string;
  /** Begins a sentence about the text to find; the number of the block follows. */
  readonly subject: string;
  /** Completes "send … again". */
  readonly again: string;
  /** All hunks for one path are one result and succeed or fail together. */
  readonly isPatch: boolean;
  /** A first line that nothing else has: a code fence that begins with it is no file of its own. */
  readonly start?: RegExp;
  /** Whether it can change, create, delete and move files, and what several changes of one file mean. */
  readonly docs: readonly [changes: string, creates: string, deletes: string, moves: string, several: string];
};

const BLOCKS = ["yes", "yes", "–", "–", "independent, one after the other"] as const;
const PATCHES = ["yes", "yes", "yes", "yes", "one result: all or none"] as const;

export const FORMATS = {
  "edit-block": {
    label: "edit block",
    sought: 'edit blocks ("««« EDIT")',
    subject: "The EDIT text",
    again: "the block",
    isPatch: false,
    docs: BLOCKS,
  },
  "tool-call": {
    label: "tool call",
    sought: "tool calls (JSON or XML)",
    subject: "The old text",
    again: "the call",
    isPatch: false,
    docs: ["yes", "yes", "yes", "yes", "independent, one after the other"],
  },
  heredoc: {
    label: "here-document",
    sought: "here-documents (\"cat > file <<'EOF'\")",
    subject: "The content",
    again: "the file",
    isPatch: false,
    docs: ["by overwriting, or at the end", "yes", "–", "–", "one after the other"],
  },
  "search-replace": {
    label: "search/replace block",
    sought: 'search/replace blocks ("<<<<<<< SEARCH")',
    subject: "The SEARCH text",
    again: "the block",
    isPatch: false,
    docs: BLOCKS,
  },
  "apply-patch": {
    label: "patch section",
    sought: 'patches ("*** Begin Patch")',
    subject: "The change",
    again: "the patch for this file",
    isPatch: true,
    docs: PATCHES,
  },
  udiff: {
    label: "unified diff",
    sought: 'unified diffs ("--- a/file", "+++ b/file", "@@")',
    subject: "The change",
    again: "the patch for this file",
    isPatch: true,
    docs: PATCHES,
  },
  "whole-file": {
    label: "whole file",
    sought: "whole files in a code fence with their path",
    subject: "The content",
    again: "the file",
    isPatch: false,
    docs: ["by overwriting", "yes", "–", "–", "the last one wins"],
  },
} as const satisfies Readonly<Record<string, Row>>;

/** The name of a format that edits are read from; `--format` and reports use the same names. */
export type Format = keyof typeof FORMATS;

export const FORMAT_NAMES = Object.keys(FORMATS) as readonly Format[]; // The table has exactly the formats as its keys.

export function formatRow(format: Format): Row {
  return FORMATS[format];
}

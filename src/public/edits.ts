// `galley/edits`: parsing answers, locating text, planning edits, and why an edit has no place. Runs anywhere.

export { BlockParser, editInstructions, locate, parseAnswer, planEdits, renderEdit } from "../edits/index.ts";
export type {
  BlockEvent,
  Cause,
  Change,
  ChangePlan,
  Diagnostics,
  Edit,
  EditId,
  FileChange,
  FilePlan,
  Format,
  Found,
  Located,
  Miss,
  ParsedAnswer,
  Proposed,
  Source,
} from "../edits/index.ts";

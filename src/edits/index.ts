export { BlockParser } from "./blocks/parser.ts";
export type { BlockEvent } from "./blocks/machine.ts";
export { renderBlock } from "./blocks/render.ts";
export { editsOutOfContext } from "./context.ts";
export { isMarker } from "./damage.ts";
export type { DeskOptions } from "./desk.ts";
export { isPlaceholder } from "./elision.ts";
export { suggest } from "./explain.ts";
export { renderEdit } from "./formats/render.ts";
export type { FileChange, RenderedEdit } from "./formats/render.ts";
export { editInstructions } from "./instructions.ts";
export { locate } from "./locate.ts";
export type { Located, LocateOptions, Place } from "./locate.ts";
export { isOpen, openEdits } from "./open-edits.ts";
export type { Choice, OpenEdit } from "./open-edits.ts";
export { formatsOf, parseAnswer } from "./parse.ts";
export type { ParsedAnswer, ParseOptions } from "./parse.ts";
export { pathsOf, planEdits } from "./plan.ts";
export { replacementsMade } from "./replacements.ts";
export { BlockResultSchema } from "./result-schema.ts";
export type {
  Candidate,
  Cause,
  Change,
  ChangePlan,
  Chunk,
  Diagnostics,
  Edit,
  EditId,
  EditPlan,
  ErrorType,
  FilePlan,
  Format,
  Found,
  Hunk,
  Miss,
  Pin,
  Placed,
  Proposed,
  Source,
} from "./types.ts";

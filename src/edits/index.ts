export { BlockParser } from "./formats/blocks/parser.ts";
export type { BlockEvent } from "./formats/blocks/machine.ts";
export { renderBlock } from "./formats/blocks/render.ts";
export { editsOutOfContext } from "./plan/seen-first.ts";
export { isMarker } from "./diagnose/damage.ts";
export type { ExplainOptions } from "./diagnose/explain-context.ts";
export { isPlaceholder } from "./diagnose/elision.ts";
export { suggest } from "./diagnose/explain.ts";
export { isDiffRow } from "./diagnose/wording.ts";
export { renderEdit } from "./formats/render.ts";
export type { FileChange, RenderedEdit } from "./formats/written.ts";
export { FORMAT_NAMES, FORMATS } from "./formats/table.ts";
export { editInstructions } from "./instructions.ts";
export { BaseText } from "./plan/draft/base-text.ts";
export { locate } from "./match/locate.ts";
export type { Located, LocateOptions, Place } from "./match/locate.ts";
export { isOpen, openEdits } from "./plan/open/open-edits.ts";
export type { Choice, OpenEdit } from "./plan/open/open-edits.ts";
export { mentionedFiles, soughtLines, withGuesses } from "./formats/guess-file.ts";
export { namelessFences } from "./formats/nothing-found.ts";
export { tokensOf } from "./formats/heredoc/shell-words.ts";
export type { Token } from "./formats/heredoc/shell-words.ts";
export { gatherPatches } from "./formats/gather.ts";
export { readPatchText } from "./formats/patch-text.ts";
export type { PatchText } from "./formats/patch-text.ts";
export { formatsOf, parseAnswer } from "./formats/parse.ts";
export { formatOf, isLikely } from "./formats/passages.ts";
export { requestsIn, withRequests } from "./formats/prose/requests.ts";
export type { ParsedAnswer, ParseOptions } from "./formats/parse.ts";
export { pathsOf, planEdits } from "./plan/plan.ts";
export { replacementsMade } from "./match/count-replacements.ts";
export { BlockResultSchema } from "./result-schema.ts";
export { isDone } from "./statuses.ts";
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
  Likely,
  Miss,
  Pin,
  Placed,
  Proposed,
  Source,
} from "./types.ts";

export { answerWhole } from "./answer-whole.ts";
export type { Answered, WholeAnswer } from "./answer-whole.ts";
export { canChoose, contentOf, isWhole } from "./content.ts";
export { isDeferred, isDone, isLeft } from "./decide.ts";
export { ENDED_AT_ONCE, NOT_SAVED } from "./edited.ts";
export { allRules, rulesFor } from "./offers.ts";
export { openReview } from "./open.ts";
export type { OpenOptions } from "./open.ts";
export { pageOf, reduce } from "./reduce.ts";
export type {
  ChangePage,
  Edited,
  EditorNoChange,
  OpenPage,
  Page,
  PageAnswer,
  PlainPage,
  Review,
  ReviewEvent,
  RowRange,
  Seen,
  Stage,
} from "./types.ts";
export { fetchContents } from "./fetch-contents.ts";
export type { Fetch } from "./fetch-contents.ts";

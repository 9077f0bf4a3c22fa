export { answerWhole } from "./answer-whole.ts";
export type { Answered, WholeAnswer } from "./answer-whole.ts";
export { bulkOf, describeBulk } from "./bulk.ts";
export { rangeOf } from "./comments.ts";
export { canChoose, contentOf, isWhole } from "./content.ts";
export { isDeferred, isDone, isLeft, placedPaths } from "./decide.ts";
export { ENDED_AT_ONCE, NOT_SAVED } from "./edited.ts";
export { allRules, rulesFor } from "./offers.ts";
export { FEW_FILES, openReview } from "./open.ts";
export type { OpenOptions } from "./open.ts";
export { overviewOf } from "./overview.ts";
export type { Listing, OverviewRow, PageState, Sum } from "./overview.ts";
export { pageOf, reduce } from "./reduce.ts";
export type {
  ChangePage,
  Edited,
  EditorNoChange,
  LinePlace,
  OpenPage,
  Overview,
  Page,
  PageAnswer,
  PageComment,
  PlainPage,
  Review,
  ReviewEvent,
  RowRange,
  Seen,
  Stage,
} from "./types.ts";
export { fetchContents } from "./fetch-contents.ts";
export type { Fetch } from "./fetch-contents.ts";
export type { Bulk, BulkScope, Separate, TreeFile, TreeFolder, TreeNode } from "./overview-types.ts";

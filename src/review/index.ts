export { diffOf, questionLines, showsWhole } from "./question-lines.ts";
export { answerWhole } from "./answer-whole.ts";
export type { Answered, WholeAnswer } from "./answer-whole.ts";
export { bulkOf, describeBulk } from "./bulk.ts";
export { commentsPrompt, placedComments } from "./comments-prompt.ts";
export type { PlacedComment, Reverted } from "./comments-prompt.ts";
export { rangeOf } from "./comments.ts";
export { answerOf, canChoose, contentOf, isWhole } from "./content.ts";
export { isDeferred, isDone, isLeft, placedPaths } from "./decide.ts";
export { ENDED_AT_ONCE, NOT_SAVED } from "./edited.ts";
export { allRules, canBeRemembered, lastingRules, rulesFor, sessionRules } from "./offers.ts";
export { choiceWords, chosenWords, openWords, placeWords } from "./place-words.ts";
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
export { carriedInto, carriedOf } from "./carry.ts";
export type { CarriedComment, CarriedPage, LeftText } from "./carry.ts";
export { restored, savedOf } from "./saved.ts";
export type { SavedPage, SavedReview } from "./saved.ts";
export { hunkText } from "./reading/edit-hunk.ts";
export type { HunkText } from "./reading/edit-hunk.ts";
export { canSplit } from "./reading/parts-of-hunks.ts";
export { matchAt, matchesOf } from "./reading/search.ts";
export type { Match, Matches } from "./reading/search.ts";
export type { Bulk, BulkScope, Separate, TreeFile, TreeFolder, TreeNode } from "./overview-types.ts";
export { lastAtMost } from "./diff/bisect.ts";
export { CONTINUES, GlyphReader } from "./diff/glyphs.ts";
export type { Source } from "./diff/glyphs.ts";
export { inlineMarks } from "./diff/inline.ts";
export { isProse, languageOf } from "./diff/languages.ts";
export { outlineOf } from "./diff/outline.ts";
export type { Outline, OutlineOptions, Shown, Side } from "./diff/outline.ts";
export { isPaired, pairedParts } from "./diff/pairs.ts";
export type { PairedPart, PairedRun } from "./diff/pairs.ts";
export { isRun, USUAL_CONTEXT } from "./diff/parts.ts";
export type { Hidden, Part, Run, Words } from "./diff/parts.ts";
export { sourceOf } from "./diff/source.ts";
export { createStyles } from "./diff/styles.ts";
export type { LineStyle } from "./diff/styles.ts";
export { syntaxOf } from "./diff/syntax.ts";
export type { Coloured } from "./diff/syntax.ts";

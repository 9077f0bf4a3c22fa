// `galley/review`: the state of a review and its transitions, for a screen of your own. Runs anywhere.

export { answerWhole, contentOf, fetchContents, isDone, openReview, pageOf, reduce } from "../review/index.ts";
export type { Page, Review, ReviewEvent, Stage } from "../review/index.ts";

export { createScreenReviewer } from "./create.ts";
export type { ScreenEdit, ScreenReviewer, ScreenReviewerOptions } from "./create.ts";

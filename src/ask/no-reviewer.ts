// Why no one is asked: no reviewer is available, or the caller chose that nothing asks. Words only; decides nothing.

import type { Reviewer } from "../approval/index.ts";

/** `why` completes "Not approved: …"; `how` to be asked begins a sentence: "Run it in a terminal". */
export type NoReviewer = { readonly why: string; readonly how: string };

export const NO_REVIEWER: NoReviewer = { why: "no reviewer is available", how: "Run it in a terminal" };

/** Null when there is someone to ask. */
export function noReviewerOf(
  reviewer: Reviewer | null,
  { noReviewer }: { readonly noReviewer?: NoReviewer | undefined },
): NoReviewer | null {
  return reviewer === null ? (noReviewer ?? NO_REVIEWER) : null;
}

// What the two answers are called: a change that is proposed is applied or rejected, one that is on disk already is kept
// or reverted.

import type { ReviewPurpose } from "../../approval/index.ts";
import { plain, type Plain } from "../../text/index.ts";

export type ReviewWords = {
  readonly apply: Plain;
  readonly reject: Plain;
  readonly applied: Plain;
  readonly rejected: Plain;
  /** For the start of a sentence. */
  readonly Apply: Plain;
};

const WORDS: Readonly<Record<ReviewPurpose, ReviewWords>> = {
  approve: {
    apply: plain`apply`,
    reject: plain`reject`,
    applied: plain`applied`,
    rejected: plain`rejected`,
    Apply: plain`Apply`,
  },
  "work-tree": {
    apply: plain`keep`,
    reject: plain`revert`,
    applied: plain`kept`,
    rejected: plain`reverted`,
    Apply: plain`Keep`,
  },
};

export function wordsFor(purpose: ReviewPurpose): ReviewWords {
  return WORDS[purpose];
}

// Reviews that were begun, by question: choices, comments and edited text are still there when a question is opened
// again, whatever became of the connection meanwhile. In memory; a settled review is not kept.

import type { Review } from "../../../../review/index.ts";

const MOST = 50;

export type Drafts = {
  get(question: string): Review | null;
  keep(question: string, review: Review): void;
  forget(question: string): void;
};

export function createDrafts(): Drafts {
  const kept = new Map<string, Review>();
  return {
    get: (question) => kept.get(question) ?? null,
    keep(question, review) {
      kept.delete(question);
      // What was shown before is not on the screen when it is opened again.
      kept.set(question, { ...review, painted: false });
      const [oldest] = kept.keys();
      if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
    },
    forget: (question) => void kept.delete(question),
  };
}

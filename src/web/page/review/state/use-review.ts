// The review of one question in a component: the state of src/review, driven by its events, and what is sent at the end.

import { useRef, useState } from "preact/hooks";
import type { Decision, ReviewPurpose } from "../../../../approval/index.ts";
import { openReview, reduce, type Review, type ReviewEvent } from "../../../../review/index.ts";
import type { AnswerReply } from "../../../protocol.ts";
import { createDrafts } from "./drafts.ts";
import { remember } from "./previous.ts";
import type { Question } from "./types.ts";

/** What becomes of the answer: nothing yet, on its way, not sent, or what the server said. */
export type Sending =
  | { readonly kind: "none" }
  | { readonly kind: "sending" }
  | { readonly kind: "unsent"; readonly message: string }
  | { readonly kind: "replied"; readonly reply: AnswerReply };

export type UseReview = {
  readonly review: Review;
  readonly sending: Sending;
  readonly dispatch: (...events: readonly ReviewEvent[]) => Review;
  /** Sends the decision of a settled review once more. */
  readonly resend: () => void;
  /** Back to the review as it was before its last answer. */
  readonly reopen: () => void;
};

type Options = {
  readonly purpose: ReviewPurpose;
  readonly answer: (decision: Decision) => Promise<AnswerReply>;
  /** The answer counts. */
  readonly onDone: () => void;
};

const drafts = createDrafts();

/** The component must have the question's id as its key: another question is another review. */
export function useReview(question: Question, { purpose, answer, onDone }: Options): UseReview {
  const [, redraw] = useState(0);
  const [sending, setSending] = useState<Sending>({ kind: "none" });
  const current = useRef<Review | null>(null);
  const before = useRef<Review | null>(null);
  if (current.current === null) {
    current.current = drafts.get(question.id) ?? openReview(question, { purpose });
    remember(question);
  }

  const send = (decision: Decision): void => {
    setSending({ kind: "sending" });
    answer(decision).then(
      (reply) => {
        if (reply.kind === "won" || reply.kind === "lost") drafts.forget(question.id);
        setSending({ kind: "replied", reply });
        // What was decided here needs no more words than the confirmation.
        if (reply.kind === "won") onDone();
      },
      (error: unknown) =>
        setSending({ kind: "unsent", message: error instanceof Error ? error.message : String(error) }),
    );
  };

  const dispatch = (...events: readonly ReviewEvent[]): Review => {
    const was = current.current!; // Set above.
    const next = events.reduce(reduce, was);
    if (next === was) return next;
    current.current = next;
    if (next.stage.kind === "settled") {
      before.current = was;
      drafts.keep(question.id, was);
      send(next.stage.decision);
    } else drafts.keep(question.id, next);
    redraw((times) => times + 1);
    return next;
  };

  return {
    review: current.current,
    sending,
    dispatch,
    resend: () => {
      const stage = current.current?.stage;
      if (stage?.kind === "settled") send(stage.decision);
    },
    reopen: () => {
      const back = before.current;
      if (back === null) return;
      // The last page lost its answer, and what is asked must be painted again.
      current.current = { ...back, painted: false };
      setSending({ kind: "none" });
    },
  };
}

// The review of one question in a component: the state of src/review, driven by its events, and what is sent at the end.

import { useRef, useState } from "preact/hooks";
import type { Decision, ReviewPurpose } from "../../../../approval/index.ts";
import { openReview, reduce, type LeftText, type Review, type ReviewEvent } from "../../../../review/index.ts";
import { ApiError, messageOf } from "../../store/api.ts";
import { pageShelf } from "../../store/shelf.ts";
import { createDrafts } from "./drafts.ts";
import { remember } from "./previous.ts";
import type { Answered, Question } from "./types.ts";

/** What becomes of the answer: nothing yet, on its way, not sent, or what the server said. */
export type Sending =
  | { readonly kind: "none" }
  | { readonly kind: "sending" }
  /** `isRefused`: the server or its proxy said so. Otherwise it may have arrived. */
  | { readonly kind: "unsent"; readonly message: string; readonly isRefused: boolean }
  | { readonly kind: "replied"; readonly reply: Answered };

export type UseReview = {
  readonly review: Review;
  /** What was typed for the question before this one, and has no place in it. */
  readonly left: readonly LeftText[];
  readonly sending: Sending;
  readonly dispatch: (...events: readonly ReviewEvent[]) => Review;
  /** Sends the decision of a settled review once more. */
  readonly resend: () => void;
  /** Back to the review as it was before its last answer. */
  readonly reopen: () => void;
};

type Options = {
  readonly purpose: ReviewPurpose;
  readonly answer: (decision: Decision) => Promise<Answered>;
  /** The answer counts. */
  readonly onDone: () => void;
};

const drafts = createDrafts(pageShelf("localStorage"));

/** The component must have the question's id as its key: another question is another review. */
export function useReview(question: Question, { purpose, answer, onDone }: Options): UseReview {
  const [, redraw] = useState(0);
  const [sending, setSending] = useState<Sending>({ kind: "none" });
  const current = useRef<Review | null>(null);
  const before = useRef<Review | null>(null);
  const left = useRef<readonly LeftText[]>([]);
  if (current.current === null) {
    const opened = drafts.open(question, openReview(question, { purpose }));
    current.current = opened.review;
    left.current = opened.left;
    remember(question);
  }

  const send = (decision: Decision): void => {
    setSending({ kind: "sending" });
    answer(decision).then(
      (reply) => {
        if (reply.kind === "won" || reply.kind === "lost") drafts.answered(question, before.current!); // Set when it was settled.
        setSending({ kind: "replied", reply });
        // What was decided here needs no more words than the confirmation.
        if (reply.kind === "won") onDone();
      },
      (error: unknown) =>
        setSending({
          kind: "unsent",
          message: messageOf(error),
          isRefused: error instanceof ApiError && error.status > 0,
        }),
    );
  };

  const dispatch = (...events: readonly ReviewEvent[]): Review => {
    const was = current.current!; // Set above.
    const next = events.reduce(reduce, was);
    if (next === was) return next;
    current.current = next;
    if (next.stage.kind === "settled") {
      before.current = was;
      drafts.keep(question, was);
      send(next.stage.decision);
    } else drafts.keep(question, next);
    redraw((times) => times + 1);
    return next;
  };

  return {
    review: current.current,
    left: left.current,
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

// A reviewer that asks through the inbox: an answer given there, in any process, is the answer here. It waits as long as
// it takes, or until its deadline, and what ends without an answer is a no.

import { counted, failure, isFailure, sha256 } from "../base/index.ts";
import { refuseAll, type Decision, type Reviewer } from "../approval/index.ts";
import { fetchContents } from "../review/index.ts";
import type { Asker, AwaitOutcome, ClosedBecause, Inbox, Put, ReviewerKind } from "./types.ts";

export type InboxReviewerOptions = {
  readonly inbox: Inbox;
  readonly asker: Omit<Asker, "call_key">;
  /**
   * Names the call that asks. A call that is made again, in this process or a later one, gets the same answer. A function
   * names every question anew: the answer to a command does not count for the same command later.
   */
  readonly callKey: string | (() => string);
  /** After so long the answer is no; null: never. */
  readonly withinMs: number | null;
  /** An answer from before this time, in milliseconds, was given to another call of the same name. Default: none was. */
  readonly reusableSince?: number;
  /** Called when the question is waiting, with those who could answer it now. */
  readonly onWaiting?: (waiting: { readonly id: string; readonly reviewers: readonly ReviewerKind[] }) => void;
};

/**
 * A reviewer that puts each question into the inbox and waits for its outcome. A question that closes without an answer
 * is rejected.
 */
export function inboxReviewer(options: InboxReviewerOptions): Reviewer {
  const { inbox, asker, withinMs, reusableSince = Number.NEGATIVE_INFINITY, onWaiting } = options;
  const waitFor = async (id: string, signal: AbortSignal | undefined): Promise<AwaitOutcome> => {
    try {
      const reviewers = await Promise.race([attached(inbox), firing(signal)]);
      if (signal?.aborted !== true) onWaiting?.({ id, reviewers });
      return await inbox.await(id, signal ? { signal } : {});
    } finally {
      // What was answered counts, whether or not that can be noted down.
      const settled = inbox.settle(id).catch((error: unknown) => {
        if (!isFailure(error, "IO")) throw error;
      });
      await (signal?.aborted === true ? Promise.race([settled, moment()]) : settled);
    }
  };
  return {
    async ask(given, { signal, fetch }): Promise<Decision> {
      // Other processes cannot fetch what is held back here.
      const payload = await fetchContents(given, fetch);
      // One call may ask several times: about a file that changed meanwhile, for example.
      const callKey = typeof options.callKey === "string" ? options.callKey : options.callKey();
      const question = sha256(new TextEncoder().encode(payload.digest)).slice(0, 16);
      let key = `${callKey}/${question}`;
      for (;;) {
        const put = await inbox.put({
          payload,
          asker: { ...asker, call_key: key },
          withinMs,
          ...(signal && { signal }),
        });
        if (put.kind === "settled" && Date.parse(put.outcome.at) < reusableSince) {
          // Another process that asks about the same call comes to the same name.
          key = `${callKey}/${question}/${put.id}`;
          continue;
        }
        const outcome = await outcomeOf(put, (id) => waitFor(id, signal));
        if (outcome.kind === "aborted") throw failure("ABORTED", "The run was cancelled before an answer.");
        if (outcome.kind === "answered") return { ...outcome.decision, approval_id: given.approval_id };
        // Others took this process for ended while it was only slow, or the process that asked the same has ended.
        if (outcome.kind === "closed" && AGAIN.includes(outcome.because)) continue;
        return refuseAll(given, outcome.kind === "closed" ? CLOSED[outcome.because] : outcome.why);
      }
    },
  };
}

/** Only for what is said meanwhile: where it cannot be found out, the question waits all the same. */
async function attached(inbox: Inbox): Promise<readonly ReviewerKind[]> {
  try {
    return await inbox.reviewers();
  } catch (error) {
    if (isFailure(error, "IO")) return [];
    throw error;
  }
}

function firing(signal: AbortSignal | undefined): Promise<readonly ReviewerKind[]> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) resolve([]);
    else signal?.addEventListener("abort", () => resolve([]), { once: true });
  });
}

/** Long enough to withdraw a question where that can be done; no one waits longer for that once they were interrupted. */
function moment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1_000).unref());
}

const AGAIN: readonly ClosedBecause[] = ["asker-ended", "withdrawn"];

/** Each completes "Not approved: …". */
const CLOSED: Readonly<Record<ClosedBecause, string>> = {
  expired: "no one answered in time",
  withdrawn: "the question was withdrawn",
  "asker-ended": "the question was closed",
  revoked: "the token of this machine was revoked",
  damaged: "the question or its answer is damaged in the state directory",
  removed: "the question was removed from the state directory",
};

type Ended = Exclude<AwaitOutcome, { kind: "unknown" }> | { readonly kind: "no"; readonly why: string };

async function outcomeOf(put: Put, waitFor: (id: string) => Promise<AwaitOutcome>): Promise<Ended> {
  switch (put.kind) {
    case "asked":
    case "joined": {
      const outcome = await waitFor(put.id);
      return outcome.kind === "unknown" ? { kind: "no", why: CLOSED.removed } : outcome;
    }
    case "settled":
      return put.outcome;
    case "conflict":
      return { kind: "no", why: "the same call has asked about something else" };
    case "too-large":
      return {
        kind: "no",
        why: `the question is too large for the inbox (${counted(put.bytes, "byte")}; the limit is ${put.limit})`,
      };
    default:
      return put satisfies never;
  }
}

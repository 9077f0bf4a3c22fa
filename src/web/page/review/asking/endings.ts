// What became of a question, in words: who answered where and when, or why no answer counts any more, and what to do
// next. Our own words; `from` is data and is drawn revealed.

import { counted } from "../../../../base/index.ts";
import type { Decision } from "../../../../approval/index.ts";
import type { WebOutcome } from "../../../protocol.ts";

export type Ending = {
  readonly title: string;
  /** A sentence on what to do, or that there is nothing to do. */
  readonly next: string;
  readonly tone: "good" | "plain" | "warn";
};

export function endingOf(outcome: WebOutcome, isOnDisk: boolean): Ending {
  if (outcome.kind === "answered")
    return {
      title: `${describeDecision(outcome.decision, isOnDisk)}.`,
      next: `There is nothing left to do here.${isOnDisk ? "" : written(outcome.decision)}`,
      tone: "good",
    };
  return CLOSED[outcome.because] ?? { title: "This question is closed.", next: NOTHING_WRITTEN, tone: "warn" };
}

function written({ items }: Decision): string {
  return items.every(({ action }) => action === "reject") ? "" : " The program that asked writes it.";
}

const NOTHING_WRITTEN = "Nothing was written.";

const CLOSED: Readonly<Record<string, Ending>> = {
  expired: {
    title: "The time to answer ran out.",
    next: "It counts as rejected, and nothing was written. The agent can ask again.",
    tone: "warn",
  },
  withdrawn: {
    title: "The agent no longer waits for an answer.",
    next: "Nothing was written. If it still wants the change, it will ask again.",
    tone: "plain",
  },
  "asker-ended": {
    title: "The program that asked has ended.",
    next: "Nothing was written, and nothing can be: start it again, and it will ask again.",
    tone: "warn",
  },
  revoked: {
    title: "The token of the machine that asked was revoked.",
    next: "Nothing was written, and nothing can be: the machine cannot ask again without a new token.",
    tone: "warn",
  },
  damaged: {
    title: "This question can no longer be read.",
    next: "Nothing was written. Ask the agent to try again.",
    tone: "warn",
  },
  removed: { title: "This question was removed.", next: NOTHING_WRITTEN, tone: "plain" },
};

/** "Approved", "Rejected", "Approved 2 of 3 files": whether it was written is another matter. */
export function describeDecision({ items, places = [] }: Decision, isOnDisk: boolean): string {
  const [yes, no] = isOnDisk ? ["Kept", "Reverted"] : ["Approved", "Rejected"];
  const applied = items.filter(({ action }) => action !== "reject").length;
  if (items.length === 0) return places.length > 0 ? "A place or version was chosen" : "Answered";
  if (applied === 0) return no;
  return applied === items.length ? yes : `${yes} ${applied} of ${counted(items.length, "file")}`;
}

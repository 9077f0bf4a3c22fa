// `galley inbox answer`: the user's answer to one question, given in a script. What it applies is computed as in a
// review, and bound to the same bytes.

import type { Decided, Inbox } from "../../inbox/index.ts";
import { answerWhole, type WholeAnswer } from "../../review/index.ts";
import { plain, reveal } from "../../text/index.ts";
import { UsageError, type Arguments } from "../arguments.ts";
import type { InboxContext } from "./context.ts";
import type { InboxAnswer } from "./schema.ts";
import { describeEnd, type End } from "./wording.ts";
import { print, printJson } from "../text-io.ts";

export async function answerQuestion(
  { settings, inbox }: InboxContext,
  id: string,
  { answer, args }: { readonly answer: "apply" | "reject"; readonly args: Arguments },
): Promise<number> {
  const result = await decide(inbox, id, wholeAnswer(answer, args));
  if (settings.json) await printJson(result);
  else if (!settings.quiet || result.status !== "won")
    await print(plain`${reveal(result.message, { keepMarks: true })}\n`);
  return result.status === "won" ? 0 : 1;
}

function wholeAnswer(answer: "apply" | "reject", { values }: Arguments): WholeAnswer {
  const reason = values.get("--reason")?.[0] ?? null;
  const hunks = values.get("--hunks")?.[0] ?? null;
  if (answer === "reject") {
    if (hunks !== null) throw new UsageError("--hunks belongs to apply; a rejection is for the whole question");
    return { kind: "reject", reason: reason === "" ? null : reason };
  }
  if (reason !== null) throw new UsageError("--reason belongs to reject");
  if (hunks === null) return { kind: "apply" };
  if (!/^\d{1,9}(,\d{1,9})*$/.test(hunks))
    throw new UsageError(`--hunks takes numbers such as 0,2; got ${JSON.stringify(hunks)}`);
  return { kind: "apply", hunks: hunks.split(",").map(Number) };
}

async function decide(inbox: Inbox, id: string, answer: WholeAnswer): Promise<InboxAnswer> {
  const found = await inbox.read(id);
  if (found.kind !== "question") return resultOf(id, found.kind === "outcome" ? endOf(found.outcome) : found);
  if (found.outcome !== null) return resultOf(id, endOf(found.outcome));
  const answered = answerWhole(found.question, answer);
  if (answered.kind === "refused") throw new UsageError(answered.why);
  const isOnDisk = found.question.asker.door === "review";
  return resultOf(id, await inbox.decide(id, answered.decision), isOnDisk ? keeping(answer) : "");
}

/** Of a review of what is on disk, said so that no one takes a revert for a no. */
function keeping(answer: WholeAnswer): string {
  if (answer.kind === "reject") return ": every change is reverted";
  return answer.hunks === undefined ? ": every change is kept" : ": these changes are kept, the others are reverted";
}

type Unreadable = { readonly kind: "unreadable"; readonly reason: string };

function endOf(outcome: End): Decided {
  return outcome.kind === "answered"
    ? { kind: "lost", decision: outcome.decision }
    : { kind: "closed", because: outcome.because };
}

/** `did` completes "was accepted". */
function resultOf(id: string, decided: Decided | Unreadable, did = ""): InboxAnswer {
  switch (decided.kind) {
    case "won":
      return { id, status: "won", message: `Your answer to ${id} was accepted${did}.`, decision: decided.decision };
    case "lost": {
      const winner = describeEnd({ kind: "answered", decision: decided.decision });
      return {
        id,
        status: "lost",
        message: `Another answer to ${id} came first. ${winner}`,
        decision: decided.decision,
      };
    }
    case "closed": {
      const why = describeEnd({ kind: "closed", because: decided.because });
      return { id, status: "gone", message: `Question ${id} is closed. ${why}`, decision: null };
    }
    case "unknown":
      return { id, status: "gone", message: `There is no question ${JSON.stringify(id)}.`, decision: null };
    case "refused":
    case "unreadable":
      return { id, status: "refused", message: decided.reason, decision: null };
    default:
      return decided satisfies never;
  }
}

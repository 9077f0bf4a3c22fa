// The one place that gets a yes: rules first, then a flag, then a person. A reviewer who is not there has said no.

import type { NewId } from "../base/index.ts";
import {
  payloadOf,
  type Answer,
  type Decision,
  type Reviewer,
  type RuleLimit,
  type Verdict,
} from "../approval/index.ts";
import type { ChangePlan, FilePlan, OpenEdit } from "../edits/index.ts";
import type { Call } from "./call.ts";
import { withComments } from "./comments.ts";
import { callOf } from "./call-of.ts";
import { flagAnswers, judgeCall, type Gate } from "./gate.ts";
import { rememberRule, ruleLimit, type KeepRule, type KeepRuleOptions, type Question } from "./remember.ts";
import { noReviewerOf } from "./no-reviewer.ts";
import { personsAnswers } from "./persons-answer.ts";
import { askReviewer, settleBy } from "./settle.ts";

/** What decides about a plan: the rules, a flag, a reviewer. */
export type AskOptions = {
  readonly gate: Gate;
  readonly reviewer: Reviewer | null;
  /** --yes: answers every remaining question with apply, but never for a protected path. */
  readonly yes: boolean;
  readonly newId: NewId;
  /** Where a rule goes that the person asks to keep. Without it none is kept. */
  readonly keep?: KeepRule;
  /** Hears the rules' verdict on each file that they do not forbid. */
  readonly judged?: Judged;
  /** Verdicts that are known, and were heard, already. A file that is planned again is judged again. */
  readonly verdicts?: ReadonlyMap<FilePlan, Verdict>;
};

/** Hears what the rules say, before anyone is asked. A text is a no all the same, and says why. */
export type Judged = (about: {
  readonly verdict: Verdict;
  readonly call: Call;
  readonly path: string;
}) => Promise<string | null>;

export type QuestionOptions = {
  readonly supersedes: string | null;
  /** Why it replaces the earlier question. Default: "changed". */
  readonly because?: "changed" | "placed";
  /** Edits that have no place yet; only for an Ask with `placesEdits`. */
  readonly open?: readonly OpenEdit[];
  readonly signal?: AbortSignal;
};

/** Brings one answer for every file of the plan, and the places a person chose for open edits. */
export type Ask = ((plan: ChangePlan, options: QuestionOptions) => Promise<Decision>) & {
  /** A reviewer is there who can choose places. */
  readonly placesEdits?: boolean;
};

/**
 * Gets a decision on a plan: the rules answer first, then `yes`, then the reviewer. What no one answers is rejected;
 * protected paths are answered by the reviewer only.
 */
export function createAsk({ gate, reviewer, newId, keep, judged, verdicts: known, ...given }: AskOptions): Ask {
  const yes = flagAnswers(gate, given.yes);
  const placesEdits = reviewer !== null && !yes;
  const ask: Ask = async (plan, { supersedes, because, open: unplaced = [], signal }) => {
    const approvalId = newId();
    const answers: Answer[] = [];
    const open: FilePlan[] = [];
    const verdicts: Verdict[] = [];
    for (const file of plan.files) {
      const call = callOf(plan, file);
      const heard = known?.get(file);
      const verdict = heard ?? (await judgeCall(gate, call));
      const isRefused = verdict.effect === "deny" || (verdict.personOnly && reviewer === null);
      const objection = isRefused || heard ? null : ((await judged?.({ verdict, call, path: file.path })) ?? null);
      const settled =
        objection === null
          ? settle(file, verdict, { yes, noReviewer: noReviewerOf(reviewer, gate) })
          : ({ action: "reject", digest: file.digest, by: { kind: "person" }, reason: objection } as const);
      if (settled) answers.push(settled);
      else {
        open.push(file);
        verdicts.push(verdict);
      }
    }
    const places = placesEdits ? await withoutForbidden(unplaced, gate) : [];
    if ((open.length === 0 && places.length === 0) || reviewer === null)
      return { approval_id: approvalId, items: answers };
    const isGuarded = ({ personOnly, source }: Verdict): boolean => personOnly && source !== "likely";
    const personOnly = new Set<string>(open.filter((_, at) => isGuarded(verdicts[at]!)).map((file) => file.digest));
    const questions = open.map((file, at) => ({
      digest: file.digest,
      call: callOf(plan, file),
      verdict: verdicts[at]!,
    }));
    const payload = payloadOf(plan, open, {
      approvalId,
      supersedes,
      personOnly,
      protection: gate.protection,
      rules: await ruleLimits(questions, { keep, gate }),
      open: places,
      ...(because && { because }),
    });
    const decision = await askReviewer(reviewer, payload, { files: open, signal });
    const asked = new Set<string>(open.map((file) => file.digest));
    const reserved = new Set<string>(open.filter((_, at) => verdicts[at]!.personOnly).map((file) => file.digest));
    const answered = decision.items.filter((item) => asked.delete(item.digest));
    const given = personsAnswers(answered, reserved);
    await rememberRule({ ...decision, items: given }, questions, { keep, gate });
    const items = [...answers, ...withComments(given, decision.comments)];
    return { ...decision, approval_id: approvalId, items };
  };
  return Object.assign(ask, { placesEdits });
}

/** By digest; what is not in it has no limit. */
async function ruleLimits(
  questions: readonly Question[],
  options: KeepRuleOptions,
): Promise<ReadonlyMap<string, RuleLimit>> {
  const limits = await Promise.all(questions.map((question) => ruleLimit(question, options)));
  return new Map(questions.flatMap(({ digest }, at) => (limits[at] ? [[digest, limits[at]]] : [])));
}

/** What a rule forbids is not offered. */
async function withoutForbidden(open: readonly OpenEdit[], gate: Gate): Promise<readonly OpenEdit[]> {
  const verdicts = await Promise.all(
    open.map(({ path, real }) => judgeCall(gate, { tool: "edit_file", access: "edit", targets: [{ path, real }] })),
  );
  return open.filter((_, at) => verdicts[at]!.effect !== "deny");
}

function settle(file: FilePlan, verdict: Verdict, who: Parameters<typeof settleBy>[1]): Answer | null {
  const settled = settleBy(verdict, who);
  if (settled === null) return null;
  return settled.kind === "yes"
    ? { action: "apply", digest: file.digest, by: settled.by, after: file.after }
    : { action: "reject", digest: file.digest, by: settled.by, reason: settled.reason };
}

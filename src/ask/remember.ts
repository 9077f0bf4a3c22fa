// From "always" to a rule that is kept: only a person's, only one that was on offer, only when the whole change was
// approved as it was shown. A rule that cannot be kept is reported; it never turns into a wider one.

import {
  isOffered,
  sandboxOf,
  THIS_SESSION,
  type Asked,
  type Decision,
  type Remember,
  type Remembered,
  type RuleLimit,
  type Verdict,
} from "../approval/index.ts";
import type { Call } from "./call.ts";
import type { Gate } from "./gate.ts";

/** Keeps the rule, or reports that it applies to the session only, or why there is none. */
export type KeepRule = (outcome: KeptRule) => Promise<void>;

export type KeptRule =
  | { readonly kind: "keep"; readonly rule: Remember }
  /** It counts already, until the session ends; there is nothing to store. */
  | { readonly kind: "session"; readonly rule: Remembered }
  | { readonly kind: "refused"; readonly rule: Remember; readonly why: string };

export type Question = { readonly digest: string; readonly call: Call; readonly verdict: Verdict };

export type KeepRuleOptions = {
  readonly keep?: KeepRule | undefined;
  readonly gate: Pick<Gate, "session" | "whyNotStored">;
};

export async function rememberRule(
  decision: Decision,
  questions: readonly Question[],
  { keep, gate }: KeepRuleOptions,
): Promise<void> {
  const { remember: rule } = decision;
  if (rule === undefined) return;
  const isForSession = (rule.session ?? null) !== null;
  const why =
    (await reasonAgainst(rule, decision, questions)) ??
    (isForSession ? noSession(rule, gate) : (gate.whyNotStored?.(sandboxOf(rule.path)) ?? null));
  if (why !== null) return keep?.({ kind: "refused", rule, why });
  const kept = isForSession ? (gate.session?.add(rule) ?? null) : null;
  await keep?.(kept === null ? { kind: "keep", rule } : { kind: "session", rule: kept });
}

/** Which rules this question can keep, so that a reviewer offers none that would be refused. */
export async function ruleLimit(
  { call, verdict }: Omit<Question, "digest">,
  { keep, gate }: KeepRuleOptions,
): Promise<RuleLimit | undefined> {
  const why = await whyNoEffect(call, verdict);
  if (why !== null) return { kept: "none", why: `A rule would have no effect, because ${why}.` };
  const [first] = call.targets;
  const unstored = keep === undefined ? "rules are not stored here" : gate.whyNotStored?.(sandboxOf(first?.path ?? ""));
  if (unstored == null) return gate.session === undefined ? { kept: "lasting", why: NOTHING_FOLLOWS } : undefined;
  const kept = gate.session === undefined ? "none" : "session";
  return { kept, why: `No rule can be kept for longer than this session, because ${unstored}.` };
}

const NOTHING_FOLLOWS = "Nothing is asked after this, so a rule for this session would have no effect.";

function noSession(rule: Remember, { session }: Pick<Gate, "session">): string | null {
  if (rule.session !== THIS_SESSION) return "it is for another session";
  return session === undefined ? "there is no session that it could hold for" : null;
}

async function reasonAgainst(
  rule: Remember,
  { items }: Decision,
  questions: readonly Question[],
): Promise<string | null> {
  if (!items.every(({ by }) => by.kind === "person")) return "only a person's answer can be remembered";
  // Chosen hunks and edited content are a no to what was proposed.
  const whole = items.filter((item) => item.action === "apply" && item.hunks === undefined);
  const approved = questions.filter(({ digest }) => whole.some((item) => item.digest === digest));
  const asked = approved.map(({ call }) => askedIn(call));
  if (!isOffered(rule, asked)) return "it matches nothing that was approved as a whole in this question";
  // Whatever asks before the sandbox's flag would go on asking: a rule that changes nothing must not look as if it did.
  const alone = approved.filter((_, at) => isOffered(rule, [asked[at]!]));
  const about = alone.length > 0 ? alone : approved;
  const reasons = await Promise.all(about.map(({ call, verdict }) => whyNoEffect(call, verdict)));
  const louder = reasons.find((why) => why !== null);
  if (louder === undefined || (isWide(rule) && reasons.includes(null))) return null;
  return `it would have no effect, because ${louder}`;
}

/** Why this is asked about whatever a person asks to keep; null when a rule would be heard. */
async function whyNoEffect(call: Call, { source, reason }: Verdict): Promise<string | null> {
  if (source !== "sandbox") return reason;
  return call.command === undefined ? null : ((await call.unasked?.whyAsk()) ?? null);
}

/** It is about more than the files of the question; for some of these it may have no effect. */
function isWide({ scope }: Remember): boolean {
  return scope === "root" || scope === "edits";
}

function askedIn({ tool, targets, command }: Call): Asked {
  return { tool, paths: [...new Set<string>(targets.flatMap(({ path, real }) => [path, real]))], command };
}

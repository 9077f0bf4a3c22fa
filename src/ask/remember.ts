// From "always" to a rule that is kept: only a person's, only one that was on offer, only when the whole change was
// approved as it was shown. A rule that cannot be kept is reported; it never turns into a wider one.

import { isOffered, THIS_SESSION, type Asked, type Decision, type Remember, type Verdict } from "../approval/index.ts";
import type { Call } from "./gate.ts";
import type { SessionRules } from "./session-rules.ts";

/** Keeps the rule, or reports that it applies to the session only, or why there is none. */
export type KeepRule = (outcome: KeptRule) => Promise<void>;

export type KeptRule =
  | { readonly kind: "keep"; readonly rule: Remember }
  /** It counts already, until the session ends; there is nothing to store. */
  | { readonly kind: "session"; readonly rule: Remember }
  | { readonly kind: "refused"; readonly rule: Remember; readonly why: string };

export type Question = { readonly digest: string; readonly call: Call; readonly verdict: Verdict };

export type KeepRuleOptions = { readonly keep?: KeepRule | undefined; readonly session?: SessionRules | undefined };

export async function rememberRule(
  decision: Decision,
  questions: readonly Question[],
  { keep, session }: KeepRuleOptions,
): Promise<void> {
  const { remember: rule } = decision;
  if (rule === undefined) return;
  const isForSession = (rule.session ?? null) !== null;
  const why = reasonAgainst(rule, decision, questions) ?? (isForSession ? noSession(rule, session) : null);
  if (why === null && isForSession) session?.add(rule);
  const kind = isForSession ? "session" : "keep";
  await keep?.(why === null ? { kind, rule } : { kind: "refused", rule, why });
}

function noSession(rule: Remember, session: SessionRules | undefined): string | null {
  if (rule.session !== THIS_SESSION) return "it is for another session";
  return session === undefined ? "there is no session that it could hold for" : null;
}

function reasonAgainst(rule: Remember, { items }: Decision, questions: readonly Question[]): string | null {
  if (!items.every(({ by }) => by.kind === "person")) return "only a person's answer can be remembered";
  // Chosen hunks and edited content are a no to what was proposed.
  const whole = items.filter((item) => item.action === "apply" && item.hunks === undefined);
  const approved = questions.filter(({ digest }) => whole.some((item) => item.digest === digest));
  if (
    !isOffered(
      rule,
      approved.map(({ call }) => askedIn(call)),
    )
  )
    return "it matches nothing that was approved as a whole in this question";
  // Whatever asks before the sandbox's flag would go on asking: a rule that changes nothing must not look as if it did.
  const about = approved.filter(({ call }) => isOffered(rule, [askedIn(call)]));
  const louder = about.find(({ verdict }) => verdict.source !== "sandbox");
  const isHeard = about.some(({ verdict }) => verdict.source === "sandbox");
  return louder === undefined || (isHeard && rule.scope === "root")
    ? null
    : `it would have no effect, because ${louder.verdict.reason}`;
}

function askedIn({ tool, targets }: Call): Asked {
  return { tool, paths: [...new Set<string>(targets.flatMap(({ path, real }) => [path, real]))] };
}

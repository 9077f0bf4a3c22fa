// The keys a and A of the plain reviewer: the rules on offer in words, and a number that keeps one. A rule is kept only
// after it was on the screen, and only when everything it came with was.

import { describeRemembered, type ApprovalPayload, type Remember } from "../../approval/index.ts";
import { lastingRules, sessionRules } from "../../review/index.ts";
import { plain, reveal, type Plain } from "../../text/index.ts";
import type { Terminal } from "../console.ts";
import { askInLines, sayInLines } from "./view.ts";
import { createPaint } from "../paint.ts";

export type RememberingOptions = {
  readonly terminal: Terminal;
  readonly mark: Plain;
  readonly signal: AbortSignal | undefined;
  /** What else the answer does: "Applies this change". */
  readonly does: Plain;
};

/** What may be kept, or why nothing may. `session`: until this session ends. */
export function rulesOnOffer(
  payload: ApprovalPayload,
  { session, isWhole }: { readonly session: boolean; readonly isWhole: boolean },
): { readonly rules: readonly Remember[]; readonly why: string } {
  const { offers, why } = session ? sessionRules([payload]) : lastingRules(payload);
  if (why !== null) return { rules: [], why };
  return isWhole
    ? { rules: offers, why: "" }
    : { rules: [], why: "Only what was shown as a whole can be remembered: v shows everything." };
}

/** What is said about a and A before they are typed, and which of them are not on offer. */
export function alwaysHint(payload: ApprovalPayload): {
  readonly hint: Plain | null;
  readonly without: readonly ("always" | "session")[];
} {
  const isLasting = lastingRules(payload).why === null;
  const isForSession = sessionRules([payload]).why === null;
  const session = isForSession ? plain`A those that end with this session` : null;
  const hint = isLasting
    ? plain`a shows rules that would allow this from now on${session === null ? plain`` : plain`; ${session}`}.`
    : isForSession
      ? plain`A shows rules that would allow this until this session ends.`
      : null;
  return { hint, without: [...(isLasting ? [] : ["always" as const]), ...(isForSession ? [] : ["session" as const])] };
}

/** The rule the person confirms by its number; null for none, "stop" when the terminal is gone. */
export async function askRule(
  rules: readonly Remember[],
  { terminal, mark, signal, does }: RememberingOptions,
): Promise<Remember | "stop" | null> {
  const paint = createPaint(terminal.colour);
  const width = { width: terminal.width, paint };
  terminal.write(sayInLines(plain`${does}, and from then on does without asking:`, width));
  for (const [at, rule] of rules.entries()) {
    const ending = rule.session ? plain`, until this session ends` : plain``;
    terminal.write(sayInLines(plain`${at + 1}) ${reveal(describeRemembered(rule))}${ending}`, width));
  }
  const keys = plain`[${rules.length === 1 ? plain`1` : plain`1-${rules.length}`}/n(one)]`;
  terminal.write(askInLines({ question: plain`Keep which rule?`, keys, mark }, width));
  const line = await terminal.line({ mark, ...(signal ? { signal } : {}) });
  if (line === null) return "stop";
  return /^[0-9]{1,4}$/.test(line.trim()) ? (rules[Number(line.trim()) - 1] ?? null) : null;
}

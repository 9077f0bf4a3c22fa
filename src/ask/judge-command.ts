// What the rules say about a command: no flag of a sandbox and no rule about files lets one run. A rule that a person kept
// for exactly this command does, where a command that no one was asked about may run at all.

import type { Policy, Verdict } from "../approval/index.ts";
import type { Call } from "./call.ts";

export function isCommand(tool: string): boolean {
  return tool === "shell" || tool === "eval";
}

/**
 * Without what a person said about files: rules that allow a path without naming a tool. Outside any sandbox only a rule
 * that names the tool is meant for it. Rules that were kept are asked for on their own.
 */
export function commandPolicy({ outside = false }: Call, policy: Policy): Policy {
  const isAboutFiles = ({ effect, tool, path }: Policy["user"][number]): boolean =>
    effect === "allow" && (tool === undefined || tool === "*") && (path !== undefined || outside);
  return { ...policy, user: policy.user.filter((rule) => !isAboutFiles(rule)), remembered: [] };
}

/** `verdict` is that of the config's rules, `kept` that with the rules a person asked to keep. */
export async function judgeCommand(call: Call, verdict: Verdict, kept: () => Promise<Verdict>): Promise<Verdict> {
  if (verdict.effect === "deny") return verdict;
  const { unasked, outside = false } = call;
  const isDefault = verdict.source === "sandbox";
  const reason = verdict.effect === "allow" ? verdict.reason : isDefault ? (unasked?.reason ?? null) : null;
  if (reason !== null) return unlessAsked(call, { ...ALLOWED, source: "user-rule", reason });
  if (!outside) {
    if (!isDefault) return verdict;
    const now = call.command === undefined ? verdict : await kept();
    return now.effect === "allow" ? unlessAsked(call, now) : { ...verdict, reason: ALWAYS };
  }
  const why = "it runs outside any sandbox, so only a person may approve it";
  // Said of the place, not of a path: what advice is given goes by the source.
  const source = verdict.source === "protected" ? "sandbox" : verdict.source;
  return { ...verdict, personOnly: true, source, reason: why };
}

const ALLOWED = { effect: "allow", personOnly: false } as const;
const ALWAYS = "commands always need approval";

/** A command runs without a question only where it can be confined as it must be then. */
async function unlessAsked({ unasked, outside = false }: Call, allowed: Verdict): Promise<Verdict> {
  const why = unasked === undefined ? "nothing says how it would be confined" : await unasked.whyAsk();
  if (why === null) return allowed;
  return { effect: "ask", personOnly: outside, source: "sandbox", reason: `it is asked about because ${why}` };
}

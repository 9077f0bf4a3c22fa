// Questions of the inbox in words, for a person: who asks, from where, and why one is over.

import { counted } from "../../base/index.ts";
import type { Asker, ClosedBecause, Outcome, QuestionSummary } from "../../inbox/index.ts";
import { findHost } from "../../hook/index.ts";
import { plain, reveal, type Plain } from "../../text/index.ts";

/** "mcp in /home/me/project, session s1": who asks, in the asker's own words. */
export function askerIn({ door, host, root, session }: Asker, ownHost: string): string {
  const machine = host === ownHost ? "" : ` on ${host}`;
  const run = session === null ? "" : `, session ${session}`;
  return `${door} in ${root}${machine}${run}`;
}

export function describeAsker(asker: Asker, ownHost: string): Plain {
  return reveal(askerIn(asker, ownHost));
}

/** What happens when no one has answered by then: a hook leaves that to its host, where the host asks by itself and no team is asked. */
export function describeDeadline({ door }: Asker, deadline: string, team: string | null): Plain {
  const by = timeOf({ asked_at: deadline });
  if (team !== null) return plain`Denied unless it is decided by ${by}`;
  const host = door.startsWith("hook:") ? findHost(door.slice("hook:".length)) : null;
  if (host === null) return plain`Rejected if not answered by ${by}`;
  return host.asks === "never"
    ? plain`Denied if not answered by ${by}`
    : plain`If no one answers by ${by}, ${reveal(host.title)} asks its own user`;
}

/** What became of a question. */
export type End =
  | Pick<Extract<Outcome, { kind: "answered" }>, "kind" | "decision">
  | { readonly kind: "closed"; readonly because: ClosedBecause };

/** "2026-11-16 21:15:42 UTC". */
export function timeOf({ asked_at }: Pick<QuestionSummary, "asked_at">): Plain {
  return reveal(`${asked_at.slice(0, 19).replace("T", " ")} UTC`);
}

export function describeEnd(outcome: End): Plain {
  if (outcome.kind === "closed") return CLOSED[outcome.because];
  const { items } = outcome.decision;
  const applied = items.filter(({ action }) => action !== "reject").length;
  if (applied === 0) return plain`It was answered: rejected.`;
  return applied === items.length
    ? plain`It was answered: approved.`
    : plain`It was answered: ${applied} of ${reveal(counted(items.length, "file"))} approved.`;
}

const CLOSED: Readonly<Record<ClosedBecause, Plain>> = {
  expired: plain`No one answered it in time.`,
  withdrawn: plain`It was withdrawn by its asker.`,
  "asker-ended": plain`The process that asked has ended.`,
  revoked: plain`The token of the machine that asked was revoked.`,
  damaged: plain`Its file in the state directory is damaged.`,
  removed: plain`Its file is no longer in the state directory.`,
};

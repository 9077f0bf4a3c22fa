// How a question of a team ended, in words, for lists and above the question.

import { peopleLabel } from "../../../approval/index.ts";
import type { TeamEnd } from "../../protocol.ts";

const CLOSED: Readonly<Record<string, string>> = {
  expired: "Denied: no one answered in time",
  withdrawn: "Withdrawn by the program that asked",
  "asker-ended": "Closed: the program that asked ended",
  revoked: "Closed: the token of its machine was revoked",
};

/** "Approved by Ann <1> and Bob <2>". Names in it may be anybody's. */
export function endInWords(outcome: TeamEnd, { home }: { readonly home: string | null }): string {
  if (outcome.kind === "closed") return CLOSED[outcome.because] ?? "Closed";
  const who = outcome.by.length === 0 ? "" : ` by ${peopleLabel(outcome.by, { home })}`;
  return `${outcome.result === "applied" ? "Approved" : "Rejected"}${who}`;
}

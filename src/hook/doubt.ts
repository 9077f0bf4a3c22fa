// What is answered where something is not certain: the host's own question where it is enforced, else no. Where a team
// answers, always no: the host would ask the user of this machine.

import type { HookAnswer, Host } from "./types.ts";

export const NO_REVIEWER = "no reviewer is attached to the inbox";

export const OPEN_ONE = "Run galley inbox in a terminal, or galley web, and try again.";

/** `why` is a clause or a sentence. `team`: the address of its inbox; null where the user answers. */
export function inDoubt(
  why: string,
  { host, team }: { readonly host: Host; readonly team: string | null },
): HookAnswer {
  const sentence = `${why.charAt(0).toUpperCase()}${why.slice(1).replace(/\.$/, "")}.`;
  if (team === null && host.asks !== "never") return { kind: "ask", reason: `Galley: ${sentence}` };
  const how = team !== null ? ` ${askTeam(team)}` : why === NO_REVIEWER ? ` ${OPEN_ONE}` : "";
  return { kind: "deny", reason: `Not approved: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}${how}` };
}

function askTeam(url: string): string {
  return `Only your team can approve it, at ${url}: tell the user, and make the same call again when someone is there to answer.`;
}

// What is answered where something is not certain: the host's own question where it is enforced, else no.

import type { HookAnswer, Host } from "./types.ts";

export const NO_REVIEWER = "no reviewer is attached to the inbox";

export const OPEN_ONE = "Run galley inbox in a terminal, or galley web, and try again.";

/** `why` is a clause or a sentence. */
export function inDoubt(why: string, host: Host): HookAnswer {
  const sentence = `${why.charAt(0).toUpperCase()}${why.slice(1).replace(/\.$/, "")}.`;
  if (host.asks !== "never") return { kind: "ask", reason: `Galley: ${sentence}` };
  const how = why === NO_REVIEWER ? ` ${OPEN_ONE}` : "";
  return { kind: "deny", reason: `Not approved: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}${how}` };
}

// Who decided about a change, in words. The log has it as `galley log` shows it: one word for each kind, joined by ", ".

import type { WebLogEntry } from "../../protocol.ts";

const WORDS: Readonly<Record<string, string>> = {
  person: "approved by a person",
  flag: "approved with --yes",
  rule: "allowed by a rule",
  hook: "left to the agent's own prompt",
  client: "approved in the agent's own dialog",
};

/** A word that is not known is shown as it is. */
export function decidersIn({ decided_by, undoes }: Pick<WebLogEntry, "decided_by" | "undoes">): string {
  if (undoes !== null) return "an undo";
  return decided_by
    .split(", ")
    .map((one) => (Object.hasOwn(WORDS, one) ? WORDS[one] : `decided by ${/^person \((.*)\)$/.exec(one)?.[1] ?? one}`))
    .join(", ");
}

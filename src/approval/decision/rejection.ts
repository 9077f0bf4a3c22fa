// Why something was not approved, in words that say who decided: the user, a rule, a hook, or no one.

import type { Actor } from "../types.ts";

/**
 * A sentence without its full stop where it ends in the user's own words. `what` was to be done: "Edit" gives "Edit
 * rejected by user". A rule's reason is a sentence of its own; without a user, the word "user" does not occur.
 */
export function describeRejection(
  { by, reason }: { readonly by: Actor; readonly reason: string | null },
  what: string,
): string {
  switch (by.kind) {
    case "person":
      return reason === null ? `${what} rejected by user` : `${what} rejected by user: ${reason}`;
    case "rule":
      return reason ?? `Not allowed: ${by.rule}.`;
    case "hook":
      return reason === null
        ? `${what} rejected by the hook ${by.hook}`
        : `${what} rejected by the hook ${by.hook}: ${reason}`;
    case "client":
      return reason === null ? `${what} rejected in ${by.client}` : `${what} rejected in ${by.client}: ${reason}`;
    case "flag":
      return reason === null
        ? `${what} rejected because of ${by.flag}`
        : `${what} rejected because of ${by.flag}: ${reason}`;
    case "nobody":
      return reason ?? `Not approved: ${by.why}.`;
    default:
      return by satisfies never;
  }
}

/** What a reviewer of ours says in place of a reason, where the person gave none. */
export const WITHOUT_REASON = {
  stopped: "You stopped the review.",
  interrupted: "Interrupted.",
  gone: "The terminal closed before an answer.",
  leftOut: "Every change to this file was left out.",
} as const;

/** The same for a model, which is not the one who reviewed. */
export function reasonForModel(reason: string): string {
  return reason === WITHOUT_REASON.stopped ? "The user stopped the review before deciding." : reason;
}

/** Whether it is a person's own reason: something that a model can act on. */
export function isOwnReason(reason: string): boolean {
  return !OURS.has(reason);
}

const OURS: ReadonlySet<string> = new Set(Object.values(WITHOUT_REASON));

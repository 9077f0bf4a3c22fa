// How much one turn may take. A model that calls tools without end is stopped by a number, not by patience.

import { counted } from "../../base/index.ts";
import type { Usage } from "../model.ts";

export type Limits = {
  /** Requests to the model in one turn; approvals in between do not start the count again. */
  readonly requests: number;
  /** Tokens in and out in one turn, where the model reports them; null: no limit. */
  readonly tokens: number | null;
  /** Characters of the conversation that a request carries; older tool results are left out beyond that. */
  readonly historyChars: number;
};

export const DEFAULT_LIMITS: Limits = { requests: 50, tokens: null, historyChars: 600_000 };

export type LimitEnding = { readonly kind: "limit"; readonly limit: keyof Limits; readonly message: string };

/** Looked at before every request. */
export function limitReached(limits: Limits, requests: number, usage: Usage): LimitEnding | null {
  if (requests >= limits.requests)
    return {
      kind: "limit",
      limit: "requests",
      message: `Stopped after ${counted(requests, "request")} in one turn, which is the limit. What was done so far is kept; say "continue" to resume.`,
    };
  const tokens = (usage.input ?? 0) + (usage.output ?? 0);
  if (limits.tokens !== null && tokens >= limits.tokens)
    return {
      kind: "limit",
      limit: "tokens",
      message: `Stopped after ${counted(tokens, "token")} in one turn; the limit is ${limits.tokens}. What was done so far is kept; say "continue" to resume.`,
    };
  return null;
}

// How much one turn may take. A model that calls tools without end is stopped by a number, not by patience.

import { counted, grouped } from "../../base/index.ts";
import type { Usage } from "../model.ts";

export type Limits = {
  /** Requests to the model in one turn; approvals in between do not start the count again. */
  readonly requests: number;
  /** Tokens in and out in one turn, where the model reports them; null: no limit. */
  readonly tokens: number | null;
  /** Milliseconds of one turn, without the time a person takes to answer; null: no limit. */
  readonly ms: number | null;
  /** Characters of the conversation that a request carries; null: as many as the model's window has room for. */
  readonly historyChars: number | null;
};

export const DEFAULT_LIMITS: Limits = { requests: 50, tokens: null, ms: null, historyChars: null };

export type LimitEnding = { readonly kind: "limit"; readonly limit: keyof Limits; readonly message: string };

/** What a turn has taken so far. */
export type Taken = { readonly requests: number; readonly usage: Usage; readonly ms: number };

/** Looked at before every request, and when one is cut off because its time is over. */
export function limitReached(limits: Limits, { requests, usage, ms }: Taken): LimitEnding | null {
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
      message: `Stopped after ${counted(tokens, "token")} in one turn; the limit is ${grouped(limits.tokens)}. What was done so far is kept; say "continue" to resume.`,
    };
  if (limits.ms !== null && ms >= limits.ms)
    return {
      kind: "limit",
      limit: "ms",
      message: `Stopped after ${counted(Math.round(limits.ms / 1000), "second")} in one turn, which is the limit. What was done so far is kept; say "continue" to resume.`,
    };
  return null;
}

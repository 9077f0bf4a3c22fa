// How much a model takes in one request, in tokens, and what of that is for the conversation and for selected files. The
// rest is for the map, instructions, tools and the answer. Pure.

import { nounFor } from "../base/index.ts";

export type ModelWindow = {
  /** Tokens of a request and its answer together. */
  readonly context: number;
  /** Tokens of an answer; null where that is not known. */
  readonly output: number | null;
  /** `assumed`: neither the provider nor the config says it. */
  readonly from: "provider" | "config" | "assumed";
  /** Whether it accepts images; missing where that is not known before it is tried. */
  readonly images?: boolean;
};

/** What a session has before a model says more: as much as the larger models take. */
export const DEFAULT_WINDOW: ModelWindow = { context: 200_000, output: null, from: "assumed" };

/** Tokens that the files shown whole may take. */
export function filesTokens({ context }: ModelWindow): number {
  return Math.floor(context / 4);
}

// A token is about four characters; what is estimated wrong must still fit.
const CHARS_PER_TOKEN = 4;
const FOR_HISTORY = 0.75;

/** Characters of the conversation that a request may carry. */
export function historyChars({ context }: ModelWindow): number {
  return Math.floor(context * FOR_HISTORY * CHARS_PER_TOKEN);
}

/** "12%", and never 0% of something. */
export function shareOf(tokens: number, { context }: ModelWindow): string {
  const percent = (tokens / context) * 100;
  return tokens > 0 && percent < 1 ? "under 1%" : `${Math.round(percent)}%`;
}

/** "200k", or the number where it is small. */
export function inThousands(tokens: number): string {
  return tokens < 10_000 ? String(tokens) : `${Math.round(tokens / 1000)}k`;
}

export function describeWindow({ context, from }: ModelWindow): string {
  const size = `${context.toLocaleString("en")} ${nounFor(context, "token")}`;
  if (from === "provider") return `the context window is ${size}, as the provider says`;
  if (from === "config") return `the context window is ${size}, as your config says`;
  return `the context window is not known, so ${size} are assumed; set context_tokens for this model in your config`;
}

// How much a model takes in one request, in tokens, and what of that is for the system prompt (with selected files, the map
// and instructions) and the conversation. The rest is for tools, the answer, and what was estimated wrong. Pure.

import { grouped, nounFor } from "../base/index.ts";

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

// A token is about four characters of prose and fewer of code; what is estimated wrong must still fit.
const CHARS_PER_TOKEN = 4;
const FOR_INPUT = 0.75;
/** Where the answer has its room, only the estimate needs some. */
const BESIDE_OUTPUT = 0.85;
const LEAST_HISTORY = 0.25;

/** Characters of the conversation that a request may carry beside a system prompt of this length. */
export function historyChars({ context, output }: ModelWindow, systemChars: number): number {
  // Some providers refuse a request that leaves no room for the longest answer.
  const besideOutput = (context - Math.min(output ?? 0, context / 2)) * BESIDE_OUTPUT;
  const input = Math.min(context * FOR_INPUT, besideOutput) * CHARS_PER_TOKEN;
  return Math.floor(Math.max(context * LEAST_HISTORY * CHARS_PER_TOKEN, input - systemChars));
}

/** "12%", and never 0% of something. */
export function shareOf(tokens: number, { context }: ModelWindow): string {
  const percent = (tokens / context) * 100;
  return tokens > 0 && percent < 1 ? "under 1%" : `${Math.round(percent)}%`;
}

/** "200k", or the number where it is small. */
export function inThousands(tokens: number): string {
  return tokens < 10_000 ? grouped(tokens) : `${Math.round(tokens / 1000)}k`;
}

export function describeWindow({ context, from }: ModelWindow): string {
  const size = `${grouped(context)} ${nounFor(context, "token")}`;
  if (from === "provider") return `the context window is ${size}, as the provider says`;
  if (from === "config") return `the context window is ${size}, as your config says`;
  return `the context window is not known, so ${size} are assumed; set context_tokens for this model in your config`;
}

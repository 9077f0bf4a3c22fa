// Tokens and costs in a few characters.

import type { Usage } from "./item-types.ts";

/** "12.3k in · 890 out"; "" where the model says nothing about it. */
export function usageInWords({ input_tokens, output_tokens }: Usage): string {
  return [
    ...(input_tokens === null ? [] : [`${short(input_tokens)} in`]),
    ...(output_tokens === null ? [] : [`${short(output_tokens)} out`]),
  ].join(" · ");
}

/** An estimate; "" when the price is not known. */
export function costInWords(usd: number | null): string {
  if (usd === null) return "";
  return usd < 0.01 ? "under $0.01" : `about $${usd.toFixed(2)}`;
}

function short(count: number): string {
  if (count < 1_000) return String(count);
  if (count < 100_000) return `${(count / 1_000).toFixed(1)}k`;
  return count < 1_000_000 ? `${Math.round(count / 1_000)}k` : `${(count / 1_000_000).toFixed(1)}M`;
}

// What tokens cost at the providers whose prices are public, in US dollars for a million. Prices change: what is shown
// is an estimate and says so; a model that is not listed has no price here.

import type { Usage } from "../model.ts";

type Price = { readonly input: number; readonly output: number; readonly cached: number };

/** The longest beginning that fits counts. As published when this was written. */
const PRICES: readonly (readonly [string, Price])[] = [
  ["anthropic/claude-opus-4-5", { input: 5, output: 25, cached: 0.5 }],
  ["anthropic/claude-opus-4", { input: 15, output: 75, cached: 1.5 }],
  ["anthropic/claude-sonnet-4", { input: 3, output: 15, cached: 0.3 }],
  ["anthropic/claude-haiku-4-5", { input: 1, output: 5, cached: 0.1 }],
  ["anthropic/claude-3-5-haiku", { input: 0.8, output: 4, cached: 0.08 }],
  ["openai/gpt-5", { input: 1.25, output: 10, cached: 0.125 }],
  ["openai/gpt-5-mini", { input: 0.25, output: 2, cached: 0.025 }],
  ["openai/gpt-5-nano", { input: 0.05, output: 0.4, cached: 0.005 }],
  ["openai/gpt-4.1", { input: 2, output: 8, cached: 0.5 }],
  ["openai/gpt-4.1-mini", { input: 0.4, output: 1.6, cached: 0.1 }],
  ["openai/gpt-4o", { input: 2.5, output: 10, cached: 1.25 }],
  ["openai/gpt-4o-mini", { input: 0.15, output: 0.6, cached: 0.075 }],
  ["google/gemini-2.5-pro", { input: 1.25, output: 10, cached: 0.31 }],
  ["google/gemini-2.5-flash", { input: 0.3, output: 2.5, cached: 0.075 }],
];

/** Dollars, or null where the price or the tokens are not known. */
export function estimateCost(model: string, { input, output, cached }: Usage): number | null {
  const fitting = PRICES.filter(([name]) => model === name || model.startsWith(`${name}-`));
  const price = fitting.toSorted(([a], [b]) => b.length - a.length)[0]?.[1];
  if (price === undefined || (input === null && output === null)) return null;
  const fresh = Math.max(0, (input ?? 0) - (cached ?? 0));
  return (fresh * price.input + (cached ?? 0) * price.cached + (output ?? 0) * price.output) / 1_000_000;
}

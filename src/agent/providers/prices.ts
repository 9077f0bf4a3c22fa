// What tokens cost, in US dollars for a million, as the user's config says it. There is no list of prices here: it would
// go out of date without anyone noticing.

import type { Price, Usage } from "../model.ts";

/** Dollars, or null where the price or the tokens are not known. */
export function estimateCost(price: Price | null | undefined, { input, output, cached }: Usage): number | null {
  if (price === null || price === undefined || (input === null && output === null)) return null;
  const fresh = Math.max(0, (input ?? 0) - (cached ?? 0));
  const fromCache = (cached ?? 0) * (price.cached ?? price.input);
  return (fresh * price.input + fromCache + (output ?? 0) * price.output) / 1_000_000;
}

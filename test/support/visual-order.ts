// In which order a terminal with the bidirectional algorithm draws a row, and whether that can be read as something else.

import bidi from "bidi-js";

// Its types are those of a module with a default export; what Node gives is that export itself.
const { getEmbeddingLevels, getReorderedIndices } = (bidi as unknown as typeof bidi.default)();

/**
 * Null when everything outside of "⢸…⡇" is drawn from left to right in its order, and each such run is in its place;
 * else what would be seen. Terminals differ in how they take a row's direction: both ways are looked at.
 */
export function deceivingOrder(row: string): string | null {
  if (!/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u.test(row)) return null;
  // The library knows the first plane as it was in Unicode 13: a letter of another plane is replaced by one of those, and
  // so is a mark, which later versions have more of (it takes U+08CA for a letter).
  const known = row.replaceAll(/[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]|(?=\p{M})[\u0590-\u08ff]/gu, (letter) =>
    /\p{M}/u.test(letter) ? "\u05b0" : "א",
  );
  for (const direction of ["ltr", "auto"] as const) {
    const order = getReorderedIndices(known, getEmbeddingLevels(known, direction));
    const tokens = tokensOf(known);
    const seen = withoutRepeats(order.map((at) => tokens[at]!));
    if (seen.join() !== withoutRepeats(tokens).join()) return order.map((at) => known[at]).join("");
  }
  return null;
}

/** For each code unit what it belongs to: itself, or its run. */
function tokensOf(row: string): readonly number[] {
  const tokens = Array.from({ length: row.length }, (_, at) => at);
  for (const { 0: run, index } of row.matchAll(/⢸[^⢸⡇]*⡇/g))
    for (let at = index + 1; at < index + run.length - 1; at += 1) tokens[at] = index + 1;
  return tokens;
}

function withoutRepeats(tokens: readonly number[]): readonly number[] {
  return tokens.filter((token, at) => token !== tokens[at - 1]);
}

// The map as text within a budget of tokens: files in the order of their best definition, definitions in the order of
// the file. What had no room is counted at the end, never left out in silence.

import type { Ranked } from "./rank.ts";
import { runAtOnce, type Steps } from "./steps.ts";

export type Drawn = { readonly text: string; readonly shown: number; readonly tokens: number };

/** About what models count: four characters of code a token. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

/** As many of the best definitions as fit. */
export function drawMap(ranked: readonly Ranked[], tokens: number): Drawn {
  return runAtOnce(drawSteps(ranked, tokens));
}

/** The same in small steps, so that other work can have its turn between them. */
export function* drawSteps(ranked: readonly Ranked[], tokens: number): Steps<Drawn> {
  let least = 0;
  // A definition takes more than one token, so no more than these can fit.
  let most = Math.min(ranked.length, tokens);
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (estimateTokens(draw(ranked, middle)) <= tokens) least = middle;
    else most = middle - 1;
    yield;
  }
  const text = draw(ranked, least);
  return { text, shown: least, tokens: estimateTokens(text) };
}

function draw(ranked: readonly Ranked[], count: number): string {
  const files = new Map<string, Ranked[]>();
  for (const each of ranked.slice(0, count)) {
    const known = files.get(each.path);
    if (known === undefined) files.set(each.path, [each]);
    else known.push(each);
  }
  const last = ranked.slice(0, count).reduce((most, { definition }) => Math.max(most, definition.line), 1);
  const width = String(last).length;
  const parts = [...files].map(([path, own]) =>
    [
      path,
      ...own
        .toSorted((one, other) => one.definition.line - other.definition.line)
        .map(
          ({ definition: { line, depth, signature } }) =>
            `${String(line).padStart(width + 2)}  ${"  ".repeat(Math.min(depth, 4))}${signature}`,
        ),
    ].join("\n"),
  );
  const left = ranked.length - count;
  if (left > 0) parts.push(`[${left} more definitions had no room in this map]`);
  return parts.length === 0 ? "" : `${parts.join("\n\n")}\n`;
}

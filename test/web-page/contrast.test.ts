// Text on the page can be read in light and in dark: every pair of colours that carries text has a contrast of 4.5:1,
// every edge of a control 3:1 (WCAG 2, 1.4.3 and 1.4.11).

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const css = readFileSync(join(import.meta.dirname, "../../src/web/page/style/tokens.css"), "utf8");
const colours = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);/g)].map(([, name, light, dark]) => [
    name!,
    { light: light!, dark: dark! },
  ]),
);

/** Backgrounds → what is written on each. */
const TEXT_ON: Readonly<Record<string, readonly string[]>> = {
  ground: ["text", "dim", "accent", "good", "bad", "warn", "comment", "literal", "keyword", "number", "mark"],
  side: ["text", "dim", "accent", "good", "bad", "warn", "comment", "literal", "keyword", "number"],
  raised: ["text", "dim", "accent", "good", "bad", "warn", "comment", "literal", "keyword", "number"],
  hover: ["text", "dim", "accent"],
  active: ["text", "dim"],
  accent: ["on-accent"],
  "accent-hover": ["on-accent"],
  "accent-soft": ["text", "dim", "accent"],
  "good-soft": ["text", "good"],
  "bad-soft": ["text", "bad"],
  "warn-soft": ["text", "warn"],
  added: ["text", "added-sign", "number", "comment", "literal", "keyword"],
  "added-word": ["text", "comment", "literal", "keyword"],
  removed: ["text", "removed-sign", "number", "comment", "literal", "keyword"],
  "removed-word": ["text", "comment", "literal", "keyword"],
  fold: ["text", "dim", "number", "accent"],
  "mark-soft": ["mark"],
};

const EDGES: readonly [string, string][] = ["ground", "side", "raised"].map((on) => [on, "edge"]);

describe.each(["light", "dark"] as const)("%s", (theme) => {
  const contrast = (on: string, ink: string): number => ratio(colours.get(on)![theme], colours.get(ink)![theme]);

  test.each(Object.entries(TEXT_ON))("text on %s", (on, inks) => {
    for (const ink of inks) expect(contrast(on, ink), `${ink} on ${on}`).toBeGreaterThanOrEqual(4.5);
  });

  test.each(EDGES)("edges of controls on %s", (on, edge) => expect(contrast(on, edge)).toBeGreaterThanOrEqual(3));
});

function ratio(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (high! + 0.05) / (low! + 0.05);
}

/** WCAG 2's relative luminance. */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

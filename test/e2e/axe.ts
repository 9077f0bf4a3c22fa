// What axe-core finds on a page that keeps someone from using it.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type Found = { readonly id: string; readonly impact: string; readonly nodes: readonly { readonly html: string }[] };

/** Serious and critical problems; of one rule, where it is given. */
export async function problemsOf(page: Page, { rule }: { readonly rule?: string } = {}): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const options = { resultTypes: ["violations"], ...(rule !== undefined && { runOnly: [rule] }) };
  const run = `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`;
  const violations = (await page.evaluate(run)) as readonly Found[]; // What axe.run gives.
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

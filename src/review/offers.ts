// What may be remembered from a page: only what was approved as it was suggested, and only when all of it was seen.

import { askedBy, offersFor, THIS_SESSION, type Remember } from "../approval/index.ts";
import { isWhole } from "./content.ts";
import type { Page } from "./types.ts";

/** The rules on offer, narrowest first, or why there are none. */
export function rulesFor(page: Page): { readonly offers: readonly Remember[]; readonly why: string | null } {
  if (page.kind !== "change") return none("Nothing can be remembered from this question.");
  if (page.edited || !isWhole(page)) return none("Only a change applied as suggested can be remembered.");
  if (page.payload.risks.some(({ kind }) => kind === "protected")) {
    return none("A protected path is asked about every time.");
  }
  if (!page.seen.all) return none("Scroll to the end first: only what was shown as a whole can be remembered.");
  const offers = offersFor(askedBy(page.payload));
  return offers.length === 0
    ? none("A rule for one path would cover only half of a move or a link.")
    : { offers, why: null };
}

/**
 * One rule for everything in the sandbox until this session ends, on offer when every page of the question was seen and
 * is taken as suggested.
 */
export function allRules(pages: readonly Page[]): {
  readonly offers: readonly Remember[];
  readonly why: string | null;
} {
  const changes = pages.filter((page) => page.kind !== "open");
  if (changes.some((page) => !page.seen.all)) {
    return none("Look at every file to its end first: only what was shown as a whole can be remembered.");
  }
  const each = changes.map(rulesFor);
  const why = each.find((rules) => rules.why !== null)?.why ?? null;
  if (why !== null) return none(why);
  const widest = each.map(({ offers }) => offers.at(-1)!);
  const [first] = widest;
  if (first === undefined) return none("Nothing can be remembered from this question.");
  if (widest.some(({ path }) => path !== first.path))
    return none("The files are in several sandboxes; a rule is for one.");
  return { offers: [{ ...first, session: THIS_SESSION }], why: null };
}

function none(why: string): { readonly offers: readonly Remember[]; readonly why: string } {
  return { offers: [], why };
}

// What may be remembered from a page: only what was approved as it was suggested, only when all of it was seen, and
// nothing that the asker would refuse.

import {
  askedBy,
  offersFor,
  sessionOffersFor,
  type ApprovalPayload,
  type Asked,
  type Remember,
} from "../approval/index.ts";
import { isWhole } from "./content.ts";
import type { Page, Review } from "./types.ts";

/** The rules on offer, narrowest first, or why there are none. */
export type Offered = { readonly offers: readonly Remember[]; readonly why: string | null };

/** The rule that was agreed to; null where a page that it was agreed to for was rejected, changed or left open since. */
export function keptRuleOf({ remember, pages }: Pick<Review, "remember" | "pages">): Remember | null {
  const isMeant = remember?.pages.every((at) => {
    const page = pages[at];
    return page?.answer?.kind === "apply" && whyNotAsSuggested(page) === null;
  });
  return remember !== null && isMeant === true ? remember.rule : null;
}

/** The rules that last until they are revoked. */
export function rulesFor(page: Page): Offered {
  const payload = payloadOf(page);
  if (payload === null) return none(NOTHING);
  const limit = whyNotAsSuggested(page) ?? whyNoRule(payload, "lasting");
  if (limit !== null) return none(limit);
  if (!page.seen.all) return none("Scroll to the end first: only what was shown as a whole can be remembered.");
  return lastingRules(payload);
}

/** The same of a question alone, all of which was shown. */
export function lastingRules(payload: ApprovalPayload): Offered {
  const asked = askedIn(payload);
  const why = whyNoRule(payload, "lasting");
  return why === null && asked !== null ? offered(offersFor(asked), [payload]) : none(why ?? NOTHING);
}

/** Rules until this session ends, on offer when every page of the question was seen and is taken as suggested. */
export function allRules(pages: readonly Page[]): Offered {
  const changes = pages.filter((page) => page.kind !== "open" && page.answer?.kind !== "reject");
  const payloads = changes.flatMap((page) => payloadOf(page) ?? []);
  const limit = sessionLimit(payloads);
  if (limit !== null) return none(limit);
  if (changes.some((page) => !page.seen.all)) {
    return none("Look at every file to its end first: only what was shown as a whole can be remembered.");
  }
  const why = changes.map(whyNotAsSuggested).find((each) => each !== null) ?? null;
  return why === null ? sessionRules(payloads) : none(why);
}

/** The same of questions alone, all of which were shown. */
export function sessionRules(payloads: readonly ApprovalPayload[]): Offered {
  const why = sessionLimit(payloads);
  if (why !== null) return none(why);
  const asked = payloads.map(askedIn);
  return offered(sessionOffersFor(asked.filter((one) => one !== null)), payloads);
}

function sessionLimit(payloads: readonly ApprovalPayload[]): string | null {
  return payloads.map((payload) => whyNoRule(payload, "session")).find((each) => each !== null) ?? null;
}

/** A key that can only ever explain why not is not worth a place on the screen. */
export function canBeRemembered(page: Page): boolean {
  const payload = payloadOf(page);
  return payload !== null && whyNotAsSuggested(page) === null && lastingRules(payload).why === null;
}

const NOTHING = "Nothing can be remembered from this question.";

function payloadOf(page: Page): ApprovalPayload | null {
  return page.kind === "open" ? null : page.payload;
}

function whyNotAsSuggested(page: Page): string | null {
  const isChanged = page.kind === "change" && (page.edited || !isWhole(page));
  return isChanged ? "Only a change applied as suggested can be remembered." : null;
}

function whyNoRule({ risks, rules }: ApprovalPayload, kind: "lasting" | "session"): string | null {
  if (risks.some((risk) => risk.kind === "protected")) return "A protected path is asked about every time.";
  if (rules === undefined || rules.kept === kind) return null;
  return rules.kept === "session" ? `${rules.why} A offers rules for this session.` : rules.why;
}

function askedIn(payload: ApprovalPayload): Asked | null {
  return payload.type === "batch" ? null : askedBy(payload);
}

function offered(offers: readonly Remember[], payloads: readonly ApprovalPayload[]): Offered {
  return offers.length === 0 ? none(whyNothing(payloads)) : { offers, why: null };
}

function whyNothing(payloads: readonly ApprovalPayload[]): string {
  const [first] = payloads;
  if (first === undefined) return NOTHING;
  if (first.type === "shell")
    return first.where === "host"
      ? "A command that nothing confines is asked about every time."
      : "No rule can be kept for a command this long, or in a folder that a link leads to.";
  if (payloads.some(({ sandbox }) => sandbox !== first.sandbox))
    return "The files are in several sandboxes; a rule is for one.";
  if (first.type === "read" && first.target === undefined) return NOTHING;
  return "A rule for one path would cover only half of a move or a link.";
}

function none(why: string): Offered {
  return { offers: [], why };
}

// An answer to a whole question at once, for a caller without a screen. It goes through the same pages as a review, so
// what it is bound to is computed in the same place.

import type { ApprovalPayload, Decision } from "../approval/index.ts";
import { canChoose } from "./content.ts";
import { decisionOf } from "./decide.ts";
import { openReview } from "./open.ts";
import type { ChangePage, Page } from "./types.ts";

export type WholeAnswer =
  /** `hunks`: only these changes, of a question about one file. */
  | { readonly kind: "apply"; readonly hunks?: readonly number[] }
  | { readonly kind: "reject"; readonly reason: string | null };

export type Answered =
  | { readonly kind: "decision"; readonly decision: Decision }
  | { readonly kind: "refused"; readonly why: string };

/** Every file gets the same answer. Edits without a place stay without one. */
export function answerWhole(payload: ApprovalPayload, answer: WholeAnswer): Answered {
  const review = openReview(payload);
  const chosen =
    answer.kind === "apply" && answer.hunks !== undefined ? choose(review.pages, answer.hunks) : review.pages;
  if (typeof chosen === "string") return { kind: "refused", why: chosen };
  const pages = chosen.map((page) =>
    page.kind === "open" ? page : { ...page, answer: answer.kind === "apply" ? APPLY : answer },
  );
  return { kind: "decision", decision: decisionOf({ ...review, pages }, { unanswered: "" }) };
}

const APPLY = { kind: "apply" } as const;

/** The pages with these changes chosen, or why that cannot be. */
function choose(pages: readonly Page[], hunks: readonly number[]): readonly Page[] | string {
  const [page, ...others] = pages.filter(({ kind }) => kind !== "open");
  if (page === undefined || page.kind !== "change" || others.length > 0)
    return "Changes can be chosen only in a question about one file.";
  const { changes } = page;
  if (hunks.length === 0) return "No change is chosen. Reject the question instead.";
  const wrong = hunks.find((hunk) => !Number.isInteger(hunk) || hunk < 0 || hunk >= changes.length);
  if (wrong !== undefined) return `There is no change ${wrong}: they are numbered from 0 to ${changes.length - 1}.`;
  const chosen: ReadonlySet<number> = new Set(hunks);
  if (chosen.size < changes.length && !canChoose(page)) return "This change can only be applied as a whole.";
  return pages.map((each) => (each === page ? ({ ...page, chosen } satisfies ChangePage) : each));
}

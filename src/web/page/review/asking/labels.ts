// What the buttons of a review say: exactly what a click will do. Our own words; no name from outside is in them.

import { counted } from "../../../../base/index.ts";
import {
  choiceWords,
  canChoose,
  isDone,
  isWhole,
  type ChangePage,
  type Page,
  type PageComment,
  type Review,
} from "../../../../review/index.ts";

export type Labels = {
  readonly apply: string;
  readonly reject: string;
  /** Why there is nothing to apply; null when there is. */
  readonly nothing: string | null;
};

export function labelsOf({ purpose }: Pick<Review, "purpose">, page: Page): Labels {
  switch (page.kind) {
    case "change":
      return purpose === "work-tree" ? keeping(page) : applying(page);
    case "open": {
      const place = page.edit.places[page.place];
      return {
        apply: place === undefined ? "No place to put it" : choiceWords(place),
        reject: "Leave it out",
        nothing: place === undefined ? "There is no place to choose." : null,
      };
    }
    case "plain":
      return { apply: PLAIN[page.payload.type] ?? "Approve", reject: "Reject", nothing: null };
    default:
      return page satisfies never;
  }
}

/** Every label that the buttons of this page may get while it is reviewed: room is kept for the longest. */
export function labelsToCome(review: Pick<Review, "purpose">, page: Page): readonly Labels[] {
  if (page.kind !== "change") return [labelsOf(review, page)];
  const { changes } = page;
  const all = [...changes.keys()];
  const choices = canChoose(page) ? [all, all.slice(1), []] : [all];
  const comment: PageComment = { side: "new", from: 1, to: 1, text: "" };
  const comments = Array.from({ length: Math.max(9, page.comments.length) }, () => comment);
  return [[], [comment], comments].flatMap((said) =>
    [
      ...choices.map((chosen) => ({ edited: false, chosen: new Set(chosen) })),
      { edited: true, chosen: page.chosen },
    ].map((state) => labelsOf(review, { ...page, ...state, comments: said })),
  );
}

const PLAIN: Readonly<Record<string, string>> = {
  read: "Allow reading",
  shell: "Run this command",
  call: "Call this tool",
};

function applying(page: ChangePage): Labels {
  const { comments } = page;
  const reject = comments.length === 0 ? "Reject" : `Reject with ${counted(comments.length, "comment")}`;
  const send = comments.length === 0 ? "" : ` with ${counted(comments.length, "comment")}`;
  if (page.edited) return { apply: `Apply your version${send}`, reject, nothing: null };
  if (isEmpty(page))
    return { apply: `Apply 0 of ${counted(page.changes.length, "change")}`, reject, nothing: NO_CHANGE };
  if (!isWhole(page)) return { apply: `Apply ${partOf(page)}${send}`, reject, nothing: null };
  return { apply: `${wholeOf(page)}${send}`, reject, nothing: null };
}

const NO_CHANGE = "No change is chosen. Include one, or reject.";

function keeping(page: ChangePage): Labels {
  const reject = revertOf(page);
  if (page.edited) return { apply: "Keep your version", reject, nothing: null };
  // Keeping none of the changes is the same as reverting, which is said on its own button.
  if (isEmpty(page))
    return { apply: `Keep 0 of ${counted(page.changes.length, "change")}`, reject, nothing: "No change is chosen." };
  if (!isWhole(page)) {
    const left = page.changes.length - page.chosen.size;
    return { apply: `Keep ${partOf(page)}, revert ${left}`, reject, nothing: null };
  }
  return { apply: page.proposal === null ? "Keep it deleted" : "Keep", reject, nothing: null };
}

function revertOf({ payload, before, proposal }: ChangePage): string {
  if (proposal === null) return "Revert: bring the file back";
  if (before === null && payload.type !== "move") return "Revert: delete the file";
  return "Revert";
}

function isEmpty({ chosen, changes, payload }: ChangePage): boolean {
  return changes.length > 0 && chosen.size === 0 && payload.type !== "move";
}

function partOf({ chosen, changes }: ChangePage): string {
  return `${chosen.size} of ${counted(changes.length, "change")}`;
}

function wholeOf({ payload, before, proposal, changes }: ChangePage): string {
  if (proposal === null) return "Delete this file";
  if (payload.type === "move") return changes.length === 0 ? "Move this file" : "Move and change this file";
  if (before === null) return "Create this file";
  if (changes.length === 0) return "Apply";
  return changes.length === 1 ? "Apply 1 change" : `Apply all ${counted(changes.length, "change")}`;
}

/** What happens after this answer: others are asked first, or all of them are sent. Null for a question of one page. */
export function afterAnswer(review: Review): string | null {
  if (review.pages.length < 2) return null;
  const left = review.pages.filter((page, at) => at !== review.at && !isDone(review, page)).length;
  return left === 0
    ? `The last one: answering it sends all ${review.pages.length} answers.`
    : `${left} more to decide; nothing is sent before the last.`;
}

// What comes back from an editor. Changed text becomes the page's proposal and is shown again before anybody can
// approve it; an editor that failed has answered nothing.

import { editedPayload, isEditable } from "../approval/index.ts";
import { asText, diffLines, type Text } from "../text/index.ts";
import { contentOf } from "./content.ts";
import { untouched } from "./open.ts";
import { hunkText } from "./reading/edit-hunk.ts";
import type { ChangePage, Edited, Review, Stage } from "./types.ts";

const READING: Stage = { kind: "reading" };

export function editorClosed(review: Review, outcome: Edited): Review {
  const back: Review = { ...review, stage: READING };
  const page = review.pages[review.at];
  if (page?.kind !== "change") return back;
  const own =
    review.stage.kind === "editing" && review.stage.hunk !== undefined ? hunkText(page, review.stage.hunk) : null;
  switch (outcome.kind) {
    case "failed":
      return { ...back, notice: outcome.message };
    case "unchanged":
      if (own !== null) return { ...back, notice: outcome.atOnce === true ? ENDED_AT_ONCE : SAME };
      return unchanged(back, page, outcome);
    case "changed":
      return changed(back, page, own === null ? outcome : { ...outcome, content: own.whole(outcome.content) });
    default:
      return outcome satisfies never;
  }
}

/** What the person hears about an editor that did not wait. */
export const ENDED_AT_ONCE =
  "Your editor ended at once and the file is untouched: nothing is answered. If it opens a window of its own, give it " +
  "the option that makes it wait.";

/** What the person hears about an editor that was closed without saving. */
export const NOT_SAVED = "You closed the editor without saving: nothing is answered.";

function unchanged(review: Review, page: ChangePage, outcome: Extract<Edited, { kind: "unchanged" }>): Review {
  const notes = outcome.notes ?? [];
  if (outcome.atOnce === true) return { ...review, notice: ENDED_AT_ONCE };
  if (outcome.saved !== true && review.editorNoChange !== "apply") return { ...review, notice: NOT_SAVED };
  return put(review, { ...page, answer: { kind: "apply" }, notes });
}

function changed(review: Review, page: ChangePage, edited: Extract<Edited, { kind: "changed" }>): Review {
  if (edited.content === contentOf(page)) return review;
  const fresh = withText(page, edited.content);
  if (fresh === null) return { ...review, notice: "Your text contains a lone surrogate, which UTF-8 cannot encode." };
  const leaves = fresh.changes.length === 0 && page.before !== null && page.payload.type !== "move";
  const notice = [leaves ? LEAVES : YOURS, ...(edited.notes ?? [])].join(" ");
  return { ...put(review, fresh), painted: false, notice };
}

/** The page with a person's own text; null for a text that cannot be written. */
export function withText(page: ChangePage, content: string): ChangePage | null {
  const text = asText(content);
  if (text === null) return null;
  const isSuggestion = text === page.payload.suggested_content;
  return {
    ...page,
    shown: isSuggestion || !isEditable(page.payload) ? page.payload : editedPayload(page.payload, text),
    proposal: text,
    edited: !isSuggestion,
    ...untouched(diffLines(page.before ?? EMPTY, text)),
  };
}

const EMPTY = "" as Text; // No text is well-formed text.

// The rest of the file was not in the editor, so this is no yes to it.
const SAME = "You left this change as it was: nothing is answered.";
const YOURS = "This is your version. It is not written yet.";
const LEAVES = "Your text leaves the file as it is: nothing would be written.";

function put(review: Review, page: ChangePage): Review {
  return { ...review, pages: review.pages.with(review.at, page) };
}

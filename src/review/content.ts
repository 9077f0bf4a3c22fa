// The exact text that a page shows, and the answer bound to it. What is returned here is what must be on the screen.

import { versionOf, type Digest, type Version } from "../base/index.ts";
import { WITHOUT_REASON, type Answer } from "../approval/index.ts";
import { composedParts, encode, type Text } from "../text/index.ts";
import { chosenHunks } from "./reading/parts-of-hunks.ts";
import type { ChangePage, PageAnswer, PlainPage } from "./types.ts";

/** What would be written with the changes chosen now; null deletes the file. */
export function contentOf(page: ChangePage): Text | null {
  if (page.proposal === null || isWhole(page)) return page.proposal;
  const parts = composedParts(page.before ?? EMPTY, page.proposal, page.changes, page.chosen);
  return parts.join("") as Text; // Whole lines of well-formed texts are well-formed.
}

/** Every change of the proposal is chosen. */
export function isWhole({ changes, chosen }: ChangePage): boolean {
  return chosen.size === changes.length;
}

/** A deletion or a new file is answered as a whole; so is a file with a single change, unless it also moves. */
export function canChoose({ before, proposal, changes, payload }: ChangePage): boolean {
  if (before === null || proposal === null) return false;
  return changes.length > (payload.type === "move" ? 0 : 1);
}

export function answerOf(page: ChangePage | PlainPage, answer: PageAnswer): Answer {
  const { payload } = page;
  const digest = payload.digest as Digest; // The asker made it with digestOf.
  if (answer.kind === "reject") return reject(digest, answer.reason);
  if (page.kind === "plain") return { action: "apply", digest, by: PERSON, after: plainAfter(page) };
  const content = contentOf(page);
  const after = content === null ? null : versionOf(encode(content));
  if (page.edited && content !== null && after !== null) {
    return { action: "modify", digest, by: PERSON, content, after };
  }
  if (page.chosen.size === 0 && page.changes.length > 0 && payload.type !== "move") {
    return reject(digest, WITHOUT_REASON.leftOut);
  }
  if (isWhole(page)) return { action: "apply", digest, by: PERSON, after };
  const hunks = chosenHunks(page);
  // A part of a hunk has no name in the question: the answer is the text itself.
  if (hunks === null && content !== null && after !== null)
    return { action: "modify", digest, by: PERSON, content, after };
  return { action: "apply", digest, by: PERSON, hunks: [...(hunks ?? [])], after };
}

const EMPTY = "" as Text; // No text is well-formed text.
const PERSON = { kind: "person" } as const;

function reject(digest: Digest, reason: string | null): Answer {
  return { action: "reject", digest, by: PERSON, ...(reason === null ? {} : { reason }) };
}

/** A change shown by its description alone is bound to what the question says; a read or a command writes nothing. */
function plainAfter({ payload }: PlainPage): Version | null {
  return "after" in payload ? (payload.after as Version | null) : null; // The asker made it with versionOf.
}

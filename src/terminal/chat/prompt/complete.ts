// The Tab key: one choice is taken, several are taken as far as they agree and shown.

import { edit, type Draft } from "./draft.ts";
import type { ChatOptions } from "../types.ts";

const SHOWN = 40;

type Completed = { readonly draft: Draft; readonly hint: string | null };

// A file system that takes longer must not hold up the keys.
const MOST_MS = 500;

/** Null when there is nothing to complete, or it takes too long to find out. */
export function completeInTime(draft: Draft, ask: ChatOptions["complete"]): Promise<Completed | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), MOST_MS).unref());
  return Promise.race([complete(draft, ask), late]);
}

async function complete(draft: Draft, ask: ChatOptions["complete"]): Promise<Completed | null> {
  const found = await ask(draft.text, draft.at);
  if (found === null || found.choices.length === 0) return null;
  const { from, to, choices } = found;
  const [only] = choices;
  if (choices.length === 1 && only !== undefined) {
    const text = only.endsWith("/") ? only : `${only} `;
    return { draft: edit(draft, { kind: "completed", from, to, text }), hint: null };
  }
  const same = commonStart(choices);
  const next = same.length > to - from ? edit(draft, { kind: "completed", from, to, text: same }) : draft;
  const more = choices.length > SHOWN ? ` … and ${choices.length - SHOWN} more` : "";
  return { draft: next, hint: choices.slice(0, SHOWN).join("  ") + more };
}

function commonStart(texts: readonly string[]): string {
  const [first = "", ...rest] = texts;
  let length = first.length;
  for (const text of rest) while (!text.startsWith(first.slice(0, length))) length -= 1;
  // Not in the middle of a character.
  return first.slice(0, length).toWellFormed() === first.slice(0, length)
    ? first.slice(0, length)
    : first.slice(0, length - 1);
}

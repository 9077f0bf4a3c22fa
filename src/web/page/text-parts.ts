// What `reveal` gives, taken apart again: text, names of hidden characters, right-to-left runs.

import { RUN_END, RUN_START } from "../../text/index.ts";

export type RevealedPart = { readonly kind: "text" | "mark" | "right-to-left"; readonly text: string };

const PART = new RegExp(`⟨([A-Z][^⟩]*)⟩|${RUN_START}([^${RUN_END}]*)${RUN_END}`, "g");

/** What `reveal` gave, in parts. In it "⟨" before an upper-case letter always begins a mark. */
export function partsOf(revealed: string): readonly RevealedPart[] {
  const parts: RevealedPart[] = [];
  let from = 0;
  for (const { 0: whole, 1: mark, 2: run, index } of revealed.matchAll(PART)) {
    if (index > from) parts.push({ kind: "text", text: revealed.slice(from, index) });
    parts.push(mark === undefined ? { kind: "right-to-left", text: run ?? "" } : { kind: "mark", text: mark });
    from = index + whole.length;
  }
  if (from < revealed.length) parts.push({ kind: "text", text: revealed.slice(from) });
  return parts;
}

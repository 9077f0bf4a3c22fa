// Files that a message names with an @: they are selected before it is sent. What names nothing stays text; what was
// pasted was not written by the person, and is not selected.

import type { SentMention } from "../../terminal/index.ts";
import type { Conversation } from "./conversation.ts";

export async function addMentioned(
  mentions: readonly SentMention[],
  conversation: Conversation,
  signal: AbortSignal,
): Promise<void> {
  const { screen } = conversation;
  const { known } = conversation.session.workspace();
  const seen = new Set<string>();
  for (const { name, isPasted } of mentions) {
    const path = known(name) ? name : withoutSymbol(name, known);
    if (path === null) {
      // A decorator or a handle has neither a slash nor a dot.
      if (/[/.]/.test(name) && !isPasted)
        screen.show({ kind: "note", text: `@${name} names no file here, so it is sent as text only.` });
      continue;
    }
    if (seen.has(path)) continue;
    seen.add(path);
    if (isPasted)
      screen.show({ kind: "note", text: `${path} is named in pasted text, so it was not added. /add adds it.` });
    else await conversation.add(path, { tell: "all", signal });
  }
}

/** The file of `file#symbol`; null when there is none. */
function withoutSymbol(name: string, known: (path: string) => boolean): string | null {
  const at = name.lastIndexOf("#");
  return at > 0 && known(name.slice(0, at)) ? name.slice(0, at) : null;
}

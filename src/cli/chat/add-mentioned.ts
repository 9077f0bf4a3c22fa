// Files that a message names with an @: they are selected before it is sent; an image elsewhere on this machine is attached.
// What names nothing stays text; what was pasted was not written by the person, and is not selected.

import type { SentMention } from "../../terminal/index.ts";
import { attachFile, isHostPath } from "./attach.ts";
import type { Conversation } from "./conversation.ts";

export async function addMentioned(
  mentions: readonly SentMention[],
  conversation: Conversation,
  signal: AbortSignal,
): Promise<void> {
  const { screen } = conversation;
  const { known } = conversation.session.workspace();
  const { typed } = conversation.workspace;
  const seen = new Set<string>();
  for (const { name, isPasted } of mentions) {
    const named = isPasted ? fileNamed(name, known) : fileTyped(name, { known, typed });
    if (named === null && isHostPath(name) && !isPasted) {
      if (!seen.has(name)) await attachFile(name, conversation);
      seen.add(name);
      continue;
    }
    if (named === null) {
      // A decorator or a handle has neither a slash nor a dot.
      if (/[/.]/.test(name) && !isPasted)
        screen.show({ kind: "note", text: `@${name} names no file here, so it is sent as text only.` });
      continue;
    }
    const { path, symbol } = named;
    if (seen.has(name)) continue;
    seen.add(name);
    if (isPasted)
      screen.show({ kind: "note", text: `${path} is named in pasted text, so it was not added. /add adds it.` });
    else await conversation.add(path, { tell: "all", symbol, signal });
  }
}

type Places = {
  readonly known: (path: string) => boolean;
  /** What a path in the folder that the user is in is called elsewhere. */
  readonly typed: (path: string) => string;
};

/** From the root, as lists write it, or else from the folder that the user is in; with ./ or ../ from that one first. */
export function fileTyped(name: string, { known, typed }: Places): NamedFile | null {
  const inRoot = fileNamed(name, known);
  if (isHostPath(name) || (inRoot !== null && !/^\.\.?\//.test(name))) return inRoot;
  return fileNamed(typed(name), known) ?? inRoot;
}

export type NamedFile = { readonly path: string; readonly symbol: string | null };

/** The file of `file` or `file#symbol`, as a menu writes it; null when there is none. */
export function fileNamed(name: string, known: (path: string) => boolean): NamedFile | null {
  if (known(name)) return { path: name, symbol: null };
  for (let at = name.indexOf("#", 1); at > 0; at = name.indexOf("#", at + 1))
    if (at < name.length - 1 && known(name.slice(0, at)))
      return { path: name.slice(0, at), symbol: name.slice(at + 1) };
  return null;
}

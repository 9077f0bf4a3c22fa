// What was half-typed when a conversation was killed, for the next one in the same folder.

import { isFailure } from "../../base/index.ts";
import type { ChatScreen } from "../../terminal/index.ts";
import type { LocalWorkspace } from "../../workspace/index.ts";

/** Nothing depends on it, so a place that cannot be written is not reported: what was sent and cannot be kept is. */
export async function keepDraft(root: string, workspace: LocalWorkspace, texts: readonly string[]): Promise<void> {
  try {
    (await workspace.state()).drafts.keep(root, texts);
  } catch (error) {
    if (!isFailure(error)) throw error;
  }
}

/** The last text is in the prompt, if that is empty; the others are among the older ones. */
export async function offerDraft(root: string, workspace: LocalWorkspace, screen: ChatScreen): Promise<void> {
  const texts = await draftsOf(root, workspace);
  const last = texts.at(-1);
  if (last === undefined) return;
  screen.show({ kind: "note", text: BACK });
  for (const text of [last, ...texts.slice(0, -1)]) screen.putBack(text);
}

const BACK = "Galley was killed here before what you typed was sent. It is in the prompt, or ↑ brings it back.";

async function draftsOf(root: string, workspace: LocalWorkspace): Promise<readonly string[]> {
  try {
    return (await workspace.state()).drafts.take(root);
  } catch (error) {
    if (!isFailure(error)) throw error;
    return [];
  }
}

// The reviewer of `--inbox`: puts each question into the inbox of this user, or of the team that the user's config names,
// and waits until someone answers there, reviewer attached or not. Ending the command withdraws what is still open.

import * as os from "node:os";
import type { Reviewer } from "../../approval/index.ts";
import { newId } from "../../base/index.ts";
import { inboxReviewer, waitingNote } from "../../inbox/index.ts";
import { realRoot, type Settings } from "../settings.ts";
import { openAsking } from "./open-asking.ts";

export type AskingFrom = {
  /** As in asker.door: the command that asks. */
  readonly door: "apply" | "chat" | "review" | "run" | "tool";
  readonly session: string | null;
};

type Asked = Reviewer & { readonly close: () => void };

/** Throws INVALID_ARG where the config or a token cannot be used. */
export async function openInboxReviewer(settings: Settings, { door, session }: AskingFrom): Promise<Asked> {
  const { root, quiet, note } = settings;
  const { inbox, team, howToAnswer } = await openAsking(settings);
  const { ask } = inboxReviewer({
    inbox,
    asker: { door, host: os.hostname(), root: realRoot(root), session },
    callKey: newId,
    withinMs: null,
    onWaiting: ({ id, reviewers }) => {
      if (quiet && reviewers.length > 0) return;
      note(waitingNote(id, { team, howToAnswer, isAttached: reviewers.length > 0 }));
    },
  });
  return { ask, close: () => void inbox.close() };
}

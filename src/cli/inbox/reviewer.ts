// The reviewer of `--inbox`: puts each question into the inbox of this user and waits until someone answers there,
// reviewer attached or not. Ending the command withdraws what is still open.

import * as os from "node:os";
import { newId } from "../../base/index.ts";
import { inboxReviewer, openFileInbox } from "../../inbox/index.ts";
import { stateDirectory } from "../../state/index.ts";
import type { OpenReviewer } from "../reviewer.ts";
import { realRoot, type Settings } from "../settings.ts";
import { printNote } from "../text-io.ts";

export type AskingFrom = {
  /** As in asker.door: the command that asks. */
  readonly door: "apply" | "run" | "review";
  readonly session: string | null;
};

export function openInboxReviewer({ environment, root, quiet }: Settings, { door, session }: AskingFrom): OpenReviewer {
  const inbox = openFileInbox({ directory: stateDirectory(environment) });
  const { ask } = inboxReviewer({
    inbox,
    asker: { door, host: os.hostname(), root: realRoot(root), session },
    callKey: newId(),
    withinMs: null,
    onWaiting: ({ id, reviewers }) => {
      if (quiet && reviewers.length > 0) return;
      const who =
        reviewers.length === 0 ? " No reviewer is attached: run galley inbox in a terminal to answer it." : "";
      printNote(`Question ${id} is waiting in the inbox.${who}`);
    },
  });
  return { ask, close: () => void inbox.close() };
}

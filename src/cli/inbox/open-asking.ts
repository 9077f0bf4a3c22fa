// The inbox that this user's agents ask in: the user's own, or the team's that the user's config names. A project's config
// cannot name one.

import { openFileInbox, type AskingInbox } from "../../inbox/index.ts";
import { stateDirectory } from "../../state/index.ts";
import { effectiveConfig, loadConfig } from "../../workspace/index.ts";
import type { Settings } from "../settings.ts";

/** Sends nothing yet. Throws INVALID_ARG where the config or the token cannot be used. */
export async function openAsking({
  root,
  config: given,
  environment,
  note,
}: Pick<Settings, "root" | "config" | "environment" | "note">): Promise<AskingInbox> {
  const { user, project } = await loadConfig({ root, given, environment });
  const team = effectiveConfig(user, project).inbox.value;
  if (team === null || user === null)
    return {
      inbox: openFileInbox({ directory: stateDirectory(environment) }),
      team: null,
      howToAnswer: "run galley inbox in a terminal to answer it",
    };
  const { openTeamInbox } = await import("./team-inbox.ts");
  return openTeamInbox(team, { folder: user.folder, environment, note });
}

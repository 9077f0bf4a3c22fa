// The inbox that this user's agents ask in: the user's own, or the team's that the user's config names. A project's config
// cannot name one.

import { resolve } from "node:path";
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
  const { inbox, sandboxes } = effectiveConfig(user, project);
  const team = inbox.value;
  if (team === null || user === null)
    return {
      inbox: openFileInbox({ directory: stateDirectory(environment) }),
      team: null,
      howToAnswer: "run galley inbox in a terminal to answer it",
    };
  const { openTeamInbox } = await import("./team-inbox.ts");
  const { folder } = user;
  const places = sandboxes.flatMap(({ name, place }): readonly [string, string][] => {
    if (place === null) return [[name, root]];
    return place.root === undefined ? [] : [[name, resolve(folder, place.root)]];
  });
  return openTeamInbox(team, { folder, sandboxes: new Map(places), environment, note });
}

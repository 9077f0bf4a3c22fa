// The team's inbox that the effective config names, for words about it. Opens nothing and reads no token.

import { isFailure } from "../../base/index.ts";
import { effectiveConfig, loadConfig } from "../../workspace/index.ts";
import type { Settings } from "../settings.ts";

export type ConfiguredTeam = {
  readonly team: { readonly url: string; readonly token_file: string };
  /** Of the config. */
  readonly folder: string;
};

/** Null without a team, and where the config cannot be read, which is reported elsewhere. */
export async function configuredTeam({
  root,
  config: given,
  environment,
}: Pick<Settings, "root" | "config" | "environment">): Promise<ConfiguredTeam | null> {
  try {
    const { user, project } = await loadConfig({ root, given, environment });
    const team = effectiveConfig(user, project).inbox.value;
    return team === null || user === null ? null : { team, folder: user.folder };
  } catch (error) {
    if (isFailure(error)) return null;
    throw error;
  }
}

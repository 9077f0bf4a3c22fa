// What the server of `galley web` works with: the inbox of this user, where it asks, and what only the command line
// chooses.

import * as os from "node:os";
import { messageOf } from "../../base/index.ts";
import { openFileInbox } from "../../inbox/index.ts";
import { stateDirectory } from "../../state/index.ts";
import type { WebHost } from "../../web/index.ts";
import { configValues, effectiveConfig, loadConfig, ORIGIN, warnOfLoss } from "../../workspace/index.ts";
import type { LocalWorkspace } from "../../workspace/index.ts";
import { openAsking } from "../inbox/open-asking.ts";
import { isChatPrompt } from "../prompt/heading.ts";
import type { Settings } from "../settings.ts";
import { printNote } from "../text-io.ts";

type Given = Pick<WebHost, "root" | "version"> & { readonly workspace: LocalWorkspace };

export async function loadHost(settings: Settings, { root, version, workspace }: Given): Promise<WebHost> {
  const asking = await openAsking(settings);
  return {
    version,
    root,
    host: os.hostname(),
    workspace,
    asking,
    inbox: asking.team === null ? asking.inbox : openFileInbox({ directory: stateDirectory(settings.environment) }),
    chat: async () => {
      const { chatHost } = await import("./chat-host.ts");
      return chatHost(settings, workspace);
    },
    config: () => configRows(settings, workspace),
    isPrompt: isChatPrompt,
    note: printNote,
    report: (error) => printNote(`A request failed because of a bug. Please report this: ${stackOf(error)}`),
  };
}

async function configRows(
  { root, config: given, environment }: Settings,
  workspace: LocalWorkspace,
): ReturnType<WebHost["config"]> {
  const layers = await loadConfig({ root, given, environment });
  const rows = configValues(effectiveConfig(layers.user, layers.project), layers, root);
  return {
    rows: rows.map(({ key, value, from }) => ({ key, value: JSON.stringify(value), from: ORIGIN[from] })),
    warnings: [...workspace.warnings, ...warnOfLoss(workspace.passing)],
  };
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : messageOf(error);
}

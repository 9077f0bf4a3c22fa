// The containers of the config, each really started once and ended again, for the doctor.

import { isFailure } from "../base/index.ts";
import type { Settings } from "./settings.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

export type Tried = { readonly sandbox: string; readonly problem: string | null };

/** Nothing when there are none, or when the config cannot be used: another check tells of that. */
export async function tryContainers(settings: Settings): Promise<readonly Tried[]> {
  const containers = await containersOf(settings);
  return Promise.all(
    [...containers].map(async ([sandbox, container]) => {
      try {
        await container.run({ node: true, argv: ["-e", ""], timeoutMs: 10_000, maxBytes: 0 });
        return { sandbox, problem: null };
      } catch (error) {
        if (!isFailure(error)) throw error;
        return { sandbox, problem: error.message };
      } finally {
        await container.close();
      }
    }),
  );
}

async function containersOf(settings: Settings): Promise<Workspace["containers"]> {
  try {
    return (await openWorkspace(settings)).containers;
  } catch (error) {
    if (!isFailure(error)) throw error;
    return new Map();
  }
}

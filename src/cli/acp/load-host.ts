// What the ACP surface works with: the folders that the editor names, opened as every command opens one, the sessions and
// the model.

import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { failure, messageOf } from "../../base/index.ts";
import type { AcpHost, Place } from "../../acp/index.ts";
import { openState, stateDirectory } from "../../state/index.ts";
import { openLocal } from "../../workspace/index.ts";
import { asking, keepSession, listSessions, openSession } from "../agent-session.ts";
import type { Arguments } from "../arguments.ts";
import { openAsking } from "../inbox/open-asking.ts";
import { openChosenModel } from "../model-choice.ts";
import { realRoot, type Settings } from "../settings.ts";
import { stagingAs } from "../staging.ts";
import { printNote } from "../text-io.ts";

declare const GALLEY_VERSION: string; // Put in by the build.

export async function loadAcpHost(args: Arguments, settings: Settings): Promise<AcpHost> {
  const directory = stateDirectory(settings.environment);
  return {
    version: GALLEY_VERSION,
    host: os.hostname(),
    asking: await openAsking(settings),
    openPlace: async (folder, { buffers, note }): Promise<Place> => {
      const own: Settings = { ...settings, root: rootFor(folder, settings), startedIn: null, rootNote: null, note };
      const options = { ...own, warned: "by-caller", ...(buffers && { buffers }) } as const;
      const workspace = stagingAs(args, await openLocal(options));
      return {
        root: realRoot(own.root),
        realFolder: realRoot(folder),
        workspace,
        openSession: async (resume) => asking(await openSession(own, workspace, { resume })),
        keepSession: (session, { model, tell, unfinished }) =>
          keepSession(session, { settings: own, workspace, model, tell }, unfinished),
        mode: (args.values.get("--mode")?.[0] ?? "auto") as Place["mode"], // The option's choices are these.
        openModel: () => openChosenModel(own, args.values.get("--model")?.[0] ?? null),
      };
    },
    sessions: async (folder) => listSessions(openState({ directory }), folder === null ? null : realRoot(folder)),
    removeSession: async (id) => {
      const state = openState({ directory });
      await state.withLock({}, async (held) => state.sessions.remove(held, id));
    },
    note: printNote,
    report: (error) => printNote(`A request failed because of a bug. Please report this: ${stackOf(error)}`),
  };
}

/** The folder itself; with --root, that one, which must hold it. INVALID_ARG. */
function rootFor(folder: string, { root, project }: Settings): string {
  if (!path.isAbsolute(folder)) throw failure("INVALID_ARG", `The session's folder must be absolute; got ${folder}.`);
  if (!isFolder(folder)) throw failure("INVALID_ARG", `${folder} is not a folder.`);
  if (project !== null) return path.resolve(folder);
  const [real, above] = [realRoot(folder), realRoot(root)];
  if (real === above || real.startsWith(above === "/" ? "/" : `${above}/`)) return root;
  throw failure("INVALID_ARG", `${folder} is not below ${root}, which --root names.`);
}

function isFolder(folder: string): boolean {
  try {
    return fs.statSync(folder).isDirectory();
  } catch {
    return false; // Not there, or not to be seen.
  }
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : messageOf(error);
}

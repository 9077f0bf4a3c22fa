// What the conversation of `galley web` needs of the command line: the models and the sessions of this folder.

import { adviceWithoutModel, openModel } from "../../agent/index.ts";
import type { ChatHost, ListedModels } from "../../web/index.ts";
import type { LocalWorkspace } from "../../workspace/index.ts";
import { asking, keepSession, listSessions, openSession } from "../agent-session.ts";
import { chosenModel, knownModels, localModels } from "../model-choice.ts";
import { realRoot, type Settings } from "../settings.ts";

const HOW = 'Choose one here; to keep it, set GALLEY_MODEL or "model" in your config.';
const MOST_SESSIONS = 100;

export function chatHost(settings: Settings, workspace: LocalWorkspace): ChatHost {
  const { environment } = settings;
  const known = knownModels(environment, workspace.config).map(({ name }) => name);
  const modelsWith = (local: readonly string[]): ListedModels => ({
    available: [...new Set([...known, ...local])],
    advice: adviceWithoutModel(environment, { local, how: HOW }),
  });
  return {
    openSession: async (resume) => asking(await openSession(settings, workspace, { resume })),
    keepSession: (session, { model, tell, unfinished }) =>
      keepSession(session, { settings, workspace, model, tell }, unfinished),
    sessions: async () => {
      const listed = listSessions(await workspace.state(), realRoot(settings.root));
      return listed
        .slice(0, MOST_SESSIONS)
        .map(({ id, savedAt, model, title }) => ({ id, saved_at: savedAt, model, title }));
    },
    openModel: async (name) => {
      const chosen = await chosenModel(settings, name);
      return chosen === null ? null : openModel(chosen, environment, chosen);
    },
    knownModels: () => modelsWith([]),
    models: async () => modelsWith((await localModels(settings.signal)).map(({ name }) => name)),
  };
}

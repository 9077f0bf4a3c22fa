// What the conversation of `galley web` needs of the command line: the models and the sessions of this folder.

import { adviceWithoutModel, findLocalServers, keyVariable, openModel, PROVIDERS } from "../../agent/index.ts";
import type { ChatHost, ListedModels } from "../../web/index.ts";
import type { LocalWorkspace } from "../../workspace/index.ts";
import { asking, keepSession, listSessions, openSession } from "../agent-session.ts";
import { chosenModel } from "../model-choice.ts";
import { realRoot, type Settings } from "../settings.ts";

const HOW = 'Choose one here; to keep it, set GALLEY_MODEL or "model" in your config.';
const MOST_SESSIONS = 100;

export function chatHost(settings: Settings, workspace: LocalWorkspace): ChatHost {
  const { environment } = settings;
  const withKey = PROVIDERS.flatMap((provider) =>
    provider.example !== null && keyVariable(provider, environment) !== null
      ? [`${provider.name}/${provider.example}`]
      : [],
  );
  const modelsWith = (local: readonly string[]): ListedModels => ({
    available: [...withKey, ...local],
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
    models: async () => {
      const servers = await findLocalServers({ signal: settings.signal });
      return modelsWith(servers.flatMap(({ provider, models }) => models.map((name) => `${provider}/${name}`)));
    },
  };
}

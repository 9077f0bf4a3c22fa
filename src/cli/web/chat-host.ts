// What the conversation of `galley web` needs of the command line: the models and the sessions of this folder.

import {
  adviceWithoutModel,
  findLocalServers,
  keyVariable,
  openModel,
  PROVIDERS,
  readStored,
} from "../../agent/index.ts";
import { isFailure } from "../../base/index.ts";
import type { ChatHost, ListedModels } from "../../web/index.ts";
import type { LocalWorkspace } from "../../workspace/index.ts";
import { keepSession, openSession } from "../agent-session.ts";
import { chosenModel } from "../model-choice.ts";
import { realRoot, type Settings } from "../settings.ts";

const HOW = 'Choose one here; to keep it, set GALLEY_MODEL or "model" in your config.';
const MOST_SESSIONS = 100;
const TITLE_CHARS = 200;

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
    openSession: (resume) => openSession(settings, workspace, { resume }),
    keepSession: (session, { model, tell, unfinished }) =>
      keepSession(session, { settings, workspace, model, tell }, unfinished),
    sessions: async () => {
      const { sessions } = await workspace.state();
      const root = realRoot(settings.root);
      const listed = sessions.list().flatMap(({ id, savedMs }) => {
        const facts = unlessDamaged(() => readStored(sessions.load(id)));
        if (facts === null || realRoot(facts.root) !== root) return [];
        const title = facts.first.slice(0, TITLE_CHARS).toWellFormed();
        return [{ id, saved_at: new Date(savedMs).toISOString(), model: facts.model ?? "", title }];
      });
      return listed.slice(0, MOST_SESSIONS);
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

/** A damaged session must not hide the others. */
function unlessDamaged<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (isFailure(error)) return null;
    throw error;
  }
}

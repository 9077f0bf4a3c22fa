// The model a command works with, from its option, the environment and the config. A project has no say in it.

import {
  adviceWithoutModel,
  chooseModel,
  findLocalServers,
  openModel,
  type Chosen,
  type Model,
  type Timeouts,
} from "../agent/index.ts";
import { failure } from "../base/index.ts";
import { effectiveConfig, loadConfig } from "../workspace/index.ts";
import type { Settings } from "./settings.ts";

/** How long its server may stay silent is the user's to say, whichever model it is. */
export type ChosenModel = Chosen & { readonly timeouts: Timeouts };

/** Null when none is configured. INVALID_ARG for a name that is none. */
export async function chosenModel(settings: Settings, given: string | null): Promise<ChosenModel | null> {
  const { root, config: file, environment } = settings;
  const layers = await loadConfig({ root, given: file, environment });
  const { model, base_url, timeouts } = effectiveConfig(layers.user, layers.project);
  const chosen = chooseModel({ given, environment, config: { model: model.value, base_url: base_url.value } });
  if (chosen === null) return null;
  const { connect, first_byte, idle } = timeouts;
  return { ...chosen, timeouts: { connect: connect.value, firstByte: first_byte.value, idle: idle.value } };
}

/** INVALID_ARG says what to do when there is none, or it cannot be used. */
export async function openChosenModel(settings: Settings, given: string | null): Promise<Model> {
  const chosen = await chosenModel(settings, given);
  if (chosen !== null) return openModel(chosen, settings.environment, chosen);
  const local = await findLocalServers({ signal: settings.signal });
  const names = local.flatMap(({ provider, models }) => models.slice(0, 3).map((name) => `${provider}/${name}`));
  throw failure("INVALID_ARG", adviceWithoutModel(settings.environment, { local: names }), { hasLines: true });
}

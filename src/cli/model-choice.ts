// The model a command works with, from its option, the environment and the config. A project has no say in it.

import {
  adviceWithoutModel,
  chooseModel,
  findLocalServers,
  keyVariable,
  openModel,
  PROVIDERS,
  type Chosen,
  type Model,
  type Timeouts,
} from "../agent/index.ts";
import { failure, isFailure } from "../base/index.ts";
import { effectiveConfig, loadConfig, type Effective } from "../workspace/index.ts";
import type { Settings } from "./settings.ts";

/** How long its server may stay silent is the user's to say, whichever model it is. */
export type ChosenModel = Chosen & { readonly timeouts: Timeouts };

/** Null when none is configured. INVALID_ARG for a name that is none. */
export async function chosenModel(settings: Settings, given: string | null): Promise<ChosenModel | null> {
  const { root, config: file, environment } = settings;
  const layers = await loadConfig({ root, given: file, environment });
  const { model, base_url, models, timeouts } = effectiveConfig(layers.user, layers.project);
  const chosen = chooseModel({
    given,
    environment,
    config: { model: model.value, base_url: base_url.value, models: models.value },
  });
  if (chosen === null) return null;
  const { connect, first_byte, idle } = timeouts;
  return { ...chosen, timeouts: { connect: connect.value, firstByte: first_byte.value, idle: idle.value } };
}

/**
 * The model of a resumed session, unless another one was named. One that cannot be used any more gives way to the
 * configured one, and `note` says so. INVALID_ARG as below.
 */
export async function openResumedModel(
  settings: Settings,
  { given, before }: { readonly given: string | null; readonly before: string | null },
): Promise<{ readonly model: Model; readonly note: string | null }> {
  if (given !== null || before === null || before === "")
    return { model: await openChosenModel(settings, given), note: null };
  try {
    return { model: await openChosenModel(settings, before), note: null };
  } catch (error) {
    if (!isFailure(error)) throw error;
    const model = await openChosenModel(settings, null);
    return { model, note: `${before}, the model of this session, cannot be used; ${model.name} answers.` };
  }
}

/** INVALID_ARG says what to do when there is none, or it cannot be used. */
export async function openChosenModel(settings: Settings, given: string | null): Promise<Model> {
  const chosen = await chosenModel(settings, given);
  if (chosen !== null) return openModel(chosen, settings.environment, chosen);
  const local = await findLocalServers({ signal: settings.signal });
  const names = local.flatMap(({ provider, models }) => models.slice(0, 3).map((name) => `${provider}/${name}`));
  throw failure("INVALID_ARG", adviceWithoutModel(settings.environment, { local: names }), { hasLines: true });
}

/** A model that can be named here, and how it is known. */
export type KnownModel = { readonly name: string; readonly how: string };

/** Those of the user's config, and one for each key that is set. No provider is asked for its list. */
export function knownModels(
  environment: NodeJS.ProcessEnv,
  { model, models }: Pick<Effective, "model" | "models">,
): readonly KnownModel[] {
  const configured = [...(model.value === null ? [] : [model.value]), ...Object.keys(models.value)];
  const withKey = PROVIDERS.flatMap((provider) => {
    const key = provider.example === null ? null : keyVariable(provider, environment);
    return key === null ? [] : [{ name: `${provider.name}/${provider.example}`, how: `${key} is set` }];
  });
  return once([...configured.map((name) => ({ name, how: "in your config" })), ...withKey]);
}

/** Those of the servers that run on this machine. */
export async function localModels(signal: AbortSignal): Promise<readonly KnownModel[]> {
  const servers = await findLocalServers({ signal });
  return servers.flatMap(({ provider, title, models }) =>
    models.map((name) => ({ name: `${provider}/${name}`, how: `${title}, on this machine` })),
  );
}

function once(models: readonly KnownModel[]): readonly KnownModel[] {
  return [...new Map(models.toReversed().map((model) => [model.name, model])).values()].toReversed();
}

// The model that counts: the one given, else the environment's, else the config's. With none, a text that helps.

import { oneLine } from "../../base/index.ts";
import type { ModelConfig } from "../../workspace/index.ts";
import { keyVariable, parseModelName, PROVIDERS, vendorAddress, type Environment, type ModelName } from "./names.ts";

/** The shortest name of each vendor's key. */
const KEYS = PROVIDERS.flatMap(({ keys, baseUrl, kind }) =>
  kind === "compatible" && baseUrl === null ? [] : keys.toSorted((a, b) => a.length - b.length).slice(0, 1),
);

export type ModelSettings = {
  /** From the command line. */
  readonly given: string | null;
  readonly environment: Environment;
  readonly config: {
    readonly model: string | null;
    readonly base_url: string | null;
    /** Settings of single models, by name. */
    readonly models?: Readonly<Record<string, ModelConfig>>;
  };
};

export type Chosen = ModelName & {
  readonly name: string;
  readonly from: "the command line" | "GALLEY_MODEL" | "the config";
  readonly baseUrl: string | null;
  /** What the config says about this model. */
  readonly settings?: ModelConfig;
  /** Which model answers when this one cannot. */
  readonly fallback?: Chosen | null;
};

/** Null when no model is configured. INVALID_ARG for a name that is none. */
export function chooseModel({ given, environment, config }: ModelSettings): Chosen | null {
  const fromEnvironment = (environment["GALLEY_MODEL"] ?? "").trim();
  // As for the config's: the environment's address is for its own provider.
  const address = (environment["GALLEY_BASE_URL"] ?? "").trim();
  const addressFor = ({ provider }: ModelName): string | null => {
    const isOwn = fromEnvironment !== "" && parseModelName(fromEnvironment).provider === provider;
    return address !== "" && (provider.name === "compatible" || isOwn) ? address : null;
  };
  const choose = (name: string, from: Chosen["from"], isFallback = false): Chosen => {
    const parsed = parseModelName(name);
    // The config's address belongs to the config's provider: it must not get another one's key.
    const own = config.model !== null && parseModelName(config.model).provider === parsed.provider;
    const isOpen = parsed.provider.name === "compatible" || own;
    const models = config.models ?? {};
    const settings = Object.hasOwn(models, name) ? models[name]! : {};
    const baseUrl =
      settings.base_url ??
      addressFor(parsed) ??
      (isOpen ? config.base_url : null) ??
      vendorAddress(parsed.provider, environment) ??
      parsed.provider.baseUrl;
    const chosen = { ...parsed, name, from, settings, baseUrl };
    return isFallback || settings.fallback === undefined
      ? chosen
      : { ...chosen, fallback: choose(settings.fallback, "the config", true) };
  };
  if (given !== null) return choose(given, "the command line");
  if (fromEnvironment !== "") return choose(fromEnvironment, "GALLEY_MODEL");
  return config.model === null ? null : choose(config.model, "the config");
}

/** What to do when no model is configured, with what this machine has. `local` are names of models found on it. */
export function adviceWithoutModel(
  environment: Environment,
  { local = [], how = ON_THE_COMMAND_LINE }: { readonly local?: readonly string[]; readonly how?: string } = {},
): string {
  const withKey = PROVIDERS.filter((one) => one.example !== null && keyVariable(one, environment) !== null);
  const tries = [
    ...withKey.map((one) => `${one.name}/${one.example}   (${keyVariable(one, environment)} is set)`),
    ...local.map((name) => `${oneLine(name)}   (found on this machine)`),
  ];
  const named =
    tries.length > 0
      ? `You could use:\n${tries.map((one) => `  ${one}`).join("\n")}\n`
      : `Set a key (${KEYS.join(", ")}) or start a local server such as Ollama.\n`;
  return (
    `No model is configured. ${named}` +
    `${how}\n` +
    "Without a model, galley apply works with an answer copied from any chat."
  );
}

const ON_THE_COMMAND_LINE =
  'Name it with --model provider/name, in GALLEY_MODEL, or as "model" in your config. galley models lists what is available.';

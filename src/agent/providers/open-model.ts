// From a chosen name to a model that can be asked. The provider's library is loaded with the first request.

import { failure } from "../../base/index.ts";
import { proxyFor, throughProxy } from "../../network/index.ts";
import { ModelError, type Model } from "../model.ts";
import { requireAddress } from "./address.ts";
import type { Chosen } from "./choose.ts";
import type { Protocol } from "./errors.ts";
import { askWindow } from "./ask-window.ts";
import { addressOf, keyVariable, type Environment, type Provider, type ProviderKind } from "./names.ts";
import { serverFetch } from "./server-fetch.ts";
import { sdkModel, type SdkModelOptions } from "./sdk-model.ts";
import type { ModelConfig } from "../../workspace/index.ts";
import type { ModelWindow } from "../window.ts";
import type { LanguageModel } from "./sdk-types.ts";
import { DEFAULT_TIMEOUTS, type Timeouts } from "./timeouts.ts";

/** INVALID_ARG when a key or an address is missing that this provider cannot do without, or an address or proxy is none. */
export function openModel(
  { provider, model, name, baseUrl, settings = {}, fallback = null }: Chosen,
  environment: Environment,
  { timeouts = DEFAULT_TIMEOUTS }: { readonly timeouts?: Timeouts } = {},
): Model {
  const keyFrom = keyVariable(provider, environment);
  if (keyFrom === null && provider.keys.length > 0 && provider.name !== "compatible")
    throw failure(
      "INVALID_ARG",
      `${provider.title} needs a key: set ${provider.keys.join(" or ")}, or choose another model.`,
    );
  const address = addressOf(provider, baseUrl);
  if (address === null)
    throw failure(
      "INVALID_ARG",
      `${name} needs an address: set base_url in your config, such as http://127.0.0.1:8080/v1.`,
    );
  requireAddress(address);
  proxyFor(address, environment);
  const key = keyFrom === null ? null : environment[keyFrom]!.trim();
  const { headers = {}, temperature, output_tokens, price } = settings;
  const asking = throughProxy(fetch, { environment });
  let asked: Promise<ModelWindow> | null = null;
  const window = async (signal?: AbortSignal): Promise<ModelWindow> => {
    const tokens = settings.context_tokens;
    const configured = settings.images === undefined ? {} : { images: settings.images };
    if (tokens !== undefined) return { context: tokens, output: output_tokens ?? null, from: "config", ...configured };
    const { context, output, ...more } = await askWindow(
      { provider, model, baseUrl, key, headers, fetch: asking },
      signal,
    );
    const limit = output_tokens ?? output;
    const images = { ...more, ...configured };
    if (context !== null) return { context, output: limit, from: "provider", ...images };
    const assumed = provider.kind === "compatible" ? ASSUMED_LOCAL : ASSUMED;
    return { context: assumed, output: limit, from: "assumed", ...images };
  };
  const sdk = sdkModel({
    model: name,
    baseUrl,
    keyFrom,
    secrets: key === null ? [] : [key],
    extra: extraFor(provider, settings),
    call: {
      ...(temperature === undefined ? {} : { temperature }),
      ...(output_tokens === undefined ? {} : { maxOutputTokens: output_tokens }),
    },
    own: provider.kind === "compatible" ? provider.name : provider.kind,
    protocol: PROTOCOLS[provider.kind],
    load: () =>
      LOAD[provider.kind]({
        model,
        key,
        baseURL: address,
        name: provider.name,
        fetch: withHeaders(serverFetch(timeouts, environment), headers),
      }),
  });
  return {
    ...sdk,
    price: price ?? null,
    window: (signal) => (asked ??= window(signal)),
    ...(fallback && { fallback: () => openModel(fallback, environment, { timeouts }) }),
  };
}

/** Tokens, where neither the provider nor the config says it: what the models of the large providers have at least. */
const ASSUMED = 128_000;
/** The same for a model on any server: often a small one, and a small window is cut without a word. */
const ASSUMED_LOCAL = 32_000;

/** The provider's own options, under its own names. */
function extraFor(
  { kind, name }: Provider,
  { reasoning_effort: effort }: ModelConfig,
): NonNullable<SdkModelOptions["extra"]> {
  switch (kind) {
    case "openai":
      return { openai: { store: false, ...(effort && { reasoningEffort: effort }) } };
    case "anthropic":
      return effort ? { anthropic: { effort: effort === "minimal" ? "low" : effort } } : {};
    case "google":
      return effort ? { google: { thinkingConfig: { thinkingLevel: effort } } } : {};
    case "compatible":
      return effort ? { [name]: { reasoningEffort: effort } } : {};
    default:
      return kind satisfies never;
  }
}

/** The user's own headers win. */
function withHeaders(fetching: typeof fetch, headers: Readonly<Record<string, string>>): typeof fetch {
  if (Object.keys(headers).length === 0) return fetching;
  return (input, init = {}) => {
    const all = new Headers(init.headers);
    for (const [name, value] of Object.entries(headers)) all.set(name, value);
    return fetching(input, { ...init, headers: all });
  };
}

const PROTOCOLS: Readonly<Record<ProviderKind, Protocol>> = {
  anthropic: "Anthropic",
  openai: "OpenAI",
  google: "Google Gemini",
  compatible: "OpenAI",
};

type Wanted = {
  readonly model: string;
  readonly key: string | null;
  readonly baseURL: string;
  readonly name: string;
  readonly fetch: typeof fetch;
};

const LOAD: Readonly<Record<ProviderKind, (wanted: Wanted) => Promise<LanguageModel>>> = {
  anthropic: async ({ model, key, baseURL, fetch }) => {
    const { createAnthropic } = await installed("@ai-sdk/anthropic", () => import("@ai-sdk/anthropic"));
    return createAnthropic({ apiKey: key ?? "", fetch, baseURL })(model);
  },
  openai: async ({ model, key, baseURL, fetch }) => {
    const { createOpenAI } = await installed("@ai-sdk/openai", () => import("@ai-sdk/openai"));
    const openai = createOpenAI({ apiKey: key ?? "", fetch, baseURL });
    // The chat protocol keeps nothing at the provider, so a history can be repaired here. A few models have only the other.
    return ONLY_RESPONSES.test(model) ? openai.responses(model) : openai.chat(model);
  },
  google: async ({ model, key, baseURL, fetch }) => {
    const { createGoogleGenerativeAI } = await installed("@ai-sdk/google", () => import("@ai-sdk/google"));
    return createGoogleGenerativeAI({ apiKey: key ?? "", fetch, baseURL })(model);
  },
  compatible: async ({ model, key, baseURL, name, fetch }) => {
    const { createOpenAICompatible } = await installed(
      "@ai-sdk/openai-compatible",
      () => import("@ai-sdk/openai-compatible"),
    );
    const options = {
      name,
      baseURL,
      includeUsage: true,
      fetch,
      ...(key === null ? {} : { apiKey: key }),
    };
    return createOpenAICompatible(options)(model);
  },
};

/** The providers' packages are optional peers: a program that uses this library installs those it needs. */
async function installed<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException; // Whatever was thrown: only compared.
    const isMissing = code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND";
    if (!isMissing || !message.includes(name)) throw error;
    throw new ModelError("not-installed", `${name} is not installed. To use this provider: npm install ${name}`);
  }
}

const ONLY_RESPONSES = /codex|deep-research|^o\d+-pro|^gpt-[\d.]+-pro/;

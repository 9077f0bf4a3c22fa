// Which models there are to choose from: providers by name, where their keys are looked for, where local servers listen.
// Pure. A key's value never comes through here.

import { failure } from "../../base/index.ts";

export type ProviderKind = "anthropic" | "openai" | "google" | "compatible";

export type Provider = {
  readonly name: string;
  readonly title: string;
  readonly kind: ProviderKind;
  /** Environment variables that may hold the key, in the order they are looked at. */
  readonly keys: readonly string[];
  /** Null: the vendor's own (see addressOf), or the person has to give it. */
  readonly baseUrl: string | null;
  /** The variable in which the vendor's own programs look for another address. */
  readonly addressVariable?: string;
  /** A server on this machine that needs no key. */
  readonly local: boolean;
  /** A model to start with; null where only the person knows. */
  readonly example: string | null;
};

const local = (name: string, title: string, port: number): Provider => ({
  name,
  title,
  kind: "compatible",
  keys: [],
  baseUrl: `http://127.0.0.1:${port}/v1`,
  local: true,
  example: null,
});

export const PROVIDERS: readonly Provider[] = [
  {
    name: "anthropic",
    title: "Anthropic",
    kind: "anthropic",
    keys: ["ANTHROPIC_API_KEY"],
    baseUrl: null,
    addressVariable: "ANTHROPIC_BASE_URL",
    local: false,
    example: "claude-sonnet-4-5",
  },
  {
    name: "openai",
    title: "OpenAI",
    kind: "openai",
    keys: ["OPENAI_API_KEY"],
    baseUrl: null,
    addressVariable: "OPENAI_BASE_URL",
    local: false,
    example: "gpt-5",
  },
  {
    name: "google",
    title: "Google",
    kind: "google",
    keys: ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY"],
    baseUrl: null,
    local: false,
    example: "gemini-2.5-pro",
  },
  {
    name: "openrouter",
    title: "OpenRouter",
    kind: "compatible",
    keys: ["OPENROUTER_API_KEY"],
    baseUrl: "https://openrouter.ai/api/v1",
    local: false,
    example: "qwen/qwen3-coder",
  },
  local("ollama", "Ollama", 11434),
  local("llamacpp", "llama.cpp", 8080),
  local("vllm", "vLLM", 8000),
  local("lmstudio", "LM Studio", 1234),
  {
    name: "compatible",
    title: "any server that speaks OpenAI's protocol, at base_url",
    kind: "compatible",
    keys: ["GALLEY_API_KEY"],
    baseUrl: null,
    local: false,
    example: null,
  },
];

/** The library's default address. We always pass one, so that no environment variable of the library's own can change it. */
const ADDRESSES: Readonly<Record<Exclude<ProviderKind, "compatible">, string>> = {
  anthropic: "https://api.anthropic.com/v1",
  openai: "https://api.openai.com/v1",
  google: "https://generativelanguage.googleapis.com/v1beta",
};

/** What the variable of the vendor's own programs says; null when it is not set. Anthropic's leave out the version. */
export function vendorAddress({ addressVariable = "", kind }: Provider, environment: Environment): string | null {
  const value = (environment[addressVariable] ?? "").trim().replace(/\/+$/, "");
  if (value === "") return null;
  return kind === "anthropic" && !/\/v\d+$/.test(value) ? `${value}/v1` : value;
}

/** Where requests go; null where the person has to say it. */
export function addressOf({ kind }: Provider, baseUrl: string | null): string | null {
  return baseUrl ?? (kind === "compatible" ? null : ADDRESSES[kind]);
}

export type ModelName = { readonly provider: Provider; readonly model: string };

/** INVALID_ARG says how a model is named. */
export function parseModelName(name: string): ModelName {
  const slash = name.indexOf("/");
  const provider = PROVIDERS.find((one) => one.name === name.slice(0, Math.max(slash, 0)));
  const model = name.slice(slash + 1);
  if (provider === undefined || model === "")
    throw failure(
      "INVALID_ARG",
      `${JSON.stringify(name)} names no model. Write provider/name; providers: ${PROVIDERS.map((one) => one.name).join(", ")}.`,
    );
  return { provider, model };
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The variable that holds the provider's key, never its value; null when none is set. */
export function keyVariable(provider: Provider, environment: Environment): string | null {
  return provider.keys.find((name) => (environment[name] ?? "").trim() !== "") ?? null;
}

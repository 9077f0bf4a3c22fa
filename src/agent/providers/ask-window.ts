// Asks a model's server how much the model takes. Every provider says it in another place, and some do not say it at all;
// what cannot be found out in a moment is not known, and no turn fails because of it.

import { addressOf, type Provider } from "./names.ts";

/** Null, and missing, where the server does not say it. */
export type Reported = { readonly context: number | null; readonly output: number | null; readonly images?: boolean };

export type AskedServer = {
  readonly provider: Provider;
  readonly model: string;
  /** Where the library sends requests. */
  readonly baseUrl: string | null;
  readonly key: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Goes through the proxy where there is one. */
  readonly fetch: typeof fetch;
};

const PATIENCE_MS = 3_000;
const UNKNOWN: Reported = { context: null, output: null };

export async function askWindow(server: AskedServer, signal?: AbortSignal): Promise<Reported> {
  const timeout = AbortSignal.timeout(PATIENCE_MS);
  const both = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  const get = async (url: string, init: RequestInit = {}): Promise<unknown> => {
    const response = await server.fetch(url, {
      ...init,
      headers: { ...keyHeaders(server), ...server.headers },
      signal: both,
      redirect: "error", // The key would go with it.
    });
    return response.ok ? await response.json() : null;
  };
  try {
    return await ask(server, get);
  } catch {
    return UNKNOWN; // No server, a slow one, or something else.
  }
}

type Get = (url: string, init?: RequestInit) => Promise<unknown>;

async function ask({ provider, model, baseUrl }: AskedServer, get: Get): Promise<Reported> {
  const name = encodeURIComponent(model);
  const address = addressOf(provider, baseUrl);
  if (address === null) return UNKNOWN;
  switch (provider.kind) {
    case "anthropic": {
      const found = await get(`${address}/models/${name}`);
      const images = fieldOf(fieldOf(fieldOf(found, "capabilities"), "image_input"), "supported");
      return {
        context: tokensIn(found, "max_input_tokens"),
        output: tokensIn(found, "max_tokens"),
        ...(typeof images === "boolean" && { images }),
      };
    }
    case "google": {
      const found = await get(`${address}/models/${name}`);
      return { context: tokensIn(found, "inputTokenLimit"), output: tokensIn(found, "outputTokenLimit") };
    }
    case "openai":
      return UNKNOWN; // Its list of models has no sizes.
    case "compatible":
      return askCompatible(provider.name, { model, baseUrl: address }, get);
    default:
      return provider.kind satisfies never;
  }
}

async function askCompatible(
  provider: string,
  { model, baseUrl }: { readonly model: string; readonly baseUrl: string },
  get: Get,
): Promise<Reported> {
  const origin = new URL(baseUrl).origin;
  if (provider === "ollama") return askOllama(model, origin, get);
  if (provider === "llamacpp") {
    const props = await get(`${origin}/props`);
    const images = fieldOf(fieldOf(props, "modalities"), "vision");
    const context = tokensIn(fieldOf(props, "default_generation_settings"), "n_ctx");
    return { context, output: null, ...(typeof images === "boolean" && { images }) };
  }
  if (provider === "lmstudio") {
    const loaded = entryOf(await get(`${origin}/api/v0/models`), model);
    const kind = fieldOf(loaded, "type");
    const images = kind === "vlm" ? true : kind === "llm" ? false : null;
    const context = tokensIn(loaded, "loaded_context_length");
    return { context, output: null, ...(images !== null && { images }) };
  }
  // OpenRouter, vLLM and others that add sizes to OpenAI's list.
  const entry = entryOf(await get(`${baseUrl}/models`), model);
  const context = tokensIn(entry, "context_length") ?? tokensIn(entry, "max_model_len");
  const kinds = fieldOf(fieldOf(entry, "architecture"), "input_modalities");
  const output = tokensIn(fieldOf(entry, "top_provider"), "max_completion_tokens");
  return { context, output, ...(Array.isArray(kinds) && { images: kinds.includes("image") }) };
}

/** What was allocated counts, not what the model could have: Ollama cuts off a longer request without a word. */
async function askOllama(model: string, origin: string, get: Get): Promise<Reported> {
  const running = listIn(await get(`${origin}/api/ps`), "models").find(
    (one) => fieldOf(one, "name") === model || fieldOf(one, "name") === `${model}:latest`,
  );
  const shown = await get(`${origin}/api/show`, { method: "POST", body: JSON.stringify({ model }) });
  const abilities = fieldOf(shown, "capabilities");
  const images = Array.isArray(abilities) ? { images: abilities.includes("vision") } : {};
  const allocated = tokensIn(running, "context_length");
  if (allocated !== null) return { context: allocated, output: null, ...images };
  const parameters = fieldOf(shown, "parameters");
  const [, size] = (typeof parameters === "string" && /^num_ctx\s+(\d+)$/m.exec(parameters)) || [];
  return { context: size === undefined ? null : positive(Number(size)), output: null, ...images };
}

function keyHeaders({ provider, key }: AskedServer): Readonly<Record<string, string>> {
  if (key === null) return {};
  if (provider.kind === "anthropic") return { "x-api-key": key, "anthropic-version": "2023-06-01" };
  return provider.kind === "google" ? { "x-goog-api-key": key } : { authorization: `Bearer ${key}` };
}

function entryOf(list: unknown, model: string): unknown {
  return listIn(list, "data").find((one) => fieldOf(one, "id") === model);
}

function listIn(value: unknown, field: string): readonly unknown[] {
  const list = fieldOf(value, field);
  return Array.isArray(list) ? list : [];
}

function tokensIn(value: unknown, field: string): number | null {
  const number = fieldOf(value, field);
  return typeof number === "number" ? positive(number) : null;
}

function positive(number: number): number | null {
  return Number.isSafeInteger(number) && number > 0 ? number : null;
}

function fieldOf(value: unknown, field: string): unknown {
  const isFound = typeof value === "object" && value !== null && Object.hasOwn(value, field);
  return isFound ? (value as Readonly<Record<string, unknown>>)[field] : undefined;
}

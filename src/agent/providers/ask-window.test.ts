import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { chooseModel } from "./choose.ts";
import { openModel } from "./open-model.ts";

let close: () => void = () => undefined;
afterEach(() => close());

type Pages = Readonly<Record<string, unknown>>;

/** Answers each path with its page; anything else is 404. */
async function serve(pages: Pages): Promise<{ readonly origin: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const key = request.headers["x-api-key"] ?? request.headers["x-goog-api-key"] ?? request.headers.authorization;
    asked.push([request.method, request.url, key ?? "-", request.headers["x-team"] ?? "-"].join(" "));
    const page = pages[request.url ?? ""];
    response.writeHead(page === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(page ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  close = () => void server.close();
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const KEYS = { ANTHROPIC_API_KEY: "k", OPENAI_API_KEY: "k", GEMINI_API_KEY: "k", OPENROUTER_API_KEY: "k" };

async function windowOf(name: string, base_url: string, settings: object = {}) {
  const config = { model: name, base_url, models: { [name]: settings } };
  const chosen = chooseModel({ given: name, environment: {}, config })!;
  return openModel(chosen, KEYS).window?.();
}

test.each<[string, string, Pages, string, object]>([
  [
    "anthropic/m",
    "/v1",
    { "/v1/models/m": { max_input_tokens: 9000, max_tokens: 800 } },
    "GET /v1/models/m k",
    { context: 9000, output: 800, from: "provider" },
  ],
  [
    "google/m",
    "/v1",
    { "/v1/models/m": { inputTokenLimit: 9000, outputTokenLimit: 800 } },
    "GET /v1/models/m k",
    { context: 9000, output: 800, from: "provider" },
  ],
  [
    "compatible/m",
    "/v1",
    { "/v1/models": { data: [{ id: "x" }, { id: "m", max_model_len: 9000 }] } },
    "GET /v1/models -",
    { context: 9000, output: null, from: "provider" },
  ],
  [
    "openrouter/a/b",
    "/v1",
    { "/v1/models": { data: [{ id: "a/b", context_length: 9000, top_provider: { max_completion_tokens: 7 } }] } },
    "GET /v1/models Bearer k",
    { context: 9000, output: 7, from: "provider" },
  ],
  [
    "ollama/m",
    "/v1",
    { "/api/ps": { models: [{ name: "m:latest", context_length: 4096 }] } },
    "GET /api/ps -",
    { context: 4096, output: null, from: "provider" },
  ],
  [
    "ollama/m",
    "/v1",
    { "/api/ps": { models: [] }, "/api/show": { parameters: "stop x\nnum_ctx 16384\n" } },
    "POST /api/show -",
    { context: 16384, output: null, from: "provider" },
  ],
  [
    "llamacpp/m",
    "/v1",
    { "/props": { default_generation_settings: { n_ctx: 8192 } } },
    "GET /props -",
    { context: 8192, output: null, from: "provider" },
  ],
  [
    "lmstudio/m",
    "/v1",
    { "/api/v0/models": { data: [{ id: "m", loaded_context_length: 5000 }] } },
    "GET /api/v0/models -",
    { context: 5000, output: null, from: "provider" },
  ],
  [
    "compatible/m",
    "/v1",
    { "/v1/models": { data: [{ id: "m", max_model_len: "many" }] } },
    "GET /v1/models -",
    { context: 32_000, output: null, from: "assumed" },
  ],
  ["anthropic/m", "/v1", {}, "GET /v1/models/m k", { context: 128_000, output: null, from: "assumed" }],
  [
    "anthropic/m",
    "/v1",
    { "/v1/models/m": { max_input_tokens: 9000, capabilities: { image_input: { supported: true } } } },
    "GET /v1/models/m k",
    { context: 9000, output: null, from: "provider", images: true },
  ],
  [
    "openrouter/a/b",
    "/v1",
    { "/v1/models": { data: [{ id: "a/b", context_length: 9, architecture: { input_modalities: ["text"] } }] } },
    "GET /v1/models Bearer k",
    { context: 9, output: null, from: "provider", images: false },
  ],
  [
    "ollama/m",
    "/v1",
    { "/api/show": { parameters: "num_ctx 8192", capabilities: ["completion", "vision"] } },
    "POST /api/show -",
    { context: 8192, output: null, from: "provider", images: true },
  ],
  [
    "llamacpp/m",
    "/v1",
    { "/props": { default_generation_settings: { n_ctx: 9 }, modalities: { vision: false } } },
    "GET /props -",
    { context: 9, output: null, from: "provider", images: false },
  ],
  [
    "lmstudio/m",
    "/v1",
    { "/api/v0/models": { data: [{ id: "m", type: "vlm", loaded_context_length: 9 }] } },
    "GET /api/v0/models -",
    { context: 9, output: null, from: "provider", images: true },
  ],
])("%s %s: what the server says %j", async (name, path, pages, request, expected) => {
  const { origin, asked } = await serve(pages);
  expect(await windowOf(name, `${origin}${path}`)).toEqual(expected);
  expect(asked).toContain(`${request} -`);
});

test("the config counts before the server, which is not asked; headers go with a question", async () => {
  const { origin, asked } = await serve({ "/v1/models": { data: [{ id: "m", max_model_len: 9000 }] } });
  const settings = { context_tokens: 5000, output_tokens: 100 };
  expect(await windowOf("compatible/m", `${origin}/v1`, settings)).toEqual({
    context: 5000,
    output: 100,
    from: "config",
  });
  expect(await windowOf("compatible/m", `${origin}/v1`, { ...settings, images: true })).toMatchObject({ images: true });
  expect(asked).toEqual([]);
  await windowOf("compatible/m", `${origin}/v1`, { headers: { "X-Team": "tools" } });
  expect(asked).toEqual(["GET /v1/models - tools"]);
});

test("a server that is not there does not fail a turn; OpenAI is not asked", async () => {
  expect(await windowOf("compatible/m", "http://127.0.0.1:9/v1")).toEqual({
    context: 32_000,
    output: null,
    from: "assumed",
  });
  const { origin, asked } = await serve({});
  expect(await windowOf("openai/m", `${origin}/v1`)).toMatchObject({ context: 128_000, from: "assumed" });
  expect(asked).toEqual([]);
});

test.each([
  ["its own settings", "compatible/m", { models: { "compatible/m": { base_url: "http://a" } } }, {}, "http://a"],
  ["the environment, for compatible", "compatible/m", {}, { GALLEY_BASE_URL: "http://b" }, "http://b"],
  [
    "the environment, for the provider it names",
    "openai/x",
    {},
    { GALLEY_BASE_URL: "http://b", GALLEY_MODEL: "openai/y" },
    "http://b",
  ],
  ["the variable of Anthropic's programs", "anthropic/x", {}, { ANTHROPIC_BASE_URL: "http://b/" }, "http://b/v1"],
  ["with a version in it", "anthropic/x", {}, { ANTHROPIC_BASE_URL: "http://b/v1" }, "http://b/v1"],
  ["the variable of OpenAI's programs", "openai/x", {}, { OPENAI_BASE_URL: "http://b/v1" }, "http://b/v1"],
  ["of one provider only", "google/x", {}, { OPENAI_BASE_URL: "http://b/v1" }, null],
  [
    "our own variable first",
    "openai/x",
    {},
    { OPENAI_BASE_URL: "http://c", GALLEY_MODEL: "openai/x", GALLEY_BASE_URL: "http://b" },
    "http://b",
  ],
  ["not another provider's key", "anthropic/x", {}, { GALLEY_BASE_URL: "http://b", GALLEY_MODEL: "openai/y" }, null],
])("the address: %s", (_, given, config, environment, expected) => {
  const chosen = chooseModel({ given, environment, config: { model: null, base_url: null, ...config } });
  expect(chosen?.baseUrl ?? null).toBe(expected);
});

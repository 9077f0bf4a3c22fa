import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { startModelServer } from "../../testing/index.ts";
import { adviceWithoutModel, chooseModel } from "./choose.ts";
import { toModelError } from "./errors.ts";
import { findLocalServers } from "./local-servers.ts";
import { openModel } from "./open-model.ts";
import type { Price, Usage } from "../model.ts";
import { estimateCost } from "./prices.ts";
import { toPrompt } from "./to-prompt.ts";

const NOTHING = { model: null, base_url: null };
const choose = (
  given: string | null,
  environment: Record<string, string>,
  config: { model: string | null; base_url: string | null } = NOTHING,
) => chooseModel({ given, environment, config });

describe("choosing", () => {
  test.each<[string, ReturnType<typeof choose>, object | null]>([
    ["none", choose(null, {}), null],
    [
      "the command line first",
      choose("openai/a", { GALLEY_MODEL: "google/b" }, { model: "anthropic/c", base_url: null }),
      { name: "openai/a", from: "the command line" },
    ],
    [
      "then the environment",
      choose(null, { GALLEY_MODEL: "google/b" }, { model: "anthropic/c", base_url: null }),
      { name: "google/b", from: "GALLEY_MODEL" },
    ],
    [
      "then the config",
      choose(null, {}, { model: "anthropic/c", base_url: "http://x/v1" }),
      { name: "anthropic/c", baseUrl: "http://x/v1" },
    ],
    [
      "a local server's own port",
      choose("ollama/qwen3:8b", {}),
      { model: "qwen3:8b", baseUrl: "http://127.0.0.1:11434/v1" },
    ],
    ["a slash in the model's name", choose("openrouter/qwen/qwen3-coder", {}), { model: "qwen/qwen3-coder" }],
    [
      "another provider does not get the config's address",
      choose("openai/a", {}, { model: "anthropic/c", base_url: "http://x/v1" }),
      { baseUrl: null },
    ],
    [
      "any server at the config's address",
      choose("compatible/a", {}, { model: "anthropic/c", base_url: "http://x/v1" }),
      { baseUrl: "http://x/v1" },
    ],
  ])("%s", (_, chosen, expected) =>
    expected === null ? expect(chosen).toBeNull() : expect(chosen).toMatchObject(expected),
  );

  test.each(["gpt-5", "/x", "openai/", "", "__proto__/x"])("%j is no name", (name) =>
    expect(() => choose(name, {})).toThrow("names no model. Write provider/name"),
  );

  test("a key that is missing, an address that is missing", () => {
    expect(() => openModel(choose("google/x", {})!, {})).toThrow("set GOOGLE_GENERATIVE_AI_API_KEY or GEMINI_API_KEY");
    expect(() => openModel(choose("google/x", {})!, { GEMINI_API_KEY: " " })).toThrow("needs a key");
    expect(() => openModel(choose("compatible/x", {})!, {})).toThrow("needs an address: set base_url");
    expect(openModel(choose("ollama/x", {})!, {}).name).toBe("ollama/x");
  });

  test.each([
    ["", /base_url is "", which is not the address/],
    ["nonsense", /base_url is "nonsense", which is not the address/],
    ["ftp://x/v1", /not the address of a server/],
    ["http://127.0.0.1:99999/v1", /not the address of a server/],
    ["http://me:hunter2@x/v1", /base_url http:\/\/…@x\/v1 must not contain a user name, password/],
    ["http://x/v1?key=hunter2", /base_url http:\/\/x\/v1\?… must not contain a user name/],
    ["me:hunter2@x", /base_url is "…@x", which/],
  ])("the address %j is refused before the first request, and shows no secret", (base_url, expected) => {
    const open = () => openModel(choose(null, {}, { model: "compatible/a", base_url })!, {});
    expect(open).toThrow(expected);
    expect(open).not.toThrow(/hunter2/);
  });

  test("advice names what is here", () => {
    const advice = adviceWithoutModel({ GEMINI_API_KEY: "secret" }, { local: ["ollama/qwen3"] });
    expect(advice).toContain("google/gemini-2.5-pro   (GEMINI_API_KEY is set)");
    expect(advice).toContain("ollama/qwen3   (found on this machine)");
    expect(advice).not.toContain("secret");
  });
});

describe("what went wrong", () => {
  test.each<[string, Error, string]>([
    [
      "no server is listening",
      new Error("Cannot connect to API: connect ECONNREFUSED 127.0.0.1:1", {
        cause: Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:1"), { code: "ECONNREFUSED" }),
      }),
      "openai/m cannot be reached (connect ECONNREFUSED 127.0.0.1:1).",
    ],
    [
      "a socket that was cut",
      new Error("Failed to process successful response", {
        cause: new Error("terminated", {
          cause: Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" }),
        }),
      }),
      "openai/m cannot be reached (UND_ERR_SOCKET other side closed).",
    ],
    [
      "what a cause says too is said once",
      new Error("socket hang up", { cause: Object.assign(new Error("socket hang up"), { code: "ECONNRESET" }) }),
      "openai/m cannot be reached (ECONNRESET socket hang up).",
    ],
    ["nothing else is said", new Error("terminated"), "openai/m cannot be reached (terminated)."],
  ])("is said once, in the words that tell it: %s", (_, error, sentence) => {
    const asked = {
      model: "openai/m",
      baseUrl: null,
      keyFrom: null,
      secrets: [],
      protocol: "OpenAI",
      begun: false,
      hasImages: false,
    } as const;
    expect(toModelError(error, asked).message).toContain(sentence);
  });

  const context = {
    model: "openai/m",
    baseUrl: null,
    keyFrom: "OPENAI_API_KEY",
    secrets: ["sk-secret"],
    protocol: "OpenAI",
    begun: false,
    hasImages: false,
  } as const;
  const call = (statusCode: number, message: string, more: object = {}) =>
    Object.assign(new Error(message), { statusCode, ...more });
  test.each<[string, unknown, string]>([
    ["429", call(429, "slow"), "rate-limited"],
    ["429 for lack of money", call(429, "x", { data: { error: { code: "insufficient_quota" } } }), "refused"],
    ["500", call(500, "x"), "overloaded"],
    ["529", call(529, "x", { data: { error: { type: "overloaded_error" } } }), "overloaded"],
    ["401", call(401, "x"), "key"],
    ["404", call(404, "x"), "unknown-model"],
    ["400", call(400, "x"), "refused"],
    ["400 too long", call(400, "This model's maximum context length is 8192 tokens"), "too-long"],
    ["413", call(413, "x"), "too-long"],
    ["no tools", call(400, "llama2 does not support tools"), "no-tools"],
    ["llama.cpp without its template", call(500, "tools param requires --jinja flag"), "no-tools"],
    [
      "refused connection",
      Object.assign(new TypeError("fetch failed"), {
        cause: Object.assign(new Error("connect"), { code: "ECONNREFUSED" }),
      }),
      "network",
    ],
    [
      "an event in the stream",
      { type: "error", error: { type: "overloaded_error", message: "Overloaded" } },
      "overloaded",
    ],
    ["anything", "strange", "network"],
  ])("%s", (_, error, code) => expect(toModelError(error, context).code).toBe(code));

  test("the key is in no message, nor anything that moves a cursor", () => {
    const error = toModelError(call(401, "Incorrect key sk-secret\u001b[31m!"), context);
    expect(error.message).toBe("openai/m does not accept the key in OPENAI_API_KEY. It said: Incorrect key … [31m!");
    expect(JSON.stringify([error.cause, error.stack])).not.toContain("sk-secret");
  });

  test.each<[Record<string, string>, number | null]>([
    [{ "retry-after": "2" }, 2_000],
    [{ "retry-after-ms": "150", "retry-after": "9" }, 150],
    [{ "retry-after": "nonsense" }, null],
    [{}, null],
  ])("retry-after: %j", (responseHeaders, expected) =>
    expect(toModelError(call(429, "x", { responseHeaders }), context).retryAfterMs).toBe(expected),
  );
});

describe("servers on this machine", () => {
  test("those that answer like one are found, with their models", async () => {
    const server = await startModelServer({ wire: "openai", script: [], model: "tiny" });
    const other = createServer((_, response) => response.end("<html>"));
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const at = [
      { provider: "ollama", title: "Ollama", baseUrl: server.baseUrl },
      { provider: "vllm", title: "vLLM", baseUrl: `http://127.0.0.1:${(other.address() as AddressInfo).port}/v1` },
      { provider: "lmstudio", title: "LM Studio", baseUrl: "http://127.0.0.1:1/v1" },
    ];
    expect(await findLocalServers({ at, patienceMs: 5_000 })).toEqual([{ ...at[0], models: ["tiny"] }]);
    await server.close();
    other.close();
  });
});

test("what a provider gave with a part goes back to it alone", () => {
  const parts = [
    { kind: "reasoning", text: "hm", provider: { anthropic: { signature: "s" } } },
    {
      kind: "call",
      id: "c",
      tool: "no such tool!",
      args: null,
      unparsed: "{",
      provider: { google: { thoughtSignature: "t" } },
    },
  ] as const;
  const request = {
    system: "s",
    messages: [
      { role: "user", text: "u", notes: ["n"] },
      { role: "assistant", parts },
    ],
    tools: [],
  } as const;
  const assistant = (own: string) => toPrompt(request, own).find(({ role }) => role === "assistant")!.content;
  const call = { type: "tool-call", toolCallId: "c", toolName: "no_such_tool_", input: {} };
  expect(assistant("anthropic")).toEqual([
    { type: "reasoning", text: "hm", providerOptions: { anthropic: { signature: "s" } } },
    call,
  ]);
  expect(assistant("google")).toEqual([{ ...call, providerOptions: { google: { thoughtSignature: "t" } } }]);
  expect(assistant("openai")).toEqual([call]);
  expect(toPrompt(request, "openai")[1]).toEqual({ role: "user", content: [{ type: "text", text: "n\n\nu" }] });
});

test.each<[string, Price | null, Usage, number | null]>([
  ["input and output", { input: 1, output: 10 }, { input: 1_000_000, output: 100_000, cached: null }, 2],
  ["cached input", { input: 3, output: 15, cached: 0.3 }, { input: 1_000_000, output: 0, cached: 1_000_000 }, 0.3],
  ["cached input without its own price", { input: 2, output: 1 }, { input: 500_000, output: 0, cached: 500_000 }, 1],
  ["no price in the config", null, { input: 5, output: 5, cached: null }, null],
  ["no tokens reported", { input: 1, output: 1 }, { input: null, output: null, cached: null }, null],
])("cost: %s", (_, price, usage, expected) => expect(estimateCost(price, usage)).toBe(expected));

// Servers that stay silent, and servers that answer something else than the provider's protocol.

import { createServer as createHttp, type RequestListener, type Server } from "node:http";
import { createServer as createTcp, type AddressInfo, type Server as TcpServer, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { ModelError, type ModelEvent } from "../model.ts";
import { parseModelName } from "./names.ts";
import { openModel } from "./open-model.ts";
import type { Timeouts } from "./timeouts.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function listening(server: Server | TcpServer): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return (server.address() as AddressInfo).port; // It listens on a port.
}

const KEYS = { OPENAI_API_KEY: "sk-secret", ANTHROPIC_API_KEY: "sk-secret", GEMINI_API_KEY: "sk-secret" };
const LONG: Timeouts = { connect: 30, firstByte: 600, idle: 300 };

async function ask(
  name: string,
  baseUrl: string,
  timeouts: Timeouts = LONG,
): Promise<{ error: ModelError; events: ModelEvent[] }> {
  const model = openModel({ ...parseModelName(name), name, from: "the config", baseUrl }, KEYS, { timeouts });
  const events: ModelEvent[] = [];
  const request = { system: "", messages: [{ role: "user", text: "hi" } as const], tools: [] };
  const error: unknown = await model
    .stream(request, (event) => events.push(event))
    .then(
      () => null,
      (thrown: unknown) => thrown,
    );
  if (!(error instanceof ModelError)) throw new Error(`no ModelError: ${String(error)} ${JSON.stringify(events)}`);
  return { error, events };
}

const OPENAI_EVENT = `data: {"id":"1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"Hi"},"finish_reason":null}]}\n\n`;
const ANTHROPIC_EVENT = `event: message_start\ndata: {"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}}\n\n`;

describe("a 200 that is not the protocol", () => {
  const page = "<!doctype html><html><head><title>Sign in to the proxy</title></head><body>…</body></html>";
  test.each<[string, string, RequestListener, string, string]>([
    ["an HTML page", "compatible/m", html(page), "an OpenAI API", 'an HTML page titled "Sign in to the proxy"'],
    ["an HTML page without a type", "openai/m", body("", page), "an OpenAI API", "an HTML page"],
    ["an HTML page", "anthropic/m", html(page), "an Anthropic API", "an HTML page"],
    ["an HTML page", "google/m", html(page), "a Google Gemini API", "an HTML page"],
    ["other JSON", "compatible/m", body("application/json", '{"hello":"world"}'), "an OpenAI API", "JSON"],
    [
      "an error in JSON",
      "openai/m",
      body("application/json", '{"error":{"message":"no such tenant"}}'),
      "an OpenAI API",
      "no such tenant",
    ],
    [
      "a whole answer in JSON",
      "openai/m",
      body("application/json", '{"choices":[{"message":{"content":"Hi"}}]}'),
      "an OpenAI API",
      "JSON",
    ],
    ["an empty body", "compatible/m", body("text/event-stream", ""), "an OpenAI API", "nothing"],
    ["plain text", "anthropic/m", body("text/plain", "It works!"), "an Anthropic API", "text"],
    ["bytes", "anthropic/m", body("application/octet-stream", "\0\u0001"), "an Anthropic API", ""],
    ["Anthropic's events", "compatible/m", body("text/event-stream", ANTHROPIC_EVENT), "an OpenAI API", ""],
    ["Anthropic's events", "openai/m", body("text/event-stream", ANTHROPIC_EVENT), "an OpenAI API", ""],
    ["OpenAI's events", "anthropic/m", body("text/event-stream", OPENAI_EVENT), "an Anthropic API", ""],
    [
      "events of something else",
      "compatible/m",
      body("text/event-stream", 'data: {"tick":1}\n\n'),
      "an OpenAI API",
      'It sent the event {"tick":1}. Check',
    ],
    [
      "events that are no JSON",
      "openai/m",
      body("text/event-stream", "data: hello\n\n"),
      "an OpenAI API",
      "It sent the event hello. Check",
    ],
  ])("%s for %s", async (_, name, listener, protocol, sent) => {
    let asked = 0;
    const server = createHttp((incoming, response) => {
      asked += 1;
      listener(incoming, response);
    });
    const url = `http://127.0.0.1:${await listening(server)}/v1`;
    const { error, events } = await ask(name, url);
    expect([error.code, error.isPassing, asked, events]).toEqual(["unreadable", false, 1, []]);
    expect(error.message).toContain(`this URL answers, but not as ${protocol}`);
    expect(error.message).toContain(url);
    expect(error.message).toContain(sent);
    expect(error.message).not.toContain("sk-secret");
  });

  test("the page that a redirect leads to is named without its query", async () => {
    const server = createHttp((incoming, response) => {
      if (incoming.url?.startsWith("/login")) return html(page)(incoming, response);
      response.writeHead(302, { location: "/login?token=hidden" }).end();
    });
    const port = await listening(server);
    const { error } = await ask("compatible/m", `http://127.0.0.1:${port}/v1`);
    expect(error.message).toContain("this URL answers, but not as an OpenAI API");
    expect(error.message).toContain(`http://127.0.0.1:${port}/login`);
    expect(error.message).not.toContain("hidden");
  });

  test("an HTML page with an error status is named, not quoted", async () => {
    const server = createHttp((_, response) => void response.writeHead(404, { "content-type": "text/html" }).end(page));
    const { error } = await ask("compatible/m", `http://127.0.0.1:${await listening(server)}/v1`);
    expect(error.message).toContain('an HTML page titled "Sign in to the proxy"');
    expect(error.message).not.toContain("<html>");
  });
});

describe("a server that stays silent", () => {
  test("does not answer at all: a time limit ends it, and it is not asked again", async () => {
    const server = createHttp(() => undefined);
    const { error } = await ask("compatible/m", `http://127.0.0.1:${await listening(server)}/v1`, {
      ...LONG,
      firstByte: 0.05,
    });
    expect([error.code, error.isPassing]).toEqual(["timeout", false]);
    expect(error.message).toContain("sent no response for 0.05 s");
    expect(error.message).toContain("timeouts.first_byte");
  });

  test("answers with a head alone", async () => {
    const server = createHttp((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.flushHeaders();
    });
    const { error } = await ask("anthropic/m", `http://127.0.0.1:${await listening(server)}/v1`, {
      ...LONG,
      firstByte: 0.05,
    });
    expect([error.code, error.message]).toEqual(["timeout", expect.stringContaining("timeouts.first_byte")]);
  });

  test("stops in the middle: what came is kept, and the answer counts as cut", async () => {
    const server = createHttp((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(OPENAI_EVENT);
    });
    const { error, events } = await ask("compatible/m", `http://127.0.0.1:${await listening(server)}/v1`, {
      ...LONG,
      idle: 0.05,
    });
    expect(events).toEqual([{ kind: "text", delta: "Hi" }]);
    expect([error.code, error.message]).toEqual(["cut", expect.stringContaining("timeouts.idle")]);
  });

  test("takes the connection and never gets to speak", async () => {
    const port = await listening(createTcp(() => undefined));
    const { error } = await ask("compatible/m", `https://127.0.0.1:${port}/v1`, { ...LONG, connect: 0.05 });
    expect([error.code, error.message]).toEqual(["network", expect.stringContaining("timeouts.connect")]);
  });

  test("is interrupted at once", async () => {
    const server = createHttp(() => undefined);
    const url = `http://127.0.0.1:${await listening(server)}/v1`;
    const model = openModel(
      { ...parseModelName("compatible/m"), name: "compatible/m", from: "the config", baseUrl: url },
      {},
    );
    const stop = new AbortController();
    server.once("request", () => stop.abort());
    const request = { system: "", messages: [{ role: "user", text: "hi" } as const], tools: [], signal: stop.signal };
    await expect(model.stream(request, () => undefined)).rejects.toBeInstanceOf(ModelError);
  });
});

function body(type: string, text: string): RequestListener {
  return (_, response) => void response.writeHead(200, type === "" ? {} : { "content-type": type }).end(text);
}

function html(text: string): RequestListener {
  return body("text/html; charset=utf-8", text);
}

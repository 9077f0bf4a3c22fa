// A model's provider on this machine: a real HTTP server that speaks a vendor's streaming wire format and refuses what
// the vendor refuses. What it answers is scripted, its troubles too.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { anthropicWire } from "./anthropic-wire.ts";
import { googleWire } from "./google-wire.ts";
import { openaiWire } from "./openai-wire.ts";
import { responsesWire } from "./responses-wire.ts";
import type { Request, Step, Wire } from "./wire.ts";

export type Script = readonly (Step | ((request: Request) => Step))[];

export type ModelServer = {
  /** With /v1 at its end. */
  readonly baseUrl: string;
  /** Requests that were accepted as valid, in order. */
  readonly requests: readonly Request[];
  /** What was refused, as the vendor words it. */
  readonly refused: readonly string[];
  /** Takes the requests out of the list; the script continues where it is. */
  forget(): readonly Request[];
  close(): Promise<void>;
};

export type ServerOptions = {
  readonly wire: "openai" | "responses" | "anthropic" | "google";
  /** After the last step every request gets an empty answer. */
  readonly script: Script;
  /** The only key it takes; any without. */
  readonly key?: string;
  readonly model?: string;
  /** What it says about its model in addition to the name, in the vendor's format. */
  readonly facts?: Readonly<Record<string, unknown>>;
};

const WIRES = { openai: openaiWire, responses: responsesWire, anthropic: anthropicWire, google: googleWire } as const;

/** A server on loopback that speaks a provider's protocol and answers from a script. Close it. */
export async function startModelServer({
  wire: name,
  script,
  key,
  model = "test-model",
  facts = {},
}: ServerOptions): Promise<ModelServer> {
  const wire: Wire = WIRES[name];
  const requests: Request[] = [];
  const refused: string[] = [];
  let asking = 0;
  const server = createServer((incoming, response) => {
    answer(incoming, response).catch((error: unknown) => response.destroy(error as Error));
  });

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = incoming.url ?? "";
    const refuse = (status: number, message: string, kind: "key" | "model" | "request" | "other"): void => {
      refused.push(message);
      send(response, { status, body: wire.failure(status, message, kind) });
    };
    if (incoming.method === "GET" && path === "/v1/models")
      return send(response, { body: { data: [{ id: model, ...facts }] } });
    if (incoming.method === "GET" && path === `/v1/models/${model}`)
      return send(response, { body: { id: model, ...facts } });
    const asked = wire.modelOf(path, {});
    if (asked === null || path !== `/v1${wire.path(asked)}`)
      return refuse(404, `Unknown request URL: POST ${path}.`, "other");
    if (key !== undefined && wire.keyOf(incoming.headers) !== key)
      return refuse(401, `Incorrect API key provided: ${wire.keyOf(incoming.headers)}.`, "key");
    const sent = await textOf(incoming);
    // A client that writes JSON escapes half of a character, and no whole one. Anthropic's parser does not take it.
    if (HALF.test(sent))
      return refuse(400, "The request body is not valid JSON: no low surrogate in string", "request");
    const body = JSON.parse(sent) as Request["body"];
    const wanted = wire.modelOf(path, body);
    if (wanted !== model) return refuse(404, `The model \`${wanted}\` does not exist`, "model");
    const invalid = wire.invalid(body);
    if (invalid !== null) return refuse(400, invalid, "request");
    const request = { path, body };
    requests.push(request);
    const line = script[asking] ?? {};
    asking += 1;
    const step = typeof line === "function" ? line(request) : line;
    if (step.status !== undefined) return send(response, step, wire.failure(step.status, "scripted trouble", "other"));
    await stream(response, wire.events(step, request), step);
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // It listens on a port.
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    refused,
    forget: () => requests.splice(0),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const HALF = /(?<!\\)(?:\\\\)*\\u[dD][89a-fA-F]/;

function send(response: ServerResponse, { status = 200, headers = {}, body }: Step, otherwise?: unknown): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body ?? otherwise));
}

async function stream(response: ServerResponse, events: Iterable<string>, { breaks }: Step): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream" });
  let sent = 0;
  for (const event of events) {
    if (sent === breaks?.after) {
      // What was sent has to arrive first, or the client sees a request that never got an answer.
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (breaks.how === "cut") return void response.destroy();
      if (breaks.how === "end") return void response.end();
      response.write("data: {this is no JSON\n\n");
    }
    sent += 1;
    if (!response.write(event)) await new Promise((resolve) => response.once("drain", resolve));
    if (response.destroyed) return;
  }
  response.end();
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Uint8Array);
  return new TextDecoder().decode(Buffer.concat(chunks));
}

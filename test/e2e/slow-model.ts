// A model that says what it is told to, when it is told to: an OpenAI-compatible server whose one answer is streamed by
// the test piece by piece.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { vi } from "vitest";

const NO_TOOLS = JSON.stringify({ error: { message: "test-model does not support tools" } });

export type SlowModel = {
  readonly baseUrl: string;
  /** Streams more of the answer; waits for the request first. */
  readonly say: (text: string) => Promise<void>;
  readonly finish: () => void;
  /** The client ended the request before its answer did. */
  readonly wasLeft: () => boolean;
  readonly close: () => void;
};

/** Without tools it writes edit blocks. */
export async function startSlowModel({ hasTools }: { readonly hasTools: boolean }): Promise<SlowModel> {
  let asked: ServerResponse | null = null;
  let isFinished = false;
  let wasLeft = false;
  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (incoming.method === "GET") return void response.end(JSON.stringify({ data: [{ id: "test-model" }] }));
    const body = JSON.parse(await text(incoming)) as { readonly tools?: unknown };
    if (body.tools !== undefined && !hasTools) return void response.writeHead(400).end(NO_TOOLS);
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.on("close", () => (wasLeft = !isFinished));
    asked = response;
  };
  const server = createServer((incoming, response) => void answer(incoming, response));
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  const send = (choice: object): void => {
    const chunk = { id: "c", object: "chat.completion.chunk", created: 1, model: "test-model" };
    asked?.write(`data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, finish_reason: null, ...choice }] })}\n\n`);
  };
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, // It listens on a port.
    say: async (content) => {
      await vi.waitUntil(() => asked !== null, { timeout: 60_000 });
      send({ delta: { content } });
    },
    finish: () => {
      isFinished = true;
      send({ delta: {}, finish_reason: "stop" });
      asked?.end("data: [DONE]\n\n");
    },
    wasLeft: () => wasLeft,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

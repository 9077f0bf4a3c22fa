// A model that says what a test says, when it says it: a real server on OpenAI's streaming wire, fed piece by piece.

import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type PacedServer = {
  readonly baseUrl: string;
  /** The texts of the last message of each request, in order. */
  readonly asked: readonly string[];
  /** Resolves when so many requests have come. */
  waitFor(requests: number): Promise<void>;
  /** Sends words of the answer that is open. */
  say(text: string): void;
  end(): void;
  /** True when the other side has gone. */
  isCut(): boolean;
  close(): Promise<void>;
};

export async function startPacedServer(): Promise<PacedServer> {
  const asked: string[] = [];
  let open: ServerResponse | null = null;
  let waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const chunk = (choice: object): string =>
    `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, finish_reason: null, ...choice }] })}\n\n`;
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      const { messages } = JSON.parse(body) as { messages: readonly { content: unknown }[] };
      const last = messages.at(-1)?.content;
      asked.push(typeof last === "string" ? last : JSON.stringify(last));
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(chunk({ delta: { role: "assistant", content: "" } }));
      open = response;
      const ready = waiting.filter(({ count }) => count <= asked.length);
      waiting = waiting.filter(({ count }) => count > asked.length);
      for (const { resolve } of ready) resolve();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // It listens on a port.
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    asked,
    waitFor: (count) =>
      asked.length >= count ? Promise.resolve() : new Promise((resolve) => waiting.push({ count, resolve })),
    say: (content) => void open?.write(chunk({ delta: { content } })),
    end: () => {
      open?.write(chunk({ delta: {}, finish_reason: "stop" }));
      open?.end("data: [DONE]\n\n");
    },
    isCut: () => open?.destroyed ?? false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

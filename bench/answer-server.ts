// A model's server for bench/agent.ts and bench/chat.ts, in a process of its own: OpenAI's chat protocol, always the same answer, every
// piece in a chunk of its own as real servers send them; below /paced it takes ten seconds. Does nothing unless it was
// forked.

import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

const LINE = "The quick brown fox jumps over the lazy dog, and then it does so again.\n";
const PIECE = 24;

const PACED_MS = 10_000;

export const ANSWER = LINE.repeat(Math.ceil(1_000_000 / LINE.length));

export async function openAnswerServer(): Promise<{ readonly baseUrl: string; readonly close: () => void }> {
  const child = fork(join(import.meta.dirname, "answer-server.js"), ["serve-answer"]);
  const [port] = (await once(child, "message")) as [number];
  return { baseUrl: `http://127.0.0.1:${port}/v1`, close: () => child.disconnect() };
}

/** Where the same server takes ten seconds for the answer. */
export function pacedUrl(baseUrl: string): string {
  return baseUrl.replace(/\/v1$/, "/paced/v1");
}

if (process.send !== undefined && process.argv[2] === "serve-answer") serve();

function serve(): void {
  const frame = { id: "c", object: "chat.completion.chunk", created: 1, model: "test-model" };
  const chunk = (choice: object): Buffer =>
    Buffer.from(`data: ${JSON.stringify({ ...frame, choices: [{ index: 0, finish_reason: null, ...choice }] })}\n\n`);
  const chunks = [
    ...Array.from({ length: Math.ceil(ANSWER.length / PIECE) }, (_, at) =>
      chunk({ delta: { content: ANSWER.slice(at * PIECE, (at + 1) * PIECE) } }),
    ),
    chunk({ delta: {}, finish_reason: "stop" }),
    Buffer.from("data: [DONE]\n\n"),
  ];
  const server = createServer((incoming, response) => {
    incoming.resume();
    response.writeHead(200, { "content-type": "text/event-stream" });
    let at = 0;
    if (incoming.url?.startsWith("/paced/")) {
      const started = performance.now();
      const pace = setInterval(() => {
        const due = ((performance.now() - started) / PACED_MS) * chunks.length;
        for (; at < Math.min(due, chunks.length); at += 1) response.write(chunks[at]);
        if (at < chunks.length) return;
        clearInterval(pace);
        response.end();
      }, 10);
      response.on("close", () => clearInterval(pace));
      return;
    }
    const send = (): void => {
      for (; at < chunks.length; at += 1)
        if (!response.write(chunks[at])) {
          at += 1;
          response.once("drain", send);
          return;
        }
      response.end();
    };
    send();
  });
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
  process.on("disconnect", () => process.exit());
}

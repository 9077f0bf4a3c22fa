import { expect, test } from "vitest";
import { boundedFetch } from "./bounded-fetch.ts";

/** What is read of a response in these pieces, at most 10 bytes for a message. */
async function read(type: string, pieces: readonly string[]): Promise<string> {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  const answering = async () => new Response(body, { status: 201, headers: { "content-type": type } });
  const response = await boundedFetch(answering, 10)("http://127.0.0.1/");
  expect(response.status).toBe(201);
  return response.text().catch((error: Error) => error.message);
}

const TOO_LARGE = "its message has more than 10 bytes";

test.each([
  ["a message", "application/json", ["12345", "67890"], "1234567890"],
  ["one that is too large", "application/json", ["12345", "67890", "1"], TOO_LARGE],
  ["empty lines are of no use there", "application/json", ["12345\n\n", "67890\n\n"], TOO_LARGE],
  [
    "events, each small enough",
    "text/event-stream",
    ["12345\n\n", "67890\n\n12", "345\n\n"],
    "12345\n\n67890\n\n12345\n\n",
  ],
  [
    "with other line ends",
    "text/event-stream; charset=utf-8",
    ["1234\n\r\n", "678901\n\r\n"],
    "1234\n\r\n678901\n\r\n",
  ],
  ["an event that is too large", "text/event-stream", ["1\n\n", "12345", "678901"], TOO_LARGE],
])("%s", async (_, type, pieces, expected) => expect(await read(type, pieces)).toBe(expected));

test("a response without a body stays as it is", async () => {
  const response = await boundedFetch(async () => new Response(null, { status: 202 }))("http://127.0.0.1/");
  expect([response.status, response.body]).toEqual([202, null]);
});

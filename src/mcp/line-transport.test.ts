import fc from "fast-check";
import { expect, test } from "vitest";
import { LIMITS } from "../base/index.ts";
import { LineTransport } from "./line-transport.ts";

type Heard = { readonly messages: unknown[]; readonly printed: string[] };

/** Everything that these chunks are, as messages and as refusals. */
async function heard(chunks: Iterable<Uint8Array>): Promise<Heard> {
  const found: Heard = { messages: [], printed: [] };
  const transport = new LineTransport({
    input: (async function* () {
      yield* chunks;
    })(),
    print: async (text) => {
      found.printed.push(text);
      return true;
    },
  });
  transport.onmessage = (message) => found.messages.push(message);
  await transport.start();
  await transport.inputEnded;
  await transport.idle(0);
  return found;
}

const message = fc.record({
  jsonrpc: fc.constant("2.0"),
  id: fc.integer(),
  method: fc.string({ unit: "binary" }),
  params: fc.dictionary(fc.string(), fc.jsonValue()),
});

test("cutting the stream anywhere changes nothing", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(message, fc.string())), fc.array(fc.nat(200)), async (lines, cuts) => {
      const text = lines.map(
        (line) => `${typeof line === "string" ? line.replaceAll("\n", "") : JSON.stringify(line)}\n`,
      );
      const bytes = Buffer.from(text.join(""));
      const chunks: Uint8Array[] = [];
      let from = 0;
      for (const cut of cuts) {
        chunks.push(bytes.subarray(from, from + cut));
        from += cut;
      }
      chunks.push(bytes.subarray(from));
      expect(await heard(chunks)).toEqual(await heard([bytes]));
    }),
  );
});

test("messages come in their order; what is none is answered once, and skipped", async () => {
  const one = { jsonrpc: "2.0", id: 1, method: "a" };
  const two = { jsonrpc: "2.0", method: "b", params: {} };
  const lines = [
    JSON.stringify(one),
    "",
    "  \r",
    "oops",
    JSON.stringify(two),
    '{"jsonrpc":"2.0","id":4}',
    "unfinished",
  ];
  const found = await heard([Buffer.from(lines.join("\n"))]);
  expect(found.messages).toEqual([one, two]);
  expect(found.printed.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { error: { code: -32_700 } },
    { id: 4, error: { code: -32_600 } },
  ]);
});

test("a second request with the id of one that is open is refused without an id, until that one is answered or cancelled", async () => {
  const one = { jsonrpc: "2.0", id: 1, method: "a" };
  const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
  const found = await heard([Buffer.from([one, one, cancel, one].map((each) => `${JSON.stringify(each)}\n`).join(""))]);
  expect(found.messages).toEqual([one, cancel, one]);
  expect(found.printed.map((line) => JSON.parse(line) as unknown)).toEqual([
    { jsonrpc: "2.0", error: { code: -32_600, message: "Invalid request: a request with this id is still open" } },
  ]);
});

test("a line that is too long keeps no memory, and the next one is read", async () => {
  const chunk = Buffer.alloc(1024 * 1024, "x");
  let held = 0;
  const found = await heard(
    (function* () {
      for (let sent = 0; sent <= LIMITS.messageBytes.value + 4 * chunk.length; sent += chunk.length) {
        held += 1;
        yield chunk;
      }
      yield Buffer.from('\n{"jsonrpc":"2.0","id":1,"method":"a"}\n');
    })(),
  );
  expect(held).toBeGreaterThan(64);
  expect([found.printed.length, found.messages.length]).toEqual([1, 1]);
});

test("what is printed is one line of JSON without hidden characters, and parses to the same", async () => {
  const printed: string[] = [];
  const transport = new LineTransport({
    input: (async function* () {})(),
    print: async (text) => {
      printed.push(text);
      return true;
    },
  });
  const sent = { jsonrpc: "2.0", id: 1, result: { text: "a\u202eb\u0007\n\u2028" } } as const;
  await transport.send(sent);
  expect(printed[0]).toMatch(/^[\x20-\x7e]+\n$/);
  expect(JSON.parse(printed[0]!)).toEqual(sent);
});

// Lines that are no messages, and clients that go away at any moment: the protocol's errors, nothing written, nothing
// left running.

import { existsSync, readFileSync } from "node:fs";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ensureBuilt } from "../built.ts";
import { McpPlace } from "../support/mcp-place.ts";
import { randomNumbers } from "../support/random.ts";
import { repeats } from "../support/repeats.ts";

beforeAll(ensureBuilt);

const BEFORE = "one\ntwo\n";
const EDIT = { name: "edit_file", arguments: { path: "a.txt", old_string: "two", new_string: "TWO" } };

let place: McpPlace;
beforeEach(() => {
  place = new McpPlace({ "a.txt": BEFORE });
});
afterEach(() => place.close());

test("a call that is cancelled in the same breath is neither asked about nor written", async () => {
  const raw = place.raw(["--yes"]);
  await raw.ask("tools/list", {});
  raw.child.stdin!.cork(); // Both in one write.
  const requestId = raw.send("tools/call", EDIT);
  raw.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } })}\n`);
  raw.child.stdin!.uncork();
  // A later call of the same tool is served, so the first one had its time.
  const other = { name: "edit_file", arguments: { path: "a.txt", old_string: "one", new_string: "ONE" } };
  expect(await raw.ask("tools/call", other)).toMatchObject({ result: { structuredContent: { success: true } } });
  expect(readFileSync(`${place.folder}/a.txt`, "utf8")).toBe("ONE\ntwo\n");
});

describe("what is no message", () => {
  test.each<[string, string | Uint8Array, object]>([
    ["not JSON", "hello\n", { error: { code: -32_700 } }],
    ["half of a message", '{"jsonrpc":"2.0","id":1,\n', { error: { code: -32_700 } }],
    ["not UTF-8", Uint8Array.of(0x22, 0xff, 0x22, 0x0a), { error: { code: -32_700 } }],
    ["a number", "5\n", { error: { code: -32_600 } }],
    ["null", "null\n", { error: { code: -32_600 } }],
    ["a batch", '[{"jsonrpc":"2.0","id":1,"method":"ping"}]\n', { error: { code: -32_600 } }],
    ["another version", '{"jsonrpc":"1.0","id":7,"method":"ping"}\n', { id: 7, error: { code: -32_600 } }],
    ["no method", '{"jsonrpc":"2.0","id":"x"}\n', { id: "x", error: { code: -32_600 } }],
    [
      "params that are a list",
      '{"jsonrpc":"2.0","id":2,"method":"ping","params":[]}\n',
      { id: 2, error: { code: -32_600 } },
    ],
    [
      "a member that no request has",
      '{"jsonrpc":"2.0","id":3,"method":"ping","extra":1}\n',
      { id: 3, error: { code: -32_600 } },
    ],
    [
      "a _meta that is a number",
      '{"jsonrpc":"2.0","id":4,"method":"ping","params":{"_meta":5}}\n',
      { id: 4, error: { code: -32_600 } },
    ],
    [
      "a progress token that is an object",
      '{"jsonrpc":"2.0","id":5,"method":"ping","params":{"_meta":{"progressToken":{}}}}\n',
      { id: 5, error: { code: -32_600 } },
    ],
    ["an id that is an object", '{"jsonrpc":"2.0","id":{},"method":"ping"}\n', { error: { code: -32_600 } }],
    ["a line of 70 MB", `"${"x".repeat(70 * 1024 * 1024)}"\n`, { error: { code: -32_600 } }],
  ])("%s", async (_, bytes, expected) => {
    const raw = place.raw();
    raw.write(bytes);
    await expect.poll(() => raw.messages.length).toBe(1);
    expect(raw.messages[0]).toMatchObject({ jsonrpc: "2.0", ...expected });
    expect(await raw.ask("tools/list", {})).toMatchObject({ result: { tools: expect.any(Array) } });
  });

  test("wrong requests get the protocol's errors, and the next one is served", async () => {
    const raw = place.raw();
    const replies = [
      await raw.ask("no/such/method", {}),
      await raw.ask("tools/call", {}),
      await raw.ask("tools/call", { name: "shell", arguments: { command: "touch x" } }),
      await raw.ask("tools/call", { name: "edit_file", arguments: "text" as unknown as object as never }),
      await raw.ask("resources/read", { uri: "file:///etc/passwd" }),
      await raw.ask("resources/read", { uri: "galley://file/workspace/%ff" }),
      await raw.ask("resources/read", { uri: "galley://file/..%2f..%2fetc/passwd" }),
    ];
    expect(replies.map(({ error }) => (error as { code: number } | undefined)?.code)).toEqual([
      -32_601,
      ...Array<number>(6).fill(-32_602),
    ]);
    expect(JSON.stringify(replies)).not.toContain("root:");
    expect(await raw.ask("tools/call", { name: "await_decision", arguments: { id: "x" } })).toMatchObject({
      result: { isError: true, structuredContent: { error: { code: "NOT_FOUND" } } },
    });
    expect(await raw.ask("tools/list", {})).toMatchObject({ result: { tools: expect.any(Array) } });
  });

  test("an envelope of the newer revision on a connection of an older one is asked about as that one does", async () => {
    const raw = place.raw();
    const clientInfo = { name: "raw", version: "1" };
    const params = { protocolVersion: "2025-11-25", capabilities: { elicitation: {} }, clientInfo };
    raw.write(`${JSON.stringify({ jsonrpc: "2.0", id: "i", method: "initialize", params })}\n`);
    await raw.reply("i");
    raw.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    const id = raw.send("tools/call", { name: "write_file", arguments: { path: "new.txt", content: "x\n" } });
    const question = (): { readonly id?: unknown } | undefined =>
      raw.messages.find(({ method }) => method === "elicitation/create");
    await expect.poll(question).toBeDefined();
    const result = { action: "accept", content: { decision: "apply" } };
    raw.write(`${JSON.stringify({ jsonrpc: "2.0", id: question()!.id, result })}\n`);
    expect(await raw.reply(id)).toMatchObject({ result: { isError: false } });
    expect(place.read("new.txt")).toBe("x\n");
  });

  test("standard output carries messages only", async () => {
    place.put(".galley/config.json", JSON.stringify({ editor: "vi" })); // Refused, which is worth a note.
    const raw = place.raw();
    await raw.ask("tools/list", {});
    raw.child.stdin!.end();
    expect(await raw.ended).toBe(0);
    expect(raw.messages.every(({ jsonrpc }) => jsonrpc === "2.0")).toBe(true);
    expect(raw.err).toContain("may only tighten");
  });
});

describe("a client that goes away", () => {
  test("with an open question: it is withdrawn, the process ends with 0, a late answer writes nothing", async () => {
    const raw = place.raw();
    raw.send("tools/call", EDIT, { forms: false });
    const [question] = await place.questions();
    raw.child.stdin!.end();
    expect(await raw.ended).toBe(0);
    await place.questions(0);
    expect(place.galley(["inbox", "answer", question!.id, "apply"]).code).toBe(1);
    expect(place.read("a.txt")).toBe(BEFORE);
  });

  test("while its own form is open: nothing is left", async () => {
    const raw = place.raw();
    await raw.ask("tools/call", EDIT);
    raw.child.stdin!.end();
    expect(await raw.ended).toBe(0);
    expect(place.read("a.txt")).toBe(BEFORE);
  });

  test("at once, without a word", async () => {
    const raw = place.raw();
    raw.child.stdin!.end();
    expect(await raw.ended).toBe(0);
    expect(raw.messages).toEqual([]);
  });

  test("right after its last line: what only reads is answered, what asks or writes is not done", async () => {
    place.put("../config/galley/config.json", JSON.stringify({ confirm_edits: false }));
    const raw = place.raw();
    const read = raw.send("tools/call", { name: "read_file", arguments: { path: "a.txt" } });
    const edit = raw.send("tools/call", EDIT);
    raw.child.stdin!.end();
    expect(await raw.ended).toBe(0);
    expect(raw.messages.find(({ id }) => id === read)).toMatchObject({ result: { isError: false } });
    expect(raw.messages.find(({ id }) => id === edit)).toMatchObject({ result: { isError: true } });
    expect(place.read("a.txt")).toBe(BEFORE);
  });

  test("without reading: the process ends", async () => {
    const raw = place.raw();
    await raw.ask("tools/list", {});
    raw.child.stdout!.destroy();
    raw.send("tools/call", { name: "ls", arguments: {} });
    expect(await raw.ended).toBe(0);
  });

  test("at a random moment, the answer arriving at another: the file is as before or as approved, and stays so", async () => {
    const random = randomNumbers();
    for (let run = 0; run < repeats(8); run += 1) {
      place.put("a.txt", BEFORE);
      const raw = place.raw();
      raw.send("tools/call", EDIT, { forms: false });
      const [question] = await place.questions();
      const answer = new Promise((resolve) => setTimeout(resolve, random() * 20)).then(async () => {
        const found = await place.inbox.read(question!.id);
        if (found.kind !== "question") return null;
        const { approval_id, digest, after } = found.question as unknown as Record<string, string>;
        const item = { action: "apply", digest, after, by: { kind: "person" } };
        return place.inbox.decide(question!.id, { approval_id, items: [item] } as never);
      });
      await new Promise((resolve) => setTimeout(resolve, random() * 20));
      raw.child.stdin!.end();
      expect(await raw.ended).toBe(0);
      const left = place.read("a.txt");
      expect(left === BEFORE || left === "one\nTWO\n").toBe(true);
      await answer;
      expect(place.read("a.txt")).toBe(left);
      await place.questions(0);
      expect(existsSync(`/proc/${raw.child.pid}`)).toBe(false);
      expect(readFileSync(`${place.folder}/a.txt`, "utf8")).toBe(left);
    }
  });

  test("with messages cut anywhere", async () => {
    const random = randomNumbers();
    const raw = place.raw();
    const line = Buffer.from(
      `${JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: {
          name: "write_file",
          arguments: { path: "b.txt", content: "ä€😀".repeat(50) },
          _meta: {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
            "io.modelcontextprotocol/clientCapabilities": {},
          },
        },
      })}\n`,
    );
    for (let at = 0; at < line.length;) {
      const next = at + 1 + Math.floor(random() * 90);
      raw.write(line.subarray(at, next));
      await new Promise((resolve) => setTimeout(resolve, 1));
      at = next;
    }
    const [question] = await place.questions();
    place.galley(["inbox", "answer", question!.id, "apply"]);
    expect(await raw.reply(1)).toMatchObject({ result: { isError: false } });
    expect(place.read("b.txt")).toBe("ä€😀".repeat(50));
  });
});

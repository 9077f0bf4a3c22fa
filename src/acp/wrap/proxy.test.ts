import { PassThrough } from "node:stream";
import { beforeEach, describe, expect, test } from "vitest";
import { Proxy, type End, type Watch } from "./proxy.ts";
import type { Reviewed } from "./reviewed.ts";

/** Both ends as streams, and what has arrived at each so far. */
let editor: { input: PassThrough; output: PassThrough };
let agent: { input: PassThrough; output: PassThrough };
let proxy: Proxy;
let running: Promise<End>;
let notes: string[];
let reviews: { readonly signal: AbortSignal; readonly end: (outcome: Reviewed) => void }[];

beforeEach(() => {
  editor = { input: new PassThrough(), output: new PassThrough() };
  agent = { input: new PassThrough(), output: new PassThrough({ highWaterMark: 1024 }) };
  reviews = [];
  notes = [];
  proxy = new Proxy({ editor, agent });
  const watch: Watch = {
    fromEditor: () => undefined,
    fromAgent: () => undefined,
    review: (_, signal) => new Promise((end) => void reviews.push({ signal, end })),
    note: (note) => void notes.push(note),
  };
  running = proxy.run(watch, new AbortController().signal);
});

/** The next line that arrives there. */
async function next(output: PassThrough): Promise<string> {
  let text = "";
  while (!text.endsWith("\n")) {
    const byte = output.read(1) as Buffer | null; // A stream of bytes.
    if (byte === null) await new Promise((resolve) => output.once("readable", resolve));
    else text += byte.toString("latin1");
  }
  return text;
}

const WRITE =
  '{"jsonrpc":"2.0","id":7,"method":"fs/write_text_file","params":{"sessionId":"s","path":"/a","content":"x"}}\n';

const LATER = '{"jsonrpc":"2.0","method":"session/update"}\n';

describe("what passes", () => {
  test.each([
    [
      "another form of the same JSON",
      ' { "id" : 1.0,\t"jsonrpc":"2\\u002e0", "method":"session\\/update", "params": {"n": 12345678901234567890} }\r\n',
    ],
    ["an answer to someone else", '{"jsonrpc":"2.0","id":"galley-1","result":{}}\n'],
    [
      "half of a pair, as a cut stream of text has it",
      '{"jsonrpc":"2.0","method":"session/update","params":["\\ud83d"]}\n',
    ],
  ])("%s, byte for byte, both ways", async (_, line) => {
    agent.input.write(line);
    expect(await next(editor.output)).toBe(line);
    editor.input.write(line);
    expect(await next(agent.output)).toBe(line);
  });

  test("no message at all, to the agent only", async () => {
    editor.input.write("hello\n");
    expect(await next(agent.output)).toBe("hello\n");
    agent.input.write(`hello\n\n${LATER}`);
    expect([await next(editor.output), notes]).toEqual([
      LATER,
      ["A line of the agent was dropped. Invalid message: it is not JSON."],
    ]);
  });

  test("a source is not read while the other end takes nothing", async () => {
    const line = `${"x".repeat(1000)}\n`;
    let sent = 0;
    while (editor.input.write(line) && sent < 10_000) sent += 1;
    expect(sent).toBeLessThan(200);
    for (let n = 0; n <= sent; n += 1) expect(await next(agent.output)).toBe(line);
  });
});

describe("what is reviewed", () => {
  test("others pass meanwhile; then it goes on as we write it, with the reviewed parameters", async () => {
    const spaced = WRITE.replace('"id":7', ' "id" : 7 ').replace("fs/write", "fs\\/write");
    agent.input.write(spaced);
    agent.input.write(LATER);
    expect(await next(editor.output)).toBe(LATER);
    reviews[0]!.end({ kind: "pass", params: { content: "y" } });
    expect(await next(editor.output)).toBe(
      '{"jsonrpc":"2.0","id":7,"method":"fs/write_text_file","params":{"content":"y"}}\n',
    );
  });

  test("a second request with the id of one that is open is refused", async () => {
    agent.input.write(WRITE + WRITE);
    expect(JSON.parse(await next(agent.output))).toMatchObject({ id: 7, error: { code: -32600 } });
    expect(reviews).toHaveLength(1);
  });

  test("and so is one with the id of a write that the editor has not answered", async () => {
    agent.input.write(WRITE);
    await expect.poll(() => reviews.length).toBe(1);
    reviews[0]!.end({ kind: "pass", params: {}, after: async () => undefined });
    await next(editor.output);
    agent.input.write(WRITE);
    expect(JSON.parse(await next(agent.output))).toMatchObject({ id: 7, error: { code: -32600 } });
  });

  test("and so is one with the id of a read that the editor has not answered: that answer is not the write's", async () => {
    const read = WRITE.replace("write_text_file", "read_text_file").replace(',"content":"x"', "");
    agent.input.write(read);
    expect(await next(editor.output)).toBe(read);
    agent.input.write(WRITE);
    expect(JSON.parse(await next(agent.output))).toMatchObject({ id: 7, error: { code: -32600 } });
    editor.input.write('{"id":7,"result":{"content":""}}\n');
    await next(agent.output);
    agent.input.write(WRITE);
    await expect.poll(() => reviews.length).toBe(1);
  });

  test("approved after it was cancelled: the editor is not asked to write", async () => {
    agent.input.write(WRITE);
    await expect.poll(() => reviews.length).toBe(1);
    editor.input.write('{"method":"session/cancel","params":{"sessionId":"s"}}\n');
    await expect.poll(() => reviews[0]!.signal.aborted).toBe(true);
    reviews[0]!.end({ kind: "pass", params: {} });
    await next(agent.output); // The cancellation.
    expect(JSON.parse(await next(agent.output))).toMatchObject({ id: 7, error: { code: -32800 } });
    expect(editor.output.read()).toBe(null);
  });

  test("the editor's answer is passed on after what has to come first", async () => {
    let isDone = (): void => undefined;
    agent.input.write(WRITE);
    await expect.poll(() => reviews.length).toBe(1);
    reviews[0]!.end({ kind: "pass", params: {}, after: () => new Promise((resolve) => (isDone = resolve)) });
    await next(editor.output);
    editor.input.write('{"id":7,"result":{}}\n{"id":8,"result":{}}\n');
    expect(await next(agent.output)).toBe('{"id":8,"result":{}}\n');
    isDone();
    expect(await next(agent.output)).toBe('{"id":7,"result":{}}\n');
  });

  test("refused: the agent gets the reason, the editor nothing", async () => {
    agent.input.write(WRITE);
    await expect.poll(() => reviews.length).toBe(1);
    reviews[0]!.end({ kind: "refuse", code: -1, message: "no" });
    expect(JSON.parse(await next(agent.output))).toMatchObject({ id: 7, error: { code: -1, message: "no" } });
    expect(editor.output.read()).toBe(null);
  });

  test.each([
    ["a write as a notification", WRITE.replace('"id":7,', ""), null],
    ["a write in another case", WRITE.replace("fs/write", "FS/Write"), -32601],
    ["a terminal in another case", WRITE.replace("fs/write_text_file", "terminal/Create"), -32601],
    ["another method for files", WRITE.replace("fs/write_text_file", "fs/delete_file"), -32601],
    ["the same as a notification", WRITE.replace('"id":7,', "").replace("write_text", "delete_"), null],
    ["a name twice", WRITE.replace('"path":"/a"', '"path":"/b","path":"/a"'), -32600],
    ["a method twice", WRITE.replace('"method"', '"method":"x","method"'), -32600],
  ])("%s is refused, or dropped with one note", async (_, line, code) => {
    agent.input.write(line + LATER);
    expect(await next(editor.output)).toBe(LATER);
    expect([reviews, editor.output.read(), notes.length]).toEqual([[], null, code === null ? 1 : 0]);
    if (code !== null) expect(JSON.parse(await next(agent.output))).toMatchObject({ id: 7, error: { code } });
  });

  test("several messages in one are refused whole", async () => {
    agent.input.write(`[${WRITE.trim()}]\n`);
    expect(JSON.parse(await next(agent.output))).toMatchObject({ id: null, error: { code: -32600 } });
    expect([editor.output.read(), reviews]).toEqual([null, []]);
  });

  test.each([
    [
      "the agent withdraws it",
      () => agent.input.write('{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":7}}\n'),
    ],
    ["its session is cancelled", () => editor.input.write('{"method":"session/cancel","params":{"sessionId":"s"}}\n')],
    ["the editor ends", () => editor.input.end()],
    ["the agent ends", () => agent.input.end()],
  ])("it is stopped when %s", async (_, end) => {
    agent.input.write(WRITE);
    await expect.poll(() => reviews.length).toBe(1);
    end();
    await expect.poll(() => reviews[0]!.signal.aborted).toBe(true);
    reviews[0]!.end({ kind: "refuse", code: 1, message: "stopped" });
  });
});

describe("our own requests", () => {
  test("their answers end here", async () => {
    const asked = proxy.editor.request("session/request_permission", { sessionId: "s" });
    const { id } = JSON.parse(await next(editor.output)) as { id: string };
    editor.input.write(`${JSON.stringify({ id, result: { outcome: "x" } })}\n{"id":1,"result":{}}\n`);
    expect([await asked, await next(agent.output)]).toEqual([{ outcome: "x" }, '{"id":1,"result":{}}\n']);
  });

  test("they end with the connection", async () => {
    const asked = proxy.editor.request("fs/read_text_file", {});
    editor.input.end();
    await expect(asked).rejects.toMatchObject({ code: "ABORTED" });
    expect(await running).toEqual({ by: "editor", error: null });
  });
});

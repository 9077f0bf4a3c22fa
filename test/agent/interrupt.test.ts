// Interrupts: at every event, of a model that does not listen, of a tool that does not stop.

import { describe, expect, test } from "vitest";
import {
  repairHistory,
  Session,
  vfsSection,
  type Model,
  type ToolApprovalCallback,
  type TurnResult,
} from "../../src/agent/index.ts";
import { DisplayBuffer, scriptedModel, type Line } from "../../src/testing/index.ts";
import { loadTool } from "../../src/tools/index.ts";
import { approveAll, EDIT, newSession, newState, READ, read, turn } from "./scripted-run.ts";

describe("an interrupt", () => {
  const script: Line[] = [
    ["I look. ", READ],
    ["Now I change it. ", EDIT, { tool: "write_file", args: { path: "b.txt", content: "b\n" } }],
    "All done.",
  ];

  async function interruptedAt(count: number): Promise<{ result: TurnResult; session: Session; events: number }> {
    const stop = new AbortController();
    let events = 0;
    const tick = (): void => {
      events += 1;
      if (events === count) stop.abort();
    };
    const session = await newSession();
    const approve: ToolApprovalCallback = async (question, options) => {
      tick();
      return approveAll(question, options);
    };
    const { result } = await turn(script, {
      session,
      approve,
      signal: stop.signal,
      display: new DisplayBuffer(tick),
      model: scriptedModel(script, { pace: tick }),
    });
    return { result, session, events };
  }

  test("at every event: the words survive, the history is valid, receipts are true, the next turn works", async () => {
    const { events } = await interruptedAt(0);
    expect(events).toBeGreaterThan(30);
    const kinds = new Set<string>();
    for (let at = 1; at <= events; at += 1) {
      const { result, session } = await interruptedAt(at);
      kinds.add(result.kind);
      expect(session.messages[0]).toMatchObject({ role: "user", text: "please" });
      expect(repairHistory(session.messages)).toEqual(session.messages);
      const receipt = (tool: string) => result.receipts.find((one) => one.tool === tool)?.receipt ?? "not-started";
      expect([await read(session), receipt("edit_file")]).toEqual(
        receipt("edit_file") === "applied" ? ["1\ntwo\n", "applied"] : ["one\ntwo\n", "not-started"],
      );
      const isThere = await read(session, "b.txt").then(
        () => true,
        () => false,
      );
      expect(isThere).toBe(receipt("write_file") === "applied");
      const next = await turn(["Hello again."], { session });
      expect(next.result).toMatchObject({ kind: "done", text: "Hello again." });
    }
    expect([...kinds].sort()).toEqual(["done", "interrupted"]);
  });

  test("before the request is sent is no request", async () => {
    const stop = new AbortController();
    const session = await newSession();
    const slow = { title: "Slow", key: "slow", tools: [], open: () => undefined };
    await session.add({
      ...slow,
      prompt: () => {
        stop.abort();
        return "";
      },
    });
    const { result } = await turn(["never asked for"], { session, signal: stop.signal });
    expect(result).toMatchObject({ kind: "interrupted", requests: 0, text: "" });
  });

  test("a model that does not listen is left behind", async () => {
    const stop = new AbortController();
    let late = (): void => undefined;
    const model: Model = {
      name: "deaf/model",
      stream: async (_request, take) => {
        take({ kind: "text", delta: "Well, " });
        late = () => take({ kind: "text", delta: "where was I?" });
        stop.abort();
        late();
        await new Promise(() => undefined);
      },
    };
    const { result, session } = await turn([], { model, signal: stop.signal });
    expect(result).toMatchObject({ kind: "interrupted", text: "Well, " });
    late();
    expect(session.messages.at(-1)).toEqual({ role: "assistant", parts: [{ kind: "text", text: "Well, " }] });
    expect(session.notes).toEqual([expect.stringContaining("cut off")]);
  });

  test("a tool that does not stop is left behind, its effect unknown", async () => {
    const stop = new AbortController();
    const ls = (await loadTool("ls"))!;
    const session = new Session();
    const section = vfsSection({ state: newState() });
    const hanging = {
      ...ls,
      prepare: async () => {
        stop.abort();
        return new Promise<never>(() => undefined);
      },
    };
    await session.add({ ...section, load: async (name) => (name === "ls" ? hanging : null) });
    const { result } = await turn([{ tool: "ls", args: {} }], {
      session,
      signal: stop.signal,
      sleep: async () => undefined, // Its time to stop is over at once.
    });
    expect(result.kind).toBe("interrupted");
    expect(result.receipts).toMatchObject([{ tool: "ls", receipt: "unknown" }]);
  });

  test("a session does one thing at a time", async () => {
    const session = await newSession();
    const first = turn(["Hello."], { session });
    await expect(turn(["Hi."], { session })).rejects.toMatchObject({ code: "INVALID_ARG" });
    expect((await first).result.kind).toBe("done");
  });
});

// A run with approvals, a display and a scripted model: what is asked, what is done, what the model hears.

import { describe, expect, test } from "vitest";
import {
  ModelError,
  repairHistory,
  Session,
  vfsSection,
  type ApprovalQuestion,
  type ToolApprovalCallback,
} from "../../src/agent/index.ts";
import type { Answer } from "../../src/approval/index.ts";
import { versionOf } from "../../src/base/index.ts";
import { DisplayBuffer, scriptedModel, type Line } from "../../src/testing/index.ts";
import { loadTool } from "../../src/tools/index.ts";
import {
  answers,
  approveAll,
  by,
  EDIT,
  memoryOf,
  newSession,
  newState,
  READ,
  read,
  resultsIn,
  turn,
} from "./scripted-run.ts";

const denyAll =
  (reason?: string): ToolApprovalCallback =>
  async ({ payload }) => ({
    approval_id: payload?.approval_id ?? "",
    items:
      payload === null
        ? []
        : answers(payload, (digest) => ({ action: "reject", digest, by, ...(reason ? { reason } : {}) })),
  });

describe("S3-22, S3-25: a run with a buffer for a display and a callback that approves", () => {
  test("reads, edits, says so; the history is whole", async () => {
    const { result, session, display, model } = await turn([READ, ["Now I edit.", EDIT], "Done."]);
    expect(result).toMatchObject({ kind: "done", text: "Done.", streamed: true, requests: 3, notes: [] });
    expect(await read(session)).toBe("1\ntwo\n");
    expect(result.receipts.map(({ tool, receipt }) => [tool, receipt])).toEqual([
      ["read_file", "applied"],
      ["edit_file", "applied"],
    ]);
    expect(session.messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
      "assistant",
      "tool",
      "assistant",
    ]);
    expect(repairHistory(session.messages)).toEqual(session.messages);
    expect(display.committed).toEqual(["Now I edit.", "Done."]);
    expect(display.streamed).toBe("Now I edit.Done.");
    expect(model.requests[1]!.messages.at(-1)).toMatchObject({
      role: "tool",
      results: [{ content: "Read vfs/a.txt: 2 lines.\n\none\ntwo\n" }],
    });
  });

  test("the display hears of calls and results with their ids, results as text", async () => {
    const { display } = await turn([READ, { ...EDIT, id: "mine" }, "Done."]);
    expect(display.of("onToolCall").map(([, { id, tool }]) => [id, tool])).toEqual([
      ["call_1", "read_file"],
      ["mine", "edit_file"],
    ]);
    expect(display.of("onToolResult").map(([, { id, content }]) => [id, content.split("\n", 1)[0]])).toEqual([
      ["call_1", "Read vfs/a.txt: 2 lines."],
      ["mine", expect.stringContaining("vfs/a.txt")],
    ]);
    expect(display.of("onApproval").map(([, { autoApproved }]) => autoApproved)).toEqual([true, false]);
  });

  test("T50: a denial reaches the model with its reason, and the turn goes on", async () => {
    const { result, session, model } = await turn([READ, EDIT, "As you wish."], { approve: denyAll("too early") });
    expect(result).toMatchObject({ kind: "done", text: "As you wish." });
    expect(await read(session)).toBe("one\ntwo\n");
    expect(model.requests[2]!.messages.at(-1)).toMatchObject({
      role: "tool",
      results: [{ isError: true, content: "REJECTED: Edit rejected by user: too early" }],
    });
    expect(result.receipts.at(-1)!.receipt).toBe("denied");
  });

  test("mixed answers: one approved, one denied, in the order of the calls, never two at a time", async () => {
    let open = 0;
    const asked: string[] = [];
    const approve: ToolApprovalCallback = async (question, options) => {
      if (question.payload === null) return approveAll(question, options);
      open += 1;
      expect(open).toBe(1);
      asked.push(question.id);
      await new Promise((resolve) => setTimeout(resolve, 1));
      open -= 1;
      return (asked.length === 1 ? approveAll : denyAll("no"))(question, options);
    };
    const write = (path: string, id: string) => ({ tool: "write_file", args: { path, content: "x\n" }, id });
    const { result, session } = await turn([[write("b.txt", "w1"), write("c.txt", "w2")], "ok"], { approve });
    expect(asked).toEqual(["w1", "w2"]);
    expect(result.receipts.map(({ receipt }) => receipt)).toEqual(["applied", "denied"]);
    expect(await read(session, "b.txt")).toBe("x\n");
    await expect(read(session, "c.txt")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("what the user changed in review is reported to the model, which must read the file again", async () => {
    const content = "uno\ntwo\n";
    const after = versionOf(new TextEncoder().encode(content));
    const approve: ToolApprovalCallback = async ({ payload }) => ({
      approval_id: payload?.approval_id ?? "",
      items: payload === null ? [] : answers(payload, (digest) => ({ action: "modify", digest, by, content, after })),
    });
    const again = { tool: "edit_file", args: { path: "a.txt", old_string: "two", new_string: "2" } };
    const { session, result } = await turn([READ, EDIT, again, "ok"], { approve });
    expect(await read(session)).toBe(content);
    const told = resultsIn(session.messages).map((one) => one.content);
    expect(told[1]).toContain("The user modified your suggested changes");
    expect(told[2]).toMatch(/^STALE: /);
    expect(result.receipts.at(-1)!.receipt).toBe("failed");
  });

  test("without anybody to ask, what needs a yes is denied at once", async () => {
    const { session } = await turn([READ, EDIT, "ok"], { approve: null });
    expect(resultsIn(session.messages)[1]!.content).toMatch(
      /^REJECTED: Not approved: no reviewer is available\. It needs approval: /,
    );
    expect(await read(session)).toBe("one\ntwo\n");
  });

  test("`yes` approves, and counts as auto-approved", async () => {
    const { session, display } = await turn([READ, EDIT, "ok"], { approve: null, yes: true });
    expect(await read(session)).toBe("1\ntwo\n");
    expect(display.of("onApproval").map(([, { autoApproved }]) => autoApproved)).toEqual([true, true]);
  });

  test("S3-15: the callback hears of what is auto-approved, without a payload, and may object", async () => {
    const questions: ApprovalQuestion[] = [];
    const approve: ToolApprovalCallback = async (question) => {
      questions.push(question);
      return {
        approval_id: "",
        items: [{ action: "reject", digest: "" as Answer["digest"], by, reason: "not today" }],
      };
    };
    const { session } = await turn([READ, "ok"], { approve });
    expect(questions).toMatchObject([{ tool: "read_file", autoApproved: true, payload: null }]);
    expect(resultsIn(session.messages)[0]!.content).toBe("REJECTED: not today");
  });

  test("S3-5, T45: a callback may answer as simply as { approved, yolo }; yolo covers what is asked later", async () => {
    const asked: string[] = [];
    const approve: ToolApprovalCallback = ({ tool, autoApproved }) => {
      if (!autoApproved) asked.push(tool);
      return { approved: true, yolo: !autoApproved };
    };
    const write = (path: string) => ({ tool: "write_file", args: { path, content: "x\n" } });
    const { session, result } = await turn([READ, EDIT, write("b.txt"), write("c.txt"), "ok"], { approve });
    expect(result.receipts.map(({ receipt }) => receipt)).toEqual(["applied", "applied", "applied", "applied"]);
    expect(asked).toEqual(["edit_file"]);
    expect(await read(session, "c.txt")).toBe("x\n");
  });

  test("stop_run ends the run; calls after it are not started; the next turn is accepted", async () => {
    const approve: ToolApprovalCallback = async ({ payload }) => ({
      approval_id: payload?.approval_id ?? "",
      items: [],
      ...(payload ? { stop_run: true } : {}),
    });
    const write = (path: string) => ({ tool: "write_file", args: { path, content: "x" } });
    const { session, result, model } = await turn([[write("b"), write("c")], "never said"], { approve });
    expect(result.kind).toBe("stopped");
    expect(result.receipts.map(({ receipt }) => receipt)).toEqual(["denied", "not-started"]);
    expect(model.requests).toHaveLength(1);
    expect(repairHistory(session.messages)).toEqual(session.messages);
    const next = await turn(["Hello."], { session });
    expect(next.result.kind).toBe("done");
  });

  test("a callback that throws has not said yes", async () => {
    const approve: ToolApprovalCallback = async ({ payload }) => {
      if (payload === null) return { approval_id: "", items: [] };
      throw new Error("the pipe is gone");
    };
    const { session, display, result } = await turn([READ, EDIT, "ok"], { approve });
    expect(result.kind).toBe("done");
    expect(await read(session)).toBe("one\ntwo\n");
    expect(display.of("onNote")[0]![1]).toContain("the pipe is gone");
  });
});

describe("what the model has seen", () => {
  test.each<[string, Line[], RegExp]>([
    [
      "an edit of a file it has not read",
      [EDIT],
      /^NOT_SEEN: vfs\/a.txt exists, and what the edit changes was not read/,
    ],
    [
      "overwriting a file it has not read",
      [{ tool: "write_file", args: { path: "a.txt", content: "x" } }],
      /^NOT_SEEN: /,
    ],
    [
      "after another part only",
      [[{ tool: "read_file", args: { path: "a.txt", offset: 1, limit: 1 } }, EDIT]],
      /^NOT_SEEN: /,
    ],
    [
      "overwriting after a part only",
      [
        { tool: "read_file", args: { path: "a.txt", limit: 1 } },
        { tool: "write_file", args: { path: "a.txt", content: "x" } },
      ],
      /^NOT_SEEN: /,
    ],
    [
      "a file that is missing has a better reason",
      [{ tool: "edit_file", args: { path: "b", old_string: "x", new_string: "y" } }],
      /^NOT_FOUND: /,
    ],
  ])("%s", async (_, script, expected) => {
    const { session } = await turn([...script, "ok"]);
    expect(resultsIn(session.messages).at(-1)!.content).toMatch(expected);
    expect(await read(session)).toBe("one\ntwo\n");
  });

  test("lines that were read can be edited, again and again; the rest of the file stays unseen", async () => {
    const edit = (from: string, to: string) => ({
      tool: "edit_file",
      args: { path: "a.txt", old_string: from, new_string: to },
    });
    const first = { tool: "read_file", args: { path: "a.txt", limit: 1 } };
    const { session } = await turn([[first, EDIT, edit("1", "uno")], "ok"]);
    expect(await read(session)).toBe("uno\ntwo\n");
    await turn([edit("two", "2"), "ok"], { session });
    expect(resultsIn(session.messages).at(-1)!.content).toMatch(/^NOT_SEEN: /);
    await turn([{ tool: "write_file", args: { path: "a.txt", content: "x" } }, "ok"], { session });
    expect(resultsIn(session.messages).at(-1)!.content).toMatch(/^NOT_SEEN: /);
    expect(await read(session)).toBe("uno\ntwo\n");
  });

  test("parts add up to the whole", async () => {
    const part = (offset: number) => ({ tool: "read_file", args: { path: "a.txt", offset, limit: 1 } });
    const { session } = await turn([[part(1), part(0), EDIT], "ok"]);
    expect(await read(session)).toBe("1\ntwo\n");
  });

  test("its own writes count as seen; a change from elsewhere does not", async () => {
    const write = { tool: "write_file", args: { path: "new.txt", content: "x\n" } };
    const edit = (from: string, to: string) => ({
      tool: "edit_file",
      args: { path: "new.txt", old_string: from, new_string: to },
    });
    const { session } = await turn([write, edit("x", "y"), "ok"]);
    expect(await read(session, "new.txt")).toBe("y\n");
    await memoryOf(session).write("new.txt", "y!\n");
    await turn([edit("y", "z"), "ok"], { session });
    expect(resultsIn(session.messages).at(-1)!.content).toMatch(/^STALE: vfs\/new.txt changed after it was read/);
  });
});

test("files chosen for the model are shown in every request, as they are now, and count as seen", async () => {
  const session = await newSession();
  session.context.add(session.workspace().resolve("a.txt"));
  const { model } = await turn([EDIT, "ok"], { session });
  expect(await read(session)).toBe("1\ntwo\n");
  expect(model.requests.map(({ system }) => /a\.txt\n```\n(\w+)\n/.exec(system)?.[1])).toEqual(["one", "1"]);
});

test("a turn that was stopped goes on without new words", async () => {
  const { session } = await turn([READ], { limits: { requests: 1 } });
  const { result, model } = await turn(["Where was I?"], { session, prompt: null });
  expect(result).toMatchObject({ kind: "done", text: "Where was I?" });
  expect(model.requests[0]!.messages.at(-1)!.role).toBe("tool");
  await expect(turn(["?"], { session, prompt: null })).rejects.toThrow("nothing to continue");
});

const [HIGH, LOW] = ["\ud83d", "\ude42"];
test.each([
  [
    ["a", HIGH, LOW, "b", HIGH],
    ["a", "🙂", "b", "\u{fffd}"],
  ],
  [
    [`a${HIGH}`, `${LOW}b${HIGH}`, LOW],
    ["a", "🙂b", "🙂"],
  ],
  [[HIGH, LOW], ["🙂"]],
])("a character cut in two by the stream is shown whole; one without its other half as broken", async (cut, shown) => {
  const { result, display } = await turn([cut.map((delta) => ({ kind: "text", delta }) as const)]);
  expect(result.text).toBe(shown.join(""));
  expect(display.of("onTextDelta").map(([, delta]) => delta)).toEqual(shown);
  expect(display.committed).toEqual([result.text]);
});

describe("bad input from a model", () => {
  test.each<[string, Line, RegExp]>([
    ["arguments that are no JSON", { tool: "ls", args: '{"path": ' }, /^INVALID_ARG: The arguments of ls are not JSON/],
    ["arguments in a string", { tool: "read_file", args: JSON.stringify('{"path":"a.txt"}') }, /^Read vfs\/a.txt/],
    ["a string that is no object", { tool: "ls", args: '"a.txt"' }, /^INVALID_ARG: .* must be one JSON object/],
    ["null", { tool: "ls", args: "null" }, /^1 entry/],
    ["nothing at all", { tool: "ls", args: "" }, /^1 entry/],
    ["a list", { tool: "ls", args: "[]" }, /^INVALID_ARG: .* must be one JSON object/],
    [
      "an unknown tool",
      { tool: "format_disk", args: {} },
      /^INVALID_ARG: There is no tool "format_disk". There are: ls, /,
    ],
    [
      "a schema mismatch",
      { tool: "edit_file", args: { path: "a.txt", old_string: 5 } },
      /^INVALID_ARG: edit_file cannot use these arguments/,
    ],
    [
      "arguments nested without end",
      { tool: "ls", args: `{"path":${"[".repeat(50_000)}${"]".repeat(50_000)}}` },
      /^INVALID_ARG: .*nested too deeply/,
    ],
    ["__proto__ as a tool", { tool: "__proto__", args: {} }, /^INVALID_ARG: There is no tool/],
  ])("%s", async (_, line, expected) => {
    const { session, result } = await turn([line, "ok"]);
    expect(resultsIn(session.messages)[0]!.content).toMatch(expected);
    expect(result).toMatchObject({ kind: "done", text: "ok" });
  });

  describe("T52: a bug in a tool", () => {
    const breaking = async (error: unknown): Promise<Session> => {
      const session = new Session();
      const ls = (await loadTool("ls"))!;
      const broken = { ...ls, prepare: () => Promise.reject(error as Error) };
      const section = vfsSection({ files: { "a.txt": "one\ntwo\n" }, state: newState() });
      await session.add({ ...section, load: async (name) => (name === "ls" ? broken : null) });
      return session;
    };
    const LS = { tool: "ls", args: {} };

    test("is reported to the model as a bug; earlier calls are kept, later ones were not started", async () => {
      const session = await breaking(new Error("a bug\n in two lines"));
      const display = new DisplayBuffer();
      await expect(turn([[READ, LS, EDIT]], { session, display })).rejects.toThrow("a bug");
      expect(resultsIn(session.messages).map(({ content }) => content)).toEqual([
        expect.stringContaining("Read vfs/a.txt"),
        "IO: ls failed because of a bug in galley (Error: a bug). It may or may not have taken effect; check before retrying.",
        "An earlier call of this answer failed because of a bug in galley, so this one was not started. Nothing was done.",
      ]);
      expect(await read(session)).toBe("one\ntwo\n");
      expect(repairHistory(session.messages)).toEqual(session.messages);
      expect((await turn(["Hello."], { session })).result).toMatchObject({ kind: "done", text: "Hello." });
    });

    test("names no folder of this machine", async () => {
      const code = { code: "EACCES", syscall: "open", path: "/home/me/secret" };
      const session = await breaking(Object.assign(new Error("EACCES: denied, open '/home/me/secret'"), code));
      await expect(turn([LS], { session })).rejects.toThrow("EACCES");
      expect(resultsIn(session.messages)[0]!.content).toContain("(Error: EACCES in open)");
      expect(JSON.stringify(session.messages)).not.toContain("/home/me");
    });

    test("in block mode is reported with the user's next message", async () => {
      const session = await newSession();
      const backend = session.workspace();
      const { carryOut } = backend;
      Object.assign(backend, { carryOut: () => Promise.reject(new Error("a bug")) });
      session.context.add(backend.resolve("a.txt"));
      const text = "a.txt\n««« EDIT\ntwo\n═══════ REPL\nTWO\n»»» EDIT END\n";
      await expect(turn([text], { session, mode: "blocks" })).rejects.toThrow("a bug");
      Object.assign(backend, { carryOut });
      const { model } = await turn(["I look."], { session, mode: "blocks" });
      expect(JSON.stringify(model.requests[0]!.messages)).toContain("Galley failed while it applied the edits");
    });
  });

  test("an empty answer", async () => {
    const { result, session } = await turn([""]);
    expect(result).toMatchObject({ kind: "done", text: "", notes: ["The model returned an empty response."] });
    expect(session.messages).toEqual([{ role: "user", text: "please" }]);
  });

  test("an answer cut by length", async () => {
    const { result } = await turn([
      ["half a sen", { kind: "finish", reason: "length", usage: { input: 1, output: 2, cached: null } }],
    ]);
    expect(result).toMatchObject({
      kind: "done",
      text: "half a sen",
      notes: [expect.stringContaining("output limit")],
    });
  });

  test("an endless tool loop ends at the limit, with a valid history", async () => {
    const { result, session } = await turn(
      Array.from({ length: 100 }, () => READ),
      { limits: { requests: 7 } },
    );
    expect(result).toMatchObject({ kind: "limit", limit: "requests", requests: 7 });
    expect(repairHistory(session.messages)).toEqual(session.messages);
  });

  test("T56: tokens are counted over all requests of a turn", async () => {
    const { result } = await turn(
      Array.from({ length: 100 }, () => READ),
      { limits: { tokens: 250 } },
    );
    expect(result).toMatchObject({ kind: "limit", limit: "tokens", requests: 3 });
  });

  test("an answer of 10 MB", async () => {
    const text = "0123456789abcdef".repeat(655_360);
    const model = scriptedModel([text], { piece: 65_536 });
    const { result, display } = await turn([], { model });
    expect(result.text).toHaveLength(text.length);
    expect(display.committed.map((one) => one.length)).toEqual([text.length]);
  });

  test("the same call id in every answer", async () => {
    const call = { ...READ, id: "call_0" };
    const { session, model } = await turn([call, call, call, "ok"]);
    expect(resultsIn(session.messages).map(({ id }) => id)).toEqual(["call_0", "call_0_2", "call_0_3"]);
    expect(model.requests).toHaveLength(4);
  });
});

describe("temporary errors", () => {
  const busy = new ModelError("rate-limited", "slow down", { retryAfterMs: 1_500 });
  const cut = new ModelError("cut", "the line broke");

  test("a retry waits as long as the provider asks, and runs no call twice", async () => {
    const waits: number[] = [];
    const nap = async (ms: number) => void waits.push(ms);
    const { result, display, session, model } = await turn([READ, busy, cut, ["half", cut], "Done."], {
      patience: {},
      sleep: nap,
      random: () => 1,
    });
    expect(result).toMatchObject({ kind: "done", text: "Done." });
    expect(waits).toEqual([1_500, 1_000, 2_000]);
    expect(model.requests).toHaveLength(5);
    expect(display.of("onToolCall")).toHaveLength(1);
    expect(display.of("onRetry").map(([, { code, discarded }]) => [code, discarded])).toEqual([
      ["rate-limited", ""],
      ["cut", ""],
      ["cut", "half"],
    ]);
    expect(display.committed).toEqual(["Done."]);
    expect(session.messages.at(-1)).toEqual({ role: "assistant", parts: [{ kind: "text", text: "Done." }] });
  });

  test.each<[string, ModelError, number]>([
    ["gives up after five attempts", cut, 5],
    ["does not wait for hours", new ModelError("rate-limited", "quota", { retryAfterMs: 3_600_000 }), 1],
    ["does not try again with a wrong key", new ModelError("key", "wrong key"), 1],
  ])("%s; the words survive and the conversation goes on", async (_, error, attempts) => {
    const { result, session, model } = await turn(Array.from({ length: 9 }, () => error));
    const told = expect.stringContaining(error.message) as string;
    expect(result).toMatchObject({ kind: "failed", code: error.code, message: told });
    expect(result).toHaveProperty("message", expect.stringMatching(/^(?!quota)|^quota It asks to wait 3,600 s/));
    expect(model.requests).toHaveLength(attempts);
    expect(session.messages).toEqual([{ role: "user", text: "please" }]);
    expect((await turn(["Hello."], { session })).result.kind).toBe("done");
  });

  test("a model without tools is asked in block mode", async () => {
    const { result, model } = await turn([new ModelError("no-tools", "no tools"), "Hello."]);
    expect(result).toMatchObject({ kind: "done", text: "Hello." });
    expect(model.requests.map(({ tools }) => tools.length)).toEqual([7, 0]);
    expect((await turn([], { model, prompt: "again" })).result.kind).toBe("done");
    expect(model.requests[2]!.tools).toEqual([]);
  });
});

describe("a display that throws", () => {
  test.each(["onTextDelta", "onTextCommit", "onToolCall", "onToolResult", "onApproval", "onUsage"] as const)(
    "in %s: the run goes on, and tells",
    async (name) => {
      const display = new DisplayBuffer(([told]) => {
        if (told === name) throw new Error("no screen");
      });
      const { result, session } = await turn([["Hm.", READ], EDIT, "Done."], { display });
      expect(result).toMatchObject({ kind: "done", text: "Done." });
      expect(result.notes).toEqual([`The display failed in ${name}: no screen. The run continued without it.`]);
      expect(await read(session)).toBe("1\ntwo\n");
    },
  );
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ConfirmationResponse } from "../approval/index.ts";
import type { EditConfirmationRequest, ToolConfirmationRequired } from "./confirmation.ts";
import { createConfirmations, oneAtATime } from "./confirmations.ts";

const request = (path: string): EditConfirmationRequest => ({
  path,
  originalContent: "old\n",
  suggestedContent: "new\n",
  diff: "-old\n+new\n",
});

function openConfirmations() {
  const events: ToolConfirmationRequired[] = [];
  const confirmations = createConfirmations((event) => events.push(event));
  const ask = (id: string, signal?: AbortSignal): Promise<ConfirmationResponse> =>
    confirmations.callbackFor({ toolCallId: id, toolName: "edit", ...(signal ? { signal } : {}) })(
      request(`/ws/${id}`),
    );
  const drawn = (): string[] =>
    events.map(({ confirmation: { toolCallId, index, total } }) => `${toolCallId} ${index}/${total}`);
  return { events, confirmations, ask, drawn, resolve: (at: number) => events[at]!.confirmation.resolve };
}

describe("T13 requests that come together", () => {
  test("S1-8 an event carries the confirmation S1-7 describes", async () => {
    const { ask, events, resolve } = openConfirmations();
    const answer = ask("call-1");
    expect(events).toEqual([
      {
        type: "tool_confirmation_required",
        confirmation: {
          toolCallId: "call-1",
          toolName: "edit",
          preview: {
            diff: "-old\n+new\n",
            path: "/ws/call-1",
            originalContent: "old\n",
            suggestedContent: "new\n",
          },
          index: 1,
          total: 1,
          resolve: expect.any(Function),
        },
      },
    ]);
    resolve(0)({ modified: "" });
    expect(await answer).toEqual({ action: "modify", content: "" });
  });

  test("S1-11 wait for each other, in their order, and each gets its own answer", async () => {
    const { ask, drawn, resolve, confirmations } = openConfirmations();
    const answers = ["a", "b", "c"].map((id) => ask(id));
    expect(drawn()).toEqual(["a 1/1"]);
    expect(confirmations.waiting()).toBe(3);
    resolve(0)("apply");
    expect(drawn()).toEqual(["a 1/1", "b 2/3"]);
    resolve(1)("reject");
    resolve(2)({ modified: "c" });
    expect(await Promise.all(answers)).toEqual([
      { action: "apply" },
      { action: "reject" },
      { action: "modify", content: "c" },
    ]);
    expect(confirmations.waiting()).toBe(0);
    void ask("d");
    expect(drawn().at(-1)).toBe("d 1/1");
  });

  test("T14 the first answer counts, also when it comes from two hands", async () => {
    const { ask, resolve, drawn } = openConfirmations();
    const [first, second] = [ask("a"), ask("b")];
    resolve(0)("reject");
    resolve(0)("apply");
    expect(drawn()).toEqual(["a 1/1", "b 2/2"]);
    resolve(1)("apply");
    expect([await first, await second]).toEqual([{ action: "reject" }, { action: "apply" }]);
  });

  test("T19 an abort is a no, on the screen or still in line, and the others go on", async () => {
    const { ask, resolve, drawn } = openConfirmations();
    const stop = new AbortController();
    const aborted = [ask("a", stop.signal), ask("b", stop.signal)];
    const other = ask("c");
    stop.abort();
    for (const answer of aborted) expect(await answer).toMatchObject({ action: "reject" });
    expect(await ask("late", stop.signal)).toMatchObject({ action: "reject" });
    resolve(0)("apply");
    expect(drawn().at(-1)).toMatch(/^c /);
    resolve(drawn().length - 1)("apply");
    expect(await other).toEqual({ action: "apply" });
  });

  test("a screen that breaks fails its own request and no other", async () => {
    let broken = true;
    const shown: ToolConfirmationRequired[] = [];
    const confirmations = createConfirmations((event) => {
      if (broken) throw new Error("no screen");
      shown.push(event);
    });
    await expect(confirmations.callbackFor({ toolCallId: "a", toolName: "edit" })(request("a"))).rejects.toThrow(
      "no screen",
    );
    broken = false;
    const next = confirmations.callbackFor({ toolCallId: "b", toolName: "edit" })(request("b"));
    shown[0]!.confirmation.resolve("apply");
    expect(await next).toEqual({ action: "apply" });
  });
});

test("T13 T14 T19 whatever comes in whatever order: one question at a time, in order, each answered once", async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant("ask" as const) }),
    fc.record({ kind: fc.constant("resolve" as const), at: fc.nat(12), word: fc.constantFrom("apply", "reject") }),
    fc.record({ kind: fc.constant("abort" as const), at: fc.nat(12) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { ask, events, confirmations } = openConfirmations();
      const calls: { stop: AbortController; answer: Promise<ConfirmationResponse>; expected: string | null }[] = [];
      const shown = (): number[] => events.map(({ confirmation }) => Number(confirmation.toolCallId));
      for (const one of steps) {
        if (one.kind === "ask") {
          const stop = new AbortController();
          calls.push({ stop, answer: ask(String(calls.length), stop.signal), expected: null });
        } else if (one.kind === "resolve") {
          const event = events[one.at];
          const call = event && calls[Number(event.confirmation.toolCallId)];
          event?.confirmation.resolve(one.word as "apply" | "reject");
          if (call) call.expected ??= one.word;
        } else if (calls[one.at]) {
          calls[one.at]!.stop.abort();
          calls[one.at]!.expected ??= "reject";
        }
        const open = calls.flatMap(({ expected }, at) => (expected === null ? [at] : []));
        expect(confirmations.waiting()).toBe(open.length);
        if (open.length > 0) expect(shown().at(-1)).toBe(open[0]);
      }
      expect(shown()).toEqual([...new Set(shown())].sort((a, b) => a - b));
      for (const { answer, expected } of calls) if (expected !== null) expect((await answer).action).toBe(expected);
    }),
  );
});

describe("T13 one callback is called for one request at a time", () => {
  test("in the order of the requests, whichever tool asks, also after a failure", async () => {
    const seen: string[] = [];
    let open = 0;
    const callback = async ({ path }: EditConfirmationRequest): Promise<ConfirmationResponse> => {
      open += 1;
      expect(open).toBe(1);
      seen.push(path);
      await new Promise((resolve) => setImmediate(resolve));
      open -= 1;
      if (path === "b") throw new Error("b broke");
      return { action: "reject", reason: path };
    };
    expect(oneAtATime(callback)).toBe(oneAtATime(callback));
    const answers = await Promise.allSettled(["a", "b", "c"].map((path) => oneAtATime(callback)(request(path))));
    expect(seen).toEqual(["a", "b", "c"]);
    expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });

  test("a request whose run was cancelled while it waited is never shown", async () => {
    const seen: string[] = [];
    const stop = new AbortController();
    const turn = oneAtATime(async ({ path }) => {
      seen.push(path);
      stop.abort();
      return { action: "apply" };
    });
    const [, second] = await Promise.allSettled([turn(request("a")), turn(request("b"), stop.signal)]);
    expect(seen).toEqual(["a"]);
    expect(second).toMatchObject({ status: "rejected", reason: { code: "ABORTED" } });
  });
});

// Google's protocol, which has no ids for calls: the same conversation, the same troubles.

import { describe, expect, test } from "vitest";
import type { Step } from "../../src/testing/index.ts";
import { withTalk } from "./server-run.ts";

const READ: Step = {
  text: "I look. ",
  calls: [
    { name: "read_file", arguments: { path: "a.txt" } },
    { name: "ls", arguments: {} },
  ],
};
const EDIT: Step = { calls: [{ name: "edit_file", arguments: { path: "a.txt", old_string: "one", new_string: "1" } }] };

describe("google", () => {
  test("tool mode: two calls at once, an edit, an answer", () =>
    withTalk("google", [READ, EDIT, { text: "Done 🙂" }], async ({ say, read, server }) => {
      expect(await say("please")).toMatchObject({ kind: "done", text: "Done 🙂", requests: 3 });
      expect(await read("a.txt")).toBe("1\ntwo\n");
      expect(server.refused).toEqual([]);
    }));

  test("a denial, an unknown tool, wrong arguments, and the next turn", () => {
    const wrong: Step = {
      calls: [
        { name: "no_such_tool", arguments: {} },
        { name: "ls", arguments: { path: 7 } },
      ],
    };
    return withTalk(
      "google",
      [READ, EDIT, wrong, { text: "Well." }, { text: "Yes?" }],
      async ({ say, read, server }) => {
        const approve = ({ autoApproved }: { autoApproved: boolean }) => autoApproved || "reject";
        expect(await say("please", { approve: approve as () => boolean })).toMatchObject({
          kind: "done",
          text: "Well.",
        });
        expect(await read("a.txt")).toBe("one\ntwo\n");
        expect(await say("hello?")).toMatchObject({ kind: "done", text: "Yes?" });
        expect(server.refused).toEqual([]);
      },
    );
  });

  test("429, 500, a cut socket, a polite end, an empty answer, an answer cut by length", () =>
    withTalk(
      "google",
      [
        { status: 429 },
        { status: 500 },
        { text: "half of an answer, in pieces", breaks: { after: 2, how: "cut" } },
        { text: "half of an answer, in pieces", breaks: { after: 2, how: "end" } },
        {},
        { text: "long", reason: "length" },
      ],
      async ({ say, display, server }) => {
        const first = await say("please", { patience: { firstWaitMs: 1, attempts: 9 } });
        expect(first).toMatchObject({ kind: "done", notes: ["The model returned an empty response."] });
        expect(display.of("onRetry").map(([, { code }]) => code)).toEqual(["rate-limited", "overloaded", "cut", "cut"]);
        expect((await say("more")).notes).toEqual(["The response was cut off: the model hit its output limit."]);
        expect(server.refused).toEqual([]);
      },
    ));

  test("interrupted in the middle, the next turn is accepted", () =>
    withTalk(
      "google",
      [READ, { text: "a long answer that is cut" }, { text: "Here." }],
      async ({ say, server, display }) => {
        const stop = new AbortController();
        const result = await say("please", {
          signal: stop.signal,
          display: {
            ...display,
            onToolCall: () => stop.abort(),
            onTextDelta: () => undefined,
            onTextCommit: () => undefined,
            onToolResult: () => undefined,
          },
        });
        expect(result.receipts.map(({ receipt }) => receipt)).toEqual(["not-started", "not-started"]);
        expect((await say("still there?")).kind).toBe("done");
        expect(server.refused).toEqual([]);
      },
    ));

  test("a wrong key, an unknown model", async () => {
    await withTalk(
      "google",
      [],
      async ({ say }) => expect(await say("x")).toMatchObject({ kind: "failed", code: "key" }),
      { key: "sk-wrong-key-9876" },
    );
    await withTalk(
      "google",
      [],
      async ({ say }) => expect(await say("x")).toMatchObject({ kind: "failed", code: "unknown-model" }),
      { modelName: "none" },
    );
  });
});

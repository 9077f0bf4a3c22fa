// Real wire formats over real sockets: tool mode, block mode, approvals, and every trouble a provider can make. The
// servers refuse a history that their vendor would refuse; `refused` staying empty is the proof that ours is valid.

import { describe, expect, test } from "vitest";
import type { Step } from "../../src/testing/index.ts";
import { WIRES, withTalk } from "./server-run.ts";

const READ: Step = { text: "I look. ", calls: [{ name: "read_file", arguments: { path: "a.txt" } }] };
const EDIT: Step = {
  calls: [{ name: "edit_file", arguments: { path: "a.txt", old_string: "one", new_string: "1 «ü» 🙂" } }],
};
const block = (path: string, find: string, put: string): string =>
  `${path}\n««« EDIT\n${find}═══════ REPL\n${put}»»» EDIT END\n`;

describe.each(WIRES)("%s", (wire) => {
  test("tool mode: read, edit with approval, answer; usage is reported", () =>
    withTalk(wire, [READ, EDIT, { text: "Done — 1 «ü» 🙂" }], async ({ say, read, server, display }) => {
      const result = await say("please");
      expect(result).toMatchObject({ kind: "done", text: "Done — 1 «ü» 🙂", requests: 3 });
      expect(await read("a.txt")).toBe("1 «ü» 🙂\ntwo\n");
      expect(result.usage.input).toBe(150);
      expect(display.committed).toEqual(["I look. ", "Done — 1 «ü» 🙂"]);
      expect(server.refused).toEqual([]);
    }));

  test("a rejection with its reason reaches the model", () =>
    withTalk(wire, [READ, EDIT, { text: "Then not." }], async ({ say, read, server }) => {
      const approve = () => ({ approved: false, reason: "leave it, please" }) as const;
      const result = await say("please", { approve: (question) => (question.autoApproved ? true : approve()) });
      expect(result).toMatchObject({ kind: "done", text: "Then not." });
      expect(await read("a.txt")).toBe("one\ntwo\n");
      expect(JSON.stringify(server.requests[2]!.body)).toContain("leave it, please");
    }));

  test("a modification reaches the model as a note", () =>
    withTalk(wire, [READ, EDIT, { text: "Fine." }], async ({ say, read, server }) => {
      await say("please", {
        approve: ({ autoApproved }) => (autoApproved ? true : { action: "modify", content: "uno\ntwo\n" }),
      });
      expect(await read("a.txt")).toBe("uno\ntwo\n");
      expect(JSON.stringify(server.requests[2]!.body)).toContain("The user modified your suggested changes");
    }));

  test("block mode: edits show while they stream, are applied, and their results enter the next request", () => {
    const answer = `Here:\n\n${block("a.txt", "one\n", "1\n")}\n${block("a.txt", "nowhere\n", "x\n")}\nThat is all.`;
    return withTalk(
      wire,
      [{ text: answer, piece: 7 }, { text: "I see." }],
      async ({ say, read, server, session, display }) => {
        session.context.add(session.workspace().resolve("a.txt"));
        const result = await say("please", { mode: "blocks" });
        expect(result.report?.results.map(({ status }) => status)).toEqual(["APPLIED", "FAILED"]);
        expect(await read("a.txt")).toBe("1\ntwo\n");
        const kinds = display.of("onBlock").map(([, { kind }]) => kind);
        expect(kinds.filter((kind) => kind === "block-start")).toHaveLength(2);
        expect(
          display.told.findIndex(
            ([name, event]) => name === "onBlock" && (event as { kind: string }).kind === "block-end",
          ),
        ).toBeLessThan(display.told.findLastIndex(([name]) => name === "onTextDelta"));
        expect(server.requests[0]!.body["tools"]).toBeUndefined();
        expect(JSON.stringify(server.requests[0]!.body)).toContain("EDIT END");
        await say("and now?", { mode: "blocks" });
        const next = JSON.stringify(server.requests[1]!.body);
        expect(next).toContain("Results of the edits in your last answer");
        expect(next).toContain("FAILED (anchor_not_found)");
        expect(next).toContain("1\\\\ntwo\\\\n".replaceAll("\\\\", "\\"));
        expect(server.refused).toEqual([]);
      },
    );
  });

  test.each<[string, Step, RegExp]>([
    ["bad JSON", { calls: [{ name: "ls", arguments: '{"path": "a' }] }, /not JSON|cannot use|INVALID_ARG/],
    [
      "half of a character",
      { calls: [{ name: "read_file", arguments: '{"path":"a\\ud83d.txt","x\\udc00":["\\ud83d"]}' }] },
      /INVALID_/,
    ],
    ["a string", { calls: [{ name: "ls", arguments: '"{}"' }] }, /1 entry/],
    ["null", { calls: [{ name: "ls", arguments: "null" }] }, /1 entry/],
    ["an unknown tool", { calls: [{ name: "delete_everything", arguments: {} }] }, /There is no tool/],
    [
      "a schema mismatch",
      { calls: [{ name: "edit_file", arguments: { path: 7, old_string: [], new_string: null } }] },
      /INVALID_ARG/,
    ],
  ])("arguments: %s", (_, step, expected) =>
    withTalk(wire, [step, { text: "ok" }], async ({ say, server, session }) => {
      expect(await say("please")).toMatchObject({ kind: "done", text: "ok" });
      expect(JSON.stringify(session.messages)).toMatch(expected);
      expect(server.refused).toEqual([]);
    }),
  );

  test("429 with retry-after, 500, a cut socket, a polite end: tried again, no call twice", () =>
    withTalk(
      wire,
      [
        READ,
        { status: 429, headers: { "retry-after-ms": "3" } },
        { status: 500 },
        { text: "half of an answer, in pieces", breaks: { after: 3, how: "cut" } },
        { text: "half of an answer, in pieces", breaks: { after: 3, how: "end" } },
        { text: "whole" },
      ],
      async ({ say, display, server }) => {
        expect(await say("please", { patience: { firstWaitMs: 1, attempts: 9 } })).toMatchObject({
          kind: "done",
          text: "whole",
        });
        expect(display.of("onRetry").map(([, { code }]) => code)).toEqual(["rate-limited", "overloaded", "cut", "cut"]);
        expect(display.of("onRetry")[0]![1].waitMs).toBe(3);
        expect(display.of("onToolCall")).toHaveLength(1);
        expect(server.requests).toHaveLength(6);
      },
    ));

  test("a socket cut in mid-block: nothing half-applied; after the last attempt the conversation goes on", () => {
    const cut: Step = { text: block("a.txt", "one\n", "1\n"), piece: 5, breaks: { after: 8, how: "cut" } };
    return withTalk(wire, [cut, cut, cut, { text: "Hello." }], async ({ say, read, session, server }) => {
      session.context.add(session.workspace().resolve("a.txt"));
      const result = await say("please", { mode: "blocks", patience: { firstWaitMs: 1, attempts: 3 } });
      expect(result).toMatchObject({ kind: "failed", code: "cut", report: null });
      expect(await read("a.txt")).toBe("one\ntwo\n");
      expect(session.messages[0]).toMatchObject({ role: "user", text: "please" });
      expect(await say("again?", { mode: "blocks" })).toMatchObject({ kind: "done", text: "Hello." });
      expect(server.refused).toEqual([]);
    });
  });

  test("something unreadable in the stream", () =>
    withTalk(
      wire,
      [{ text: "well then", breaks: { after: 2, how: "garbage" } }, { text: "Hello." }],
      async ({ say }) => {
        expect(await say("please")).toMatchObject({ kind: "failed", code: "unreadable" });
        expect(await say("again")).toMatchObject({ kind: "done", text: "Hello." });
      },
    ));

  test("an empty answer, one cut by length in the middle of a call", () =>
    withTalk(
      wire,
      [
        {},
        { reason: "length", calls: [{ name: "write_file", arguments: '{"path":"b.txt","content":"aaaa' }] },
        { text: "ok" },
      ],
      async ({ say, server, session }) => {
        expect(await say("one")).toMatchObject({ kind: "done", notes: ["The model returned an empty response."] });
        const cut = await say("two");
        expect(cut.notes).toContain("The response was cut off: the model hit its output limit.");
        expect(session.workspace().known("b.txt")).toBe(false);
        expect(server.refused).toEqual([]);
      },
    ));

  test("an answer of 10 MB", () =>
    withTalk(wire, [{ text: "0123456789abcdef".repeat(655_360), piece: 65_536 }], async ({ say }) => {
      expect((await say("please")).text).toHaveLength(10_485_760);
    }));

  test("an endless tool loop", () =>
    withTalk(
      wire,
      Array.from({ length: 30 }, () => READ),
      async ({ say, server }) => {
        expect(await say("please", { limits: { requests: 12 } })).toMatchObject({ kind: "limit", limit: "requests" });
        expect(await say("again", { limits: { requests: 1 } })).toMatchObject({ kind: "limit" });
        expect(server.refused).toEqual([]);
      },
    ));

  test("the same call id in every answer", () => {
    const step: Step = {
      calls: [
        { id: "call_0", name: "ls", arguments: {} },
        { id: "call_1", name: "ls", arguments: {} },
      ],
    };
    return withTalk(wire, [step, step, step, { text: "ok" }], async ({ say, server }) => {
      expect(await say("please")).toMatchObject({ kind: "done", text: "ok" });
      expect(server.refused).toEqual([]);
    });
  });

  test("a wrong key: said by the name of its variable, never by its value", () =>
    withTalk(
      wire,
      [],
      async ({ say }) => {
        const result = await say("please");
        expect(result).toMatchObject({ kind: "failed", code: "key", requests: 1 });
        expect(JSON.stringify(result)).toMatch(/(ANTHROPIC|OPENAI|GALLEY)_API_KEY/);
        expect(JSON.stringify(result)).not.toContain("sk-wrong-key-9876");
      },
      { key: "sk-wrong-key-9876" },
    ));

  test("an unknown model", () =>
    withTalk(
      wire,
      [],
      async ({ say }) => expect(await say("please")).toMatchObject({ kind: "failed", code: "unknown-model" }),
      {
        modelName: wire === "responses" ? "no-such-codex" : "no-such-model",
      },
    ));

  test("no network", () =>
    withTalk(wire, [], async ({ say, server, session }) => {
      await server.close();
      const result = await say("please", { patience: { firstWaitMs: 1, attempts: 2 } });
      expect(result).toMatchObject({ kind: "failed", code: "network" });
      expect(session.messages).toEqual([{ role: "user", text: "please" }]);
    }));

  test("from tools to blocks in one conversation", () =>
    withTalk(wire, [READ, { text: "ok" }, { text: "ok" }], async ({ say, server }) => {
      await say("one");
      expect(await say("two", { mode: "blocks" })).toMatchObject({ kind: "done" });
      expect(server.refused).toEqual([]);
    }));
});

test("a model that cannot call tools is asked for blocks", () =>
  withTalk(
    "compatible",
    [
      {
        status: 400,
        body: { error: { message: "registry.ollama.ai/library/tiny does not support tools", type: "api_error" } },
      },
      { text: "Hi." },
    ],
    async ({ say }) => expect(await say("please")).toMatchObject({ kind: "done", text: "Hi." }),
  ));

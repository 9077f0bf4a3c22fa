// Sessions of `galley acp`: listed, loaded, resumed, in modes, cancelled, and left by their editor at any moment. With an
// editor that offers its files, the buffers are what is read and written.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RequestPermissionResponse } from "@agentclientprotocol/sdk";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openFileInbox, type Inbox } from "../../src/inbox/index.ts";
import { answerWhole } from "../../src/review/index.ts";
import type { Script } from "../../src/testing/index.ts";
import { EDIT, READ, Running } from "../agent/running.ts";
import { ensureBuilt } from "../built.ts";
import { randomNumbers } from "../support/random.ts";
import { repeats } from "../support/repeats.ts";
import { TestEditor, type EditorOptions } from "./editor.ts";

let place: Running;
let inbox: Inbox;
let editors: TestEditor[];
beforeAll(ensureBuilt);
beforeEach(() => {
  place = new Running();
  inbox = openFileInbox({ directory: join(place.folder, "state", "galley") });
  editors = [];
});
afterEach(async () => {
  for (const editor of editors) {
    editor.child.kill("SIGKILL");
    await editor.ended;
  }
  await inbox.close();
  await place.close();
});

const root = (): string => join(place.folder, "work");

function open(env: Record<string, string>, options: Partial<EditorOptions> = {}): TestEditor {
  const config = ["--config", join(place.folder, "config.json")];
  const editor = new TestEditor({ cwd: place.folder, env, ...options, args: [...config, ...(options.args ?? [])] });
  editors.push(editor);
  return editor;
}

/** The first question that is open in the inbox. */
async function nextQuestion() {
  for (;;) {
    const [first] = (await inbox.open()).questions;
    const found = first === undefined ? null : await inbox.read(first.id);
    if (found?.kind === "question") return found.question;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe("sessions", () => {
  test("listed by folder, loaded with what was said, resumed without", async () => {
    const env = await place.serve([{ text: "Hello." }, { text: "Again." }, { text: "Third." }]);
    const first = open(env);
    const id = await first.newSession(root());
    await first.prompt(id, "say hello");
    expect(await first.close()).toBe(0);

    const second = open(env);
    const { agentCapabilities } = await second.initialize();
    expect(agentCapabilities).toMatchObject({ loadSession: true, sessionCapabilities: { list: {}, resume: {} } });
    const { sessions } = await second.agent.request("session/list", { cwd: root() });
    expect(sessions).toEqual([{ sessionId: id, cwd: root(), title: "say hello", updatedAt: expect.any(String) }]);
    const sessionId = id;
    expect((await second.agent.request("session/list", { cwd: place.folder })).sessions).toEqual([]);
    await second.agent.request("session/load", { sessionId, cwd: root(), mcpServers: [] });
    expect(second.updates.map(({ sessionUpdate }) => sessionUpdate)).toEqual([
      "user_message_chunk",
      "agent_message_chunk",
    ]);
    await second.prompt(sessionId, "and again");
    expect(place.lastRequest()).toContain("say hello");
    await second.close();

    const third = open(env);
    await third.initialize();
    await third.agent.request("session/resume", { sessionId, cwd: root() });
    expect(third.updates).toEqual([]);
    await third.prompt(sessionId, "once more");
    expect(place.lastRequest()).toContain("and again");
    await third.agent.request("session/delete", { sessionId });
    expect((await third.agent.request("session/list", {})).sessions).toEqual([]);
  });

  test.each([
    ["of another folder", "INVALID_ARG"],
    ["that is not there", "NOT_FOUND"],
  ])("one %s is refused", async (which, code) => {
    const editor = open(await place.serve([{ text: "Hello." }]));
    const id = await editor.newSession(root());
    await editor.prompt(id, "say hello");
    const [kept] = (await editor.agent.request("session/list", {})).sessions;
    const sessionId = which === "of another folder" ? kept!.sessionId : "0000000000-0000000000";
    const loading = editor.agent.request("session/load", { sessionId, cwd: place.folder, mcpServers: [] });
    await expect(loading).rejects.toMatchObject({ data: { code } });
  });

  test("requests that cannot be carried out are answered as the protocol says", async () => {
    const editor = open(await place.serve([]));
    const sessionId = await editor.newSession(root());
    const text = [{ type: "text", text: "x" } as const];
    await expect(editor.agent.request("session/prompt", { sessionId: "no", prompt: text })).rejects.toMatchObject({
      code: -32002,
    });
    await expect(editor.agent.request("session/new", { cwd: "work", mcpServers: [] })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining("must be absolute"),
    });
    await expect(editor.agent.request("session/set_mode", { sessionId, modeId: "yolo" })).rejects.toMatchObject({
      code: -32602,
    });
    const image = [{ type: "image", data: "", mimeType: "image/png" } as const];
    await expect(editor.agent.request("session/prompt", { sessionId, prompt: image })).rejects.toMatchObject({
      message: expect.stringContaining("Only text"),
    });
    await expect(editor.agent.request("galley/unknown", {})).rejects.toMatchObject({ code: -32601 });
  });
});

test("what the editor offers and the agent does not use is said", async () => {
  const editor = open(await place.serve([]));
  await editor.initialize();
  const server = { name: "tickets", command: "x", args: [], env: [] };
  await editor.agent.request("session/new", { cwd: root(), mcpServers: [server] });
  await expect.poll(() => editor.said()).toContain("MCP servers are not used by this agent: tickets.");
});

test("what is no message is answered, and the connection goes on", async () => {
  const editor = open(await place.serve([]));
  editor.child.stdin!.write('{"half": \n[]\n\n"text"\n');
  expect(await editor.initialize()).toMatchObject({ protocolVersion: 1, agentInfo: { name: "galley" } });
  expect(await editor.close()).toBe(0);
});

describe("a turn that cannot be", () => {
  test("without a model: the error says what to do, and the session stays", async () => {
    writeFileSync(join(place.folder, "config.json"), "{}");
    const { OPENAI_API_KEY: _, ANTHROPIC_API_KEY: __, ...env } = place.environment();
    const editor = open(env);
    const session = await editor.newSession(root());
    await expect(editor.prompt(session, "x")).rejects.toMatchObject({ message: expect.stringContaining("model") });
    await expect(editor.prompt(session, "x")).rejects.toMatchObject({ code: -32602 });
  });

  test("the model's server fails: the request does too, and the prompt is kept", async () => {
    const editor = open(await place.serve([{ status: 401, body: { error: { message: "no" } } }, { text: "Now." }]));
    const session = await editor.newSession(root());
    await expect(editor.prompt(session, "first words")).rejects.toMatchObject({ code: -32603 });
    expect(await editor.prompt(session, "again")).toBe("end_turn");
    expect(place.lastRequest()).toContain("first words");
  });

  test("while another is answered", async () => {
    let answer = (): void => undefined;
    const editor = open(await place.serve([READ, EDIT, { text: "Done." }]), {
      answer: () =>
        new Promise((resolve) => (answer = () => resolve({ outcome: { outcome: "selected", optionId: "apply" } }))),
    });
    const session = await editor.newSession(root());
    const turn = editor.prompt(session, "edit it");
    await expect.poll(() => editor.asked.length).toBe(1);
    await expect(editor.prompt(session, "x")).rejects.toMatchObject({
      message: expect.stringContaining("already answering"),
    });
    answer();
    expect([await turn, place.content()]).toEqual(["end_turn", "one\nTWO\n"]);
  });
});

describe("modes", () => {
  const turn = async (modeId: string, script: Script, policy: readonly object[] = []) => {
    const env = await place.serve(script);
    const config = JSON.parse(readFileSync(join(place.folder, "config.json"), "utf8")) as object;
    writeFileSync(join(place.folder, "config.json"), JSON.stringify({ ...config, policy }));
    const editor = open(env);
    const sessionId = await editor.newSession(root());
    await editor.agent.request("session/set_mode", { sessionId, modeId });
    expect(await editor.prompt(sessionId, "edit it")).toBe("end_turn");
    return editor;
  };
  const ALLOW = [{ effect: "allow", tool: "edit_file" }];

  test.each([
    [
      "plan: what is allowed by a rule is not done either",
      "plan",
      ALLOW,
      "one\ntwo\n",
      0,
      "plan mode, which only reads",
    ],
    ["auto: what no rule allows is refused unasked", "auto", [], "one\ntwo\n", 0, "auto mode, which asks no one"],
    ["auto: what a rule allows is done", "auto", ALLOW, "one\nTWO\n", 0, "Replaced"],
    ["ask: the rules decide", "ask", ALLOW, "one\nTWO\n", 0, "Replaced"],
    ["ask: the rest is asked", "ask", [], "one\nTWO\n", 1, "Replaced"],
  ])("%s", async (_, mode, policy, content, asked, told) => {
    const editor = await turn(mode, [READ, EDIT, { text: "Done." }], policy);
    expect([place.content(), editor.asked.length]).toEqual([content, asked]);
    expect(place.lastRequest()).toContain(told);
  });
});

describe("review in Galley", () => {
  test("the question waits in the inbox, and chosen changes are written", async () => {
    writeFileSync(join(root(), "a.txt"), "one\ntwo\nthree\nfour\n");
    const write = { calls: [{ name: "write_file", arguments: { path: "a.txt", content: "ONE\ntwo\nthree\nFOUR\n" } }] };
    const editor = open(await place.serve([READ, write, { text: "Done." }]), {
      answer: () => ({ outcome: { outcome: "selected", optionId: "review" } }),
    });
    const sessionId = await editor.newSession(root());
    const turn = editor.prompt(sessionId, "edit it");
    const question = await nextQuestion();
    expect(question.asker).toMatchObject({ door: "acp", root: root() });
    const answered = answerWhole(question, { kind: "apply", hunks: [1] });
    if (answered.kind === "refused") throw new Error(answered.why);
    await inbox.decide(question.id, answered.decision);
    expect([await turn, place.content()]).toEqual(["end_turn", "one\ntwo\nthree\nFOUR\n"]);
    expect(JSON.stringify(editor.updates)).toContain("is waiting in the inbox");
  });

  test("cancelled while it waits, the question is closed", async () => {
    const editor = open(await place.serve([READ, EDIT, { text: "never" }]), {
      answer: () => ({ outcome: { outcome: "selected", optionId: "review" } }),
    });
    const sessionId = await editor.newSession(root());
    const turn = editor.prompt(sessionId, "edit it");
    await nextQuestion();
    await editor.agent.notify("session/cancel", { sessionId });
    expect([await turn, place.content()]).toEqual(["cancelled", "one\ntwo\n"]);
    expect((await inbox.open()).questions).toEqual([]);
  });
});

describe("an end at any moment", () => {
  test("cancelled while the question is open, nothing is written and the session continues", async () => {
    let asked = (): void => undefined;
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    const editor = open(await place.serve([READ, EDIT, { text: "Continued." }]), {
      answer: (_, signal) => {
        asked();
        return new Promise<RequestPermissionResponse>((resolve) =>
          signal.addEventListener("abort", () => resolve({ outcome: { outcome: "cancelled" } })),
        );
      },
    });
    const sessionId = await editor.newSession(root());
    const turn = editor.prompt(sessionId, "edit it");
    await isAsked;
    await editor.agent.notify("session/cancel", { sessionId });
    expect([await turn, place.content()]).toEqual(["cancelled", "one\ntwo\n"]);
    expect(await editor.prompt(sessionId, "continue")).toBe("end_turn");
    expect(editor.said()).toContain("Continued.");
  });

  test("cancelled or left at random moments: the file is as before or as approved, and nothing is left running", async () => {
    const random = randomNumbers();
    for (let run = 0; run < repeats(6); run += 1) {
      writeFileSync(join(root(), "a.txt"), "one\ntwo\n");
      const editor = open(await place.serve([READ, EDIT, { text: "Done." }]));
      const sessionId = await editor.newSession(root());
      const turn = editor.prompt(sessionId, "edit it").catch(() => "gone");
      const updates = Math.floor(random() * 6);
      const isOver = { now: false };
      void turn.then(() => (isOver.now = true));
      while (editor.updates.length < updates && !isOver.now) await new Promise((resolve) => setImmediate(resolve));
      if (random() < 0.5) {
        await editor.agent.notify("session/cancel", { sessionId });
        expect(["cancelled", "end_turn"]).toContain(await turn);
        expect(await editor.close()).toBe(0);
      } else {
        editor.child.stdin!.destroy();
        editor.child.stdout!.destroy();
        expect(await editor.ended).not.toBeNull();
      }
      expect(["one\ntwo\n", "one\nTWO\n"]).toContain(place.content());
      expect((await inbox.open()).questions).toEqual([]);
      await place.server.close();
    }
  });
});

describe("an editor that offers its files", () => {
  test("unsaved text is what the model sees and what is changed; the disk is the editor's", async () => {
    const file = join(root(), "a.txt");
    const buffers = new Map([[file, "one\ntwo\nnot saved\n"]]);
    const editor = open(await place.serve([READ, EDIT, { text: "Done." }]), { buffers });
    const sessionId = await editor.newSession(root());
    expect(await editor.prompt(sessionId, "edit it")).toBe("end_turn");
    expect(JSON.stringify(place.server.requests[1]!.body)).toContain("not saved");
    expect(editor.asked[0]!.toolCall.content).toEqual([
      { type: "diff", path: file, oldText: "one\ntwo\nnot saved\n", newText: "one\nTWO\nnot saved\n" },
    ]);
    expect(editor.wrote).toEqual([{ path: file, content: "one\nTWO\nnot saved\n" }]);
    expect(place.content()).toBe("one\ntwo\n");
    expect(JSON.stringify(editor.calls()[1]!.content)).toContain("galley undo does not cover it");
  });

  test("typed into while the question is open: asked again about the text as it is then", async () => {
    const file = join(root(), "a.txt");
    const buffers = new Map([[file, "one\ntwo\n"]]);
    const editor = open(await place.serve([READ, EDIT, { text: "Done." }]), {
      buffers,
      answer: () => {
        if (editor.asked.length === 1) buffers.set(file, "zero\none\ntwo\n");
        return { outcome: { outcome: "selected", optionId: "apply" } };
      },
    });
    const sessionId = await editor.newSession(root());
    await editor.prompt(sessionId, "edit it");
    expect(editor.asked).toHaveLength(2);
    expect(editor.wrote).toEqual([{ path: file, content: "zero\none\nTWO\n" }]);
  });

  test("an editor that keeps something else is no success", async () => {
    const file = join(root(), "a.txt");
    const buffers = new Map([[file, "one\ntwo\n"]]);
    const onWrite = (path: string): void => void buffers.set(path, "formatted\n");
    const editor = open(await place.serve([READ, EDIT, { text: "Done." }]), { buffers, onWrite });
    const sessionId = await editor.newSession(root());
    await editor.prompt(sessionId, "edit it");
    expect(editor.calls()[1]).toMatchObject({ status: "failed" });
    expect(place.lastRequest()).toContain("another text");
  });
});

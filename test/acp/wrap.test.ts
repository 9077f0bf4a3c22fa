// `galley acp --wrap`: an editor and an agent, both made with the real SDK, and Galley between them. What the agent asks the
// editor to write is reviewed; the bytes on disk are what was approved, or what was there before.

import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openFileInbox, type Inbox, type Question } from "../../src/inbox/index.ts";
import { answerWhole, type WholeAnswer } from "../../src/review/index.ts";
import { ensureBuilt } from "../built.ts";
import { bundled } from "../support/bundled.ts";
import { Place } from "../support/galley.ts";
import { randomNumbers } from "../support/random.ts";
import { repeats } from "../support/repeats.ts";
import { choose, TestEditor, type EditorOptions } from "./editor.ts";

const AGENT = bundled("acp/scripted-agent.mjs");

let place: Place;
let inbox: Inbox;
let editors: TestEditor[];
beforeAll(ensureBuilt);
beforeEach(() => {
  place = new Place({ "a.txt": "one\ntwo\nthree\nfour\n" });
  inbox = openFileInbox({ directory: join(place.base, "state", "galley") });
  editors = [];
});
afterEach(async () => {
  for (const editor of editors) {
    editor.child.kill("SIGKILL");
    await editor.ended;
  }
  await inbox.close();
});

const file = (name = "a.txt"): string => join(place.folder, name);

function open(options: Partial<EditorOptions> = {}): TestEditor {
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: place.base,
    XDG_STATE_HOME: join(place.base, "state"),
    XDG_CONFIG_HOME: join(place.base, "config"),
    AGENT_LOG: join(place.base, "agent.log"),
    ...options.env,
  };
  const editor = new TestEditor({
    cwd: place.folder,
    ...options,
    env,
    args: ["--wrap", process.execPath, AGENT],
  });
  editors.push(editor);
  return editor;
}

/** An editor that saves what it is given. */
function saving(options: Partial<EditorOptions> = {}): TestEditor {
  return open({
    capabilities: { fs: { writeTextFile: true } },
    onWrite: (path, content) => writeFileSync(path, content),
    ...options,
  });
}

async function prompted(editor: TestEditor, ...steps: readonly object[]): Promise<unknown[]> {
  const session = await editor.newSession(place.folder);
  expect(await editor.prompt(session, JSON.stringify(steps))).toBe("end_turn");
  return repliesIn(editor);
}

/** What the agent says came of its steps. */
function repliesIn(editor: TestEditor): unknown[] {
  return JSON.parse(/\[.*\]$/s.exec(editor.said())![0]) as unknown[];
}

/** Answers as a reviewer in another process does. */
async function answerNext(answer: (question: Question) => WholeAnswer): Promise<Question> {
  for (;;) {
    const [first] = (await inbox.open()).questions;
    const found = first === undefined ? null : await inbox.read(first.id);
    if (found?.kind === "question") {
      const answered = answerWhole(found.question, answer(found.question));
      if (answered.kind === "refused") throw new Error(answered.why);
      await inbox.decide(found.question.id, answered.decision);
      return found.question;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The user's own config. */
function configure(config: object): void {
  mkdirSync(join(place.base, "config", "galley"), { recursive: true });
  writeFileSync(join(place.base, "config", "galley", "config.json"), JSON.stringify(config));
}

/** Whether the agent of this test runs no more. */
function hasEnded(): boolean {
  const log = readFileSync(join(place.base, "agent.log"), "utf8");
  const pid = Number(/started (\d+)/.exec(log)![1]);
  return !existsSync(`/proc/${pid}`) || log.includes("ended");
}

const states = (): unknown => (place.json(["log"]).value as readonly { state: string }[]).map(({ state }) => state);
const WRITE = { do: "write", path: "", content: "ONE\ntwo\nthree\nFOUR\n" };
const write = (content = WRITE.content, name = "a.txt") => ({ ...WRITE, path: file(name), content });

describe("a write of the wrapped agent", () => {
  test("approved in the editor: written by it, kept, and undone by galley", async () => {
    const editor = saving();
    expect(await prompted(editor, write())).toEqual([{}]);
    expect(editor.asked[0]!.toolCall.content).toEqual([
      { type: "diff", path: file(), oldText: "one\ntwo\nthree\nfour\n", newText: WRITE.content },
    ]);
    expect(editor.wrote).toEqual([{ path: file(), content: WRITE.content }]);
    expect([place.read("a.txt"), states()]).toEqual([WRITE.content, ["done"]]);
    expect(await editor.close()).toBe(0);
    expect(place.galley(["undo"]).code).toBe(0);
    expect(place.read("a.txt")).toBe("one\ntwo\nthree\nfour\n");
  });

  test("rejected with a reason: the editor is not asked to write, the agent gets the reason", async () => {
    const editor = saving({
      answer: choose("reject-with-reason"),
      capabilities: { fs: { writeTextFile: true }, elicitation: { form: {} } },
      reason: "keep it",
    });
    expect(await prompted(editor, write())).toEqual([{ error: "Edit rejected by user: keep it", code: -32010 }]);
    expect([editor.wrote, place.read("a.txt"), states()]).toEqual([[], "one\ntwo\nthree\nfour\n", []]);
  });

  test("reviewed in the inbox where a reviewer is attached: chosen changes are what the editor gets", async () => {
    const { detach } = await inbox.attach("watch");
    const editor = saving();
    const answered = answerNext(() => ({ kind: "apply", hunks: [1] }));
    expect(await prompted(editor, write())).toEqual([{}]);
    expect((await answered).asker).toMatchObject({ door: "acp", root: place.folder, session: "s1" });
    expect([editor.asked, editor.wrote]).toEqual([[], [{ path: file(), content: "one\ntwo\nthree\nFOUR\n" }]]);
    expect([place.read("a.txt"), states()]).toEqual(["one\ntwo\nthree\nFOUR\n", ["done"]]);
    detach();
  });

  test("an editor that saves something else: the difference is reported and kept", async () => {
    const editor = saving({ onWrite: (path) => writeFileSync(path, "formatted\n") });
    await prompted(editor, write());
    expect([place.read("a.txt"), states()]).toEqual(["formatted\n", ["differs"]]);
    expect(editor.said()).toContain("is not what was approved");
  });

  test.each([
    ["outside the project", "/etc/galley-test", -32602],
    ["by a relative path that leaves it", "../x.txt", -32602],
    ["of a folder", "", -32602],
    ["that a rule forbids", "secret/key.txt", -32010],
  ])("a file %s is refused", async (_, path, code) => {
    configure({ policy: [{ effect: "deny", tool: "write_file", path: "workspace/secret/**" }] });
    const editor = saving();
    const [reply] = await prompted(editor, { ...WRITE, path: path.startsWith("/") ? path : file(path) });
    expect(reply).toEqual({ error: expect.any(String), code });
    expect(editor.wrote).toEqual([]);
  });

  test("a project that the editor names by a link is written under that name, or its own", async () => {
    configure({ policy: [{ effect: "allow", tool: "write_file", path: "workspace/**" }] });
    const linked = join(place.base, "linked");
    symlinkSync(place.folder, linked);
    const editor = saving();
    const session = await editor.newSession(linked);
    const steps = [write(), { ...WRITE, path: `${linked}/b.txt` }];
    await editor.prompt(session, JSON.stringify(steps));
    expect(repliesIn(editor)).toEqual([{}, {}]);
    expect(editor.wrote.map(({ path }) => path)).toEqual([file(), `${linked}/b.txt`]);
  });

  test("what a rule allows is not asked, and what is there already passes", async () => {
    configure({ policy: [{ effect: "allow", tool: "write_file", path: "workspace/**" }] });
    const editor = saving();
    expect(await prompted(editor, write(), write(), write("new\n", "new.txt"))).toEqual([{}, {}, {}]);
    expect([editor.asked, editor.wrote.length, place.read("new.txt")]).toEqual([[], 3, "new\n"]);
  });

  test("unsaved text in the editor is what it is compared with", async () => {
    const buffers = new Map([[file(), "one\ntwo\nthree\nfour\ntyped\n"]]);
    const editor = open({ buffers });
    expect(await prompted(editor, write())).toEqual([{}]);
    expect(editor.asked[0]!.toolCall.content).toEqual([
      { type: "diff", path: file(), oldText: "one\ntwo\nthree\nfour\ntyped\n", newText: WRITE.content },
    ]);
    expect([buffers.get(file()), place.read("a.txt")]).toEqual([WRITE.content, "one\ntwo\nthree\nfour\n"]);
  });
});

describe("a permission request of the wrapped agent", () => {
  const toolCall = { content: [{ type: "diff", path: "", oldText: "two", newText: "TWO" }] };
  const ask = (more: object = {}) => ({
    do: "ask",
    toolCall: { content: [{ ...toolCall.content[0], path: file() }] },
    ...more,
  });
  const THEN = { thenWrites: { path: "", content: "one\nTWO\nthree\nfour\n" } };

  test("with a part of a file as its diff: the whole file is shown, the agent gets its own option and writes", async () => {
    const editor = saving();
    const thenWrites = { ...THEN.thenWrites, path: file() };
    expect(await prompted(editor, ask({ thenWrites }))).toEqual([{ outcome: "selected", optionId: "yes" }]);
    expect(editor.asked.map(({ toolCall: shown }) => shown.content)).toEqual([
      [{ type: "diff", path: file(), oldText: "one\ntwo\nthree\nfour\n", newText: "one\nTWO\nthree\nfour\n" }],
    ]);
    await expect.poll(states).toEqual(["done"]);
  });

  test("rejected, or without one exact place: the agent gets its no", async () => {
    const editor = saving({ answer: choose("reject") });
    const miss = { toolCall: { content: [{ type: "diff", path: file(), oldText: "absent", newText: "x" }] } };
    expect(await prompted(editor, ask(), ask({ ...miss, call: "c2" }))).toEqual([
      { outcome: "selected", optionId: "no" },
      { outcome: "selected", optionId: "no" },
    ]);
    expect([editor.asked.length, editor.said().includes("Not approved: ")]).toEqual([1, true]);
  });

  test("the write that follows is not asked about again, once", async () => {
    const editor = saving();
    const content = "one\nTWO\nthree\nfour\n";
    const whole = {
      toolCall: { content: [{ type: "diff", path: file(), oldText: "one\ntwo\nthree\nfour\n", newText: content }] },
    };
    expect(await prompted(editor, ask(whole), write(content))).toEqual([{ outcome: "selected", optionId: "yes" }, {}]);
    expect([editor.asked.length, place.read("a.txt"), states()]).toEqual([1, content, ["done"]]);
  });

  test("of the agent's own kind, in its parameters, is reviewed like one of the protocol's", async () => {
    const editor = saving();
    const raw = (lines: string) => ({
      toolCall: { rawInput: { fileName: file(), diff: `@@ -1,3 +1,3 @@\n${lines}` } },
    });
    const replies = await prompted(
      editor,
      ask(raw(" one\n-two\n+TWO\n three\n")),
      ask(raw(" one\n-2\n+TWO\n three\n")),
    );
    expect(replies).toEqual(["yes", "no"].map((optionId) => ({ outcome: "selected", optionId })));
    expect(editor.asked.map(({ toolCall }) => toolCall.content)).toEqual([
      [{ type: "diff", path: file(), oldText: "one\ntwo\nthree\nfour\n", newText: "one\nTWO\nthree\nfour\n" }],
    ]);
  });

  test("of unsaved text: the editor asks, and the write is reviewed when it comes; not where a rule forbids it", async () => {
    const typed = "one\ntwo\nthree\nfour\ntyped\n";
    const buffers = new Map([
      [file(), typed],
      [file("b.txt"), typed],
    ]);
    place.put("b.txt", "b\n");
    configure({ policy: [{ effect: "deny", tool: "write_file", path: "workspace/b.txt" }] });
    const editor = open({
      buffers,
      answer: (request, signal) => choose(editor.asked.length === 1 ? "yes" : "apply")(request, signal),
    });
    const diff = (name: string) => ({ type: "diff", path: file(name), oldText: typed, newText: WRITE.content });
    const replies = await prompted(
      editor,
      ask({ toolCall: { content: [diff("a.txt")] } }),
      write(),
      ask({ toolCall: { content: [diff("b.txt")] }, call: "c2" }),
    );
    expect(replies).toEqual([{ outcome: "selected", optionId: "yes" }, {}, { outcome: "selected", optionId: "no" }]);
    expect(editor.asked.map(({ options }) => options[0]!.optionId)).toEqual(["always", "apply"]);
    expect([buffers.get(file()), place.read("a.txt")]).toEqual([WRITE.content, "one\ntwo\nthree\nfour\n"]);
  });

  test("a write after the file has changed is asked about again", async () => {
    const editor = saving();
    const content = "one\nTWO\nthree\nfour\n";
    const oldText = "one\ntwo\nthree\nfour\n";
    const whole = { toolCall: { content: [{ type: "diff", path: file(), oldText, newText: content }] } };
    const change = { do: "change", path: file(), content: "mine\n" };
    await prompted(editor, ask(whole), change, write(content));
    expect(editor.asked).toHaveLength(2);
    expect(editor.asked[1]!.toolCall.content).toContainEqual(
      expect.objectContaining({ oldText: "mine\n", newText: content }),
    );
  });

  test("chosen changes: enforced for an agent that writes through the editor, a no for one that does not", async () => {
    const { detach } = await inbox.attach("watch");
    const whole = {
      toolCall: {
        content: [{ type: "diff", path: file(), oldText: "one\ntwo\nthree\nfour\n", newText: WRITE.content }],
      },
    };
    const editor = saving();
    const answers = (async () => {
      await answerNext(() => ({ kind: "apply", hunks: [1] }));
      await answerNext(() => ({ kind: "apply" }));
      await answerNext(() => ({ kind: "apply", hunks: [1] }));
    })();
    const replies = await prompted(editor, ask(whole), write("x\n", "b.txt"), ask({ ...whole, call: "c2" }), write());
    await answers;
    expect(replies).toEqual([
      { outcome: "selected", optionId: "no" },
      {},
      { outcome: "selected", optionId: "yes" },
      {},
    ]);
    expect(place.read("a.txt")).toBe("one\ntwo\nthree\nFOUR\n");
    detach();
  });

  // As recorded of claude-agent-acp 0.99.1, codex-acp 0.16.0 and gemini 0.61.0; only paths and texts are others.
  test.each([
    ["claude", { rawInput: { old_string: "two", new_string: "TWO", replace_all: false } }, "two", "TWO"],
    ["codex", { rawInput: { changes: {} } }, "one\ntwo\nthree\nfour\n", "one\nTWO\nthree\nfour\n"],
    ["gemini", { title: "a.txt: two => TWO" }, "one\ntwo\nthree\nfour\n", "one\nTWO\nthree\nfour\n"],
    ["an agent that replaces all", { rawInput: { replace_all: true } }, "e\n", "E\n"],
  ])("the request of %s is shown as the whole file", async (_, more, oldText, newText) => {
    const editor = saving();
    const diff = { type: "diff", path: file(), oldText, newText, _meta: { kind: "modify" } };
    const [reply] = await prompted(
      editor,
      ask({ toolCall: { ...more, locations: [{ path: file() }], content: [diff] } }),
    );
    expect(reply).toEqual({ outcome: "selected", optionId: "yes" });
    expect(editor.asked[0]!.toolCall.content).toContainEqual({
      type: "diff",
      path: file(),
      oldText: "one\ntwo\nthree\nfour\n",
      newText: oldText === "e\n" ? "onE\ntwo\nthreE\nfour\n" : "one\nTWO\nthree\nfour\n",
    });
    expect(editor.asked[0]!.options.map(({ optionId }) => optionId)).not.toContain("yes");
  });

  test("without a diff it is the editor's to ask, unchanged", async () => {
    const editor = saving({ answer: choose("always") });
    expect(await prompted(editor, { do: "ask", toolCall: { rawInput: { command: "ls" }, _meta: { x: 1 } } })).toEqual([
      { outcome: "selected", optionId: "always" },
    ]);
    expect(editor.asked[0]).toMatchObject({
      toolCall: { rawInput: { command: "ls" }, _meta: { x: 1 } },
      options: [{ optionId: "always" }, { optionId: "yes" }, { optionId: "no" }],
    });
  });
});

describe("everything else", () => {
  test("passes in order and unchanged: unknown methods, fields, large messages, many at once", async () => {
    const editor = saving({ capabilities: { fs: { writeTextFile: true }, _meta: { own: [1.5, "ü", null] } } });
    const { _meta } = await editor.initialize();
    expect(_meta).toEqual({ seen: expect.objectContaining({ _meta: { own: [1.5, "ü", null] } }) });
    const big = { text: "ß".repeat(3_000_000), deep: { n: 1e21 } };
    expect(await editor.agent.request("test/echo", big)).toEqual(big);
    await expect(editor.agent.request("test/unknown", {})).rejects.toMatchObject({ code: -32601 });
    await prompted(editor, { do: "spam", times: 300, size: 20_000 });
    const numbers = editor.updates.flatMap((update) =>
      update.sessionUpdate === "agent_thought_chunk" && update.content.type === "text"
        ? [Number.parseInt(update.content.text, 10)]
        : [],
    );
    expect(numbers).toEqual(Array.from({ length: 300 }, (_, at) => at));
  });

  test("a write in a batch, or of a session that was not opened, does not reach the editor", async () => {
    const editor = saving();
    const params = { sessionId: "s1", path: file(), content: "x" };
    const line = JSON.stringify([{ jsonrpc: "2.0", id: 99, method: "fs/write_text_file", params }]);
    const other = { do: "write-as", session: "s2", path: file() };
    const [, refused] = await prompted(editor, { do: "raw", line }, other);
    expect(refused).toEqual({ error: expect.stringContaining("no session of that name"), code: -32010 });
    expect([editor.wrote, editor.asked]).toEqual([[], []]);
  });

  test("the agent's end is the command's, with its exit code", async () => {
    const editor = saving();
    const session = await editor.newSession(place.folder);
    await expect(editor.prompt(session, JSON.stringify([{ do: "exit", code: 7 }]))).rejects.toThrow();
    expect(await editor.ended).toBe(7);
  });

  test("an agent that closes its output is ended, whatever it does with a signal", async () => {
    const editor = saving();
    const session = await editor.newSession(place.folder);
    await expect(editor.prompt(session, JSON.stringify([{ do: "close" }]))).rejects.toThrow();
    expect(await editor.ended).toBe(1);
    expect(hasEnded()).toBe(true);
  });

  test("a program that is not there is a usage error", async () => {
    const editor = new TestEditor({
      cwd: place.folder,
      env: { PATH: "", HOME: place.base },
      args: ["--wrap", "no-such-agent"],
    });
    editors.push(editor);
    expect([await editor.ended, editor.err]).toEqual([
      2,
      expect.stringContaining("no-such-agent could not be started"),
    ]);
  });
});

describe("an end while a question is open", () => {
  const opened = async (): Promise<{ editor: TestEditor; turn: Promise<string>; session: string }> => {
    const { detach } = await inbox.attach("watch");
    const editor = saving();
    const session = await editor.newSession(place.folder);
    const turn = editor.prompt(session, JSON.stringify([write()])).catch(() => "gone");
    while ((await inbox.open()).questions.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    detach();
    return { editor, turn, session };
  };
  const isClosed = async (): Promise<void> => {
    await expect.poll(async () => (await inbox.open()).questions, { timeout: 5000 }).toEqual([]);
    expect(place.read("a.txt")).toBe("one\ntwo\nthree\nfour\n");
  };
  test("cancelled by the user: the agent gets its answer, the question is closed", async () => {
    const { editor, turn, session } = await opened();
    await editor.agent.notify("session/cancel", { sessionId: session });
    expect(await turn).toBe("end_turn");
    expect(repliesIn(editor)).toEqual([{ error: "Request cancelled", code: -32800 }]);
    await isClosed();
  });

  test("the editor ends: so do the agent and the question", async () => {
    const { editor } = await opened();
    expect(await editor.close()).toBe(0);
    await isClosed();
    await expect.poll(hasEnded, { timeout: 5000 }).toBe(true);
  });

  test("the agent is killed: the question is closed", async () => {
    const { editor } = await opened();
    const pid = Number(/started (\d+)/.exec(readFileSync(join(place.base, "agent.log"), "utf8"))![1]);
    process.kill(pid, "SIGKILL");
    expect(await editor.ended).toBe(1);
    await isClosed();
  });

  test("galley is killed: the agent ends, the question is closed", async () => {
    const { editor } = await opened();
    editor.child.kill("SIGKILL");
    await isClosed();
    await expect.poll(hasEnded, { timeout: 5000 }).toBe(true);
  });

  test("either end, at random moments: nothing is half written, nothing left open or running", async () => {
    const random = randomNumbers();
    for (let run = 0; run < repeats(5); run += 1) {
      place.put("a.txt", "one\ntwo\nthree\nfour\n");
      writeFileSync(join(place.base, "agent.log"), "");
      const editor = saving();
      const session = await editor.newSession(place.folder);
      const spam = { do: "spam", times: 5, size: 100 };
      let isOver = false;
      const turn = editor
        .prompt(session, JSON.stringify([spam, write(), spam, write("x\n"), spam]))
        .catch(() => "gone")
        .finally(() => (isOver = true));
      const moment = Math.floor(random() * 18);
      while (editor.updates.length < moment && !isOver) await new Promise((resolve) => setImmediate(resolve));
      if (random() < 0.5) {
        editor.child.stdin!.destroy();
        editor.child.stdout!.destroy();
      } else {
        const log = readFileSync(join(place.base, "agent.log"), "utf8");
        process.kill(Number(/started (\d+)/.exec(log)![1]), "SIGKILL");
      }
      await turn;
      expect(await editor.ended).not.toBeNull();
      await expect.poll(hasEnded, { timeout: 5000 }).toBe(true);
      expect(["one\ntwo\nthree\nfour\n", WRITE.content, "x\n"]).toContain(place.read("a.txt"));
      expect((await inbox.open()).questions).toEqual([]);
    }
  });

  test("withdrawn by the agent", async () => {
    const { detach } = await inbox.attach("watch");
    const editor = saving();
    expect(await prompted(editor, { ...write(), do: "cancelled-write" })).toEqual([
      { error: "Request cancelled", code: -32800 },
    ]);
    await isClosed();
    detach();
  });
});

// `galley acp --wrap`: commands that the wrapped agent asks the editor to run.

import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { answerWhole, type WholeAnswer } from "../../src/review/index.ts";
import { ensureBuilt } from "../built.ts";
import { bundled } from "../support/bundled.ts";
import { InboxPlace } from "../support/inbox-place.ts";
import { choose, TestEditor, type EditorOptions } from "./editor.ts";

let place: InboxPlace;
let editor: TestEditor;
beforeAll(ensureBuilt);
beforeEach(() => void (place = new InboxPlace({ "a.txt": "one\n" })));
afterEach(async () => {
  editor.child.kill("SIGKILL");
  await editor.ended;
  await place.close();
});

function saving(options: Pick<EditorOptions, "answer">): TestEditor {
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: place.base,
    XDG_STATE_HOME: join(place.base, "state"),
    XDG_CONFIG_HOME: join(place.base, "config"),
  };
  const args = ["--wrap", process.execPath, bundled("acp/scripted-agent.mjs")];
  return (editor = new TestEditor({ cwd: place.folder, env, args, ...options }));
}

async function prompted(asking: TestEditor, step: object): Promise<unknown[]> {
  const session = await asking.newSession(place.folder);
  expect(await asking.prompt(session, JSON.stringify([step]))).toBe("end_turn");
  return JSON.parse(/\[.*\]$/s.exec(asking.said())![0]) as unknown[];
}

async function answerNext(answer: () => WholeAnswer): Promise<void> {
  const [question] = await place.questions();
  const found = await place.inbox.read(question!.id);
  const answered = found.kind === "question" ? answerWhole(found.question, answer()) : null;
  if (answered?.kind !== "decision") throw new Error("the question cannot be answered");
  await place.inbox.decide(question!.id, answered.decision);
}

describe("a terminal of the wrapped agent", () => {
  test.each([
    ["no rule: the editor runs it", [], "apply", [{ terminalId: "t1" }], 0],
    [
      "a deny rule: it does not",
      [{ effect: "deny", tool: "shell" }],
      "apply",
      [{ error: expect.stringContaining("forbids it"), code: -32010 }],
      0,
    ],
    ["an ask rule, approved in the inbox", [{ effect: "ask", tool: "shell" }], "review", [{ terminalId: "t1" }], 1],
    [
      "an ask rule, allowed by the editor itself",
      [{ effect: "ask", tool: "shell" }],
      "apply",
      [{ error: expect.stringContaining("not offered"), code: -32010 }],
      1,
    ],
    [
      "an ask rule, rejected",
      [{ effect: "ask", tool: "shell" }],
      "reject",
      [{ error: "Command rejected by user", code: -32010 }],
      1,
    ],
  ])("%s", async (_, policy, answer, replies, asked) => {
    place.put(join("..", "config", "galley", "config.json"), JSON.stringify({ policy }));
    const editor = saving({ answer: choose(answer) });
    const answered = answer === "review" ? answerNext(() => ({ kind: "apply" })) : null;
    expect(await prompted(editor, { do: "terminal", command: "touch", args: ["a b"] })).toEqual(replies);
    await answered;
    expect(editor.asked).toHaveLength(asked);
    if (asked === 1) expect(JSON.stringify(editor.asked[0]!.toolCall)).toContain("touch 'a b'");
  });
});

// `galley acp` as an editor uses it: the real SDK client drives it over standard input and output, with a model server on
// this machine. The bytes on disk are what counts.

import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Script } from "../../src/testing/index.ts";
import { EDIT, READ, Running, BLOCK } from "../agent/running.ts";
import { ensureBuilt } from "../built.ts";
import { choose, TestEditor, type EditorOptions } from "./editor.ts";

let place: Running;
let editors: TestEditor[];
beforeAll(ensureBuilt);
beforeEach(() => {
  place = new Running();
  editors = [];
});
afterEach(async () => {
  for (const editor of editors) {
    editor.child.kill("SIGKILL");
    await editor.ended;
  }
  await place.close();
});

const root = (): string => join(place.folder, "work");

function open(env: Record<string, string>, options: Partial<EditorOptions> = {}): TestEditor {
  const config = ["--config", join(place.folder, "config.json")];
  const editor = new TestEditor({ cwd: place.folder, env, ...options, args: [...config, ...(options.args ?? [])] });
  editors.push(editor);
  return editor;
}

async function edited(script: Script, options: Partial<EditorOptions> = {}) {
  const editor = open(await place.serve(script), options);
  const session = await editor.newSession(root());
  return { editor, session, stop: await editor.prompt(session, "edit it") };
}

const DIFF = {
  type: "diff",
  path: expect.stringMatching(/\/work\/a\.txt$/),
  oldText: "one\ntwo\n",
  newText: "one\nTWO\n",
};

describe("a question in the editor", () => {
  test("approved: shown as a diff of the bytes, and written", async () => {
    const { editor, stop } = await edited([READ, EDIT, { text: "The end." }]);
    expect([stop, place.content(), editor.said().trim()]).toEqual(["end_turn", "one\nTWO\n", "The end."]);
    expect(editor.asked).toHaveLength(1);
    const [{ toolCall, options }] = editor.asked as [(typeof editor.asked)[0]];
    expect(toolCall).toMatchObject({ kind: "edit", content: [DIFF], locations: [{ path: join(root(), "a.txt") }] });
    expect(options.map(({ optionId, kind }) => `${optionId} ${kind}`)).toEqual([
      "apply allow_once",
      "session allow_always",
      "always allow_always",
      "reject reject_once",
      "review allow_once",
    ]);
    expect(editor.calls().map(({ status }) => status)).toEqual(["completed", "completed"]);
    expect(editor.calls()[1]!.content).toEqual(expect.arrayContaining([DIFF]));
    expect(await editor.close()).toBe(0);
  });

  test("rejected: nothing is written and the model learns of it", async () => {
    const { stop } = await edited([READ, EDIT, { text: "I see." }], { answer: choose("reject") });
    expect([stop, place.content()]).toEqual(["end_turn", "one\ntwo\n"]);
    expect(place.lastRequest()).toContain("rejected by user");
  });

  test("rejected with a reason, where the editor has forms", async () => {
    const { editor } = await edited([READ, EDIT, { text: "I see." }], {
      answer: choose("reject-with-reason"),
      capabilities: { elicitation: { form: {} } },
      reason: "keep the word",
    });
    expect([place.content(), place.lastRequest()]).toEqual(["one\ntwo\n", expect.stringContaining("keep the word")]);
    expect(editor.calls().map(({ status }) => status)).toEqual(["completed", "failed"]);
  });

  test.each([
    ["closed without an answer", () => ({ outcome: { outcome: "cancelled" } }) as const],
    ["an option that was not offered", choose("yes")],
    [
      "an error",
      () => {
        throw new Error("no");
      },
    ],
  ])("%s approves nothing", async (_, answer) => {
    await edited([READ, EDIT, { text: "I see." }], { answer });
    expect([place.content(), place.lastRequest()]).toEqual(["one\ntwo\n", expect.stringContaining("Not approved")]);
  });

  test("always, where a rule is offered, is not asked again", async () => {
    const again = {
      calls: [{ name: "edit_file", arguments: { path: "a.txt", old_string: "TWO", new_string: "2" } }],
    };
    const { editor } = await edited([READ, EDIT, again, { text: "Done." }], { answer: choose("always") });
    expect([place.content(), editor.asked.length]).toEqual(["one\n2\n", 1]);
    expect(editor.calls()[2]).toMatchObject({
      status: "completed",
      content: expect.arrayContaining([expect.objectContaining({ type: "diff", oldText: "TWO", newText: "2" })]),
    });
  });

  test("a protected path cannot be approved in the editor: its only option that allows leads to the inbox", async () => {
    const write = { calls: [{ name: "write_file", arguments: { path: ".envrc", content: "x\n" } }] };
    const { editor } = await edited([write, { text: "Done." }], { answer: choose("apply") });
    const [asked] = editor.asked;
    expect(asked!.options.map(({ optionId, kind }) => `${optionId} ${kind}`)).toEqual([
      "review allow_once",
      "reject reject_once",
    ]);
    expect(JSON.stringify(asked!.toolCall.content)).toContain("Warning: ");
    expect(existsSync(join(root(), ".envrc"))).toBe(false);
  });

  test("several files in one answer: each is shown, nothing is written before the last answer", async () => {
    writeFileSync(join(root(), "b.txt"), "two\n");
    const seen: string[] = [];
    const answer = { text: `${BLOCK}\n${BLOCK.replace("a.txt", "b.txt")}` };
    const editor = open(await place.serve([answer]), {
      args: ["--mode", "blocks"],
      answer: ({ toolCall }) => {
        seen.push(`${toolCall.locations?.[0]?.path} ${place.content()}`);
        return { outcome: { outcome: "selected", optionId: seen.length === 1 ? "apply" : "reject" } };
      },
    });
    const sessionId = await editor.newSession(root());
    const link = (name: string) => ({ type: "resource_link", name, uri: `file://${join(root(), name)}` }) as const;
    const prompt = [{ type: "text", text: "edit " } as const, link("a.txt"), link("b.txt")];
    await editor.agent.request("session/prompt", { sessionId, prompt });
    expect(seen).toEqual(["a.txt", "b.txt"].map((name) => `${join(root(), name)} one\ntwo\n`));
    expect([place.content(), place.content("b.txt")]).toEqual(["one\nTWO\n", "two\n"]);
    expect(editor.calls().map(({ status }) => status)).toEqual(["completed", "failed"]);
    expect(editor.said()).toContain("- a.txt: APPLIED.");
    expect(editor.said()).not.toContain("«««");
  });

  test("hidden characters are shown marked", async () => {
    const write = { calls: [{ name: "write_file", arguments: { path: "n.txt", content: "a\u202Eb\n" } }] };
    const { editor } = await edited([write, { text: "Done." }], { answer: choose("reject") });
    expect(JSON.stringify(editor.asked[0]!.toolCall.content)).toContain("⟨RLO⟩");
  });
});

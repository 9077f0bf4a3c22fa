// `galley acp --wrap`: an approval counts for what was shown, once, until it is taken back, and for text that no one has
// typed over.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ensureBuilt } from "../built.ts";
import { bundled } from "../support/bundled.ts";
import { Place } from "../support/galley.ts";
import { TestEditor, type EditorOptions } from "./editor.ts";

const OLD = "one\ntwo\nthree\n";
const NEW = "one\nTWO\nthree\n";
const TYPED = `${OLD}typed\n`;

let place: Place;
let editor: TestEditor;
beforeAll(ensureBuilt);
beforeEach(() => void (place = new Place({ "a.txt": OLD })));
afterEach(async () => {
  editor.child.kill("SIGKILL");
  await editor.ended;
});

const file = (name = "a.txt"): string => join(place.folder, name);
const diff = (newText = NEW) => ({ type: "diff", path: file(), oldText: OLD, newText });
const ask = (toolCall: object = { content: [diff()] }, call = "c1") => ({ do: "ask", toolCall, call });
const write = (content = NEW, name = "a.txt") => ({ do: "write", path: file(name), content });

/** An editor that gives these answers in turn, by the ids of options, and the last one from then on. */
async function open(
  answers: readonly string[],
  { folder = place.folder, ...options }: Partial<EditorOptions> & { readonly folder?: string } = {},
): Promise<string> {
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: place.base,
    XDG_STATE_HOME: join(place.base, "state"),
    XDG_CONFIG_HOME: join(place.base, "config"),
  };
  editor = new TestEditor({
    cwd: place.folder,
    env,
    args: ["--root", place.folder, "--wrap", process.execPath, bundled("acp/scripted-agent.mjs")],
    capabilities: { fs: { writeTextFile: true } },
    answer: () => ({ outcome: { outcome: "selected", optionId: answers[editor.asked.length - 1] ?? answers.at(-1)! } }),
    onWrite: (path, content) => writeFileSync(path, content),
    ...options,
  });
  return editor.newSession(folder);
}

async function prompted(session: string, ...steps: readonly object[]): Promise<unknown[]> {
  editor.updates.length = 0;
  await editor.prompt(session, JSON.stringify(steps));
  return JSON.parse(/\[.*\]$/s.exec(editor.said())![0]) as unknown[];
}

/** An editor whose buffers are not those on disk, and which does not save. */
const unsaved = (buffers: Map<string, string>): Partial<EditorOptions> => ({
  buffers,
  capabilities: {},
  onWrite: () => undefined,
});
const selected = (optionId: string) => ({ outcome: "selected", optionId });
const oldTexts = (): unknown[] =>
  editor.asked.map(({ toolCall }) => {
    const shown = (toolCall.content ?? []).find(({ type }) => type === "diff");
    return shown?.type === "diff" ? shown.oldText : null;
  });
const optionIds = (): unknown[] => editor.asked.map(({ options }) => options.map(({ optionId }) => optionId)[0]);

describe("a permission", () => {
  test("for a call whose diff was in an update before is reviewed as that diff", async () => {
    const session = await open(["apply"]);
    const shown = { sessionUpdate: "tool_call", toolCallId: "c1", title: "Edit", kind: "edit", content: [diff()] };
    expect(await prompted(session, { do: "update", update: shown }, ask({}))).toEqual(["sent", selected("yes")]);
    expect([optionIds(), oldTexts()]).toEqual([["apply"], [OLD]]);
  });

  test.each(["execute", "delete", "other"])("of a diff does not count for a call of kind %s", async (kind) => {
    const session = await open(["apply", "no"]);
    expect(await prompted(session, ask({ kind, content: [diff()] }))).toEqual([selected("no")]);
    expect(optionIds()).toEqual(["apply", "always"]);
  });

  test("is not given unasked because a diff changes nothing", async () => {
    const session = await open(["no"]);
    expect(await prompted(session, ask({ content: [diff(OLD)] }))).toEqual([selected("no")]);
    expect(optionIds()).toEqual(["always"]);
  });

  test("is asked about under a name that the agent cannot send an update for", async () => {
    const session = await open(["apply"]);
    await prompted(session, ask(), write(), { do: "terminal", command: "ls", args: [] });
    expect(editor.asked.map(({ toolCall }) => toolCall.toolCallId)).toEqual([
      expect.stringMatching(/^galley-[\da-f-]{36}$/),
    ]);
    expect(editor.calls()).toContainEqual(
      expect.objectContaining({ id: editor.asked[0]!.toolCall.toolCallId, status: "completed" }),
    );
  });

  test("is not answered with an option that means yes and no", async () => {
    const session = await open(["reject", "apply"]);
    const options = ["reject_once", "allow_once"].map((kind) => ({ optionId: "yes", name: "Yes", kind }));
    const step = { ...ask({ content: [diff()] }), options };
    expect(await prompted(session, step, step)).toEqual([{ outcome: "cancelled" }, { outcome: "cancelled" }]);
  });

  test("that was given does not outlive a no to the same change", async () => {
    const session = await open(["apply", "reject"]);
    const replies = await prompted(session, ask(), ask({ content: [diff()] }, "c2"), write());
    expect(replies).toEqual([selected("yes"), selected("no"), { error: expect.any(String), code: -32010 }]);
    expect([editor.asked.length, editor.wrote]).toEqual([3, []]);
  });

  test("that was given does not outlive the turn that the user cancelled", async () => {
    const session = await open(["apply", "reject"]);
    await prompted(session, ask());
    await editor.agent.notify("session/cancel", { sessionId: session });
    expect(await prompted(session, write())).toEqual([{ error: expect.any(String), code: -32010 }]);
    expect([editor.asked.length, editor.wrote]).toEqual([2, []]);
  });
});

describe("text that is only in the editor", () => {
  test("typed after a permission: the write is asked about, with that text", async () => {
    const buffers = new Map([[file(), OLD]]);
    const session = await open(["apply"], unsaved(buffers));
    await prompted(session, ask());
    buffers.set(file(), TYPED);
    expect(await prompted(session, write())).toEqual([{}]);
    expect(oldTexts()).toEqual([OLD, TYPED]);
  });

  test("is not replaced unasked by what is on disk", async () => {
    const buffers = new Map([[file(), TYPED]]);
    const session = await open(["reject"], unsaved(buffers));
    expect(await prompted(session, write(OLD))).toEqual([{ error: expect.any(String), code: -32010 }]);
    expect([oldTexts(), buffers.get(file())]).toEqual([[TYPED], TYPED]);
  });

  test("of a file that is not on disk is not replaced", async () => {
    const buffers = new Map([[file("new.txt"), "mine\n"]]);
    const session = await open(["apply"], unsaved(buffers));
    const [reply] = await prompted(session, write("theirs\n", "new.txt"));
    expect(reply).toMatchObject({ error: expect.stringContaining("Save it first") });
    expect(buffers.get(file("new.txt"))).toBe("mine\n");
  });

  test("typed while the question is open is not replaced", async () => {
    const buffers = new Map([[file(), OLD]]);
    const session = await open(["apply"], {
      ...unsaved(buffers),
      answer: () => {
        buffers.set(file(), TYPED);
        return { outcome: selected("apply") } as const as never;
      },
    });
    const [reply] = await prompted(session, write());
    expect(reply).toMatchObject({ error: expect.stringContaining("changed in the editor") });
    expect(buffers.get(file())).toBe(TYPED);
  });
});

test("a list of sessions opens none", async () => {
  const session = await open(["apply"]);
  await editor.agent.request("session/list", { cwd: place.folder });
  const [reply] = await prompted(session, { do: "write-as", session: "s2", path: file() });
  expect(reply).toMatchObject({ error: expect.stringContaining("no session of that name") });
});

test("a command without a folder is shown in the folder of its session", async () => {
  mkdirSync(join(place.base, "config", "galley"), { recursive: true });
  const policy = [{ effect: "ask", tool: "shell" }];
  writeFileSync(join(place.base, "config", "galley", "config.json"), JSON.stringify({ policy }));
  mkdirSync(file("sub"));
  const session = await open(["reject"], { folder: file("sub") });
  await prompted(session, { do: "terminal", command: "ls", args: [] });
  expect(JSON.stringify(editor.asked[0]!.toolCall.content)).toContain("in workspace/sub");
});

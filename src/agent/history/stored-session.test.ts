import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openState, type State } from "../../state/index.ts";
import { scriptedModel } from "../../testing/index.ts";
import { runWithApprovals } from "../turn/run.ts";
import { Session } from "../session.ts";
import { replaceBySummary } from "./compact.ts";
import { readStored, resumeSession, storeSession } from "./stored-session.ts";
import { vfsSection } from "../vfs.ts";

let place: string;
let state: State;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "galley-stored-"));
  state = openState({ directory: place });
});
afterEach(() => rmSync(place, { recursive: true }));

async function newSession(): Promise<Session> {
  const session = new Session();
  await session.add(vfsSection({ files: { "a.txt": "one\n" }, state }));
  return session;
}

const FACTS = { root: "/here", model: "scripted/model" };

test("a conversation resumes where it was: messages, what was seen, what is shown, what was noted", async () => {
  const session = await newSession();
  const model = scriptedModel([{ tool: "read_file", args: { path: "a.txt" } }, "I have read it."]);
  await runWithApprovals({ model, session, prompt: "read", approve: null });
  session.context.add(session.workspace().resolve("a.txt"));
  session.note("remember this");
  await state.withLock({}, async (held) => state.sessions.save(held, session.id, storeSession(session, FACTS)));

  const stored = state.sessions.load(session.id);
  expect(readStored(stored)).toEqual({ ...FACTS, id: session.id, turns: 1, first: "read" });
  const resumed = await newSession();
  expect(resumeSession(resumed, stored)).toEqual([]);
  expect(resumed.messages).toEqual(session.messages);
  expect(resumed.usage).toEqual(session.usage);
  const edit = scriptedModel([
    { tool: "edit_file", args: { path: "a.txt", old_string: "one", new_string: "1" } },
    "ok",
  ]);
  const result = await runWithApprovals({ model: edit, session: resumed, prompt: "edit", approve: null });
  expect(result.receipts).toMatchObject([{ tool: "edit_file", receipt: "applied" }]);
  expect(edit.requests[0]!.messages.at(-1)).toEqual({ role: "user", text: "edit", notes: ["remember this"] });
});

test("after a summary, a conversation is still listed under what was said first", async () => {
  const session = await newSession();
  session.replaceMessages([{ role: "user", text: "fix the parser" }]);
  replaceBySummary(session, "The parser was fixed.");
  const resumed = await newSession();
  resumeSession(resumed, storeSession(session, FACTS));
  replaceBySummary(resumed, "Still fixed.");
  expect(readStored(storeSession(resumed, FACTS)).first).toBe("fix the parser");
});

describe("what is not a session is refused", () => {
  test.each<[string, (good: Record<string, unknown>) => string]>([
    ["no JSON", () => "{"],
    ["null", () => "null"],
    [
      "an unknown part",
      (good) => JSON.stringify({ ...good, messages: [{ role: "assistant", parts: [{ kind: "image" }] }] }),
    ],
    ["a wrong role", (good) => JSON.stringify({ ...good, messages: [{ role: "system", text: "obey" }] })],
    ["a key more", (good) => JSON.stringify({ ...good, extra: 1 })],
    ["a key less", (good) => JSON.stringify({ ...good, seen: undefined })],
  ])("%s", async (_, harm) => {
    const good = JSON.parse(storeSession(await newSession(), FACTS)) as Record<string, unknown>;
    expect(() => readStored(harm(good))).toThrow("was not resumed");
  });
});

test("calls that a crash left without an answer are answered when it is resumed", async () => {
  const session = await newSession();
  session.append(
    { role: "user", text: "x" },
    { role: "assistant", parts: [{ kind: "call", id: "c", tool: "ls", args: {} }] },
  );
  const resumed = await newSession();
  resumeSession(resumed, storeSession(session, FACTS));
  expect(resumed.messages.at(-1)).toMatchObject({
    role: "tool",
    results: [{ id: "c", content: expect.stringContaining("Galley ended before this call had its result") as string }],
  });
});

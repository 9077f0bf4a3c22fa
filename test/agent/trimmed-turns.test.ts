// Turns that have no room in a request any more: said, not sent, and still there for the user.

import { expect, test } from "vitest";
import {
  dropPrompt,
  readStored,
  resumeSession,
  runWithApprovals,
  storeSession,
  SILENT,
  summarize,
  type Message,
} from "../../src/agent/index.ts";
import { scriptedModel } from "../../src/testing/index.ts";
import { newSession, READ } from "./scripted-run.ts";

const LONG = "many words ".repeat(400);
const window = { context: 8_000, output: null, from: "config" } as const;
const textsOf = (messages: readonly Message[]): readonly string[] =>
  messages.flatMap((message) => (message.role === "user" ? [message.text] : []));
const numbered = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `turn ${at + 1}`);

async function longTalk(turns: number) {
  const session = await newSession();
  const model = { ...scriptedModel(numbered(turns).map((name) => `${name}: ${LONG}`)), window: async () => window };
  const notes: string[] = [];
  for (const prompt of numbered(turns))
    notes.push(...(await runWithApprovals({ model, session, prompt, approve: null })).notes);
  return { session, notes };
}

test("nothing that was said is lost when the oldest turns are not sent any more", async () => {
  const { session, notes } = await longTalk(12);
  expect(notes.join("\n")).toMatch(/the first \d+ turns are not sent to the model any more/);
  expect(session.earlier.length).toBeGreaterThan(0);
  expect(textsOf(session.messages)).not.toContain("turn 1");
  expect(textsOf([...session.earlier, ...session.messages])).toEqual(numbered(12));

  const stored = storeSession(session, { root: "/", model: null });
  expect(readStored(stored)).toMatchObject({ turns: 12, first: "turn 1" });
  const resumed = await newSession();
  resumeSession(resumed, stored);
  expect([resumed.earlier, resumed.messages]).toEqual([session.earlier, session.messages]);

  const summary = await summarize(session, scriptedModel(["Twelve turns."]), new AbortController().signal);
  expect(summary).toMatchObject({ kind: "written", left: expect.stringContaining("may lack them") });
});

test("the number is of all turns that a request lacks, also after a saved session is resumed", async () => {
  const first = await newSession();
  const answers = numbered(12).map((name) => `${name}: ${LONG}`);
  const scripted = scriptedModel(answers);
  const model = { ...scripted, window: async () => window };
  const notes: string[] = [];
  let session = first;
  for (const [at, prompt] of numbered(12).entries()) {
    const result = await runWithApprovals({ model, session, prompt, approve: null });
    const sent = scripted.requests.at(-1)!.messages;
    const lacking = at + 1 - textsOf(sent).length;
    const said = result.notes.filter((note) => note.includes("grown long"));
    notes.push(...said);
    expect(sent.flatMap((message) => (message.role === "user" ? (message.notes ?? []) : []))).toEqual(
      lacking === 0
        ? []
        : [
            `(The beginning of this conversation was left out to save room: ${lacking} turn${lacking === 1 ? "" : "s"}.)`,
          ],
    );
    for (const note of said)
      expect(note).toMatch(new RegExp(`the first ${lacking === 1 ? "turn" : `${lacking} turns`} `));
    const stored = storeSession(session, { root: "/", model: null });
    session = await newSession();
    resumeSession(session, stored);
    expect(session.leftOut).toBe(lacking);
  }
  expect(notes.length).toBeGreaterThan(1);
});

test("turns that are too long to be kept are still counted", async () => {
  const session = await newSession();
  const turn = (size: number): readonly Message[] => [
    { role: "user", text: "x".repeat(size) },
    { role: "assistant", parts: [{ kind: "text", text: "yes" }] },
  ];
  session.replaceEarlier([...turn(5_000_000), ...turn(5_000_000)], { lost: 2 });
  expect([session.lost, session.leftOut]).toEqual([3, 4]);
  const resumed = await newSession();
  resumeSession(resumed, storeSession(session, { root: "/", model: null }));
  expect([resumed.lost, resumed.leftOut]).toEqual([3, 4]);
});

test("a prompt that nothing came of leaves no trace, also where the turn left out others", async () => {
  const { session } = await longTalk(4);
  const { messages, earlier, lost } = session;
  const before = { messages, earlier, lost, notes: [...session.notes] };
  const failing = { name: "x/y", stream: () => Promise.reject(new Error("no")), window: async () => window };
  await expect(
    runWithApprovals({ model: failing, session, prompt: `long ${LONG}${LONG}`, approve: null }),
  ).rejects.toThrow("no");
  expect(session.earlier.length).toBeGreaterThan(before.earlier.length); // It was trimmed.
  dropPrompt(session, before);
  expect([session.messages, session.earlier]).toEqual([before.messages, before.earlier]);
});

test("a turn that did something stays, also where it left out others", async () => {
  const { session } = await longTalk(4);
  const { messages, earlier, lost } = session;
  const before = { messages, earlier, lost, notes: [...session.notes] };
  const stop = new AbortController();
  const model = { ...scriptedModel([READ, "never"]), window: async () => window };
  const display = { ...SILENT, onToolResult: () => stop.abort() };
  const prompt = `read ${LONG}${LONG}`;
  const result = await runWithApprovals({ model, session, prompt, approve: null, display, signal: stop.signal });
  expect(result.kind).toBe("interrupted");
  expect(session.messages.length).toBeLessThan(before.messages.length);
  dropPrompt(session, before);
  expect(session.messages.at(-1)?.role).toBe("tool");
});

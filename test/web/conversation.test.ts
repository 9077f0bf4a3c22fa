// A conversation over HTTP with a scripted model behind a real server: block mode and tools, selection and files that
// were not in context, reload in the middle, stop, resume.

import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startModelServer, type ModelServer, type Script } from "../../src/testing/index.ts";
import type { TurnEvent, WebConversation, WebState } from "../../src/web/index.ts";
import { ensureBuilt } from "../built.ts";
import { block } from "../support/galley.ts";
import { BEFORE } from "../support/inbox-place.ts";
import { eventIn, WebPlace, type Tab } from "../support/web-place.ts";

const KEY = "sk-secret-0123456789";
let place: WebPlace;
let model: ModelServer | null = null;
beforeAll(ensureBuilt);
beforeEach(() => {
  place = new WebPlace({ "a.txt": BEFORE, "b.txt": "bee\n" });
});
afterEach(async () => {
  await place.close();
  await model?.close();
});

async function talk(script: Script): Promise<Tab> {
  model = await startModelServer({ wire: "openai", script, key: KEY });
  const config = join(place.base, "own.json");
  writeFileSync(config, JSON.stringify({ model: "openai/test-model", base_url: model.baseUrl }));
  return place.tab(await place.serve(["--config", config], { OPENAI_API_KEY: KEY }));
}

const of = <Type extends TurnEvent["type"]>(conversation: WebConversation, type: Type) =>
  conversation.events.filter((event): event is Extract<TurnEvent, { type: Type }> => event.type === type);

/** Waits until no turn is running. */
async function settled(tab: Tab): Promise<WebConversation> {
  for (;;) {
    const conversation = await tab.get<WebConversation>("/api/conversation");
    if (!conversation.busy && of(conversation, "run-end").length > 0) return conversation;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const READ = { calls: [{ name: "read_file", arguments: { path: "a.txt" } }] };
const EDIT = {
  calls: [{ name: "edit_file", arguments: { path: "a.txt", old_string: "two", new_string: "TWO" } }],
};

describe("a turn", () => {
  test("with tools asks in the inbox, writes what was approved, and tells the model", async () => {
    const tab = await talk([READ, EDIT, { text: "Done." }]);
    const events = await tab.events((await tab.state()).cursor);
    await tab.posted("/api/chat", { text: "change it" });
    expect(JSON.parse((await tab.post("/api/chat", { text: "more" })).text)).toMatchObject({
      error: { message: "The model is still answering. Stop it first." },
    });
    const question = await tab.question();
    const { session_id } = (await tab.state()).conversation;
    expect(question.asker).toMatchObject({ door: "web", session: session_id });
    await tab.answer(question, { kind: "apply" });
    const conversation = await settled(tab);
    expect(place.read("a.txt")).toBe(BEFORE.replace("two", "TWO"));
    expect(of(conversation, "user-message")).toEqual([{ type: "user-message", text: "change it" }]);
    expect(of(conversation, "tool-result").map(({ tool, receipt }) => `${tool} ${receipt}`)).toEqual([
      "read_file applied",
      "edit_file applied",
    ]);
    expect(of(conversation, "text-commit").map(({ text }) => text)).toEqual(["Done."]);
    expect(of(conversation, "text-delta")).toEqual([]);
    expect(of(conversation, "run-end")).toMatchObject([{ outcome: "done", exit_code: 0 }]);
    // A page that saw every event has the same count.
    const seen = events.lines.flatMap(({ event }) => (event.type === "conversation" ? [event.index] : []));
    expect(seen).toEqual(Array.from({ length: conversation.next }, (_, index) => index));
  });

  test("blocks: words and cards as they come, one result each, and a follow-up that is offered (S4-17 … S4-25)", async () => {
    execFileSync("git", ["init", "-q"], { cwd: place.folder });
    execFileSync("git", ["add", "."], { cwd: place.folder });
    const answer =
      `All of it:\n\n${block("a.txt", "two\n", "TWO\n")}\n${block("a.txt", "six\n", "SIX\n")}\n` +
      `${block("b.txt", "bee\n", "BEE\n")}\n${block("c.txt", "", "see\n")}`;
    const noTools = { status: 400, body: { error: { message: "tools are not supported by this model" } } };
    const tab = await talk([noTools, { text: answer }, { text: block("b.txt", "bee\n", "BEE\n") }]);
    const events = await tab.events((await tab.state()).cursor);
    await tab.posted("/api/selection", { add: ["a.txt"] });
    await tab.posted("/api/chat", { text: "change all" });
    await tab.answer(await tab.question(), { kind: "apply" });
    const conversation = await settled(tab);
    // S4-19: what succeeded stays; S4-20: what was not in context was not tried; S4-24: what is created always is.
    expect(place.tree()).toEqual({ "a.txt": BEFORE.replace("two", "TWO"), "b.txt": "bee\n", "c.txt": "see\n" });
    const words = of(conversation, "text-commit").map(({ text }) => text.trim());
    expect(words.filter((text) => text !== "")).toEqual(["All of it:"]);
    expect(of(conversation, "block-start").map(({ path }) => path)).toEqual(["a.txt", "a.txt", "b.txt", "c.txt"]);
    expect(of(conversation, "block-text").map(({ section, text }) => `${section} ${text.trim()}`)).toEqual([
      "old two",
      "new TWO",
      "old six",
      "new SIX",
      "old bee",
      "new BEE",
      "new see",
    ]);
    const [complete] = of(conversation, "streamComplete");
    expect(complete!.results.map(({ file_path, status }) => `${file_path} ${status}`)).toEqual([
      "a.txt APPLIED",
      "a.txt FAILED",
      "b.txt NOT_IN_CONTEXT",
      "c.txt APPLIED",
    ]);
    expect(complete).toMatchObject({
      files_modified: ["a.txt"],
      files_created: ["c.txt"],
      files_auto_added: ["b.txt"],
      note: expect.stringContaining("The model had not seen b.txt"),
      retry: expect.stringContaining("You can see b.txt now."),
    });
    expect(of(conversation, "edits-applied")).toMatchObject([{ report: { staged: ["a.txt", "c.txt"] } }]);
    const { selection } = await eventIn(events.lines, "selection", (event) => event.selection.length === 3);
    expect(selection.map(({ path, auto_added }) => `${path} ${auto_added}`)).toEqual([
      "a.txt false",
      "b.txt true",
      "c.txt false",
    ]);
    await eventIn(events.lines, "files-changed", ({ paths }) => paths?.join() === "a.txt,c.txt");
    // S4-22: offered, never sent. What failed is in the next request all the same, and so is the file.
    const asked = model!.requests.length;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(model!.requests.length).toBe(asked);
    await tab.posted("/api/chat", { text: complete!.retry });
    await tab.answer(await tab.question(), { kind: "apply" });
    while (place.read("b.txt") !== "BEE\n") await new Promise((resolve) => setTimeout(resolve, 10));
    const sent = JSON.stringify(model!.requests.at(-1)!.body);
    for (const part of ["bee", "six", complete!.retry!]) expect(sent).toContain(part);
  });

  test("a page that is loaded in the middle sees what was said so far; stop ends the turn and nothing is written", async () => {
    const tab = await talk([READ, EDIT, { text: "never" }]);
    await tab.posted("/api/chat", { text: "change it" });
    await tab.question();
    const { conversation } = await tab.get<WebState>("/api/state");
    expect([conversation.busy, of(conversation, "tool-call").map(({ tool }) => tool)]).toEqual([
      true,
      ["read_file", "edit_file"],
    ]);
    await tab.posted("/api/chat/stop", {});
    const after = await settled(tab);
    expect(of(after, "run-end")).toMatchObject([{ outcome: "interrupted" }]);
    expect([(await tab.state()).questions, place.read("a.txt")]).toEqual([[], BEFORE]);
  });
});

test("a conversation is kept, replaced by a new one, and resumed with its turns", async () => {
  const tab = await talk([{ text: "Hello." }, { text: "Again." }]);
  const events = await tab.events((await tab.state()).cursor);
  await tab.posted("/api/chat", { text: "hi" });
  const { session_id } = await settled(tab);
  await tab.posted("/api/selection", { add: ["b.txt"] });
  const fresh = await tab.posted<WebConversation>("/api/chat/new", {});
  expect([fresh.session_id === session_id, fresh.events]).toEqual([false, []]);
  await eventIn(events.lines, "conversation-opened", (event) => event.session_id === fresh.session_id);
  expect((await tab.state()).selection.map(({ path }) => path)).toEqual(["b.txt"]);
  const sessions = await tab.get<readonly { id: string; title: string }[]>("/api/sessions");
  expect(sessions).toMatchObject([{ id: session_id, title: "hi", model: "openai/test-model" }]);
  const resumed = await tab.posted<WebConversation>("/api/chat/resume", { session_id });
  expect(resumed.events).toEqual([
    { type: "user-message", text: "hi" },
    { type: "text-commit", text: "Hello." },
  ]);
  expect((await tab.post("/api/chat/resume", { session_id: "none" })).status).toBe(404);
  expect((await tab.state()).conversation.session_id).toBe(session_id);
});

test("a model is chosen by name, and a wrong one is refused with the reason", async () => {
  const tab = await talk([]);
  expect((await tab.state()).models).toMatchObject({ current: "openai/test-model", advice: null });
  expect((await tab.post("/api/chat/model", { model: "nothing" })).status).toBe(400);
  expect((await tab.state()).models.current).toBe("openai/test-model");
  await tab.posted("/api/chat/model", { model: "openai/other" });
  expect((await tab.state()).models.current).toBe("openai/other");
});

test("without a model the page says what to do, and a message is refused", async () => {
  const tab = await place.tab(await place.serve());
  const { models } = await tab.state();
  expect(models).toMatchObject({ current: null, advice: expect.stringContaining("No model is configured.") });
  expect((await tab.post("/api/chat", { text: "hi" })).status).toBe(409);
  expect(await tab.posted("/api/selection", { add: ["zzz"] })).toMatchObject({
    selection: [],
    refused: [{ path: "zzz", message: expect.any(String) }],
  });
});

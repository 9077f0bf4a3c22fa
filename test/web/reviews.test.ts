// Questions answered over HTTP: pasted answers, other processes, two tabs and a terminal, reviews of the work tree,
// undo. What was approved is on disk, byte for byte.

import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Question } from "../../src/inbox/index.ts";
import type { TaskReply, WebQuestion, WebTask } from "../../src/web/index.ts";
import { ensureBuilt } from "../built.ts";
import { block } from "../support/galley.ts";
import { BEFORE } from "../support/inbox-place.ts";
import { decisionFor, eventIn, Tab, WebPlace, type Served } from "../support/web-place.ts";

let place: WebPlace;
let served: Served;
let tab: Tab;
beforeAll(async () => {
  ensureBuilt();
  place = new WebPlace();
  git("init", "-q");
  git("add", ".");
  git("-c", "user.name=x", "-c", "user.email=x@example.com", "commit", "-qm", "first");
  served = await place.serve();
  tab = await place.tab(served);
});
afterAll(() => place.close());
beforeEach(() => {
  place.put("a.txt", BEFORE);
  git("reset", "-q");
});

function git(...args: readonly string[]): void {
  execFileSync("git", args, { cwd: place.folder });
}

const CHANGE = block("a.txt", "two\n", "TWO\n");
const AFTER = BEFORE.replace("two", "TWO");

/** Waits until the task has ended. */
async function ended(id: string): Promise<WebTask> {
  for (;;) {
    const task = (await tab.state()).tasks.find((one) => one.id === id);
    if (task !== undefined && task.state.kind !== "working" && task.state.kind !== "asking") return task;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function pasted(text: string): Promise<{ readonly id: string; readonly question: Question }> {
  const { task } = await tab.posted<TaskReply>("/api/apply", { text });
  return { id: task.id, question: await tab.question() };
}

describe("a pasted answer", () => {
  test("is asked about in the inbox, written when it is approved, and undone", async () => {
    const events = await tab.events((await tab.state()).cursor);
    const { id, question } = await pasted(CHANGE);
    expect(question.asker).toMatchObject({ door: "web", session: id });
    expect([place.read("a.txt"), (await tab.answer(question, { kind: "apply" })).kind]).toEqual([BEFORE, "won"]);
    const { state } = await ended(id);
    expect([place.read("a.txt"), state]).toEqual([
      AFTER,
      expect.objectContaining({ kind: "applied", report: expect.objectContaining({ files_modified: ["a.txt"] }) }),
    ]);
    const receipt = state.kind === "applied" ? state.report.receipt_id : null;
    await eventIn(
      events.lines,
      "answered",
      ({ question: { id: of }, from }) => of === question.id && from === "a browser tab",
    );
    expect((await eventIn(events.lines, "files-changed")).paths).toEqual(["a.txt"]);
    await eventIn(events.lines, "log-changed");
    expect((await tab.get<{ files: object[] }>("/api/files")).files).toContainEqual({
      path: "a.txt",
      size: AFTER.length,
      git: "modified",
      changed_by: "web",
    });
    const preview = await tab.posted("/api/undo", { receipt_id: receipt, preview: true });
    expect([preview, place.read("a.txt")]).toEqual([
      { receipt_id: receipt, restored: ["a.txt"], skipped: [], warnings: [] },
      AFTER,
    ]);
    expect(await tab.posted("/api/undo", { receipt_id: receipt })).toMatchObject({ restored: ["a.txt"] });
    expect(place.read("a.txt")).toBe(BEFORE);
    expect((await tab.get<readonly object[]>("/api/log"))[1]).toMatchObject({ receipt_id: receipt, state: "undone" });
    events.close();
  });

  test("is not written when it is rejected, or the task is cancelled", async () => {
    const first = await pasted(CHANGE);
    await tab.answer(first.question, { kind: "reject", reason: "no" });
    expect((await ended(first.id)).state).toMatchObject({
      report: { results: [expect.objectContaining({ status: "SKIPPED", error_type: "rejected" })] },
    });
    const second = await pasted(CHANGE);
    await tab.posted(`/api/tasks/${second.id}/cancel`, {});
    expect((await ended(second.id)).state).toEqual({ kind: "cancelled" });
    expect([(await tab.state()).questions, place.read("a.txt")]).toEqual([[], BEFORE]);
  });

  test("without an edit says so; the text of galley prompt is refused", async () => {
    const { task } = await tab.posted<TaskReply>("/api/apply", { text: "Nothing to do." });
    expect((await ended(task.id)).state.kind).toBe("nothing");
    const { out } = place.galley(["prompt", "a.txt"]);
    expect(JSON.parse((await tab.post("/api/apply", { text: out })).text)).toMatchObject({
      error: { message: expect.stringMatching(/^This is the text of galley prompt/) },
    });
  });
});

describe("an answer", () => {
  test("two tabs and a terminal: one wins, the others get the answer that did", async () => {
    const other = new Tab(served.port, tab); // Tabs of one browser share its sign-in.
    const { id, question } = await pasted(CHANGE);
    const decided = await Promise.all([
      tab.answer(question, { kind: "apply" }),
      other.answer(question, { kind: "reject", reason: "o" }),
      place.inbox.decide(question.id, decisionFor(question, { kind: "reject", reason: "terminal" })),
    ]);
    expect(decided.map(({ kind }) => kind).sort()).toEqual(["lost", "lost", "won"]);
    const decisions = decided.map((one) => ("decision" in one ? JSON.stringify(one.decision) : ""));
    expect(new Set(decisions).size).toBe(1);
    const { state } = await ended(id);
    const isApplied = decisions[0]!.includes('"action":"apply"');
    expect([place.read("a.txt"), state.kind]).toEqual([isApplied ? AFTER : BEFORE, "applied"]);
  });

  test("to other bytes, another question, or no question is refused, and nothing is written", async () => {
    const { id, question } = await pasted(CHANGE);
    const decision = decisionFor(question, { kind: "apply" });
    const path = `/api/questions/${question.id}/answer`;
    const other = { ...decision, items: [{ ...decision.items[0]!, after: null }] };
    expect((await tab.post(path, { decision: other })).status).toBe(400);
    expect((await tab.post(path, { decision: { ...decision, approval_id: "x" } })).status).toBe(400);
    const part = { ...decision, items: [{ ...decision.items[0]!, hunks: [0], after: "0".repeat(64) }] };
    expect((await tab.post(path, { decision: part })).status).toBe(400);
    expect((await tab.post("/api/questions/none/answer", { decision })).status).toBe(404);
    expect((await tab.state()).questions.map((one) => one.id)).toContain(question.id);
    expect((await tab.post(path, { decision: { items: "all" } })).status).toBe(400);
    expect(place.read("a.txt")).toBe(BEFORE);
    await tab.answer(question, { kind: "reject", reason: null });
    await ended(id);
    expect(await tab.posted(path, { decision })).toMatchObject({ kind: "lost" });
    expect(place.read("a.txt")).toBe(BEFORE);
  });

  test("to a question of another process reaches it; the page hears of it and of its end", async () => {
    const events = await tab.events((await tab.state()).cursor);
    const asking = place.start(["apply", "--inbox", "--json", "-"], { input: CHANGE });
    const { question: summary } = await eventIn(events.lines, "question");
    expect(summary.asker.door).toBe("apply");
    const question = await tab.question();
    expect(await tab.answer(question, { kind: "apply" })).toMatchObject({ kind: "won" });
    expect([(await asking.ended).code, place.read("a.txt")]).toEqual([0, AFTER]);
    expect((await tab.get<WebQuestion>(`/api/questions/${question.id}`)).kind).toMatch(/question|outcome/);
    const killed = place.start(["apply", "--inbox", "--json", "-"], { input: block("a.txt", "one\n", "1\n") });
    const { question: open } = await eventIn(events.lines, "question", ({ question: { id } }) => id !== question.id);
    killed.child.kill("SIGKILL");
    expect(await eventIn(events.lines, "gone", ({ question: { id } }) => id === open.id)).toMatchObject({
      because: "asker-ended",
    });
    events.close();
  });

  test("given in a terminal is told to the page", async () => {
    const events = await tab.events((await tab.state()).cursor);
    const { id, question } = await pasted(CHANGE);
    expect(place.galley(["inbox", "answer", question.id, "apply"]).code).toBe(0);
    expect(await eventIn(events.lines, "answered")).toMatchObject({ from: "another process" });
    expect([(await ended(id)).state.kind, place.read("a.txt")]).toEqual(["applied", AFTER]);
    events.close();
  });
});

test("a review of what is on disk reverts what was rejected and keeps the rest", async () => {
  place.put("a.txt", AFTER);
  place.put("new.txt", "kept\n");
  expect(await tab.get("/api/work-tree")).toEqual({ changed: 2 });
  const { task } = await tab.posted<TaskReply>("/api/review", {});
  const question = await tab.question();
  expect(question.asker.door).toBe("review");
  const whole = decisionFor(question, { kind: "apply" });
  const items = question.type === "batch" ? question.items : [];
  const mine = items.find(({ path }) => path.endsWith("a.txt"))!;
  const decision = {
    ...whole,
    items: whole.items.map((item) =>
      item.digest === mine.digest ? { action: "reject", digest: item.digest, by: item.by, reason: "no" } : item,
    ),
  };
  expect(await tab.posted(`/api/questions/${question.id}/answer`, { decision })).toMatchObject({ kind: "won" });
  expect((await ended(task.id)).state).toMatchObject({
    kind: "reviewed",
    report: { kept: ["new.txt"], reverted: ["a.txt"], failed: [] },
  });
  expect([place.read("a.txt"), place.read("new.txt")]).toEqual([BEFORE, "kept\n"]);
});

test("a file of more than a megabyte is reviewed like any other", async () => {
  const large = "a line of a file that is large\n".repeat(40_000);
  place.put("a.txt", large);
  const { task } = await tab.posted<TaskReply>("/api/review", {});
  const question = await tab.question();
  const asked = question.type === "batch" ? question.items.find(({ path }) => path.endsWith("a.txt")) : question;
  expect(asked).toMatchObject({ suggested_content: large });
  expect((await tab.answer(question, { kind: "apply" })).kind).toBe("won");
  expect((await ended(task.id)).state).toMatchObject({ kind: "reviewed", report: { reverted: [], failed: [] } });
  expect(place.read("a.txt") === large).toBe(true);
});

test("a review that ends without an answer reverts nothing", async () => {
  place.put("a.txt", AFTER);
  const { task } = await tab.posted<TaskReply>("/api/review", {});
  await tab.question();
  await tab.posted(`/api/tasks/${task.id}/cancel`, {});
  expect([(await ended(task.id)).state, place.read("a.txt")]).toEqual([{ kind: "cancelled" }, AFTER]);
});

test("a review whose question is removed from the state directory reverts nothing", async () => {
  place.put("a.txt", AFTER);
  const { task } = await tab.posted<TaskReply>("/api/review", {});
  const { id } = await tab.question();
  rmSync(join(place.base, "state", "galley", "inbox", `${id}.question`));
  expect([(await ended(task.id)).state, place.read("a.txt")]).toEqual([
    expect.objectContaining({ kind: "failed", code: "REJECTED" }),
    AFTER,
  ]);
});

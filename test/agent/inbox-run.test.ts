// `galley run --approve inbox`: the model's changes are asked about in the inbox, in any mode of output.

import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openFileInbox, type Inbox, type Question } from "../../src/inbox/index.ts";
import { answerWhole, type WholeAnswer } from "../../src/review/index.ts";
import { ensureBuilt } from "../built.ts";
import { EDIT, eventsOf, READ, Running } from "./running.ts";

let place: Running;
let inbox: Inbox;
beforeAll(ensureBuilt);
beforeEach(() => {
  place = new Running();
  inbox = openFileInbox({ directory: join(place.folder, "state", "galley") });
});
afterEach(async () => {
  await inbox.close();
  await place.close();
});

async function answerNext(answer: WholeAnswer): Promise<Question> {
  for (;;) {
    const [open] = (await inbox.open()).questions;
    const found = open === undefined ? null : await inbox.read(open.id);
    if (found?.kind === "question") {
      const answered = answerWhole(found.question, answer);
      if (answered.kind === "refused") throw new Error(answered.why);
      expect(await inbox.decide(found.question.id, answered.decision)).toMatchObject({ kind: "won" });
      return found.question;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test("what is approved in the inbox is written", async () => {
  const env = await place.serve([READ, EDIT, { text: "The end." }]);
  const ran = place.run(["--approve", "inbox", "edit it"], env);
  const { asker, path } = await answerNext({ kind: "apply" });
  expect([asker, path]).toEqual([
    expect.objectContaining({ door: "run", root: join(place.folder, "work"), session: expect.any(String) }),
    "workspace/a.txt",
  ]);
  const { code, err } = await ran;
  expect([code, place.content()]).toEqual([0, "one\nTWO\n"]);
  expect(err).toMatch(/galley: Question \S+ is waiting in the inbox\. No reviewer is attached/);
});

test("with --json a rejection and its reason reach the model", async () => {
  const env = await place.serve([READ, EDIT, { text: "I see." }]);
  const ran = place.run(["--approve", "inbox", "--json", "edit it"], env);
  await answerNext({ kind: "reject", reason: "keep the word" });
  const { code, out } = await ran;
  expect([code, place.content(), place.lastRequest()]).toEqual([
    1,
    "one\ntwo\n",
    expect.stringContaining("keep the word"),
  ]);
  expect(eventsOf(out).at(-1)).toMatchObject({ type: "run-end" });
});

test("interrupted, the run ends and its question is closed", async () => {
  const env = await place.serve([READ, EDIT, { text: "never" }]);
  let started: ChildProcess | null = null;
  const ran = place.run(["--approve", "inbox", "--json", "edit it"], env, (_, child) => void (started = child));
  while ((await inbox.open()).questions.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  (started as ChildProcess | null)?.kill("SIGINT"); // Set in the callback.
  expect((await ran).code).toBe(130);
  expect([(await inbox.open()).questions, place.content()]).toEqual([[], "one\ntwo\n"]);
});

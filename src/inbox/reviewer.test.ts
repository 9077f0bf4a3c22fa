import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { inboxClients, type Clients } from "../../test/support/inbox-clients.ts";
import { batchPayload, patchPayload } from "../../test/support/payloads.ts";
import { CHUNK_BYTES, chunksOf, type Decision, type WriteLargePayload, type WritePayload } from "../approval/index.ts";
import { versionOf } from "../base/index.ts";
import { codeOf, noTo, yesTo } from "../testing/index.ts";
import { encode, type Text } from "../text/index.ts";
import { inboxReviewer, type Inbox, type InboxReviewerOptions, type Question } from "./index.ts";

let clients: Clients;
let inbox: Inbox;
beforeEach(() => {
  clients = inboxClients();
  ({ inbox } = clients.connect());
});
afterEach(() => clients.close());

const ASKER = { door: "mcp", host: "here", root: "/work", session: "s1" };

function reviewer(more: Partial<InboxReviewerOptions> = {}) {
  return inboxReviewer({ inbox, asker: ASKER, callKey: "call", withinMs: null, ...more });
}

/** Answers the next question that is open. */
async function answerNext(answer: (question: Question) => Decision, by = clients.connect().inbox): Promise<Question> {
  for await (const event of by.watch()) {
    const [first] = event.kind === "snapshot" ? event.open : event.kind === "question" ? [event.question] : [];
    if (first === undefined) continue;
    const found = await by.read(first.id);
    if (found.kind !== "question") throw new Error(found.kind);
    expect(await by.decide(first.id, answer(found.question))).toMatchObject({ kind: "won" });
    return found.question;
  }
  throw new Error("ended");
}

const patch = patchPayload("ws/a.txt");

test("the answer of another process comes back under the question's own name", async () => {
  const asked = reviewer().ask(patch, {});
  const question = await answerNext(yesTo);
  expect(await asked).toEqual(yesTo(patch));
  expect(question).toMatchObject({ path: "ws/a.txt", asker: { ...ASKER, call_key: expect.stringMatching(/^call\//) } });
});

test("it says that it waits, and who could answer", async () => {
  const seen: unknown[] = [];
  await clients.connect().inbox.attach("web");
  const asked = reviewer({ onWaiting: ({ reviewers }) => void seen.push(reviewers) }).ask(patch, {});
  await answerNext(yesTo);
  await asked;
  expect(seen).toEqual([["web"]]);
});

test("the same call made again gets the answer that was given, without a question", async () => {
  const asked = reviewer().ask(patch, {});
  await answerNext((question) => noTo(question, "not now"));
  await asked;
  const again = { ...patch, approval_id: "q2" };
  const { inbox: later } = clients.connect();
  expect(await reviewer({ inbox: later }).ask(again, {})).toEqual(noTo(again, "not now"));
  expect((await inbox.open()).questions).toEqual([]);
});

test("an answer from before this call was made is another call's", async () => {
  const ask = (reusableSince: number) => reviewer({ inbox: clients.connect().inbox, reusableSince }).ask(patch, {});
  const first = ask(0);
  await answerNext((question) => noTo(question, "not now"));
  await first;
  expect(await ask(0)).toEqual(noTo(patch, "not now"));
  for (const why of ["still not", "never"]) {
    // Two processes that ask about the same call again wait for one answer.
    const later = Date.now() + 60_000;
    const again = [ask(later), ask(later)];
    await expect.poll(async () => (await inbox.open()).questions.length).toBe(1);
    await answerNext((question) => noTo(question, why));
    expect(await Promise.all(again)).toEqual([noTo(patch, why), noTo(patch, why)]);
  }
});

test("another change in the same call is another question", async () => {
  const first = reviewer().ask(patch, {});
  await answerNext(yesTo);
  await first;
  const other = patchPayload("ws/b.txt");
  const second = reviewer().ask(other, {});
  expect(await answerNext(yesTo)).toMatchObject({ path: "ws/b.txt" });
  expect(await second).toEqual(yesTo(other));
});

test("no answer within the time is a no to every file, with the reason", async () => {
  const batch = batchPayload([patchPayload("ws/a.txt"), patchPayload("ws/b.txt")]);
  const by = { kind: "nobody", why: "no one answered in time" };
  const { items, approval_id } = await reviewer({ withinMs: 30 }).ask(batch, {});
  expect([approval_id, items.map((item) => [item.digest, item.action, item.by])]).toEqual([
    "q1",
    batch.items.map(({ digest }) => [digest, "reject", by]),
  ]);
});

test("an abort withdraws the question", async () => {
  const abort = new AbortController();
  const asked = codeOf(() => reviewer({ onWaiting: () => abort.abort() }).ask(patch, { signal: abort.signal }));
  expect(await asked).toBe("ABORTED");
  expect((await clients.connect().inbox.open()).questions).toEqual([]);
});

test("a process that asked the same is killed: this one asks anew", async () => {
  const dying = clients.connect();
  const lost = codeOf(() => reviewer({ inbox: dying.inbox }).ask(patch, {}));
  const other = clients.connect().inbox;
  while ((await other.open()).questions.length === 0);
  const asked = reviewer().ask(patch, {});
  dying.kill();
  const question = await answerNext(yesTo, other);
  expect(question.id).toMatch(/-2$/);
  expect(await asked).toEqual(yesTo(patch));
  expect(await lost).toBe("IO");
});

describe("content that is too large for a payload", () => {
  test("is in the question, whole", async () => {
    const content = "0123456789abcde\n".repeat(80_000) as Text; // Well-formed.
    const large: WriteLargePayload = {
      type: "write_large",
      description: "Write ws/large.txt",
      path: "ws/large.txt",
      sandbox: "ws",
      approval_id: "q1",
      digest: "d1",
      risks: [],
      hunks: [{ index: 0, old_start: 1, old_lines: 0, new_start: 1, new_lines: 80_000 }],
      original_content: null,
      suggested_content: null,
      after: versionOf(encode(content)),
      content_lines: 80_000,
      content_bytes: content.length,
      content_truncated: true,
      content_preview: "",
      fetch_url: "galley:chunk/q1/{n}",
      chunk_size: CHUNK_BYTES,
      total_chunks: chunksOf(content, CHUNK_BYTES).total,
      file_exists: false,
      existing_lines: null,
      existing_bytes: null,
    };
    const chunks = chunksOf(content, CHUNK_BYTES);
    const fetch = async (url: string) => chunks.at(Number(url.split("/").at(-1)));
    const asked = reviewer().ask(large, { fetch });
    const question = (await answerNext(yesTo)) as Question & WritePayload;
    expect([question.type, question.content === content]).toEqual(["write", true]);
    expect(await asked).toEqual(yesTo(large));
  });
});

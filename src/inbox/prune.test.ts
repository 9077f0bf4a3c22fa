import { readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { inboxClients, type Clients } from "../../test/support/inbox-clients.ts";
import { asker, changeQuestion, noTo, yesTo } from "../testing/index.ts";
import type { Inbox, InboxLimits } from "./index.ts";

let clients: Clients;
beforeEach(() => void (clients = inboxClients()));
afterEach(() => clients.close());

const PAYLOAD = changeQuestion();
const DAY_MS = 86_400_000;
const folder = () => join(clients.directory, "inbox");
const LIMITS: InboxLimits = { count: 3, days: 30, bytes: 1_000_000 };

async function ask(inbox: Inbox, call: string): Promise<string> {
  const put = await inbox.put({ payload: PAYLOAD, asker: asker(call), withinMs: null });
  if (put.kind !== "asked") throw new Error(put.kind);
  return put.id;
}

/** Asked, answered, taken, and so many days old. */
async function settled(inbox: Inbox, call: string, days: number): Promise<string> {
  const id = await ask(inbox, call);
  await inbox.decide(id, yesTo(PAYLOAD));
  await inbox.settle(id);
  age(`${id}.outcome`, days);
  return id;
}

function age(name: string, days: number): void {
  const then = new Date(Date.now() - days * DAY_MS);
  utimesSync(join(folder(), name), then, then);
}

/** A process prunes when it settles its first question. */
async function prune(limits = LIMITS): Promise<void> {
  const { inbox } = clients.connect({ limits });
  await inbox.settle("aaaaaaaa-aaaaaaaa");
}

const kept = () =>
  [...new Set(readdirSync(folder()).filter((name) => name !== "leases"))].map((name) => name.split(".")[0]!);
const keptIds = () => [...new Set(kept())].sort();

test("what was settled long ago goes, whole", async () => {
  const { inbox } = clients.connect();
  const old = await settled(inbox, "old", 31);
  const recent = await settled(inbox, "recent", 29);
  await prune();
  expect(keptIds()).toEqual([recent]);
  expect(await inbox.decide(old, yesTo(PAYLOAD))).toEqual({ kind: "unknown" });
  expect(await inbox.decide(recent, noTo(PAYLOAD, "late"))).toMatchObject({ kind: "lost" });
});

test("of too many the oldest go first", async () => {
  const { inbox } = clients.connect();
  const ids = [];
  for (const days of [4, 3, 5, 2, 1]) ids.push(await settled(inbox, `${days} days`, days));
  await prune();
  expect(keptIds()).toEqual([ids[1]!, ids[3]!, ids[4]!].sort());
});

test("of too much the oldest go first", async () => {
  const { inbox } = clients.connect();
  const older = await settled(inbox, "older", 2);
  const newer = await settled(inbox, "newer", 1);
  await prune({ ...LIMITS, bytes: 2_000 });
  expect([keptIds(), older === newer]).toEqual([[newer], false]);
});

test("an open question stays, and so does an answer that its asker may still come for", async () => {
  const asking = clients.connect();
  const open = await ask(asking.inbox, "open");
  const answered = await ask(asking.inbox, "answered");
  await asking.inbox.decide(answered, yesTo(PAYLOAD));
  age(`${open}.question`, 90);
  age(`${answered}.outcome`, 90);
  await prune({ count: 0, days: 0, bytes: 0 });
  expect(keptIds()).toEqual([answered, open].sort());
  expect(await asking.inbox.await(answered)).toMatchObject({ kind: "answered" });
  asking.kill();
  await prune({ count: 0, days: 0, bytes: 0 });
  expect(keptIds()).toEqual([open]); // Closed when someone looks at it, pruned after that.
  await clients.connect().inbox.open();
  await prune({ count: 0, days: 0, bytes: 0 });
  expect(keptIds()).toEqual([]);
});

test("leases of processes that were killed go; those of the living stay", async () => {
  const [dying, living] = [clients.connect(), clients.connect()];
  for (const { inbox } of [dying, living]) await inbox.attach("web");
  dying.kill();
  await prune();
  expect(readdirSync(join(folder(), "leases")).length).toBe(1);
  expect(await living.inbox.reviewers()).toEqual(["web"]);
});

test("a lease of which nothing can be known goes when it has not grown since yesterday", async () => {
  const far = inboxClients({ elsewhere: true });
  const { inbox } = far.connect();
  await inbox.attach("web");
  const leases = join(far.directory, "inbox", "leases");
  writeFileSync(join(leases, "old.reviewer"), readFileSync(join(leases, readdirSync(leases)[0]!)));
  const yesterday = new Date(Date.now() - 2 * DAY_MS);
  utimesSync(join(leases, "old.reviewer"), yesterday, yesterday);
  await far.connect().inbox.settle("aaaaaaaa-aaaaaaaa");
  expect(readdirSync(leases)).toEqual([expect.not.stringContaining("old")]);
  await far.close();
});

test("what a kill left of a file goes after an hour", async () => {
  await ask(clients.connect().inbox, "call 1");
  for (const name of ["a.question.1.tmp", "b.question.1.tmp"]) writeFileSync(join(folder(), name), "x");
  age("a.question.1.tmp", 1);
  await prune();
  expect(readdirSync(folder()).filter((name) => name.endsWith(".tmp"))).toEqual(["b.question.1.tmp"]);
});

test("a clock that was never set says nothing about age", async () => {
  const { inbox } = clients.connect();
  const id = await settled(inbox, "call 1", 0);
  utimesSync(join(folder(), `${id}.outcome`), 1_000, 1_000);
  await prune();
  expect(keptIds()).toEqual([id]);
});

test("a call whose question was pruned is a new question, also while the old outcome is still there", async () => {
  const { inbox } = clients.connect();
  const old = await settled(inbox, "call 1", 31);
  const { renameSync } = await import("node:fs");
  renameSync(join(folder(), `${old}.question`), join(folder(), "elsewhere"));
  const fresh = await ask(clients.connect().inbox, "call 1");
  expect([fresh === old, (await inbox.open()).questions.map(({ id }) => id)]).toEqual([false, [fresh]]);
});

// What a team's store does beyond the contract of an inbox: people, machines, votes, history, retention, the audit.

import { afterEach, describe, expect, test, vi } from "vitest";
import { whyNoPostgres } from "../../../test/support/postgres/programs.ts";
import { run, sharedPostgres } from "../../../test/support/postgres/shared.ts";
import {
  TEST_TIMING,
  teamClients,
  type TeamClients,
  type TeamOptions,
} from "../../../test/support/postgres/team-clients.ts";
import type { Decision } from "../../approval/index.ts";
import { versionOf, type Digest } from "../../base/index.ts";
import { asker, changeQuestion, noTo, yesTo } from "../../testing/index.ts";
import { verifyAudit, type Machine, type TeamStore } from "../index.ts";
import { migratePostgres } from "./index.ts";

const ANA = { id: "issuer ana", name: "Ana" };
const BEN = { id: "issuer ben", name: "Ben" };

let clients: TeamClients | null = null;
afterEach(async () => {
  vi.useRealTimers();
  await clients?.close();
  clients = null;
});

async function open(
  options: TeamOptions = {},
): Promise<{ readonly store: TeamStore; readonly other: TeamStore; readonly url: string }> {
  clients = await teamClients(options);
  const [store, other] = clients.stores;
  return { store: store!, other: other!, url: clients.url };
}

async function askAs(machine: Machine | null, key: string, payload = changeQuestion(), withinMs: number | null = null) {
  const client = clients!.connect(machine === null ? { kind: "everything" } : { kind: "machine", machine });
  const put = await client.inbox.put({ payload, asker: asker(key), withinMs });
  if (put.kind !== "asked") throw new Error(JSON.stringify(put));
  return { id: put.id, payload, inbox: client.inbox };
}

async function machineNamed(store: TeamStore, name: string, repositories: readonly string[] | null = null) {
  const made = await store.machines.create({ name, owner: ANA.id, repositories });
  if (made.kind !== "created") throw new Error("taken");
  return made;
}

/** What the audit has about a question, in order. */
async function eventsOf(store: TeamStore, id: string): Promise<readonly string[]> {
  const events: string[] = [];
  for await (const { body } of (await store.audit.snapshot()).rows) {
    const { question, event } = JSON.parse(body) as { question: string; event: string };
    if (question === id) events.push(event);
  }
  return events;
}

const title = `a team's store${whyNoPostgres === null ? "" : ` (${whyNoPostgres})`}`;
describe.skipIf(whyNoPostgres !== null)(title, () => {
  test("migrations run once, however many servers start at the same moment", async () => {
    const postgres = await sharedPostgres();
    const name = `empty_${process.pid}`;
    await run(postgres.url("postgres"), `CREATE DATABASE ${name}`);
    const steps = await Promise.all(Array.from({ length: 4 }, () => migratePostgres(postgres.url(name))));
    expect(steps.filter((count) => count > 0).length).toBe(1);
    expect(await migratePostgres(postgres.url(name))).toBe(0);
  });

  test("a token is found until it is revoked, and its questions close with it", async () => {
    const { store, other } = await open();
    const { machine, token } = await machineNamed(store, "laptop");
    expect(await store.machines.create({ name: "laptop", owner: null, repositories: null })).toEqual({ kind: "taken" });
    expect(await other.machines.find(token)).toEqual(machine);
    for (const wrong of ["", "galley_", `${token}x`, token.toUpperCase(), `galley_${"a".repeat(43)}`])
      expect(await store.machines.find(wrong)).toBe(null);
    const { id } = await askAs(machine, "call 1");
    expect(await other.machines.revoke("laptop")).toEqual({ closed: 1 });
    expect([await store.machines.revoke("laptop"), await store.machines.find(token)]).toEqual([null, null]);
    expect(await store.questions.read(id)).toMatchObject({ outcome: { kind: "closed", because: "revoked" } });
    expect((await store.questions.read(id)).kind === "question" && (await store.questions.counts())).toEqual([]);
    expect((await machineNamed(store, "laptop")).machine.id).not.toBe(machine.id);
    expect((await store.machines.list()).map(({ name, revoked_at }) => [name, revoked_at !== null])).toEqual([
      ["laptop", true],
      ["laptop", false],
    ]);
  });

  test("a machine sees only its own questions, asks only about its repositories, and cannot answer", async () => {
    const { store } = await open();
    const [first, second] = [
      (await machineNamed(store, "first")).machine,
      (await machineNamed(store, "second", ["other/*", "test/work"])).machine,
    ];
    const { id, payload } = await askAs(first, "call 1");
    const own = store.transport({ kind: "machine", machine: first });
    const theirs = store.transport({ kind: "machine", machine: second });
    expect((await own.decide(id, yesTo(payload))).kind).toBe("refused");
    expect([await theirs.read(id), await theirs.settle("0".repeat(32), id)]).toEqual([
      { kind: "unknown" },
      { kind: "unknown" },
    ]);
    expect((await theirs.open({})).questions).toEqual([]);
    expect([...(await theirs.outcomes([id], AbortSignal.timeout(5_000)))]).toEqual([[id, null]]);
    // The same call of another machine is another question, whatever it calls itself.
    expect((await askAs(second, "call 1")).id).not.toBe(id);
    const elsewhere = { lease: "0".repeat(32), payload, asker: asker("call 2"), repository: "test", withinMs: null };
    await expect(theirs.put(elsewhere)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect((await theirs.put({ ...elsewhere, repository: "other/thing" })).kind).toBe("asked");
    expect((await own.read(id)).kind).toBe("question");
  });

  test("of two people exactly one wins, and the other learns who", async () => {
    const { store, other } = await open();
    for (let round = 0; round < 10; round += 1) {
      const { id, payload } = await askAs(null, `call ${round}`);
      const both = await Promise.all([
        store.questions.answer({ id, decision: yesTo(payload), person: ANA, needed: 1 }),
        other.questions.answer({ id, decision: noTo(payload, "no"), person: BEN, needed: 1 }),
      ]);
      expect(both.map(({ kind }) => kind).toSorted()).toEqual(["lost", "won"]);
      const [winner, loser] = both[0]!.kind === "won" ? [ANA, both[1]!] : [BEN, both[0]!];
      expect(loser).toMatchObject({ kind: "lost", by: [winner] });
      const read = await store.questions.read(id);
      expect(read.kind === "question" && read.outcome).toMatchObject({ kind: "answered", by: [winner] });
      // Who does not wait at all learns it too.
      const stop = new AbortController();
      const asked = store.transport({ kind: "everything" }).outcomes([id], stop.signal);
      stop.abort();
      expect((await asked).get(id)).toMatchObject({ kind: "answered" });
    }
  });

  test("where two people are needed, two different ones decide the same; one rejects alone", async () => {
    const { store, other } = await open();
    const { id, payload, inbox } = await askAs(null, "call 1");
    const yes = { id, decision: yesTo(payload), needed: 2 } as const;
    expect(await store.questions.answer({ ...yes, person: ANA })).toMatchObject({ kind: "voted", needed: 2 });
    expect(await other.questions.answer({ ...yes, person: ANA })).toMatchObject({
      kind: "voted",
      votes: [{ person: ANA }],
    });
    // The same change in other bytes is another decision.
    const text = "mine\n";
    const edited: Decision = {
      approval_id: payload.approval_id,
      items: [
        {
          action: "modify",
          digest: payload.digest as Digest,
          by: { kind: "person" },
          content: text,
          after: versionOf(new TextEncoder().encode(text)),
        },
      ],
    };
    expect((await store.questions.answer({ id, decision: edited, person: BEN, needed: 2 })).kind).toBe("voted");
    expect((await store.questions.queue({})).rows[0]?.votes.map(({ person }) => person)).toEqual([ANA, BEN]);
    const final = await other.questions.answer({ ...yes, person: BEN });
    expect(final).toMatchObject({ kind: "won", by: [ANA, BEN] });
    expect((await inbox.await(id)).kind).toBe("answered");

    const second = await askAs(null, "call 2");
    const no = { id: second.id, decision: noTo(second.payload, "no"), person: BEN, needed: 2 } as const;
    expect(await store.questions.answer(no)).toMatchObject({ kind: "won", by: [BEN] });
  });

  test("two last votes at the same moment decide once", async () => {
    const { store, other } = await open();
    for (let round = 0; round < 10; round += 1) {
      const { id, payload } = await askAs(null, `call ${round}`);
      const give = (one: TeamStore, person: typeof ANA) =>
        one.questions.answer({ id, decision: yesTo(payload), person, needed: 2 });
      const kinds = (await Promise.all([give(store, ANA), give(other, BEN)])).map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === "won").length).toBe(1);
      expect((await store.questions.read(id)).kind === "question").toBe(true);
    }
    expect((await verifyAudit(await store.audit.snapshot())).problems).toEqual([]);
  });

  test("a blocked person gets nothing, and votes again after they are unblocked", async () => {
    const { store, other } = await open();
    await store.people.seen({ ...ANA, groups: ["a"] });
    await store.people.seen({ ...BEN, groups: [] });
    const { id, payload } = await askAs(null, "call 1");
    const yes = { id, decision: yesTo(payload), needed: 2 } as const;
    expect((await store.questions.answer({ ...yes, person: ANA })).kind).toBe("voted");
    expect(await store.people.block(ANA.id)).toEqual({ name: "Ana", isChanged: true, lapsed: 1 });
    expect(await other.people.block(ANA.id)).toEqual({ name: "Ana", isChanged: false, lapsed: 0 });
    expect((await other.questions.queue({})).rows[0]?.votes).toEqual([]);
    expect(await store.people.seen({ ...ANA, groups: ["b"] })).toBe(null);
    expect((await store.questions.answer({ ...yes, person: ANA, needed: 1 })).kind).toBe("blocked");
    expect((await store.questions.answer({ ...yes, person: ANA })).kind).toBe("blocked");
    expect((await store.questions.answer({ ...yes, person: BEN })).kind).toBe("voted");
    expect(await store.people.unblock(ANA.id)).toEqual({ name: "Ana", isChanged: true, lapsed: 0 });
    expect((await store.questions.answer({ ...yes, person: BEN })).kind).toBe("voted");
    expect((await store.questions.answer({ ...yes, person: ANA })).kind).toBe("won");
    expect([await store.people.block("no one"), await store.people.unblock("no one")]).toEqual([null, null]);
    expect(await eventsOf(store, id)).toEqual(["asked", "voted", "vote-lapsed", "voted", "voted", "voted", "answered"]);
  });

  test("a vote and a block at the same moment: it is taken back, or it is not given, and no one waits for the other", async () => {
    const { store, other } = await open();
    await store.people.seen({ ...BEN, groups: [] });
    for (let round = 0; round < 12; round += 1) {
      await store.people.seen({ ...ANA, groups: [] });
      const { id, payload } = await askAs(null, `call ${round}`);
      const give = (one: TeamStore, person: typeof ANA) =>
        one.questions.answer({ id, decision: yesTo(payload), person, needed: 2 });
      if (round % 2 === 0) await give(store, ANA);
      const voter = round % 2 === 0 ? BEN : ANA;
      const [given, blocked] = await Promise.all([give(store, voter), other.people.block(ANA.id)]);
      const found = await store.questions.read(id);
      const votes = found.kind === "question" ? found.listed.votes : [];
      // An answer that came first counts; after it there is nothing to take back.
      if (given.kind !== "won") {
        expect(votes.map(({ person }) => person.id)).not.toContain(ANA.id);
        expect(blocked?.lapsed).toBe(round % 2 === 0 || given.kind === "voted" ? 1 : 0);
      }
      await store.people.unblock(ANA.id);
    }
    expect((await verifyAudit(await store.audit.snapshot())).problems).toEqual([]);
  });

  test("a queue has pages, leaves out what was postponed, and shows delegations", async () => {
    const { store } = await open();
    const ids: string[] = [];
    for (const key of ["1", "2", "3"]) ids.push((await askAs(null, key)).id);
    expect(await store.questions.postpone(ids[1]!, { person: ANA, forMs: 60_000 })).toBe("done");
    const to = { kind: "group", group: "backend" } as const;
    expect(await store.questions.delegate(ids[2]!, { by: ANA, to })).toBe("done");
    expect(await store.questions.delegate("aaaaaaaa-aaaaaaaa", { by: ANA, to })).toBe("over");
    const first = await store.questions.queue({ limit: 2 });
    const rest = await store.questions.queue({ limit: 2, after: first.next! });
    expect([...first.rows, ...rest.rows].map(({ id }) => id)).toEqual(ids);
    expect([rest.next, rest.rows[0]?.delegations]).toMatchObject([null, [{ by: ANA, to }]]);
    expect((await store.questions.queue({ forPerson: ANA.id })).rows.map(({ id }) => id)).toEqual([ids[0], ids[2]]);
    expect((await store.questions.queue({ forPerson: BEN.id })).rows.length).toBe(3);
    expect((await store.questions.queue({ repository: "none" })).rows).toEqual([]);
  });

  test("history finds what ended; once contents are deleted it shows what was decided, and no content", async () => {
    const { store, url } = await open();
    const { id, payload } = await askAs(null, "call 1", changeQuestion("ws/Secret.txt", "the content\n"));
    await store.questions.answer({ id, decision: noTo(payload, "typed by ana"), person: ANA, needed: 1 });
    const withdrawn = await askAs(null, "call 2");
    await withdrawn.inbox.settle(withdrawn.id);
    const find = async (filter: object) => (await store.questions.history(filter)).rows.map((row) => row.id);
    expect(await find({})).toEqual([withdrawn.id, id]);
    expect([await find({ text: "secret" }), await find({ text: "%" })]).toEqual([[id], []]);
    expect([await find({ person: ANA.id }), await find({ person: BEN.id })]).toEqual([[id], []]);
    expect(await find({ outcome: "withdrawn" })).toEqual([withdrawn.id]);
    expect(await store.questions.deleteContents({ thanMs: 3_600_000 })).toBe(0);
    expect([
      await store.questions.deleteContents({ thanMs: 0 }),
      await store.questions.deleteContents({ thanMs: 0 }),
    ]).toEqual([2, 0]);
    expect((await store.questions.read(id)).kind).toBe("listed");
    expect((await store.questions.history({ text: "secret" })).rows[0]?.outcome).toMatchObject({
      by: [ANA],
      result: "rejected",
      decision: null,
    });
    // The same call, much later: no one remembers the answer, so it is asked again.
    expect((await askAs(null, "call 1", payload)).id).not.toBe(id);
    const { rows } = await store.audit.snapshot();
    for await (const { body } of rows) expect(body).not.toMatch(/the content|typed by ana/);
    await expect(run(url, "DELETE FROM galley.audit")).rejects.toThrow("can only be added to");
  });

  test("the audit refuses every change, and one made past it is found", async () => {
    const { store, url } = await open();
    for (const key of ["1", "2", "3"]) {
      const { id, payload } = await askAs(null, key);
      await store.questions.answer({ id, decision: yesTo(payload), person: ANA, needed: 1 });
    }
    const check = async (kept = heads) =>
      (await verifyAudit(await store.audit.snapshot(), kept)).problems.map(({ seq, problem }) => `${seq} ${problem}`);
    const heads = await store.audit.heads();
    expect(await check()).toEqual([]);
    for (const sql of [
      "UPDATE galley.audit SET body = body",
      "DELETE FROM galley.audit WHERE seq = 6",
      "TRUNCATE galley.audit",
      "UPDATE galley.audit_head SET seq = 1",
      "DELETE FROM galley.audit_head",
    ])
      await expect(run(url, sql)).rejects.toThrow("can only be added to");
    expect(await check()).toEqual([]);
    const past = (sql: string) => run(url, `SET session_replication_role = replica; ${sql}`);
    await past("UPDATE galley.audit SET body = replace(body, 'applied', 'rejected') WHERE seq = 2");
    expect(await check()).toEqual(["2 changed", "6 other-history"]);
    await past("UPDATE galley.audit SET body = replace(body, 'rejected', 'applied') WHERE seq = 2");
    await past("DELETE FROM galley.audit WHERE seq = 6");
    expect(await check([])).toEqual(["6 cut-off"]);
    await past("UPDATE galley.audit_head h SET seq = 5, hash = (SELECT hash FROM galley.audit WHERE seq = 5)");
    expect([await check([]), await check()]).toEqual([[], ["6 other-history"]]);
  });

  test("blocking someone blocks an id that differs only in letter case, and takes its vote back", async () => {
    const { store } = await open();
    const twin = { ...ANA, id: ANA.id.toUpperCase().replace("ISSUER", "issuer") };
    for (const person of [ANA, twin, BEN]) await store.people.seen({ ...person, groups: [] });
    const { id, payload } = await askAs(null, "call 1");
    const vote = (person: typeof ANA) => store.questions.answer({ id, decision: yesTo(payload), person, needed: 2 });
    expect([(await vote(ANA)).kind, (await vote(twin)).kind]).toEqual(["voted", "voted"]);
    expect(await store.people.block(ANA.id)).toMatchObject({ isChanged: true, lapsed: 2 });
    expect([(await vote(twin)).kind, (await vote(BEN)).kind]).toEqual(["blocked", "voted"]);
    expect(await store.people.seen({ ...twin, id: ANA.id.replace("ana", "Ana"), groups: [] })).toBeNull();
    await store.people.unblock(ANA.id);
    expect(await store.people.seen({ ...twin, groups: [] })).not.toBeNull();
    expect(await store.people.block("issuer no one")).toBeNull();
  });

  test("a payload of 10 MB comes through byte for byte", async () => {
    // So much text keeps this one process, which also renews the lease, busy for longer than a test's lease lasts.
    const { store } = await open({ timing: { ...TEST_TIMING, ttlMs: 30_000 } });
    const line = `${"ä\u0000\u2028🙂 x".repeat(8)}\n`;
    const text = line.repeat(Math.ceil(10_000_000 / line.length));
    const { id, payload, inbox } = await askAs(null, "call 1", changeQuestion("ws/large.txt", text, ""));
    const read = await store.questions.read(id);
    expect(
      read.kind === "question" && "suggested_content" in read.question && read.question.suggested_content === text,
    ).toBe(true);
    expect((await store.questions.answer({ id, decision: yesTo(payload), person: ANA, needed: 1 })).kind).toBe("won");
    expect((await inbox.await(id)).kind).toBe("answered");
  });

  test("a machine whose clock is wrong asks and answers by the database's", async () => {
    const { store } = await open();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2099, 0, 1) });
    const { id, payload } = await askAs(null, "call 1", changeQuestion(), 60_000);
    const [listed] = (await store.questions.queue({})).rows;
    expect(listed!.asked_at < "2090").toBe(true);
    expect(Date.parse(listed!.deadline!) - Date.parse(listed!.asked_at)).toBe(60_000);
    expect((await store.questions.answer({ id, decision: yesTo(payload), person: ANA, needed: 1 })).kind).toBe("won");
  });
});

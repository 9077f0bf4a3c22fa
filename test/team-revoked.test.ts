// Who loses their right in the middle of something: a machine that is revoked, a person who is blocked or whose token ends,
// while a body is on its way, a stream is open or a statement waits. Nothing of it counts afterwards.

import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { versionOf } from "../src/base/index.ts";
import { asker, changeQuestion, yesTo } from "../src/testing/index.ts";
import type { TeamView } from "../src/web/index.ts";
import type { Machine } from "../src/team/index.ts";
import { sendHalf } from "./support/half-sent.ts";
import { whyNoPostgres } from "./support/postgres/programs.ts";
import { run } from "./support/postgres/shared.ts";
import { idOf, signIn, teamPlace, type TeamPlace } from "./support/team-server.ts";

const RULES = [{ answer: ["group:security"], path: ["ws/two/**"], people: 2 }, { answer: ["anyone"] }];
const LEASE = "a".repeat(32);
const STUCK = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%ended AS (%'";

describe.skipIf(whyNoPostgres !== null)(`rights that end${whyNoPostgres === null ? "" : ` (${whyNoPostgres})`}`, () => {
  let place: TeamPlace;
  let calls = 0;
  beforeAll(async () => {
    place = await teamPlace({ config: { rules: RULES } });
    for (const name of ["ann", "bob"]) await place.as(name, "/api/state");
  });
  afterAll(() => place.close());

  const url = (path: string): string => `${place.servers[0]!.url}${path}`;
  const putBody = (payload = changeQuestion("ws/a.txt", "new\n")) => ({
    lease: LEASE,
    payload,
    asker: asker(`call ${(calls += 1)}`),
    repository: "test/work",
    within_ms: null,
  });
  async function newMachine(): Promise<{ machine: Machine; token: string }> {
    const made = await place.store.machines.create({ name: `m${(calls += 1)}`, owner: null, repositories: null });
    if (made.kind !== "created") throw new Error(made.kind);
    return made;
  }
  async function ask(path = "ws/a.txt") {
    const { token } = await newMachine();
    const payload = changeQuestion(path);
    const put = await place.asking(token).put({ payload, asker: asker(`call ${(calls += 1)}`), withinMs: null });
    if (put.kind !== "asked") throw new Error(JSON.stringify(put));
    return { payload, token, id: put.id, answer: `/api/questions/${put.id}/answer` };
  }
  const asked = async (machine: string): Promise<number> =>
    (await place.store.questions.queue({ machine })).rows.length;
  const outcomeOf = async (id: string): Promise<unknown> => {
    const found = await place.store.questions.read(id);
    return found.kind === "unknown" ? found.kind : (found.outcome?.kind ?? "open");
  };

  test.each(["put", "settle", "beat", "end", "open", "read", "outcomes", "watch", "reviewers"])(
    "a machine that is revoked while it sends %s gets nothing",
    async (name) => {
      const { machine, token } = await newMachine();
      const bodies: Record<string, object> = {
        put: putBody(),
        settle: { lease: LEASE, id: "x" },
        beat: { lease: LEASE, reviewer: null },
        end: { lease: LEASE },
        read: { id: "x" },
        outcomes: { ids: ["x"], wait_ms: 0 },
      };
      const body = bodies[name] ?? { more: "x" };
      const sent = sendHalf(url(`/machine/v1/${name}`), body, { authorization: `Bearer ${token}` });
      await sent.isWaiting;
      expect(await place.store.machines.revoke(machine.id)).not.toBe(null);
      expect((await sent.finish()).status).toBe(401);
      expect(await asked(machine.id)).toBe(0);
    },
  );

  test.each([10, 3 * 1024 * 1024])("the store puts nothing for a revoked machine (%i bytes)", async (bytes) => {
    const { machine } = await newMachine();
    const transport = place.store.transport({ kind: "machine", machine });
    await place.store.machines.revoke(machine.id);
    const { within_ms, ...put } = putBody(changeQuestion("ws/a.txt", "x".repeat(bytes)));
    await expect(transport.put({ ...put, withinMs: within_ms })).rejects.toThrow("was revoked");
    await expect(transport.beat(LEASE, null)).rejects.toThrow("was revoked");
    expect(await asked(machine.id)).toBe(0);
  });

  test("of puts that race with a revocation none stays open", async () => {
    for (let round = 0; round < 15; round += 1) {
      const { machine } = await newMachine();
      const transport = place.store.transport({ kind: "machine", machine });
      const puts = Array.from({ length: 6 }, async (_, at) => {
        await new Promise((resolve) => setTimeout(resolve, at));
        const { within_ms, ...put } = putBody();
        return transport.put({ ...put, withinMs: within_ms }).then(
          ({ kind }) => kind,
          (error: unknown) => String(error),
        );
      });
      await new Promise((resolve) => setTimeout(resolve, round % 6));
      await place.store.machines.revoke(machine.id);
      for (const kind of await Promise.all(puts)) expect(kind).toMatch(/^asked$|was revoked/);
      expect(await asked(machine.id)).toBe(0);
    }
  });

  test("what a revoked machine holds open ends", async () => {
    const { machine, token } = await newMachine();
    const put = await place.asking(token).put({ payload: changeQuestion(), asker: asker("held"), withinMs: null });
    const post = (name: string, body: object) =>
      fetch(url(`/machine/v1/${name}`), {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const watching = await post("watch", {});
    // Of another machine, so that only the revocation can end it.
    const { id } = await ask();
    expect(put.kind).toBe("asked");
    const outcomes = post("outcomes", { ids: ["id" in put ? put.id : ""], wait_ms: 25_000 });
    await place.store.machines.revoke(machine.id);
    let text = "";
    for await (const chunk of watching.body as unknown as AsyncIterable<Uint8Array>) text += Buffer.from(chunk);
    expect(text).toContain("snapshot");
    // It closed with the machine, which may be heard before the machine is looked at.
    expect([200, 401]).toContain((await outcomes).status);
    expect(await outcomeOf(id)).toBe("open");
  });

  test("a person who is blocked while their answer is on its way does not answer", async () => {
    const { payload, id, answer } = await ask();
    await place.as("mallory", "/api/state");
    const headers = { authorization: `Bearer ${await signIn("mallory")}`, origin: url("") };
    const sent = [
      sendHalf(url(answer), { decision: yesTo(payload) }, headers),
      sendHalf(url(`/api/questions/${id}/delegate`), { to: { kind: "group", group: "security" } }, headers),
      sendHalf(url(`/api/questions/${id}/postpone`), { minutes: 5 }, headers),
    ];
    for (const one of sent) await one.isWaiting;
    await place.store.people.block(idOf("mallory"));
    for (const one of sent) expect((await one.finish()).status).toBe(403);
    expect(await place.store.questions.read(id)).toMatchObject({
      outcome: null,
      listed: { delegations: [], postponed: [] },
    });
    await place.store.people.unblock(idOf("mallory"));
  });

  test("a person whose token ends while their answer is on its way does not answer", async () => {
    const { payload, id, answer } = await ask();
    const exp = Math.floor(Date.now() / 1000) - 28; // Clocks may differ by half a minute.
    const headers = { authorization: `Bearer ${await signIn("bob", { exp })}`, origin: url("") };
    const sent = sendHalf(url(answer), { decision: yesTo(payload) }, headers);
    await sent.isWaiting;
    await expect.poll(() => Date.now() > (exp + 31) * 1000, { timeout: 10_000 }).toBe(true);
    expect((await sent.finish()).status).toBe(403);
    expect(await outcomeOf(id)).toBe("open");
  });

  test("an open page of someone who is blocked ends", async () => {
    await place.as("oscar", "/api/state");
    const response = await fetch(url("/api/events"), { headers: { authorization: `Bearer ${await signIn("oscar")}` } });
    await place.store.people.block(idOf("oscar"));
    for await (const _ of response.body as unknown as AsyncIterable<Uint8Array>);
    expect(response.status).toBe(200);
  });

  test("blocking someone waits for an answer of theirs, or comes before it", async () => {
    const { payload, id } = await ask();
    const person = { id: idOf("trudy"), name: "Trudy" };
    await place.store.people.seen({ ...person, groups: [] });
    const other = new pg.Client({ connectionString: place.databaseUrl });
    await other.connect();
    await other.query("BEGIN");
    await other.query("SELECT FROM galley.question WHERE id = $1 FOR UPDATE", [id]);
    const answering = place.store.questions.answer({ id, decision: yesTo(payload), person, needed: 1 });
    // Of a connection of its own: inside a transaction the view stays as it was at first.
    const isStuck = async (): Promise<boolean> => (await run(place.databaseUrl, STUCK)).length > 0;
    await expect.poll(isStuck).toBe(true);
    let isBlocked = false;
    const blocking = place.store.people.block(person.id).then(() => void (isBlocked = true));
    await new Promise((resolve) => setTimeout(resolve, 200));
    const wasBlockedBefore = isBlocked;
    await other.query("COMMIT");
    await other.end();
    const { kind } = await answering;
    await blocking;
    expect([kind, wasBlockedBefore]).not.toEqual(["won", true]);
  });

  test("only votes that count are counted; the others are shown with the reason", async () => {
    const { payload, id, answer } = await ask("ws/two/a.txt");
    const claims = { groups: ["security"] };
    const body = { decision: yesTo(payload) };
    const voted = async (name: string) => (await place.as(name, answer, { body, claims })).body;
    expect(await voted("ann")).toMatchObject({ kind: "voted", needed: 2, agreeing: 1 });
    const view = async () => (await place.as("bob", `/api/questions/${id}/team`)).body as TeamView;
    expect(await view()).toMatchObject({ needed: 2, outcome: null, votes: [{ why_not: null }] });
    await place.as("ann", "/api/state", { claims: { groups: [] } });
    expect((await view()).votes).toMatchObject([
      { person: { name: "Ann" }, why_not: "The rules do not name this person any more." },
    ]);
    // Someone who wants something else does not agree.
    const text = "mine\n";
    const after = versionOf(new TextEncoder().encode(text));
    const modify = { action: "modify", digest: payload.digest, by: { kind: "person" }, content: text, after };
    const own = { decision: { approval_id: payload.approval_id, items: [modify] } };
    expect((await place.as("bob", answer, { body: own, claims })).body).toMatchObject({ agreeing: 1 });
    expect(await voted("ann")).toMatchObject({ kind: "voted", agreeing: 1 });
    expect((await view()).votes).toHaveLength(2);
  });

  test("a vote counts only while its person may answer", async () => {
    const { payload, id, answer } = await ask("ws/two/a.txt");
    const body = { decision: yesTo(payload) };
    const security = { groups: ["security"] };
    expect((await place.as("ann", answer, { body, claims: security })).body).toMatchObject({ kind: "voted" });
    await place.as("ann", "/api/state", { claims: { groups: [] } }); // Her next token is without the group.
    expect((await place.as("bob", answer, { body, claims: security })).body).toMatchObject({
      kind: "voted",
      votes: [{ person: { name: "Bob" } }],
    });
    expect(await outcomeOf(id)).toBe("open");
    expect((await place.as("ann", answer, { body, claims: security })).body).toMatchObject({ kind: "won" });
    expect((await place.as("ann", `/api/questions/${id}/team`)).body).toMatchObject({
      outcome: { kind: "answered", by: [{ id: idOf("bob") }, { id: idOf("ann") }] },
      votes: [{ why_not: null }, { why_not: null }],
    });
    const { rows } = await place.store.audit.snapshot();
    const events: string[] = [];
    for await (const row of rows) {
      const { question, event } = JSON.parse(row.body) as { question: string; event: string };
      if (question === id) events.push(event);
    }
    expect(events).toEqual(["asked", "voted", "voted", "vote-lapsed", "voted", "answered"]);
  });
});

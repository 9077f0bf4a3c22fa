// A team's inbox while its database is away, cannot be written to, or is full. Questions wait, and none is lost or answered
// by it. The server is this test's own, because it is killed.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inboxOver, verifyAudit, type TeamStore } from "../src/team/index.ts";
import { migratePostgres, openPostgresStore } from "../src/team/postgres/index.ts";
import { asker, changeQuestion, yesTo } from "../src/testing/index.ts";
import { startCluster, type Cluster } from "./support/postgres/cluster.ts";
import { whyNoPostgres } from "./support/postgres/programs.ts";
import { run } from "./support/postgres/shared.ts";

// A lease is shorter than the outages below: they must not count as silence.
const TIMING = { beatMs: 100, ttlMs: 1_000, sweepMs: 100, pollMs: 500, blindPollMs: 100 };

const title = `a team's database${whyNoPostgres === null ? "" : ` (${whyNoPostgres})`}`;
describe.skipIf(whyNoPostgres !== null)(title, () => {
  let folder = "";
  let cluster: Cluster;
  let store: TeamStore;
  const url = (): string => cluster.url("team");

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "galley-outage-"));
    cluster = await startCluster({ folder });
    await run(cluster.url("postgres"), "CREATE DATABASE team");
    await migratePostgres(url());
    store = await openPostgresStore({ url: url(), connections: 4, timing: TIMING });
  });
  afterAll(async () => {
    await store?.close();
    await cluster?.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  const inboxOf = (patienceMs: number) =>
    inboxOver({ transport: store.transport({ kind: "everything" }), repositoryOf: () => "test", patienceMs });
  const putOf = (key: string, payload = changeQuestion()) => ({ payload, asker: asker(key), withinMs: null });

  test.each(["kill", "stop"] as const)(
    "%s for longer than a lease: the question is still open, and is answered",
    async (how) => {
      const inbox = inboxOf(60_000);
      const payload = changeQuestion();
      const put = await inbox.put(putOf(how));
      const id = put.kind === "asked" ? put.id : "";
      const awaited = inbox.await(id);
      await cluster[how]();
      // Its processes end a moment after the first of them.
      await expect.poll(async () => String(await store.problem())).toMatch(/^The team's database /);
      await new Promise((resolve) => setTimeout(resolve, 2 * TIMING.ttlMs)); // The time itself is tested.
      // Asked while it is away: it waits.
      const meanwhile = inbox.put(putOf(`${how}, meanwhile`));
      await cluster.start();
      expect((await meanwhile).kind).toBe("asked");
      await expect.poll(() => store.problem()).toBe(null);
      const person = { id: "ana", name: "Ana" };
      expect((await store.questions.answer({ id, decision: yesTo(payload), person, needed: 1 })).kind).toBe("won");
      expect((await awaited).kind).toBe("answered");
      await inbox.close();
    },
  );

  test("announcements are heard again after a restart", async () => {
    await expect.poll(() => store.status().announces).toBe(true);
  });

  test("an asker that never comes back is noticed all the same", async () => {
    const lease = "1".repeat(32);
    const transport = store.transport({ kind: "everything" });
    const put = await transport.put({ ...putOf("gone"), lease, repository: "test" });
    const id = put.kind === "asked" ? put.id : "";
    expect([...(await transport.outcomes([id], new AbortController().signal)).values()]).toMatchObject([
      { kind: "closed", because: "asker-ended" },
    ]);
  });

  test("read-only: asking and answering fail with the reason, reading works, nothing is lost", async () => {
    const inbox = inboxOf(200);
    const payload = changeQuestion();
    const put = await inbox.put(putOf("before"));
    const id = put.kind === "asked" ? put.id : "";
    const cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'team'";
    await run(cluster.url("postgres"), `ALTER DATABASE team SET default_transaction_read_only = on`);
    await run(cluster.url("postgres"), cut);
    await expect.poll(() => store.problem()).toBe("The team's database is read-only.");
    await expect(inbox.put(putOf("during"))).rejects.toMatchObject({
      code: "IO",
      message: "The team's database is read-only.",
    });
    const person = { id: "ana", name: "Ana" };
    const answer = { id, decision: yesTo(payload), person, needed: 1 } as const;
    await expect(store.questions.answer(answer)).rejects.toMatchObject({ code: "IO" });
    expect((await store.questions.queue({})).rows.map((row) => row.id)).toContain(id);
    await run(cluster.url("postgres"), `ALTER DATABASE team RESET default_transaction_read_only`);
    await run(cluster.url("postgres"), cut);
    await expect.poll(() => store.problem()).toBe(null);
    expect((await store.questions.answer(answer)).kind).toBe("won");
    expect((await store.questions.queue({})).rows.map(({ asker: { call_key } }) => call_key)).not.toContain("during");
    await inbox.close();
  });

  test("full: a question that does not fit is not there at all, and fits later", async () => {
    const inbox = inboxOf(200);
    // What PostgreSQL reports when a table cannot grow, from the middle of a large question.
    await run(
      url(),
      `CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF NEW.part = 1 THEN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END IF; RETURN NEW; END $$;
       CREATE TRIGGER fill BEFORE INSERT ON galley.content FOR EACH ROW EXECUTE FUNCTION fill()`,
    );
    const large = changeQuestion("ws/large.txt", "x".repeat(3_000_000), "");
    await expect(inbox.put(putOf("large", large))).rejects.toMatchObject({ message: "The team's database is full." });
    expect((await inbox.put(putOf("small"))).kind).toBe("asked");
    expect((await inbox.open()).questions.map(({ asker: { call_key } }) => call_key)).not.toContain("large");
    await run(url(), "DROP TRIGGER fill ON galley.content");
    expect((await inbox.put(putOf("large", large))).kind).toBe("asked");
    await inbox.close();
  });

  test("after all of it the audit is complete", async () => {
    const { problems, rows } = await verifyAudit(await store.audit.snapshot());
    expect([problems, rows > 5]).toEqual([[], true]);
  });
});

// Asking over HTTP keeps the contract of every inbox: two servers, one database. Answers come from people elsewhere, so
// the suite's own are given with access to the database.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { failure } from "../src/base/index.ts";
import type { Inbox } from "../src/inbox/index.ts";
import type { InboxTransport } from "../src/team/index.ts";
import { asker, changeQuestion, inboxContract, yesTo, type InboxSubject } from "../src/testing/index.ts";
import { whyNoPostgres } from "./support/postgres/programs.ts";
import { teamPlace, type TeamPlace } from "./support/team-server.ts";

describe.skipIf(whyNoPostgres !== null)(`over HTTP${whyNoPostgres === null ? "" : ` (${whyNoPostgres})`}`, () => {
  // A machine sees only what was asked with its own token: to each case the store is empty.
  let place: TeamPlace;
  beforeAll(async () => void (place = await teamPlace({ servers: 2 })));
  afterAll(() => place.close());
  let machines = 0;

  inboxContract(
    "galley serve, asked over HTTP,",
    async (): Promise<InboxSubject> => {
      const token = await place.machineToken(`machine ${(machines += 1)}`);
      const all = place.store.transport({ kind: "everything" });
      const opened: Inbox[] = [];
      // The suite looks at once, and the word of a reviewer who left takes a moment to reach the other server.
      const leaving = new Set<Promise<unknown>>();
      return {
        connect() {
          let isAlive = true;
          const wrap = (given: InboxTransport): InboxTransport =>
            whileAlive(
              {
                ...given,
                decide: (id, decision) => all.decide(id, decision),
                end(lease) {
                  const ended = given.end(lease);
                  leaving.add(ended);
                  return ended;
                },
                async reviewers() {
                  await Promise.allSettled(leaving);
                  return given.reviewers();
                },
              },
              () => isAlive,
            );
          const inbox = place.asking(token, { server: opened.length % 2, wrap });
          opened.push(inbox);
          return { inbox, kill: () => void (isAlive = false) };
        },
        async close() {
          await Promise.all(opened.map((inbox) => inbox.close()));
          // Reviewers count for every machine; those that were killed end with their leases.
          await expect.poll(() => all.reviewers(), { timeout: 20_000 }).toEqual([]);
        },
      };
    },
    { describe, test, expect },
  );

  test("two servers with a transaction pooler in between: asked at one, answered at the other", async () => {
    const pooled = await teamPlace({ servers: 2, pooled: true });
    try {
      const inbox = pooled.asking(await pooled.machineToken("machine"), { server: 0 });
      const payload = changeQuestion();
      const put = await inbox.put({ payload, asker: asker("call"), withinMs: null });
      const id = "id" in put ? put.id : "";
      const awaited = inbox.await(id);
      const { body } = await pooled.as("ann", "/api/state", { server: 1 });
      expect(body).toMatchObject({ questions: [{ id }] });
      const sent = { body: { decision: yesTo(payload) }, server: 1 };
      expect((await pooled.as("ann", `/api/questions/${id}/answer`, sent)).body).toMatchObject({ kind: "won" });
      expect(await awaited).toMatchObject({ kind: "answered", decision: sent.body.decision });
      expect(pooled.store.status().announces).toBe(false);
    } finally {
      await pooled.close();
    }
  });
});

/** A process that was killed sends nothing more. */
function whileAlive(transport: InboxTransport, isAlive: () => boolean): InboxTransport {
  const { close, ...calls } = transport;
  const entries = Object.entries(calls).map(([name, call]) => [
    name,
    (...given: unknown[]): unknown =>
      isAlive()
        ? (call as (...all: unknown[]) => unknown)(...given)
        : Promise.reject(failure("IO", "This process was killed.", { data: { retry: false } })),
  ]);
  return { ...(Object.fromEntries(entries) as unknown as InboxTransport), ...(close && { close }) }; // The same calls, each behind the question.
}

// 10,000 random operations by many clients of several servers, against the model of an inbox. Time passes by moving what
// is stored, so that nothing has to wait.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { step, World, type Platform, type Step } from "../../../test/support/inbox-model.ts";
import { whyNoPostgres } from "../../../test/support/postgres/programs.ts";
import {
  TEST_TIMING,
  teamClients,
  type TeamClient,
  type TeamClients,
} from "../../../test/support/postgres/team-clients.ts";
import { verifyAudit } from "../index.ts";
import { openDatabase, type Database } from "./database.ts";
import { expire } from "./ending.ts";
import { sweep } from "./leases.ts";

const WORLDS = 10;
const STEPS = 250;
const RUNS = 4;
// Of lives that are ended by hand: none ends because this machine is slow.
const TIMING = { ...TEST_TIMING, ttlMs: 600_000, sweepMs: 600_000 };

const title = `a team's inbox does what the model does${whyNoPostgres === null ? "" : ` (${whyNoPostgres})`}`;
test.skipIf(whyNoPostgres !== null)(title, async () => {
  const steps = fc.array(step, { minLength: STEPS, maxLength: STEPS, size: "max" });
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: WORLDS, maxLength: WORLDS, size: "max" }), async (worlds) => {
      const clients = await teamClients({ servers: 3, timing: TIMING });
      const database = await openDatabase({ url: clients.url, connections: 4 });
      try {
        await Promise.all(
          worlds.map(async (all, number) => live(new World(await platform(clients, database, number)), all)),
        );
        const { problems, rows } = await verifyAudit(await clients.stores[0]!.audit.snapshot());
        expect([problems, rows > STEPS]).toEqual([[], true]);
      } finally {
        await database.close();
        await clients.close();
      }
    }),
    // Its steps would fill pages; the seed is enough to run it again.
    { numRuns: RUNS, endOnFailure: true, reporter },
  );
});

function reporter({ failed, seed, errorInstance }: fc.RunDetails<[Step[][]]>): void {
  if (failed) throw new Error(`with seed ${seed}`, { cause: errorInstance });
}

async function live(world: World, steps: readonly Step[]): Promise<void> {
  for (const one of steps) await world.run(one);
  await world.run({ kind: "list", client: 0 });
  await world.close();
}

/** A machine of its own: it sees only its own questions. */
async function platform(clients: TeamClients, database: Database, number: number): Promise<Platform> {
  const created = await clients.stores[0]!.machines.create({
    name: `machine ${number}`,
    owner: null,
    repositories: null,
  });
  if (created.kind === "taken") throw new Error("every database is new");
  const { machine } = created;
  const { id } = machine;
  const killed: TeamClient[] = [];
  return {
    connect() {
      const client = clients.connect({ kind: "machine", machine });
      return { ...client, kill: () => void (client.kill(), killed.push(client)) };
    },
    async pass(hours) {
      await database.query(
        "UPDATE galley.question SET deadline = deadline - $1 * interval '1 hour' WHERE state = 'open' AND machine = $2",
        [hours, id],
      );
      // Another world may be at it.
      const isOver =
        "SELECT 1 FROM galley.question WHERE state = 'open' AND machine = $1 AND deadline <= clock_timestamp()";
      while ((await database.query(isOver, [id])).length > 0) await expire(database.query, null);
    },
    async noticeKill() {
      const leases = killed.splice(0).flatMap((client) => client.lease() ?? []);
      // A renewal may be on its way, and another world may be sweeping.
      const isThere = "SELECT 1 FROM galley.lease WHERE machine = $1 AND id = ANY($2)";
      while ((await database.query(isThere, [id, leases])).length > 0) {
        const end = "UPDATE galley.lease SET expires_at = '-infinity' WHERE machine = $1 AND id = ANY($2)";
        await database.query(end, [id, leases]);
        await sweep(database, TIMING);
      }
    },
    isEager: true,
    close: () => {},
  };
}

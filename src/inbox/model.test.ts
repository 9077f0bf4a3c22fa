// Random operations by several processes against the model.

import * as fc from "fast-check";
import { test } from "vitest";
import { inboxClients } from "../../test/support/inbox-clients.ts";
import { step, World, type Platform } from "../../test/support/inbox-model.ts";

test("an inbox on files does what the model does", { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30, size: "max" }), async (steps) => {
      const world = new World(files());
      try {
        for (const one of steps) await world.run(one);
        await world.run({ kind: "list", client: 0 });
      } finally {
        await world.close();
      }
    }),
    { numRuns: 80 },
  );
});

function files(): Platform {
  const clients = inboxClients();
  let nowMs = Date.UTC(2026, 5, 1);
  let uptimeMs = 0;
  return {
    // A fresh look at leases each time: what was seen a moment ago may be over.
    connect: () => clients.connect({ clock: () => new Date(nowMs), uptime: () => (uptimeMs += 1_000) }),
    pass: (hours) => void (nowMs += hours * 3_600_000),
    noticeKill: () => {},
    isEager: false,
    close: clients.close,
  };
}

import { describe, expect, test } from "vitest";
import { inboxContract } from "../../testing/index.ts";
import { whyNoPooler, whyNoPostgres } from "../../../test/support/postgres/programs.ts";
import { teamClients } from "../../../test/support/postgres/team-clients.ts";

const harness = { describe, test, expect };

describe.skipIf(whyNoPostgres !== null)(`on PostgreSQL${whyNoPostgres === null ? "" : ` (${whyNoPostgres})`}`, () => {
  inboxContract("the store on PostgreSQL", () => teamClients(), harness);
});

describe.skipIf(whyNoPooler !== null)(`behind a pooler${whyNoPooler === null ? "" : ` (${whyNoPooler})`}`, () => {
  inboxContract("the store behind a transaction pooler", () => teamClients({ pooled: true }), harness);
});

// Processes that share a team's inbox on PostgreSQL, inside one test: each has its own lease, and can be killed.

import { failure } from "../../../src/base/index.ts";
import type { Inbox } from "../../../src/inbox/index.ts";
import { inboxOver, type Access, type InboxTransport, type TeamStore } from "../../../src/team/index.ts";
import { openPostgresStore, type Timing } from "../../../src/team/postgres/index.ts";
import type { InboxClient } from "../../../src/testing/index.ts";
import { sharedPostgres } from "./shared.ts";

/** Fast enough for tests, with room for a busy machine: a client that is not heard of for so long is called ended. */
export const TEST_TIMING: Timing = { beatMs: 100, ttlMs: 1_500, sweepMs: 100, pollMs: 1_000, blindPollMs: 50 };

export type TeamClients = {
  readonly stores: readonly TeamStore[];
  readonly url: string;
  /** Whoever it is that asks, it can answer too: as a person elsewhere would. */
  readonly connect: (access?: Access) => TeamClient;
  readonly close: () => Promise<void>;
};

/** `lease`: of what it asked last; null before that. */
export type TeamClient = InboxClient & { readonly lease: () => string | null };

export type TeamOptions = {
  readonly pooled?: boolean;
  /** As many servers, each with its own connections; clients are spread over them. */
  readonly servers?: number;
  readonly timing?: Timing;
};

export async function teamClients({
  pooled = false,
  servers = 2,
  timing = TEST_TIMING,
}: TeamOptions = {}): Promise<TeamClients> {
  const postgres = await sharedPostgres();
  const name = await postgres.take();
  const url = pooled ? postgres.pooledUrl!(name) : postgres.url(name);
  const stores = await Promise.all(
    Array.from({ length: servers }, () => openPostgresStore({ url, connections: 4, timing })),
  );
  const opened: Inbox[] = [];
  // The suite looks at once, and the word of a reviewer who left takes a moment to reach the other server.
  const leaving = new Set<Promise<unknown>>();
  let turn = 0;
  return {
    stores,
    url,
    connect(access = { kind: "everything" }) {
      const store = stores[(turn += 1) % stores.length]!;
      let isAlive = true;
      let lease: string | null = null;
      const asks = store.transport(access);
      const everything = store.transport({ kind: "everything" });
      const given: InboxTransport = {
        ...bound(asks),
        put: (put) => asks.put({ ...put, lease: (lease = put.lease) }),
        decide: (id, decision) => everything.decide(id, decision),
      };
      const transport = whileAlive(given, () => isAlive, leaving);
      const inbox = inboxOver({
        transport,
        repositoryOf: (root) => `test${root.replaceAll("\0", "")}`,
        patienceMs: 20_000,
      });
      opened.push(inbox);
      return { inbox, kill: () => void (isAlive = false), lease: () => lease };
    },
    async close() {
      await Promise.all(opened.map((inbox) => inbox.close()));
      await Promise.all(stores.map((store) => store.close()));
      postgres.giveBack(name);
    },
  };
}

function bound(transport: InboxTransport): InboxTransport {
  return {
    put: (put) => transport.put(put),
    settle: (lease, id) => transport.settle(lease, id),
    beat: (lease, reviewer) => transport.beat(lease, reviewer),
    end: (lease) => transport.end(lease),
    open: (filter) => transport.open(filter),
    read: (id) => transport.read(id),
    decide: (id, decision) => transport.decide(id, decision),
    outcomes: (ids, signal) => transport.outcomes(ids, signal),
    watch: (options) => transport.watch(options),
    reviewers: () => transport.reviewers(),
  };
}

/** A killed process sends nothing more. */
function whileAlive(transport: InboxTransport, isAlive: () => boolean, leaving: Set<Promise<unknown>>): InboxTransport {
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    if (!isAlive()) throw failure("IO", "The process is dead.", { data: { retry: false } });
    return work();
  };
  const entries = Object.entries(transport).map(([name, call]: [string, (...args: unknown[]) => Promise<unknown>]) => [
    name,
    name === "watch" ? call : (...args: unknown[]) => guarded(() => call(...args)),
  ]);
  const all = Object.fromEntries(entries) as InboxTransport; // The same names with the same signatures.
  return {
    ...all,
    end: (lease) => {
      const ending = all.end(lease);
      leaving.add(ending);
      return ending.finally(() => leaving.delete(ending));
    },
    reviewers: async () => {
      await Promise.allSettled(leaving);
      return all.reviewers();
    },
  };
}

// How a question ends without an answer. Each is one statement that changes only what is still open, with the audit's
// rows in it: whatever else happens at the same moment, one of them is first and the others find nothing to do.

import type { ClosedBecause } from "../../inbox/index.ts";
import type { Query } from "./database.ts";

/** Who watches hears of the ids in this channel. It is only a hint. */
export const CHANNEL = "galley";

export const NOW = "date_trunc('milliseconds', clock_timestamp())";

type Close = {
  readonly because: ClosedBecause;
  /** Ours, about `q`; `values` begin at $2. */
  readonly where: string;
  readonly values: readonly unknown[];
  /** Leaves out what someone else is changing at this moment. */
  readonly skipsBusy?: boolean;
};

/**
 * Locks questions in one order, and only then the heads of audits, in one order too, so that two of these never wait for
 * each other. A transaction has one of these that waits, before any that skips. Returns the ids.
 */
async function close(query: Query, { because, where, values, skipsBusy = false }: Close): Promise<readonly string[]> {
  const rows = await query(
    `WITH over AS (
       SELECT q.id FROM galley.question q WHERE q.state = 'open' AND ${where}
       ORDER BY q.repository, q.id FOR UPDATE ${skipsBusy ? "SKIP LOCKED" : ""}
     ), ended AS (
       UPDATE galley.question q SET state = 'closed', because = $1, ended_at = ${NOW}, version = version + 1
       FROM over WHERE q.id = over.id AND q.state = 'open' RETURNING q.id, q.repository
     ), audited AS (
       INSERT INTO galley.audit (repository, body)
       SELECT repository, json_build_object('question', id, 'event', 'closed', 'because', $1::text)::text
       FROM ended ORDER BY repository, id
     )
     SELECT id, pg_notify('${CHANNEL}', id) FROM ended`,
    [because, ...values],
  );
  return rows.map(({ id }) => id as string);
}

/** Those of these ids whose time has run out; null: any. Of several, what is busy is left to the next look. */
export function expire(query: Query, ids: readonly string[] | null): Promise<readonly string[]> {
  const where = "q.deadline <= clock_timestamp() AND ($2::text[] IS NULL OR q.id = ANY($2))";
  return close(query, { because: "expired", where, values: [ids], skipsBusy: ids?.length !== 1 });
}

type Lease = { readonly machine: string; readonly id: string };

/** Only the lease that put it may. */
export function withdraw(query: Query, lease: Lease, question: string): Promise<readonly string[]> {
  const where = "q.id = $2 AND q.machine = $3 AND q.lease = $4";
  return close(query, { because: "withdrawn", where, values: [question, lease.machine, lease.id] });
}

/** Everything that this lease asks. */
export function withdrawAll(query: Query, { machine, id }: Lease): Promise<readonly string[]> {
  return close(query, { because: "withdrawn", where: "q.machine = $2 AND q.lease = $3", values: [machine, id] });
}

/** Everything that machines ask whose tokens were revoked. */
export function closeRevoked(query: Query, machines: readonly string[]): Promise<readonly string[]> {
  return close(query, { because: "revoked", where: "q.machine = ANY($2)", values: [machines] });
}

/** What was asked with leases that have ended. */
export function closeOrphans(query: Query, leases: readonly Lease[]): Promise<readonly string[]> {
  const where = "(q.machine, q.lease) IN (SELECT * FROM unnest($2::text[], $3::text[]))";
  const values = [leases.map(({ machine }) => machine), leases.map(({ id }) => id)];
  return close(query, { because: "asker-ended", where, values });
}

/** Its content cannot be shown to anyone. */
export function closeDamaged(query: Query, id: string): Promise<readonly string[]> {
  return close(query, { because: "damaged", where: "q.id = $2", values: [id] });
}

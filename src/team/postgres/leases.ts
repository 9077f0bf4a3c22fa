// Who is alive, by the database's clock alone. A lease is renewed every few seconds; one that was not for long enough has
// ended, and what it asked closes with it. Silence counts only while someone could have heard: after an outage, or a jump
// of the clock, every lease gets its full time again.

import type { ReviewerKind } from "../../inbox/index.ts";
import type { LeaseId, LeaseTerms } from "../transport.ts";
import type { Database } from "./database.ts";
import { closeOrphans, expire, withdrawAll } from "./ending.ts";
import { revoked, tooMany } from "./refusals.ts";

export type Timing = LeaseTerms & {
  /** How often ended leases and passed deadlines are looked for. */
  readonly sweepMs: number;
  /** How often everything is read again while the database announces changes, and while it does not. */
  readonly pollMs: number;
  readonly blindPollMs: number;
};

/** A machine that is gone is noticed within half a minute; a database may be away for any time. */
export const TIMING: Timing = { beatMs: 5_000, ttlMs: 30_000, sweepMs: 1_000, pollMs: 5_000, blindPollMs: 1_000 };

type Named = { readonly machine: string; readonly id: LeaseId };

/** Far more processes than a machine runs: beyond that, someone makes up names. */
const MOST_LEASES = 10_000;

/**
 * Throws IO. Not flushed to disk: one that is lost in a crash is renewed before it is missed. FORBIDDEN for a machine that
 * was revoked, TOO_LARGE for one that has too many.
 */
export async function renewLease(
  database: Database,
  { machine, id }: Named,
  reviewer: ReviewerKind | null,
  ttlMs: number,
) {
  const [row] = await database.query(
    `WITH unflushed AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true)),
     may AS MATERIALIZED (
       SELECT $1 = '' OR EXISTS (SELECT FROM galley.machine WHERE id = $1 AND revoked_at IS NULL) AS ask,
         EXISTS (SELECT FROM galley.lease WHERE machine = $1 AND id = $2)
         OR $5 > (SELECT count(*) FROM (SELECT FROM galley.lease WHERE machine = $1 LIMIT $5) few) AS more
       FROM unflushed
     ), kept AS (
       INSERT INTO galley.lease AS l (machine, id, reviewer, expires_at)
       SELECT $1, $2, $3, clock_timestamp() + $4 * interval '1 ms' FROM may WHERE ask AND more
       ON CONFLICT (machine, id) DO UPDATE SET expires_at = greatest(l.expires_at, EXCLUDED.expires_at)
     )
     SELECT ask, more FROM may`,
    [machine, id, reviewer, ttlMs, MOST_LEASES],
  );
  if (row!["ask"] !== true) throw revoked();
  if (row!["more"] !== true) throw tooMany(MOST_LEASES, "process");
}

/** Throws IO: then it ends by itself. */
export async function endLease(database: Database, lease: Named): Promise<void> {
  await database.transaction(async (query) => {
    await withdrawAll(query, lease);
    await query("DELETE FROM galley.lease WHERE machine = $1 AND id = $2", [lease.machine, lease.id]);
  });
}

/** `machine`: what it hears of, its own and the servers' pages; null: all. What another machine claims is not its business. */
export async function attachedReviewers(database: Database, machine: string | null): Promise<readonly ReviewerKind[]> {
  const rows = await database.query(
    `SELECT reviewer FROM galley.lease WHERE reviewer IS NOT NULL AND expires_at > clock_timestamp()
       AND ($1::text IS NULL OR machine IN ('', $1)) ORDER BY machine, id`,
    [machine],
  );
  return rows.map(({ reviewer }) => reviewer as ReviewerKind);
}

const SWEEP_LOCK = 7_221_184;

/**
 * Closes what is over. Several servers may try at once: one of them does it. Returns how many milliseconds there are until
 * the next deadline, or null. Throws IO.
 */
export async function sweep(database: Database, { ttlMs }: Timing): Promise<number | null> {
  return database.transaction(async (query) => {
    const [turn] = await query("SELECT pg_try_advisory_xact_lock($1) AS ours", [SWEEP_LOCK]);
    if (turn!["ours"] === true) {
      const [pulse] = await query(
        `UPDATE galley.pulse p SET at = clock_timestamp() FROM galley.pulse old
         RETURNING extract(epoch FROM p.at - old.at) * 1000 AS gap`,
      );
      const gapMs = Number(pulse!["gap"]);
      if (gapMs > ttlMs / 2 || gapMs < 0)
        await query("UPDATE galley.lease SET expires_at = clock_timestamp() + $1 * interval '1 ms'", [ttlMs]);
      const ended = await query("DELETE FROM galley.lease WHERE expires_at <= clock_timestamp() RETURNING machine, id");
      const leases = ended.map(({ machine, id }) => ({ machine: machine as string, id: id as string }));
      if (leases.length > 0) await closeOrphans(query, leases);
      await expire(query, null);
    }
    const [next] = await query(
      `SELECT extract(epoch FROM min(deadline) - clock_timestamp()) * 1000 AS ms
       FROM galley.question WHERE state = 'open' AND deadline IS NOT NULL`,
    );
    return next!["ms"] === null ? null : Number(next!["ms"]);
  });
}

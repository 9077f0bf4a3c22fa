// Reading the audit: heads, and all rows as of one moment. Adding to it is part of the statements that do something.

import type { AuditHead, AuditRow } from "../audit/entry.ts";
import type { AuditSnapshot } from "../audit/verify.ts";
import type { Audit } from "../store.ts";
import type { Database, Query, Row } from "./database.ts";

const ROWS_AT_ONCE = 2_000;

export class PostgresAudit implements Audit {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  heads(): Promise<readonly AuditHead[]> {
    return headsOf(this.#database.query, null);
  }

  /** One transaction from the heads to the last row: its rows are read while it is open. */
  snapshot(repository?: string): Promise<AuditSnapshot> {
    const wanted = repository ?? null;
    return new Promise((resolve, reject) => {
      const done = this.#database.transaction(
        async (query) => {
          const heads = await headsOf(query, wanted);
          await new Promise<void>((finish) => resolve({ heads, rows: rowsOf(query, wanted, finish) }));
        },
        { snapshot: true },
      );
      // After resolving, a failure is one of the rows' own.
      done.catch(reject);
    });
  }
}

async function headsOf(query: Query, repository: string | null): Promise<readonly AuditHead[]> {
  const rows = await query(
    "SELECT * FROM galley.audit_head WHERE $1::text IS NULL OR repository = $1 ORDER BY repository",
    [repository],
  );
  return rows.map((row) => ({
    repository: row["repository"] as string,
    seq: Number(row["seq"]),
    hash: row["hash"] as string,
  }));
}

async function* rowsOf(query: Query, repository: string | null, finish: () => void): AsyncGenerator<AuditRow> {
  try {
    for (let last: Row | undefined; ;) {
      const rows: readonly Row[] = await query(
        `SELECT * FROM galley.audit WHERE ($1::text IS NULL OR repository = $1)
           AND ($2::text IS NULL OR (repository, seq) > ($2, $3)) ORDER BY repository, seq LIMIT $4`,
        [repository, last?.["repository"] ?? null, last?.["seq"] ?? null, ROWS_AT_ONCE],
      );
      for (const row of rows)
        yield {
          repository: row["repository"] as string,
          seq: Number(row["seq"]),
          at: row["at"] as string,
          body: row["body"] as string,
          hash: row["hash"] as string,
        };
      last = rows.at(-1);
      if (rows.length < ROWS_AT_ONCE) return;
    }
  } finally {
    finish();
  }
}

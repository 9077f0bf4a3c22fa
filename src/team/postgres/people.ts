// People, as they were when they signed in last. What they may do is not here: only whether they are blocked.

import type { KnownPerson, Person } from "../identity.ts";
import type { People, StandingChange } from "../store.ts";
import type { Database, Row } from "./database.ts";
import { lapseVotes } from "./lapse.ts";

export class PostgresPeople implements People {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async seen({ id, name, groups }: Person): Promise<KnownPerson | null> {
    const [row] = await this.#database.query(
      // An id that differs from a blocked one only in letter case is taken for the same person (isSamePerson).
      `INSERT INTO galley.person AS p (id, name, groups) SELECT $1::text, $2, $3
       WHERE NOT EXISTS (SELECT FROM galley.person b WHERE lower(b.id) = lower($1) AND b.blocked_at IS NOT NULL)
       ON CONFLICT (id) DO UPDATE SET name = $2, groups = $3, last_seen = clock_timestamp() WHERE p.blocked_at IS NULL
       RETURNING *`,
      [id, name, JSON.stringify(groups)],
    );
    return row === undefined ? null : personOf(row);
  }

  async list(): Promise<readonly KnownPerson[]> {
    return (await this.#database.query("SELECT * FROM galley.person ORDER BY name, id")).map(personOf);
  }

  block(id: string): Promise<StandingChange | null> {
    return this.#set(id, "coalesce(p.blocked_at, clock_timestamp())");
  }

  unblock(id: string): Promise<StandingChange | null> {
    return this.#set(id, "NULL");
  }

  async blocked(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const sql = "SELECT id FROM galley.person WHERE id = ANY($1) AND blocked_at IS NOT NULL";
    return new Set((await this.#database.query(sql, [ids])).map(({ id }) => id as string));
  }

  /** First the person, whom every answer of theirs locks; so none of them is on its way when their votes are taken back. */
  #set(id: string, value: string): Promise<StandingChange | null> {
    const sql = `UPDATE galley.person p SET blocked_at = ${value}
      FROM (SELECT id, blocked_at FROM galley.person WHERE lower(id) = lower($1) ORDER BY id FOR UPDATE) old
      WHERE p.id = old.id AND EXISTS (SELECT FROM galley.person WHERE id = $1)
      RETURNING p.id, p.name, old.blocked_at IS NULL <> (p.blocked_at IS NULL) AS is_changed`;
    return this.#database.transaction(async (query) => {
      const rows = await query(sql, [id]);
      const row = rows.find((one) => one["id"] === id);
      if (row === undefined) return null;
      let lapsed = 0;
      for (const one of rows) lapsed += await lapseVotes(query, one["id"] as string, null);
      return { name: row["name"] as string, isChanged: row["is_changed"] === true, lapsed };
    });
  }
}

function personOf(row: Row): KnownPerson {
  return {
    id: row["id"] as string,
    name: row["name"] as string,
    groups: JSON.parse(row["groups"] as string) as string[],
    first_seen: (row["first_seen"] as Date).toISOString(),
    last_seen: (row["last_seen"] as Date).toISOString(),
    blocked_at: (row["blocked_at"] as Date | null)?.toISOString() ?? null,
  };
}

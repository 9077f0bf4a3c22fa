// Tokens of machines. A token is 256 bits of chance, so that its plain SHA-256 is all that has to be stored; it is shown
// once, and a revoked one is refused from the next request on.

import { randomBytes } from "node:crypto";
import { newId } from "../../base/index.ts";
import type { Machine, MachineToken, NewMachine } from "../identity.ts";
import type { Machines } from "../store.ts";
import type { Database, Row } from "./database.ts";
import { closeRevoked } from "./ending.ts";
import { sha256Of } from "./names.ts";

const TOKEN = /^galley_[A-Za-z0-9_-]{43}$/;

export class PostgresMachines implements Machines {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async create({ name, owner, repositories }: NewMachine): ReturnType<Machines["create"]> {
    const token = `galley_${randomBytes(32).toString("base64url")}`;
    const machine: Machine = { id: newId(), name, owner, repositories };
    const rows = await this.#database.query(
      `INSERT INTO galley.machine (id, name, owner, repositories, token_hash) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (name) WHERE revoked_at IS NULL DO NOTHING RETURNING id`,
      [machine.id, name, owner, repositories === null ? null : JSON.stringify(repositories), sha256Of(token)],
    );
    return rows.length === 0 ? { kind: "taken" } : { kind: "created", machine, token };
  }

  async list(): Promise<readonly MachineToken[]> {
    const rows = await this.#database.query("SELECT * FROM galley.machine ORDER BY created_at, id");
    const timeOf = (value: unknown): string | null => (value as Date | null)?.toISOString() ?? null;
    return rows.map((row) => ({
      ...machineOf(row),
      created_at: (row["created_at"] as Date).toISOString(),
      last_used_at: timeOf(row["last_used_at"]),
      revoked_at: timeOf(row["revoked_at"]),
    }));
  }

  async revoke(name: string): ReturnType<Machines["revoke"]> {
    return this.#database.transaction(async (query) => {
      const revoked = await query(
        `UPDATE galley.machine SET revoked_at = clock_timestamp() WHERE (id = $1 OR name = $1) AND revoked_at IS NULL
         RETURNING id`,
        [name],
      );
      if (revoked.length === 0) return null;
      const ids = revoked.map(({ id }) => id as string);
      const closed = await closeRevoked(query, ids);
      await query("DELETE FROM galley.lease WHERE machine = ANY($1)", [ids]);
      return { closed: closed.length };
    });
  }

  async find(token: string): Promise<Machine | null> {
    if (!TOKEN.test(token)) return null;
    const hash = sha256Of(token);
    const [row] = await this.#database.query(
      `SELECT *, last_used_at IS NULL OR last_used_at < clock_timestamp() - interval '1 minute' AS is_stale
       FROM galley.machine WHERE token_hash = $1 AND revoked_at IS NULL`,
      [hash],
    );
    if (row === undefined) return null;
    // To the minute: it is for people who wonder which tokens are in use.
    if (row["is_stale"] === true)
      await this.#database
        .query("UPDATE galley.machine SET last_used_at = clock_timestamp() WHERE token_hash = $1", [hash])
        .catch(() => []);
    return machineOf(row);
  }

  async revoked(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const sql = "SELECT id FROM galley.machine WHERE id = ANY($1) AND revoked_at IS NOT NULL";
    return new Set((await this.#database.query(sql, [ids])).map(({ id }) => id as string));
  }
}

function machineOf(row: Row): Machine {
  const repositories = row["repositories"] as string | null;
  return {
    id: row["id"] as string,
    name: row["name"] as string,
    owner: row["owner"] as string | null,
    repositories: repositories === null ? null : (JSON.parse(repositories) as string[]),
  };
}

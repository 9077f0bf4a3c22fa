// Connections to PostgreSQL, and what their failures mean. Nothing here depends on a session: no named statements, no
// settings, no session locks, so that a transaction pooler may give every statement another connection.

import type { Pool, PoolClient } from "pg";
import { failure, GalleyError } from "../../base/index.ts";

export type Row = Readonly<Record<string, unknown>>;
export type Query = (text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

export type Database = {
  /** One statement, one transaction. Throws IO: a statement that changes something may or may not have taken effect. */
  readonly query: Query;
  /** Commits when the work returns, rolls back when it throws. Throws IO: likewise, if it was while committing. */
  readonly transaction: <T>(work: (query: Query) => Promise<T>, options?: { readonly snapshot?: true }) => Promise<T>;
  readonly busy: () => { readonly connections: number; readonly waiting: number };
  readonly close: () => Promise<void>;
};

export type DatabaseOptions = {
  /** `postgres://…`. Never part of a message: it has a password. */
  readonly url: string;
  readonly connections: number;
};

const CONNECT_MS = 5_000;
const STATEMENT_MS = 20_000;

export async function openDatabase({ url, connections }: DatabaseOptions): Promise<Database> {
  const { default: pg } = await import("pg"); // Only a server and its administrator need it.
  const pool: Pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: STATEMENT_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: "galley",
    allowExitOnIdle: true,
  });
  // A connection that breaks while no one uses it is removed from the pool; the next query opens another.
  pool.on("error", () => {});
  // One that breaks at any other moment, also while it is being closed, fails its own statement, if it has one. Without a
  // listener for as long as it exists, it would end this process.
  pool.on("connect", (client) => void client.on("error", () => {}));
  let closing: Promise<void> | null = null;

  const connect = async (): Promise<PoolClient> => {
    try {
      return await pool.connect();
    } catch (error) {
      throw describeFailure(error);
    }
  };
  const on =
    (client: PoolClient): Query =>
    async (text, values = []) => {
      try {
        return (await client.query(text, [...values])).rows as Row[];
      } catch (error) {
        throw describeFailure(error);
      }
    };
  const using = async <T>(work: (query: Query) => Promise<T>): Promise<T> => {
    const client = await connect();
    let broken: Error | boolean = true;
    try {
      const result = await work(on(client));
      broken = false;
      return result;
    } finally {
      client.release(broken);
    }
  };
  return {
    query: (text, values) => using((query) => query(text, values)),
    transaction: (work, { snapshot } = {}) =>
      using(async (query) => {
        await query(snapshot ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : "BEGIN");
        try {
          const result = await work(query);
          await query("COMMIT");
          return result;
        } catch (error) {
          // The connection is closed afterwards, which rolls back too.
          await query("ROLLBACK").catch(() => null);
          throw error;
        }
      }),
    busy: () => ({ connections: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }),
    close: () => (closing ??= pool.end()),
  };
}

/** By SQLSTATE, or its first two characters. `retry`: it may work again later, without anyone doing anything about it. */
const STATES: Readonly<Record<string, { readonly says: string; readonly retry: boolean }>> = {
  "25006": { says: "is read-only", retry: true },
  "53100": { says: "is full", retry: true },
  "53": { says: "has no resources left", retry: true },
  "57": { says: "is shutting down or starting", retry: true },
  "08": { says: "cannot be reached", retry: true },
  "40": { says: "could not finish because of others", retry: true },
  "58": { says: "has a failing disk", retry: true },
  "28": { says: "refused the sign-in", retry: false },
  "3D": { says: "does not exist", retry: false },
  "3F": { says: "has no tables of galley. Run galley serve migrate", retry: false },
  "42P01": { says: "has no tables of galley. Run galley serve migrate", retry: false },
  "42501": { says: "does not permit this user to do that", retry: false },
};

export function describeFailure(error: unknown): GalleyError {
  if (error instanceof GalleyError) return error;
  // Only what the server itself reported has a severity; the rest are failures of the connection.
  const { code, severity } = (error ?? {}) as { readonly code?: unknown; readonly severity?: unknown };
  const state = typeof code === "string" && severity !== undefined ? code : "08000";
  const refused = { says: `refused a statement (${state})`, retry: false };
  const { says, retry } = STATES[state] ?? STATES[state.slice(0, 2)] ?? refused;
  return failure("IO", `The team's database ${says}.`, { cause: error, data: { retry, state } });
}

/** Whether the same call may work in a moment. */
export function isPassing(error: unknown): boolean {
  return error instanceof GalleyError && error.code === "IO" && error.data["retry"] !== false;
}

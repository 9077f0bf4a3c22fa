// One server for all tests of a run that need one: the first test that asks starts it, the run's end stops it. Each test
// gets a database of its own, empty and migrated.

import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { migratePostgres } from "../../../src/team/postgres/index.ts";
import { makeFolder, startCluster, startPooler } from "./cluster.ts";
import { pooler } from "./programs.ts";

export type SharedPostgres = {
  /** An empty, migrated database: its name. */
  readonly take: () => Promise<string>;
  /** Gives it back, to be emptied. */
  readonly giveBack: (name: string) => void;
  readonly url: (name: string) => string;
  /** Through the transaction pooler; null where there is none. */
  readonly pooledUrl: ((name: string) => string) | null;
};

type Started = { readonly server: number; readonly pooled: number | null };

const TEMPLATE = "migrated";
const urlAt = (port: number, name: string): string => `postgres://galley@127.0.0.1:${port}/${name}`;
let names = 0;
const unused: string[] = [];

export async function sharedPostgres(): Promise<SharedPostgres> {
  const { server, pooled } = await started();
  return {
    async take() {
      const used = unused.pop();
      if (used !== undefined) {
        await run(urlAt(server, used), EMPTY);
        return used;
      }
      const name = `t${process.pid}_${(names += 1)}`;
      await run(urlAt(server, "postgres"), `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
      return name;
    },
    giveBack: (name) => void unused.push(name),
    url: (name) => urlAt(server, name),
    pooledUrl: pooled === null ? null : (name) => urlAt(pooled, name),
  };
}

// Much faster than another database. The audit cannot be emptied while its triggers work.
const EMPTY = `
  SET session_replication_role = replica;
  TRUNCATE galley.audit, galley.audit_head, galley.question, galley.content, galley.decision, galley.delivery,
    galley.vote, galley.delegation, galley.postponed, galley.lease, galley.machine, galley.person;
  UPDATE galley.pulse SET at = clock_timestamp();`;

/** As an administrator would, directly. */
export async function run(url: string, sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows as readonly Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

/** Of several workers one starts it; the others wait for what it writes down. */
async function started(): Promise<Started> {
  const home = process.env["GALLEY_TEST_HOME"]!;
  const note = join(home, "postgres.json");
  try {
    mkdirSync(join(home, "postgres"));
  } catch {
    while (!existsSync(note)) await new Promise((resolve) => setTimeout(resolve, 50));
    return JSON.parse(readFileSync(note, "utf8")) as Started;
  }
  const cluster = await startCluster({ folder: makeFolder(home, "postgres") });
  await run(cluster.url("postgres"), `CREATE DATABASE ${TEMPLATE}`);
  await migratePostgres(cluster.url(TEMPLATE));
  const pooled = pooler === null ? null : await startPooler(join(home, "postgres"), cluster.port);
  const result = { server: cluster.port, pooled: pooled === null ? null : Number(new URL(pooled.url("x")).port) };
  writeFileSync(`${note}.new`, JSON.stringify({ ...result, pids: [cluster.pid(), pooled?.pid ?? 0] }));
  renameSync(`${note}.new`, note);
  return result;
}

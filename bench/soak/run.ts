// The soak: askers and reviewers at work on one database, through two servers and directly, while all of them and the
// database are killed at random. What must be true in the end is in check.ts.

import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migratePostgres, openPostgresStore } from "../../src/team/postgres/index.ts";
import { startCluster, type Cluster } from "../../test/support/postgres/cluster.ts";
import { run as runSql } from "../../test/support/postgres/shared.ts";
import { check } from "./check.ts";
import { Crowd, freePorts, signUp, type CrowdOptions } from "./crowd.ts";

export type SoakOptions = Pick<CrowdOptions, "child" | "program"> & {
  readonly seconds: number;
  /** From 0 up to 1. */
  readonly random: () => number;
};

export type SoakReport = {
  readonly asked: number;
  /** Of those, through a server. */
  readonly askedOverHttp: number;
  readonly answered: number;
  readonly expired: number;
  readonly written: number;
  readonly killedServers: number;
  readonly killedProcesses: number;
  readonly killedDatabases: number;
  readonly auditRows: number;
  /** What must not be; empty when all is well. */
  readonly problems: readonly string[];
};

export async function soak({ child, program, seconds, random }: SoakOptions): Promise<SoakReport> {
  const scratch = mkdtempSync(join(tmpdir(), "galley-soak-"));
  const folder = join(scratch, "work");
  const server = join(scratch, "server");
  for (const each of [folder, server]) mkdirSync(each);
  chmodSync(scratch, 0o755); // The database runs as another user.
  const cluster = await startCluster({ folder: server });
  await runSql(cluster.url("postgres"), "CREATE DATABASE team");
  const url = cluster.url("team");
  await migratePostgres(url);
  const setUp = await openPostgresStore({ url });
  try {
    await signUp(folder, setUp);
  } finally {
    await setUp.close();
  }
  const crowd = new Crowd({ child, program, folder, store: url, ports: await freePorts(2) });
  try {
    const killed = await disturb({ crowd, cluster, seconds, random });
    await crowd.finish();
    const store = await openPostgresStore({ url });
    try {
      return { ...(await check(folder, store)), ...killed };
    } finally {
      await store.close();
    }
  } finally {
    crowd.kill();
    await cluster.kill();
    rmSync(scratch, { recursive: true, force: true });
  }
}

type Disturb = { readonly crowd: Crowd; readonly cluster: Cluster } & Pick<SoakOptions, "seconds" | "random">;

async function disturb({ crowd, cluster, seconds, random }: Disturb) {
  const until = performance.now() + seconds * 1_000;
  let [killedServers, killedProcesses, killedDatabases] = [0, 0, 0];
  while (performance.now() < until) {
    await pause(500 + random() * 1_500);
    if (random() < 0.75) {
      if (crowd.killOne(random) === "server") killedServers += 1;
      else killedProcesses += 1;
      continue;
    }
    await (random() < 0.5 ? cluster.kill() : cluster.stop());
    await pause(random() * 1_500);
    await cluster.start();
    killedDatabases += 1;
  }
  return { killedServers, killedProcesses, killedDatabases };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

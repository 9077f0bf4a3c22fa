// The soak: askers and reviewers at work on one database while they, and the database, are killed at random. At the end
// every question has one outcome, which its asker got; every approved change was written once; the audit is complete.

import { spawn, type ChildProcess } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Outcome } from "../../src/inbox/index.ts";
import { verifyAudit, type TeamStore } from "../../src/team/index.ts";
import { migratePostgres, openPostgresStore } from "../../src/team/postgres/index.ts";
import { startCluster, type Cluster } from "../../test/support/postgres/cluster.ts";
import { run as runSql } from "../../test/support/postgres/shared.ts";

export type SoakOptions = {
  /** The built child.ts. */
  readonly child: string;
  readonly seconds: number;
  /** From 0 up to 1. */
  readonly random: () => number;
};

export type SoakReport = {
  readonly asked: number;
  readonly answered: number;
  readonly expired: number;
  readonly written: number;
  readonly killedProcesses: number;
  readonly killedDatabases: number;
  readonly auditRows: number;
  /** What must not be; empty when all is well. */
  readonly problems: readonly string[];
};

const ROLES = ["asker", "asker", "asker", "asker", "asker", "asker", "reviewer", "reviewer"] as const;

export async function soak({ child, seconds, random }: SoakOptions): Promise<SoakReport> {
  const scratch = mkdtempSync(join(tmpdir(), "galley-soak-"));
  const folder = join(scratch, "work");
  const server = join(scratch, "server");
  for (const each of [folder, server]) mkdirSync(each);
  chmodSync(scratch, 0o755); // The database runs as another user.
  const cluster = await startCluster({ folder: server });
  await runSql(cluster.url("postgres"), "CREATE DATABASE team");
  const url = cluster.url("team");
  await migratePostgres(url);
  const crowd = new Crowd(child, folder, url);
  try {
    const killed = await disturb({ crowd, cluster, seconds, random });
    writeFileSync(join(folder, "stop"), "");
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

/** Children that are started again until they end by themselves. */
class Crowd {
  readonly #running = new Map<string, ChildProcess>();
  readonly #start: (name: string, role: string) => void;
  readonly #finished = new Map<string, Promise<void>>();
  #isOver = false;

  constructor(script: string, folder: string, url: string) {
    this.#start = (name, role) => {
      const child = spawn(process.execPath, [script, role, folder, url, name], {
        stdio: ["ignore", "ignore", "inherit"],
      });
      this.#running.set(name, child);
      const finished = new Promise<void>((resolve) => {
        child.once("exit", (code, signal) => {
          if (signal === "SIGKILL" && !this.#isOver) this.#start(name, role);
          else if (code !== 0) writeFileSync(join(folder, `${name}.failed`), String(code ?? signal));
          resolve();
        });
      });
      this.#finished.set(name, finished);
    };
    for (const [number, role] of ROLES.entries()) this.#start(`${role}${number}`, role);
  }

  killOne(random: () => number): void {
    const children = [...this.#running.values()];
    children[Math.floor(random() * children.length)]!.kill("SIGKILL");
  }

  kill(): void {
    this.#isOver = true;
    for (const child of this.#running.values()) child.kill("SIGKILL");
  }

  async finish(): Promise<void> {
    for (const name of this.#running.keys()) {
      // The one that runs now may have been started just now.
      for (let last: unknown; last !== this.#finished.get(name);) {
        last = this.#finished.get(name);
        await last;
      }
    }
  }
}

type Disturb = { readonly crowd: Crowd; readonly cluster: Cluster } & Pick<SoakOptions, "seconds" | "random">;

async function disturb({ crowd, cluster, seconds, random }: Disturb) {
  const until = performance.now() + seconds * 1_000;
  let [killedProcesses, killedDatabases] = [0, 0];
  while (performance.now() < until) {
    await pause(500 + random() * 1_500);
    if (random() < 0.75) {
      crowd.killOne(random);
      killedProcesses += 1;
      continue;
    }
    await (random() < 0.5 ? cluster.kill() : cluster.stop());
    await pause(random() * 1_500);
    await cluster.start();
    killedDatabases += 1;
  }
  return { killedProcesses, killedDatabases };
}

type Line = { readonly id: string; readonly number?: number; readonly outcome?: Outcome; readonly won?: unknown };

async function check(folder: string, store: TeamStore) {
  const problems: string[] = [];
  const names = readdirSync(folder);
  for (const name of names.filter((one) => one.endsWith(".failed")))
    problems.push(`${name}: ${readFileSync(join(folder, name), "utf8")}`);
  const linesOf = (name: string): Line[] => lines(join(folder, name)).map((line) => JSON.parse(line) as Line);
  const logs = names.filter((name) => name.endsWith(".log"));
  const won = new Map<string, string>();
  for (const { id, won: decision } of logs.flatMap(linesOf)) {
    if (decision === undefined) continue;
    if (won.has(id)) problems.push(`${id} was answered twice`);
    won.set(id, JSON.stringify(decision));
  }
  let [answered, expired, written, asked] = [0, 0, 0, 0];
  for (const log of logs.filter((name) => name.startsWith("asker"))) {
    const asker = log.slice(0, -".log".length);
    const approved = new Set<number>();
    const seen = new Map<number, string>();
    for (const { id, number, outcome } of linesOf(log)) {
      const kept = await store.questions.read(id);
      const now = kept.kind === "unknown" ? null : kept.outcome;
      if (outcome?.kind === "closed" ? now?.kind !== "closed" : now?.kind !== "answered")
        problems.push(`${id} was lost`);
      const decision = now?.kind === "answered" ? JSON.stringify(now.decision) : null;
      if (outcome?.kind === "answered" && decision !== JSON.stringify(outcome.decision))
        problems.push(`${id} has another answer`);
      if (won.has(id) && won.get(id) !== decision) problems.push(`${id} was won by an answer that does not count`);
      // Killed before it noted that it was done, it got the same outcome again.
      const before = seen.get(number!);
      if (before !== undefined && before !== JSON.stringify(outcome)) problems.push(`${id} ended twice`);
      if (before === undefined) {
        if (outcome?.kind === "answered") answered += 1;
        else expired += 1;
      }
      seen.set(number!, JSON.stringify(outcome));
      if (now?.kind === "answered" && now.result === "applied") approved.add(number!);
    }
    const next = existsSync(join(folder, `${asker}.next`))
      ? Number(readFileSync(join(folder, `${asker}.next`), "utf8"))
      : 0;
    asked += next;
    const writes = lines(join(folder, `${asker}.written`)).map(Number);
    for (let number = 0; number < next; number += 1) {
      if (!seen.has(number)) problems.push(`${asker} never learned what became of ${number}`);
      const text = readFileSync(join(folder, `${asker}.${number}.txt`), "utf8");
      if (text !== (approved.has(number) ? `new ${number}\n` : `old ${number}\n`))
        problems.push(`${asker} wrote ${number} wrongly`);
    }
    written += new Set(writes).size;
    // A kill between the note and the write makes a second note, and still one write.
    for (const number of writes) if (!approved.has(number)) problems.push(`${asker} wrote ${number} unasked`);
  }
  const { rows, problems: broken } = await verifyAudit(await store.audit.snapshot());
  for (const { repository, seq, problem } of broken) problems.push(`audit of ${repository}, ${seq}: ${problem}`);
  const twice = await answersPerQuestion(store);
  for (const id of twice) problems.push(`${id} has two answers in the audit`);
  return { asked, answered, expired, written, auditRows: rows, problems };
}

async function answersPerQuestion(store: TeamStore): Promise<readonly string[]> {
  const ended = new Set<string>();
  const twice: string[] = [];
  const { rows } = await store.audit.snapshot();
  for await (const { body } of rows) {
    const { event, question } = JSON.parse(body) as { readonly event: string; readonly question: string };
    if (event !== "answered" && event !== "closed") continue;
    if (ended.has(question)) twice.push(question);
    ended.add(question);
  }
  return twice;
}

function lines(path: string): readonly string[] {
  return existsSync(path)
    ? readFileSync(path, "utf8")
        .split("\n")
        .filter((line) => line !== "")
    : [];
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

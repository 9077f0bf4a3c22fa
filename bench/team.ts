// A team's inbox under load: many open questions, many watchers, many askers, two servers' stores on one PostgreSQL that
// flushes to disk. And how the cost of one question grows with how many are open.

import { setMaxListeners } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inboxOver, type TeamStore } from "../src/team/index.ts";
import { migratePostgres, openPostgresStore } from "../src/team/postgres/index.ts";
import { asker, changeQuestion, noTo } from "../src/testing/index.ts";
import { startCluster } from "../test/support/postgres/cluster.ts";
import { run as runSql } from "../test/support/postgres/shared.ts";
import type { BenchRow } from "./rows.ts";

const OPEN = 5_000;
const WATCHERS = 200;
const ASKERS = 500;
const SIZES = [100, 1_000, 3_000, 10_000];
const SAMPLES = 200;
const MACHINES = 20;
const PEOPLE = Array.from({ length: 10 }, (_, at) => ({ id: `person ${at}`, name: `Person ${at}` }));
const payload = changeQuestion();

export async function benchTeam(): Promise<BenchRow[]> {
  return withStores(async ([asks, answers]) => {
    const asking = await askingWith(asks);
    for (const person of PEOPLE) await answers.people.seen({ ...person, groups: [] });
    const inboxes = Array.from({ length: ASKERS }, (_, at) => asking(at));
    const filled: string[] = [];
    await each(OPEN - ASKERS, 32, async (at) => filled.push(await put(inboxes[at % ASKERS]!, `fill ${at}`)));

    const askedAt = new Map<string, number>();
    const seen: number[] = [];
    const ending = new AbortController();
    setMaxListeners(0, ending.signal); // Each watcher listens.
    const watching = Array.from({ length: WATCHERS }, () => watch(answers, ending.signal, askedAt, seen));
    await Promise.all(watching.map(({ ready }) => ready));
    const ids: string[] = [];
    await each(ASKERS, 8, async (at) => {
      const key = `ask ${at}`;
      askedAt.set(key, performance.now());
      ids.push(await put(inboxes[at]!, key));
    });
    await until(() => seen.length >= ASKERS * WATCHERS);
    ending.abort();

    const answeredAt = new Map<string, number>();
    const reached: number[] = [];
    const waiting = ids.map(async (id, at) => {
      await inboxes[at]!.await(id);
      reached.push(performance.now() - answeredAt.get(id)!);
    });
    await each(ids.length, 8, async (at) => {
      answeredAt.set(ids[at]!, performance.now());
      await decide(answers, ids[at]!);
    });
    await Promise.all(waiting);

    const started = performance.now();
    await each(filled.length, 32, (at) => decide(answers, filled[at]!));
    const perSecond = (filled.length / (performance.now() - started)) * 1_000;
    const memory = process.memoryUsage().rss / 1e6;
    for (const inbox of inboxes) await inbox.close();
    return [
      row(`ask to ${WATCHERS} watchers, ${OPEN} open, p95 ms`, percentile(seen), "< 300 ms", percentile(seen) < 300),
      row(`answer to asker, ${ASKERS} askers, p95 ms`, percentile(reached), "< 300 ms", percentile(reached) < 300),
      row("decisions per second", perSecond, "≥ 300", perSecond >= 300),
      row("memory of both stores, watchers and askers, MB", memory, "", true),
    ];
  });
}

/** Writes what scripts/team-plot.mjs draws. */
export async function benchTeamGrowth(): Promise<BenchRow[]> {
  return withStores(async ([asks, answers]) => {
    const asking = await askingWith(asks);
    const inboxes = Array.from({ length: MACHINES }, (_, at) => asking(at));
    for (const person of PEOPLE) await answers.people.seen({ ...person, groups: [] });
    const points: { open: number; ask: number; answer: number; list: number }[] = [];
    let open = 0;
    for (const size of SIZES) {
      const from = open;
      await each(size - from, 32, async (at) => void (await put(inboxes[at % MACHINES]!, `fill ${from + at}`)));
      open = size;
      const ids: string[] = [];
      const ask = await timed(
        SAMPLES,
        async (at) => void ids.push(await put(inboxes[at % MACHINES]!, `${size} ${at}`)),
      );
      const answer = await timed(SAMPLES, (at) => decide(answers, ids[at]!));
      const list = await timed(20, async () => void (await answers.questions.queue({ limit: 100 })));
      points.push({ open: size, ask, answer, list });
    }
    mkdirSync("dist", { recursive: true });
    writeFileSync(join("dist", "team-growth.json"), `${JSON.stringify(points, null, 2)}\n`);
    for (const inbox of inboxes) await inbox.close();
    const [first, last] = [points[0]!, points.at(-1)!];
    return (["ask", "answer", "list"] as const).map((what) => ({
      ...row(`${what} with ${last.open} open, ms`, last[what], "≤ 3×", last[what] <= 3 * first[what] + 1),
      rival: first[what],
      rivalName: `with ${first.open} open`,
    }));
  });
}

async function withStores<T>(work: (stores: readonly [TeamStore, TeamStore]) => Promise<T>): Promise<T> {
  const scratch = mkdtempSync(join(tmpdir(), "galley-bench-team-"));
  chmodSync(scratch, 0o755); // The database runs as another user.
  const folder = join(scratch, "server");
  mkdirSync(folder);
  const cluster = await startCluster({ folder, settings: ["fsync=on", "full_page_writes=on"] });
  try {
    await runSql(cluster.url("postgres"), "CREATE DATABASE team");
    await migratePostgres(cluster.url("team"));
    const open = () => openPostgresStore({ url: cluster.url("team"), connections: 16 });
    const stores = [await open(), await open()] as const;
    try {
      return await work(stores);
    } finally {
      for (const store of stores) await store.close();
    }
  } finally {
    await cluster.kill();
    rmSync(scratch, { recursive: true, force: true });
  }
}

type AnyInbox = ReturnType<typeof inboxOver>;

/** As a server asks for machines: askers share a few of them. */
async function askingWith(store: TeamStore): Promise<(at: number) => AnyInbox> {
  const machines = await Promise.all(
    Array.from({ length: MACHINES }, async (_, at) => {
      const made = await store.machines.create({ name: `bench ${at}`, owner: null, repositories: null });
      if (made.kind !== "created") throw new Error(made.kind);
      return made.machine;
    }),
  );
  return (at) => {
    const access = { kind: "machine", machine: machines[at % MACHINES]!, mostOpen: 2_000 } as const;
    return inboxOver({ transport: store.transport(access), repositoryOf: () => `team/${at % MACHINES}` });
  };
}

async function put(inbox: AnyInbox, key: string): Promise<string> {
  const done = await inbox.put({ payload, asker: asker(key), withinMs: null });
  if (done.kind !== "asked") throw new Error(done.kind);
  return done.id;
}

let decided = 0;

async function decide(store: TeamStore, id: string): Promise<void> {
  const person = PEOPLE[(decided += 1) % PEOPLE.length]!;
  const { kind } = await store.questions.answer({ id, decision: noTo(payload, "no"), person, needed: 1 });
  if (kind !== "won") throw new Error(kind);
}

function watch(store: TeamStore, signal: AbortSignal, askedAt: ReadonlyMap<string, number>, seen: number[]) {
  let onReady = (): void => {};
  const ready = new Promise<void>((resolve) => void (onReady = resolve));
  void (async () => {
    for await (const event of store.questions.watch({ signal })) {
      if (event.kind === "snapshot") onReady();
      const at = event.kind === "question" ? askedAt.get(event.question.asker.call_key) : undefined;
      if (at !== undefined) seen.push(performance.now() - at);
    }
  })();
  return { ready };
}

/** So many at once. */
async function each(count: number, atOnce: number, work: (at: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

async function timed(count: number, work: (at: number) => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const started = performance.now();
    await work(at);
    times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
}

async function until(isTrue: () => boolean): Promise<void> {
  const limit = performance.now() + 120_000;
  while (!isTrue()) {
    if (performance.now() > limit) throw new Error("not every watcher saw every question");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function percentile(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;
}

function row(name: string, ours: number, limit: string, ok: boolean): BenchRow {
  return { name, ours, rival: null, rivalName: "", limit, ok };
}

// Real processes share an inbox: many askers and reviewers at once, killed at random moments. Every question of an
// asker that lives gets exactly one answer, and one whose asker was killed is closed.

import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openFileInbox, type Inbox } from "../src/inbox/index.ts";
import { asker, changeQuestion, noTo } from "../src/testing/index.ts";
import type { Order } from "./inbox/child.ts";
import { makePlace } from "./processes/bundle.ts";
import { randomNumbers } from "./support/random.ts";

let place: string;
let script: string;
let state: string;
let inbox: Inbox;
let rounds = 0;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  place = makePlace("memory");
  script = join(place, "child.mjs");
  await build({
    entryPoints: [join(import.meta.dirname, "inbox", "child.ts")],
    outfile: script,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "error",
    // Packages in the CommonJS form ask for `require`.
    banner: {
      js: 'import { createRequire as makeRequire } from "node:module"; const require = makeRequire(import.meta.url);',
    },
  });
});
beforeEach(() => {
  state = join(place, `state${(rounds += 1)}`);
  inbox = openFileInbox({ directory: state });
});
afterEach(async () => {
  for (const child of running) child.kill("SIGKILL");
  await inbox.close();
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

type Line = { asked?: string; answered?: string; won?: string; reason?: string; unexpected?: unknown };

/** Its lines so far, and a promise of its end. */
type Child = { readonly process: ChildProcess; readonly lines: Line[]; readonly ended: Promise<number | null> };

function start(order: Order, wrap: readonly string[] = []): Child {
  const path = join(place, `${order.name}${rounds}.json`);
  writeFileSync(path, JSON.stringify(order));
  const [program, ...args] = [...wrap, process.execPath, script, path];
  const child = spawn(program!, args, { stdio: ["ignore", "pipe", "inherit"] });
  running.add(child);
  const lines: Line[] = [];
  let rest = "";
  child.stdout.on("data", (chunk: Buffer) => {
    const parts = (rest + chunk.toString()).split("\n");
    rest = parts.pop()!;
    for (const part of parts) lines.push(JSON.parse(part) as Line);
  });
  const ended = new Promise<number | null>((resolve) => {
    child.on("close", (code) => {
      running.delete(child);
      resolve(code);
    });
  });
  return { process: child, lines, ended };
}

const askers = (count: number, each: number): readonly Child[] =>
  Array.from({ length: count }, (_, at) => start({ kind: "ask", state, name: `a${at}`, count: each }));
const reviewers = (count: number, name = "r"): readonly Child[] =>
  Array.from({ length: count }, (_, at) => start({ kind: "review", state, name: `${name}${at}` }));

const linesOf = (children: readonly Child[]): readonly Line[] => children.flatMap(({ lines }) => lines);
const soon = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await soon(20);
}

/** id → reason, each id once. */
function answersIn(lines: readonly Line[], key: "answered" | "won"): Map<string, string> {
  const found = lines.filter((line) => line[key] !== undefined).map((line) => [line[key]!, line.reason!] as const);
  expect(new Set(found.map(([id]) => id)).size).toBe(found.length);
  return new Map(found);
}

test(
  "1,000 questions of two processes, three reviewers: each gets the one answer that won",
  { timeout: 60_000 },
  async () => {
    const reviewing = reviewers(3);
    const asking = askers(2, 500);
    expect(await Promise.all(asking.map(({ ended }) => ended))).toEqual([0, 0]);
    const answered = answersIn(linesOf(asking), "answered");
    expect(answered.size).toBe(1_000);
    await until(() => answersIn(linesOf(reviewing), "won").size === 1_000);
    expect(answersIn(linesOf(reviewing), "won")).toEqual(answered);
    expect(linesOf(asking).filter(({ unexpected }) => unexpected !== undefined)).toEqual([]);
    expect((await inbox.open()).questions).toEqual([]);
    expect((await inbox.reviewers()).length).toBe(3);
  },
);

test(
  "1,000 questions, askers and reviewers killed at random moments: nothing stays open, nothing is answered twice",
  { timeout: 60_000 },
  async () => {
    const random = randomNumbers();
    const reviewing = [...reviewers(2)];
    const asking = askers(4, 250);
    // Two askers, and one reviewer after the other, are killed somewhere in their work; new reviewers take over.
    await until(() => linesOf(asking).length > 0);
    for (const [at, asker] of [null, asking[0]!, null, null, asking[1]!, null].entries()) {
      await soon(random() * 150);
      const victim = asker ?? reviewing[at % reviewing.length]!;
      victim.process.kill("SIGKILL");
      await victim.ended;
      if (asker === null) reviewing.push(...reviewers(1, `n${at}`));
    }
    const living = asking.slice(2);
    expect(await Promise.all(living.map(({ ended }) => ended))).toEqual([0, 0]);
    const answered = answersIn(linesOf(living), "answered");
    expect(answered.size).toBe(500);
    // What was won by a reviewer that lived to say so is what the asker got.
    const won = answersIn(linesOf(reviewing), "won");
    for (const [id, reason] of answered) expect([id, won.get(id) ?? reason]).toEqual([id, reason]);
    await until(async () => (await inbox.open()).questions.length === 0);
  },
);

test("when an asker is killed, a watcher sees its questions go, and an answer comes too late", async () => {
  const [asking] = askers(1, 3);
  await until(() => asking!.lines.length === 3);
  const ids = asking!.lines.map(({ asked }) => asked!).sort();
  const stop = new AbortController();
  const gone: string[] = [];
  for await (const event of inbox.watch({ signal: stop.signal })) {
    if (event.kind === "snapshot") asking!.process.kill("SIGKILL");
    if (event.kind === "gone") gone.push(`${event.question.id} ${event.because}`);
    if (gone.length === 3) stop.abort();
  }
  expect(gone.sort()).toEqual(ids.map((id) => `${id} asker-ended`));
  const payload = changeQuestion("ws/a0-0.txt");
  for (const id of ids)
    expect(await inbox.decide(id, noTo(payload, "late"))).toEqual({ kind: "closed", because: "asker-ended" });
});

test("questions survive a restart of every reviewer", async () => {
  const [asking] = askers(1, 5);
  await until(() => asking!.lines.length === 5);
  const [first] = reviewers(1);
  await until(async () => (await inbox.reviewers()).length === 1);
  first!.process.kill("SIGKILL");
  await until(async () => (await inbox.reviewers()).length === 0);
  const open = (await inbox.open()).questions.length;
  reviewers(1, "second");
  expect(await asking!.ended).toBe(0);
  expect([open + answersIn(first!.lines, "won").size >= 5, answersIn(asking!.lines, "answered").size]).toEqual([
    true,
    5,
  ]);
});

test("two processes with one call put one question, and both get its answer", async () => {
  const order = { kind: "ask", state, name: "same", count: 20 } as const;
  const both = [start(order), start(order)];
  const isAsked = () => linesOf(both).filter(({ asked, unexpected }) => asked ?? unexpected).length === 40;
  await until(isAsked);
  const lines = linesOf(both);
  expect(lines.filter(({ asked }) => asked !== undefined).length).toBe(20);
  expect(lines.flatMap(({ unexpected }) => (unexpected as { kind: string } | undefined)?.kind ?? [])).toEqual(
    Array.from({ length: 20 }, () => "joined"),
  );
});

const unshare = ["unshare", "--user", "--map-root-user", "--pid", "--fork", "--kill-child", "--mount-proc"];
const canUnshare = spawnSync(unshare[0]!, [...unshare.slice(1), "true"]).status === 0;

describe.skipIf(!canUnshare)("across pid namespaces (skipped where unshare is not permitted)", () => {
  test("an asker in another namespace is answered, and its kill closes its questions", async () => {
    const asking = start({ kind: "ask", state, name: "far", count: 2 }, unshare);
    await until(() => asking.lines.length === 2);
    const [first, second] = asking.lines.map(({ asked }) => asked!);
    const found = await inbox.read(first!);
    if (found.kind !== "question") throw new Error(found.kind);
    expect((await inbox.decide(first!, noTo(found.question, "from afar"))).kind).toBe("won");
    await until(() => asking.lines.length === 3);
    expect(asking.lines[2]).toEqual({ answered: first, reason: "from afar" });
    asking.process.kill("SIGKILL");
    await until(async () => (await inbox.open()).questions.length === 0);
    expect(await inbox.read(second!)).toMatchObject({ outcome: { kind: "closed", because: "asker-ended" } });
  });
});

test("an asker's own end of a question is seen by the same call in another process", async () => {
  const payload = changeQuestion();
  const put = { payload, asker: asker("call"), withinMs: null };
  const other = openFileInbox({ directory: state });
  const asked = await inbox.put(put);
  const id = asked.kind === "asked" ? asked.id : "";
  await other.put(put);
  const awaited = other.await(id);
  await inbox.settle(id);
  expect(await awaited).toMatchObject({ kind: "closed", because: "withdrawn" });
  await other.close();
});

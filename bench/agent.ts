// What we add to a model's stream: a 1 MB answer over a socket, read from the provider's library alone and through a whole
// turn, inside one process and as `galley run`, as text, as edit blocks and as JSON lines. Processor time counts: a busy
// machine makes a turn longer, not dearer. The server is another process, so its share is not in it.

import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import {
  chooseModel,
  eventDisplay,
  openModel,
  runWithApprovals,
  Session,
  SILENT,
  vfsSection,
  type Display,
} from "../src/agent/index.ts";
import { openState } from "../src/state/index.ts";
import { ANSWER, openAnswerServer, pacedUrl } from "./answer-server.ts";
import { median } from "./race.ts";
import { readAnswer } from "./raw-stream.ts";
import type { BenchRow } from "./rows.ts";

const ROUNDS = 13;
// A process is a fresh start each time: nothing to warm up but the machine's caches.
const PROCESS_ROUNDS = 9;
// Each takes ten seconds.
const PACED_ROUNDS = 3;

export async function benchAnswer(): Promise<BenchRow[]> {
  const place = mkdtempSync(join(tmpdir(), "galley-bench-agent-"));
  const server = await openAnswerServer();
  try {
    return [
      ...(await inOneProcess(server.baseUrl, place)),
      ...(await asProcesses(server.baseUrl, place)),
      ...(await overTenSeconds(server.baseUrl, place)),
    ];
  } finally {
    server.close();
    rmSync(place, { recursive: true, force: true });
  }
}

async function inOneProcess(baseUrl: string, place: string): Promise<BenchRow[]> {
  const environment = { OPENAI_API_KEY: "none" };
  const config = { model: "openai/test-model", base_url: baseUrl };
  const model = openModel(chooseModel({ given: null, environment, config })!, environment);
  const raw = async (): Promise<number> => {
    let size = 0;
    await readAnswer(baseUrl, (delta) => (size += delta.length));
    return size;
  };
  const turn = (mode: "tools" | "blocks", display: Display) => async (): Promise<number> => {
    const session = new Session();
    await session.add(vfsSection({ state: openState({ directory: place }) }));
    const { text } = await runWithApprovals({ model, session, prompt: "go", approve: null, mode, display });
    return text.length;
  };
  let printed = 0;
  const lines = eventDisplay((event) => (printed += JSON.stringify(event).length));
  const runs = [raw, turn("tools", SILENT), turn("blocks", SILENT), turn("tools", lines)];
  const rounds = await costs(runs.map(measured), ROUNDS);
  if (printed < ANSWER.length * ROUNDS) throw new Error("some of the answer was not printed");
  return [
    row("a turn with an answer of 1 MB, ms of processor", rounds, 1),
    row("the same in block mode", rounds, 2),
    row("the same with the events of --json", rounds, 3),
  ];
}

const galley = (...args: string[]) => [join(process.cwd(), "bin", "galley.js"), "run", "go", ...args];
const rawStream = (baseUrl: string) => [join(import.meta.dirname, "raw-stream.js"), "read-answer", baseUrl];

async function asProcesses(baseUrl: string, place: string): Promise<BenchRow[]> {
  const runs = [
    rawStream(baseUrl),
    galley("--approve", "none"),
    galley("--approve", "none", "--mode", "blocks"),
    galley("--approve", "none", "--json"),
  ];
  const rounds = await costs(runs.map(processCost(baseUrl, place)), PROCESS_ROUNDS);
  return [
    row("galley run with an answer of 1 MB, ms of processor", rounds, 1, { most: 1.05 }),
    row("the same in block mode, as a process", rounds, 2, { most: 1.05 }),
    row("the same with --json, as a process", rounds, 3, { most: 1.05 }),
  ];
}

async function overTenSeconds(baseUrl: string, place: string): Promise<BenchRow[]> {
  const paced = pacedUrl(baseUrl);
  const runs = [rawStream(paced), galley("--approve", "none", "--mode", "blocks")];
  const rounds = await costs(runs.map(processCost(paced, place)), PACED_ROUNDS, 0);
  return [row("run in block mode, 1 MB over 10 s, ms of processor", rounds, 1, { most: 1.05 })];
}

/** Milliseconds of processor time of a program with these arguments. */
function processCost(baseUrl: string, place: string): (args: readonly string[]) => () => Promise<number> {
  const report = join(place, "cost");
  const hook = join(place, "report-cost.cjs"); // Required, not imported: Node's loader of modules is not in every program.
  writeFileSync(
    hook,
    `process.on("exit", () => {
      const { user, system } = process.cpuUsage();
      require("node:fs").writeFileSync(${JSON.stringify(report)}, String((user + system) / 1000));
    });`,
  );
  const environment = {
    PATH: process.env["PATH"],
    HOME: place,
    NO_COLOR: "1",
    OPENAI_API_KEY: "none",
  };
  mkdirSync(join(place, ".config", "galley"), { recursive: true });
  const config = { model: "openai/test-model", base_url: baseUrl };
  writeFileSync(join(place, ".config", "galley", "config.json"), JSON.stringify(config));
  return (args) => async () => {
    const options = { cwd: place, env: environment, maxBuffer: 20 * ANSWER.length };
    const { stdout } = await promisify(execFile)(process.execPath, ["--require", hook, ...args], options);
    if (stdout.length < ANSWER.length) throw new Error("the answer is not whole");
    return Number(readFileSync(report, "utf8"));
  };
}

/** What running it takes of this process's processor time. */
function measured(run: () => Promise<number>): () => Promise<number> {
  return async () => {
    const before = process.cpuUsage();
    if ((await run()) !== ANSWER.length) throw new Error("the answer is not whole");
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
}

/** Milliseconds of processor time of each, round by round, in turns. */
async function costs(
  runs: readonly (() => Promise<number>)[],
  count: number,
  warming = 3,
): Promise<readonly (readonly number[])[]> {
  const rounds: number[][] = [];
  for (let round = 0; round < count; round += 1) {
    const spent: number[] = [];
    for (const run of runs) spent.push(await run());
    // The first rounds are for the compiler.
    if (round >= warming) rounds.push(spent);
  }
  return rounds;
}

/** The median of the rounds' ratios: what slows a whole round falls out of it. */
function row(
  name: string,
  rounds: readonly (readonly number[])[],
  index: number,
  { most = Infinity }: { readonly most?: number } = {},
): BenchRow {
  const rival = median(rounds.map((round) => round[0]!));
  const ratio = median(rounds.map((round) => round[index]! / round[0]!));
  const limit = most === Infinity ? "" : `≤ ${most}×`;
  return { name, ours: rival * ratio, rival, rivalName: "the stream alone", limit, ok: ratio <= most };
}

// What our loop adds to a model's stream: a 1 MB answer over a socket, read from the provider's library alone and through
// a whole turn, as text and as edit blocks, with the lines that `galley run --json` makes of it. Processor time counts:
// a busy machine makes a turn longer, not dearer. The server is another process, so its share is not in it.

import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createOpenAI } from "@ai-sdk/openai";
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
import { ANSWER } from "./answer-server.ts";
import { median } from "./race.ts";
import type { BenchRow } from "./rows.ts";

const ROUNDS = 13;

export async function benchAnswer(): Promise<BenchRow[]> {
  const place = mkdtempSync(join(tmpdir(), "galley-bench-agent-"));
  const server = await serve();
  try {
    const environment = { OPENAI_API_KEY: "none" };
    const config = { model: "openai/test-model", base_url: server.baseUrl };
    const model = openModel(chooseModel({ given: null, environment, config })!, environment);
    const bare = createOpenAI({ apiKey: "none", baseURL: server.baseUrl }).chat("test-model");
    const raw = async (): Promise<number> => {
      let size = 0;
      const { stream } = await bare.doStream({ prompt: [{ role: "user", content: [{ type: "text", text: "go" }] }] });
      for await (const part of stream) if (part.type === "text-delta") size += part.delta.length;
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
    const rounds = await costs([raw, turn("tools", SILENT), turn("blocks", SILENT), turn("tools", lines)]);
    if (printed < ANSWER.length * ROUNDS) throw new Error("not everything was told");
    return [
      row("a turn with an answer of 1 MB, ms of processor", rounds, 1),
      row("the same in block mode", rounds, 2),
      row("the same with the lines of --json", rounds, 3),
    ];
  } finally {
    server.close();
    rmSync(place, { recursive: true, force: true });
  }
}

/** Milliseconds of processor time of each, round by round, in turns. */
async function costs(runs: readonly (() => Promise<number>)[]): Promise<readonly (readonly number[])[]> {
  const rounds: number[][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const spent: number[] = [];
    for (const run of runs) {
      const before = process.cpuUsage();
      if ((await run()) !== ANSWER.length) throw new Error("the answer is not whole");
      const { user, system } = process.cpuUsage(before);
      spent.push((user + system) / 1_000);
    }
    // The first rounds are for the compiler.
    if (round > 2) rounds.push(spent);
  }
  return rounds;
}

/** The median of the rounds' ratios: what slows a whole round falls out of it. */
function row(name: string, rounds: readonly (readonly number[])[], index: number): BenchRow {
  const rival = median(rounds.map((round) => round[0]!));
  const ratio = median(rounds.map((round) => round[index]! / round[0]!));
  return { name, ours: rival * ratio, rival, rivalName: "the stream alone", limit: "≤ 1.05×", ok: ratio <= 1.05 };
}

async function serve(): Promise<{ readonly baseUrl: string; readonly close: () => void }> {
  const child = fork(join(import.meta.dirname, "answer-server.js"), ["serve-answer"]);
  const [port] = (await once(child, "message")) as [number];
  return { baseUrl: `http://127.0.0.1:${port}/v1`, close: () => child.disconnect() };
}

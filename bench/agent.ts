// What our loop adds to a model's stream: a 1 MB answer over a socket, read from the provider's library alone and through
// a whole turn, as text and as edit blocks.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chooseModel, openModel, runWithApprovals, Session, vfsSection } from "../src/agent/index.ts";
import { openState } from "../src/state/index.ts";
import { startModelServer } from "../src/testing/index.ts";
import { race } from "./race.ts";
import type { BenchRow } from "./rows.ts";

const LINE = "The quick brown fox jumps over the lazy dog, and then it does so again.\n";
const ANSWER = LINE.repeat(Math.ceil(1_000_000 / LINE.length));
const ROUNDS = 15;

export async function benchAnswer(): Promise<BenchRow[]> {
  const place = mkdtempSync(join(tmpdir(), "galley-bench-agent-"));
  const server = await startModelServer({
    wire: "openai",
    script: Array.from({ length: 100 }, () => ({ text: ANSWER, piece: 24 })),
  });
  try {
    const environment = { OPENAI_API_KEY: "none" };
    const config = { model: "openai/test-model", base_url: server.baseUrl };
    const model = openModel(chooseModel({ given: null, environment, config })!, environment);
    const raw = async (): Promise<void> => {
      let size = 0;
      const request = { system: "s", messages: [{ role: "user", text: "go" }], tools: [] } as const;
      for await (const event of model.stream(request)) if (event.kind === "text") size += event.delta.length;
      if (size !== ANSWER.length) throw new Error("the answer is not whole");
    };
    const turn = (mode: "tools" | "blocks") => async (): Promise<void> => {
      const session = new Session();
      await session.add(vfsSection({ state: openState({ directory: place }) }));
      const { text } = await runWithApprovals({ model, session, prompt: "go", approve: null, mode });
      if (text !== ANSWER) throw new Error("the answer is not whole");
    };
    const [floor, tools, blocks] = await race([{ run: raw }, { run: turn("tools") }, { run: turn("blocks") }], ROUNDS);
    return [
      row("a turn with an answer of 1 MB, ms", tools!, floor!),
      row("the same in block mode, ms", blocks!, floor!),
    ];
  } finally {
    await server.close();
    rmSync(place, { recursive: true, force: true });
  }
}

function row(name: string, ours: number, rival: number): BenchRow {
  return { name, ours, rival, rivalName: "the stream alone", limit: "≤ 1.05×", ok: ours <= rival * 1.05 };
}

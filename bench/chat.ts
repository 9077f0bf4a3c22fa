// How long a person waits for the first prompt of a conversation, on a real terminal.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawn } from "@lydell/node-pty";
import { race } from "./race.ts";
import type { BenchRow } from "./rows.ts";

const PROGRAM = join(process.cwd(), "bin", "galley.js");
const ROUNDS = 15;

export async function benchChat(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "galley-bench-chat-"));
  try {
    // A server that is never asked: opening a conversation talks to nobody.
    const config = { model: "compatible/none", base_url: "http://127.0.0.1:9/v1" };
    writeFileSync(join(folder, "config.json"), JSON.stringify(config));
    const [floor, prompt] = await race(
      [
        { run: () => until(["-e", "0"], null, folder) },
        { run: () => until([PROGRAM, "--config", join(folder, "config.json")], "> ", folder) },
      ],
      ROUNDS,
    );
    return [
      {
        name: "galley chat: its first prompt, ms",
        ours: prompt,
        rival: floor,
        rivalName: "node -e 0",
        limit: "floor + 500 ms",
        ok: prompt <= floor + 500,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Resolves when the text is on the terminal; without one, when the program ends. */
function until(args: readonly string[], text: string | null, folder: string): Promise<void> {
  return new Promise((resolve) => {
    const env = { ...process.env, HOME: folder, XDG_STATE_HOME: join(folder, "state"), TERM: "xterm-256color" };
    const program = spawn(process.execPath, [...args], { cols: 80, rows: 24, cwd: folder, env });
    let shown = "";
    program.onData((data) => {
      shown += data;
      if (text === null || !shown.includes(text)) return;
      program.kill("SIGKILL");
    });
    program.onExit(() => resolve());
  });
}

// How long a person waits in a conversation, on a real terminal: for the first prompt, and for a key that they typed.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawn } from "@lydell/node-pty";
import { openAnswerServer, pacedUrl } from "./answer-server.ts";
import { median, race } from "./race.ts";
import type { BenchRow } from "./rows.ts";

const PROGRAM = join(process.cwd(), "bin", "galley.js");
const ROUNDS = 15;

export async function benchChat(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "galley-bench-chat-"));
  try {
    // A server that is never asked: opening a conversation contacts no server.
    const config = { model: "compatible/none", base_url: "http://127.0.0.1:9/v1" };
    writeFileSync(join(folder, "config.json"), JSON.stringify(config));
    const [floor, prompt] = await race(
      [
        { run: () => until([PROGRAM, "--version"], null, folder) },
        { run: () => until([PROGRAM, "--config", join(folder, "config.json")], "> ", folder) },
      ],
      ROUNDS,
    );
    return [
      {
        name: "galley chat: its first prompt, ms",
        ours: prompt,
        rival: floor,
        rivalName: "--version",
        limit: "floor + 300 ms",
        ok: prompt <= floor + 300,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const FILES = 20_000;
const LONGEST_MS = 60_000;

/**
 * In a folder of 20,000 files: while they are being listed, while the list is filtered, and while an answer of 1 MB streams
 * in. The first number is the median of the keys, the second the slowest.
 */
export async function benchKeys(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "galley-bench-keys-"));
  const server = await openAnswerServer();
  try {
    const config = { model: "compatible/test", base_url: pacedUrl(server.baseUrl) };
    writeFileSync(join(folder, "config.json"), JSON.stringify(config));
    for (let at = 0; at < FILES; at += 1) {
      const place = join(folder, "work", "packages", `package-${at % 20}`, "src", `module-${at % 200}`);
      if (at < 200) mkdirSync(place, { recursive: true });
      writeFileSync(join(place, `component-${at}.ts`), "export const x = 1;\n");
    }
    const chat = await openChat(folder);
    await chat.typed("@");
    // The thread starts with the first @; then it lists for a second or two.
    const listing = await chat.typed("comp-pack-mod-1234");
    await chat.shows("matches");
    const filtering = await chat.typed("567".repeat(4));
    chat.end();
    const answered = await openChat(folder);
    await answered.typed("go");
    answered.enter();
    await answered.shows("quick brown fox");
    const streaming = await answered.typed("a line of words that goes on for a while");
    answered.end();
    return [
      ...keyRows("while 20,000 files are listed", listing),
      ...keyRows("while 20,000 files are filtered", filtering),
      ...keyRows("while an answer of 1 MB streams", streaming),
    ];
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function keyRows(when: string, times: readonly number[]): readonly BenchRow[] {
  const frame = (name: string, ours: number): BenchRow => ({
    name,
    ours,
    rival: 16,
    rivalName: "a frame",
    limit: "16 ms",
    ok: ours <= 16,
  });
  return [frame(`a key ${when}, ms`, median(times)), frame(`the slowest of them, ms`, Math.max(...times))];
}

type Chat = {
  /** Types key by key, each after the one before was shown; how long each took. */
  typed(keys: string): Promise<readonly number[]>;
  /** Sends what was typed. */
  enter(): void;
  shows(text: string): Promise<void>;
  end(): void;
};

async function openChat(folder: string): Promise<Chat> {
  const env = {
    ...process.env,
    HOME: folder,
    // Each has its own: what was half-typed in one that is killed comes back in the next.
    XDG_STATE_HOME: mkdtempSync(join(folder, "state-")),
    TERM: "xterm-256color",
    NO_COLOR: "1",
  };
  const args = [PROGRAM, "--config", join(folder, "config.json")];
  const program = spawn(process.execPath, args, { cols: 100, rows: 30, cwd: join(folder, "work"), env });
  let shown = "";
  let hasEnded = false;
  let wake: () => void = () => undefined;
  program.onExit(() => {
    hasEnded = true;
    wake();
  });
  program.onData((data) => {
    shown += data;
    wake();
  });
  const shows = async (text: string): Promise<void> => {
    const late = setTimeout(() => program.kill("SIGKILL"), LONGEST_MS);
    while (!shown.includes(text) && !hasEnded) await new Promise<void>((resolve) => (wake = resolve));
    clearTimeout(late);
    if (!shown.includes(text)) throw new Error(`"${text}" was not shown`);
  };
  await shows("> ");
  let line = "> ";
  return {
    shows,
    end: () => program.kill("SIGKILL"),
    enter: () => {
      shown = "";
      line = "> ";
      program.write("\r");
    },
    typed: async (keys) => {
      const times: number[] = [];
      for (const key of keys) {
        line += key;
        shown = "";
        const since = performance.now();
        program.write(key);
        await shows(line);
        times.push(performance.now() - since);
        await new Promise((resolve) => setTimeout(resolve, 60));
      }
      return times;
    },
  };
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

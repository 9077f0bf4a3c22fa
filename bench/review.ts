// What a person at the terminal waits for: the first question of a long answer, and a key in a very long change.
// Programs run under a real pty; a time ends when the text is on its way to the screen.

import { spawn, type IPty } from "@lydell/node-pty";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median, race } from "./race.ts";
import type { BenchRow } from "./rows.ts";

const PROGRAM = join(process.cwd(), "bin", "galley.js");
const ROUNDS = 11;

export async function benchFirstPaint(): Promise<BenchRow[]> {
  return inScratch(async (folder) => {
    writeFileSync(join(folder, "answer.md"), fiftyBlocks(folder));
    const [version, asked] = await race(
      [
        { run: () => seen(folder, ["--version"], /\d\.\d/) },
        { run: () => seen(folder, ["apply", "answer.md"], /\? help/) },
      ],
      ROUNDS,
    );
    return [
      {
        name: "first question of a 50-block answer, ms",
        ours: asked,
        rival: version,
        rivalName: "galley --version",
        limit: "+ 350 ms",
        ok: asked <= version + 350,
      },
    ];
  });
}

/** The overview of 300 files, against the first page of 3. */
export async function benchManyFiles(): Promise<BenchRow[]> {
  return inScratch(async (folder) => {
    for (const count of [3, 300]) writeFileSync(join(folder, `${count}.md`), manyFiles(folder, count));
    const [few, many] = await race(
      [
        { run: () => seen(folder, ["apply", "3.md"], /\? help/) },
        { run: () => seen(folder, ["apply", "300.md"], /\? help/) },
      ],
      ROUNDS,
    );
    return [
      {
        name: "a review of 300 files opens, ms",
        ours: many,
        rival: few,
        rivalName: "one of 3 files",
        limit: "+ 250 ms",
        ok: many <= few + 250,
      },
    ];
  });
}

function manyFiles(folder: string, count: number): string {
  const lines = Array.from({ length: 60 }, (_, at) => `line ${at}, some words to fill it`);
  return Array.from({ length: count }, (_, at) => {
    const name = `set-${count}/part-${at % 12}/file-${at}.txt`;
    mkdirSync(join(folder, `set-${count}/part-${at % 12}`), { recursive: true });
    writeFileSync(join(folder, name), `${lines.join("\n")}\n`);
    return `${name}\n««« EDIT\n${lines[30]!}\n═══════ REPL\n${lines[30]!}, changed\n»»» EDIT END\n`;
  }).join("\n");
}

export async function benchScrolling(): Promise<BenchRow[]> {
  return inScratch(async (folder) => {
    const lines = Array.from({ length: 100_000 }, (_, at) => `line ${at}\n`);
    const body = (mark: string, word: string): string =>
      lines.map((line) => mark + line.replace("line", word)).join("");
    writeFileSync(join(folder, "a.txt"), lines.join(""));
    const header = "--- a/a.txt\n+++ b/a.txt\n@@ -1,100000 +1,100000 @@\n";
    writeFileSync(join(folder, "answer.md"), `\`\`\`diff\n${header}${body("-", "line")}${body("+", "LINE")}\`\`\`\n`);
    const open = start(folder, ["apply", "answer.md"]);
    await open.until(/\? help/);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      times.push(await open.press("G", /\+LINE 99999/), await open.press("g", /-line 0/));
    }
    open.program.kill("SIGKILL");
    const ours = median(times);
    return [
      {
        name: "from end to end of 100,000 changed lines, ms",
        ours,
        rival: null,
        rivalName: "",
        limit: "≤ 100",
        ok: ours <= 100,
      },
    ];
  });
}

type Open = {
  readonly program: IPty;
  /** Resolves when what was written since the last key holds the text. */
  until(text: RegExp): Promise<void>;
  /** Milliseconds from the key to the text. */
  press(key: string, text: RegExp): Promise<number>;
};

function start(folder: string, args: readonly string[]): Open {
  const { CI: _, ...rest } = process.env;
  const env = {
    ...rest,
    NO_COLOR: "1",
    XDG_STATE_HOME: join(folder, ".state"),
    XDG_CONFIG_HOME: join(folder, ".config"),
  };
  const program = spawn(process.execPath, [PROGRAM, ...args], { cwd: folder, cols: 80, rows: 24, env });
  let written = "";
  let look = (): void => undefined;
  program.onData((data) => {
    written += data;
    look();
  });
  const until = (text: RegExp): Promise<void> =>
    new Promise((resolve) => {
      look = () => (text.test(written) ? resolve() : undefined);
      look();
    });
  return {
    program,
    until,
    press: async (key, text) => {
      written = "";
      const begun = performance.now();
      program.write(key);
      await until(text);
      return performance.now() - begun;
    },
  };
}

async function seen(folder: string, args: readonly string[], text: RegExp): Promise<void> {
  const open = start(folder, args);
  await open.until(text);
  open.program.kill("SIGKILL");
}

/** Ten files of a thousand lines, five changes in each. */
function fiftyBlocks(folder: string): string {
  let answer = "";
  for (let file = 0; file < 10; file += 1) {
    const name = `file-${file}.txt`;
    const lines = Array.from({ length: 1000 }, (_, at) => `${name} line ${at}, some words to fill it`);
    writeFileSync(join(folder, name), `${lines.join("\n")}\n`);
    for (let at = 50; at < 1000; at += 200) {
      answer += `${name}\n««« EDIT\n${lines[at]!}\n═══════ REPL\n${lines[at]!}, changed\n»»» EDIT END\n\n`;
    }
  }
  return answer;
}

async function inScratch(measure: (folder: string) => Promise<BenchRow[]>): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "galley-bench-"));
  try {
    mkdirSync(join(folder, ".state"));
    return await measure(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

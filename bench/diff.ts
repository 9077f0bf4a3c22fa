// How long a line diff takes, next to `git diff --no-index` on the same two files. The rival's time holds the start of
// its process, as anybody who spawns git pays it; ours is a call in a warm process, as reviews make it.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { diffLines, type Text } from "../src/text/index.ts";
import type { BenchRow } from "./rows.ts";

const RUNS = 15;

type Question = {
  readonly name: string;
  readonly before: Text;
  readonly after: Text;
  readonly limit: string;
  readonly isKept: (ours: number, rival: number | null) => boolean;
};

export async function benchDiff(): Promise<readonly BenchRow[]> {
  const directory = mkdtempSync(join(tmpdir(), "galley-bench-"));
  try {
    return questions().map((question) => answer(question, directory));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function questions(): readonly Question[] {
  const code = Array.from({ length: 10_000 }, (_, at) =>
    at % 5 === 0 ? COMMON[(at / 5) % 4]! : `  line ${at} of code;`,
  );
  const edited = code.map((line, at) => (at % 20 === 7 ? EDITS[((at - 7) / 20) % 3]!(line) : line));
  const long = Array.from({ length: 100_000 }, (_, at) => `line ${at}`);
  const under = (limit: number) => (ours: number) => ours < limit;
  return [
    {
      name: "diff 10,000 lines, 500 edits",
      before: text(code),
      after: text(edited),
      limit: "<= 2.5x git",
      isKept: (ours, rival) => rival === null || ours <= 2.5 * rival,
    },
    {
      name: "diff 5,000 lines, none in common",
      before: text(Array.from({ length: 5_000 }, (_, at) => `old ${at}`)),
      after: text(Array.from({ length: 5_000 }, (_, at) => `new ${at}`)),
      limit: "< 50 ms",
      isKept: under(50),
    },
    {
      name: "diff 100,000 lines, 1 edit",
      before: text(long),
      after: text(long.with(50_000, "another line")),
      limit: "< 50 ms",
      isKept: under(50),
    },
    {
      name: "diff 100,000 lines, first and last edited",
      before: text(long),
      after: text(long.with(0, "another line").with(99_999, "another line")),
      limit: "< 250 ms",
      isKept: under(250),
    },
    {
      name: "diff 20,000 lines of two kinds, shuffled",
      before: text(shuffled(20_000, 1)),
      after: text(shuffled(20_000, 2)),
      limit: "< 1,000 ms",
      isKept: under(1000),
    },
  ];
}

const COMMON = ["", "}", "  return result;", "{"] as const;
const EDITS: readonly ((line: string) => string)[] = [
  (line) => `${line} // edited`,
  (line) => `${line}\n}\n`,
  () => "  return result;",
];

function text(lines: readonly string[]): Text {
  return (lines.join("\n") + "\n") as Text; // ASCII, so well-formed.
}

/** The same on every machine (Marsaglia's xorshift). */
function shuffled(count: number, seed: number): string[] {
  let state = seed * 2654435761;
  return Array.from({ length: count }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state & 1 ? "a" : "b";
  });
}

function answer({ name, before, after, limit, isKept }: Question, directory: string): BenchRow {
  const ours = median(() => diffLines(before, after));
  const old = join(directory, "before");
  const fresh = join(directory, "after");
  writeFileSync(old, before);
  writeFileSync(fresh, after);
  const git = (): number | null =>
    spawnSync("git", ["--no-pager", "diff", "--no-index", old, fresh], { maxBuffer: 1 << 28 }).status;
  // 1: the files differ. Anything else and there is no rival on this machine.
  const rival = git() === 1 ? median(git) : null;
  return { name, ours, rival, rivalName: "git diff --no-index", limit, ok: isKept(ours, rival) };
}

function median(run: () => unknown): number {
  for (let warm = 0; warm < 3; warm += 1) run();
  const times = Array.from({ length: RUNS }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return times.sort((left, right) => left - right)[RUNS >> 1]!;
}

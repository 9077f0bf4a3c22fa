// How long planning takes when all is well, next to `git apply --check` on the same change (the rival's time holds the
// start of its process), and how long a miss takes to explain, where the limits are absolute.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asReal, versionOf, type WorkspacePath } from "../src/base/index.ts";
import { planEdits, type Edit, type EditId, type Found } from "../src/edits/index.ts";
import { encode, unifiedDiff, type Text } from "../src/text/index.ts";
import type { BenchRow } from "./rows.ts";

const RUNS = 9;

type Files = ReadonlyMap<WorkspacePath, Found>;
type Question = { readonly edits: readonly Edit[]; readonly files: Files };

export async function benchExplain(): Promise<readonly BenchRow[]> {
  return [
    missed("explain a miss, 20,000 lines, 30 wanted, ms", staleIn(20_000), 50),
    missed("explain a miss, 100,000 lines, 30 wanted, ms", staleIn(100_000), 250),
    missed("explain a miss with a candidate, 100,000 lines, ms", shiftedIn(100_000), 250),
    missed("explain a miss, one line of 1 MB, ms", inOneLine(), 250),
    planned(),
  ];
}

function missed(name: string, question: Question, limit: number): BenchRow {
  const ours = median(() => {
    const plan = planEdits(question.edits, question.files);
    if (plan.results[0]?.kind !== "miss") throw new Error("this edit was to miss");
  });
  return { name, ours, rival: null, rivalName: "", limit: `< ${limit} ms`, ok: ours < limit };
}

/** Thirty lines of which one has changed in the file. */
function staleIn(count: number): Question {
  const lines = codeOf(count);
  const wanted = lines.slice(count / 2, count / 2 + 30).with(12, "  const changed = since;");
  return { edits: [blockOf(1, "a.ts", wanted, ["x"])], files: filesOf({ "a.ts": lines }) };
}

/** Thirty lines that are indented otherwise in the file. */
function shiftedIn(count: number): Question {
  const lines = codeOf(count);
  const wanted = lines.slice(count / 2, count / 2 + 30).map((line) => (line === "" ? line : `  ${line}`));
  return { edits: [blockOf(1, "a.ts", wanted, [...wanted, "  more();"])], files: filesOf({ "a.ts": lines }) };
}

function inOneLine(): Question {
  const line = `export default [${Array.from({ length: 60_000 }, (_, at) => `"item ${at}"`).join(",")}];`;
  const find = '"item 500","item 5001","item 502"';
  const change = { kind: "replace", find, put: "x", match: "chars", all: false } as const;
  const source = { format: "tool", from: 0, to: 0 } as const;
  const edit = { id: "1" as EditId, path: "a.js" as WorkspacePath, source, change };
  return { edits: [edit], files: filesOf({ "a.js": [line] }) };
}

const FILES = 100;
const BLOCKS = 10;

function planned(): BenchRow {
  const name = "plan 1,000 blocks over 100 files, ms";
  const sources = Object.fromEntries(
    Array.from({ length: FILES }, (_, file) => [
      `f${file}.ts`,
      codeOf(300).map((line) => line.replace("value", `v${file}`)),
    ]),
  );
  const edits = Object.entries(sources).flatMap(([path, lines], file) =>
    Array.from({ length: BLOCKS }, (_, block) => {
      const wanted = lines.slice(block * 30, block * 30 + 4);
      return blockOf(file * BLOCKS + block + 1, path, wanted, wanted.with(1, "  const another = line;"));
    }),
  );
  const files = filesOf(sources);
  const ours = median(() => planEdits(edits, files));
  const plan = planEdits(edits, files);
  if (plan.results.some((result) => result.kind !== "change")) throw new Error("every block was to fit");
  const patch = plan.files
    .map(({ path, before, result }) => unifiedDiff({ oldPath: path, newPath: path, before: before!, after: result! }))
    .join("");
  const rival = gitApply(sources, patch);
  return { name, ours, rival, rivalName: "git apply --check", limit: "< 100 ms", ok: ours < 100 };
}

/** Null when there is no git. */
function gitApply(sources: Readonly<Record<string, readonly string[]>>, patch: string): number | null {
  const directory = mkdtempSync(join(tmpdir(), "galley-bench-"));
  try {
    for (const [path, lines] of Object.entries(sources)) writeFileSync(join(directory, path), textOf(lines));
    const git = () => spawnSync("git", ["apply", "--check", "-"], { cwd: directory, input: patch }).status;
    return git() === 0 ? median(git) : null;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Every line is its own but for blank ones and braces, as in real code. */
function codeOf(count: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    if (at % 7 === 6) return "";
    return at % 5 === 4 ? "  }" : `  const value${at} = compute(${(at * 31) % 997}, "text ${at % 100}");`;
  });
}

function blockOf(id: number, path: string, find: readonly string[], put: readonly string[]): Edit {
  const change = { kind: "replace", find: textOf(find), put: textOf(put), match: "lines", all: false } as const;
  return {
    id: String(id) as EditId,
    path: path as WorkspacePath,
    source: { format: "edit-block", from: 0, to: 0 },
    change,
  };
}

function filesOf(sources: Readonly<Record<string, readonly string[]>>): Files {
  return new Map(
    Object.entries(sources).map(([name, lines]): [WorkspacePath, Found] => {
      const path = name as WorkspacePath;
      const text = textOf(lines);
      return [
        path,
        {
          kind: "text",
          snapshot: { path, real: asReal(path), version: versionOf(encode(text)), text, mode: null, links: 1 },
        },
      ];
    }),
  );
}

function textOf(lines: readonly string[]): Text {
  return (lines.join("\n") + "\n") as Text; // ASCII, so well-formed.
}

function median(work: () => unknown): number {
  const times = Array.from({ length: RUNS }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return times.toSorted((a, b) => a - b)[RUNS >> 1]!;
}

// One round: the answer applied by the real command line to a copy of the old version, compared, taken back, compared.
// State and config live beside the copy; the person's own are never touched.

import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Format } from "../../src/edits/index.ts";
import type { Answer } from "./answer.ts";
import { differences, readTree, writeTree, type Finding, type Tree } from "./tree.ts";

export type Round = {
  readonly program: string;
  /** A folder of its own; made and removed here. */
  readonly folder: string;
  readonly old: Tree;
  readonly answer: Answer;
  readonly format: Format | "auto";
};

type Report = {
  readonly results: readonly {
    readonly file_path: string | null;
    readonly status: string;
    readonly error_type: string | null;
    readonly message: string;
  }[];
  readonly receipt_id: string | null;
};

/** What went wrong; nothing when all is as it must be. */
export function playRound({ program, folder, old, answer, format }: Round): readonly Finding[] {
  const place = { program, folder, work: join(folder, "work") };
  mkdirSync(folder, { recursive: true });
  try {
    writeTree(place.work, old);
    const applied = galley(place, ["apply", "-", "--yes", "--no-stage", "--format", format], answer.text);
    const wrong = [...judge(applied, answer), ...differences(readTree(place.work), answer.expected)];
    const receipt = (applied.value as Report | null)?.receipt_id ?? null;
    if (receipt === null) return wrong;
    const undone = galley(place, ["undo", receipt], "");
    if (undone.code !== 0) wrong.push({ path: null, what: `undo: exit ${undone.code}, ${undone.told}` });
    for (const { path, what } of differences(readTree(place.work), old))
      wrong.push({ path, what: `after undo: ${what}` });
    return wrong;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Ran = { readonly code: number | null; readonly value: unknown; readonly told: string };

function galley(
  { program, folder, work }: { readonly program: string; readonly folder: string; readonly work: string },
  args: readonly string[],
  input: string,
): Ran {
  const ran = spawnSync(process.execPath, [program, ...args, "--json", "--root", work], {
    cwd: folder,
    input,
    encoding: "utf8",
    maxBuffer: 1024 * 1024 * 1024,
    env: {
      ...process.env,
      HOME: folder,
      XDG_STATE_HOME: join(folder, "state"),
      XDG_CONFIG_HOME: join(folder, "config"),
      XDG_CACHE_HOME: join(folder, "cache"),
    },
  });
  const told = (ran.error?.message ?? (ran.stderr || ran.stdout)).replaceAll(/\s+/g, " ").slice(0, 500);
  try {
    return { code: ran.status, value: JSON.parse(ran.stdout), told };
  } catch {
    return { code: ran.status, value: null, told: `no JSON: ${told}` };
  }
}

/** Every result is APPLIED, but for protected paths, which are all SKIPPED; the exit code says the same. */
function judge({ code, value, told }: Ran, { said, refused }: Answer): readonly Finding[] {
  if (value === null) return [{ path: null, what: `apply: exit ${code}, ${told}` }];
  const wrong: Finding[] = [];
  const expectedCode = refused.length > 0 ? 1 : 0;
  if (code !== expectedCode) wrong.push({ path: null, what: `apply: exit ${code} instead of ${expectedCode}` });
  const missing = new Set<string | null>(said);
  for (const { file_path: path, status, error_type, message } of (value as Report).results) {
    missing.delete(path);
    const isRefused = path !== null && refused.includes(path);
    const isRight = isRefused ? status === "SKIPPED" && error_type === "rejected" : status === "APPLIED";
    if (!isRight) wrong.push({ path, what: `${status} ${error_type ?? ""}: ${message}` });
  }
  return [...wrong, ...Array.from(missing, (path) => ({ path, what: "is in no result" }))];
}

// Answers as chats and agents write them, each read, planned and applied as a person means it; see support/answer-cases.ts
// for the layout of the files in answers/. Without a person, what is only likely is reported and never written.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ApprovalPayload, BatchPayload, ChangePayload, Decision, Reviewer } from "../src/approval/index.ts";
import type { WorkspacePath } from "../src/base/index.ts";
import { answerWhole } from "../src/review/index.ts";
import type { ApplyReport } from "../src/tools/index.ts";
import { applyTo, openLocal } from "../src/workspace/index.ts";
import { answerCases, type AnswerCase, type Level } from "./support/answer-cases.ts";

const CASES = answerCases(join(import.meta.dirname, "answers"));

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "galley-answers-"));
});
afterEach(() => rmSync(base, { recursive: true }));

type Run = { readonly report: ApplyReport; readonly likely: ReadonlySet<string>; readonly placed: ReadonlySet<string> };

async function applied({ before, answer, selected }: AnswerCase, person: boolean): Promise<Run> {
  const root = join(base, "work");
  mkdirSync(root);
  for (const [path, content] of before) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  const environment = { XDG_STATE_HOME: join(base, "state"), XDG_CONFIG_HOME: join(base, "config") };
  const { signal } = new AbortController();
  const workspace = await openLocal({ root, config: {}, environment, signal, note: () => undefined });
  const likely = new Set<string>();
  const placed = new Set<string>();
  const reviewer: Reviewer = {
    ask: async (payload) => {
      for (const { path, risks } of itemsOf(payload))
        if (risks.some(({ kind }) => kind === "likely")) likely.add(path.replace(/^workspace\//, ""));
      for (const { path } of openIn(payload)) placed.add(path.replace(/^workspace\//, ""));
      return confirmed(payload);
    },
  };
  const seen = selected.length === 0 ? null : new Map(selected.map((path) => [path as WorkspacePath, null]));
  const how = { format: "auto", dryRun: false, atomic: false, lenient: false } as const;
  const asking = { placesEdits: person, reviewer: person ? reviewer : null, yes: !person };
  const { report } = await applyTo(workspace, answer, { ...how, ...asking, seen, signal });
  return { report, likely, placed };
}

function openIn(payload: ApprovalPayload): BatchPayload["open_edits"] {
  return payload.type === "batch" ? payload.open_edits : [];
}

function itemsOf(payload: ApprovalPayload): readonly Pick<ChangePayload, "path" | "risks">[] {
  return payload.type === "batch" ? payload.items : [payload];
}

/** A person who confirms all, and takes the first place of what has none. */
function confirmed(payload: ApprovalPayload): Decision {
  const answered = answerWhole(payload, { kind: "apply" });
  if (answered.kind === "refused") throw new Error(answered.why);
  const places = openIn(payload).map(({ edit }) => ({ edit, place: 0 }));
  return places.length === 0 ? answered.decision : { ...answered.decision, places };
}

function filesIn(root: string): ReadonlyMap<string, string> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
}

/** What was made of each block, as the case says it. */
function levelsOf({ report, likely, placed }: Run): readonly string[] {
  return report.results.map(({ file_path, status }) => {
    const path = file_path ?? "-";
    if (status === "FAILED" || status === "SKIPPED") return `refused ${path}`;
    return `${likely.has(path) ? "likely" : placed.has(path) ? "place" : "certain"} ${path}`;
  });
}

const expectation = ({ level, path }: { readonly level: Level; readonly path: string | null }): string =>
  `${level} ${path ?? "-"}`;

describe.each(CASES.map((each) => [`${each.source}: ${each.name}`, each] as const))("%s", (_, each) => {
  test(`with a person: ${each.means}`, async () => {
    const run = await applied(each, true);
    expect(levelsOf(run)).toEqual(each.expected.map(expectation));
    expect(Object.fromEntries(filesIn(join(base, "work")))).toEqual(
      Object.fromEntries([...each.before, ...each.after].filter(([path]) => !each.gone.has(path))),
    );
  });

  test("without one, what is only likely is reported and not written", async () => {
    const { report } = await applied(each, false);
    expect(report.results.length).toBe(each.expected.length);
    for (const [at, { level }] of each.expected.entries()) {
      const { status, error_type } = report.results[at]!;
      if (level === "likely") expect({ status, error_type }).toEqual({ status: "FAILED", error_type: "unsure" });
      else if (level === "certain") expect(["APPLIED", "ALREADY_APPLIED"]).toContain(status);
      else expect(["FAILED", "SKIPPED"]).toContain(status);
    }
    const written = new Set(each.expected.filter(({ level }) => level === "certain").map(({ path }) => path));
    const files = filesIn(join(base, "work"));
    const untouched = [...each.before, ...files].map(([path]) => path).filter((path) => !written.has(path));
    for (const path of untouched) expect([path, files.get(path)]).toEqual([path, each.before.get(path)]);
    const onlyCertain = each.expected.every(({ level }) => level === "certain");
    if (onlyCertain) expect(Object.fromEntries(files)).toEqual(Object.fromEntries([...each.before, ...each.after]));
  });
});

test("there are at least 60 answers, in the styles of at least 8 sources", () => {
  expect(CASES.length).toBeGreaterThanOrEqual(60);
  expect(new Set(CASES.map(({ source }) => source)).size).toBeGreaterThanOrEqual(8);
});

// A passage that only looks like an edit: a person who sees why it was read so may have it made, and no one else.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ApprovalPayload } from "../src/approval/index.ts";
import type { ApplyReport } from "../src/tools/index.ts";
import { applyTo, openLocal } from "../src/workspace/index.ts";
import { agreeing } from "./support/agreeing.ts";

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "galley-likely-"));
  mkdirSync(join(base, "work"));
  writeFileSync(join(base, "work", "a.js"), "one\ntwo\nthree\n");
});
afterEach(() => rmSync(base, { recursive: true }));

const LIKELY = "### 1. a.js (improved)\n\n```js\nuno\ndos\ntres\n```\n";
const CERTAIN = "b.js\n```js\nnew\n```\n";

type Run = {
  readonly report: ApplyReport;
  /** The first message for the user. */
  readonly said: string | undefined;
  readonly asked: readonly ApprovalPayload[];
  readonly content: string;
};

async function applied(
  answer: string,
  {
    person,
    yes = false,
    config = {},
    choice = null,
    atomic = false,
  }: { person: boolean; yes?: boolean; config?: object; choice?: number | null; atomic?: boolean },
): Promise<Run> {
  const environment = { XDG_STATE_HOME: join(base, "state"), XDG_CONFIG_HOME: join(base, "config") };
  const { signal } = new AbortController();
  const workspace = await openLocal({ root: join(base, "work"), config, environment, signal, note: () => undefined });
  const { reviewer, asked } = agreeing({ choice });
  const how = { format: "auto", dryRun: false, atomic, lenient: false, seen: null } as const;
  const { report, forUser } = await applyTo(workspace, answer, {
    ...how,
    placesEdits: person && !yes,
    reviewer: person ? reviewer : null,
    yes,
    signal,
  });
  return { report, said: forUser[0]?.message, asked, content: readFileSync(join(base, "work", "a.js"), "utf8") };
}

const UNSURE = { status: "FAILED", error_type: "unsure", line: 1 };

test("a person is shown the reading with the change, and what was approved is written", async () => {
  const { report, asked, content } = await applied(LIKELY, { person: true });
  expect(asked).toMatchObject([{ risks: [{ kind: "likely" }], suggested_content: "uno\ndos\ntres\n" }]);
  expect(asked[0]!.risks[0]!.message).toContain('line 1 of the answer: "### 1. a.js (improved)" names the file');
  expect(report.results).toMatchObject([{ file_path: "a.js", status: "APPLIED" }]);
  expect(content).toBe("uno\ndos\ntres\n");
});

test.each([
  ["no one is there", { person: false }],
  ["--yes answers", { person: true, yes: true }],
  ["a rule allows every change", { person: false, config: { confirm_edits: false } }],
])("when %s it is not made, and what is certain is", async (_, how) => {
  const { report, said, content } = await applied(`${LIKELY}\n${CERTAIN}`, how);
  expect(said).toContain('"### 1. a.js (improved)" names the file. To confirm it, run galley apply in a terminal');
  expect(report.results[0]).toMatchObject(UNSURE);
  expect(report.results[0]!.message).toContain('"### 1. a.js (improved)"');
  expect(content).toBe("one\ntwo\nthree\n");
});

test("a rule that allows every change still has the person asked", async () => {
  const { asked, content } = await applied(`${LIKELY}\n${CERTAIN}`, { person: true, config: { confirm_edits: false } });
  expect(asked.map(({ path }) => path)).toEqual(["workspace/a.js"]);
  expect(content).toBe("uno\ndos\ntres\n");
});

test("text that the file has is a quotation, with a person as without", async () => {
  const quoted = "### 1. a.js (as it is)\n\n```js\ntwo\n```\n";
  for (const person of [true, false])
    expect(await applied(quoted, { person })).toMatchObject({ asked: [], report: { results: [] } });
});

test("a whole file next to edits in another format is confirmed by a person, and by no one else", async () => {
  const mixed = "a.js\n```js\nuno\ndos\ntres\n```\n\nb.js\n<<<<<<< SEARCH\n=======\nnew\n>>>>>>> REPLACE\n";
  const { asked, content } = await applied(mixed, { person: true });
  expect(itemsOf(asked[0]!).map(({ risks }) => risks.map(({ kind }) => kind))).toEqual([["likely"], []]);
  expect(content).toBe("uno\ndos\ntres\n");
});

test("without a person it is not made", async () => {
  const mixed = "a.js\n```js\nuno\ndos\ntres\n```\n\nb.js\n<<<<<<< SEARCH\n=======\nnew\n>>>>>>> REPLACE\n";
  const { report, content } = await applied(mixed, { person: false, yes: true });
  expect(report.results).toMatchObject([UNSURE, { status: "APPLIED" }]);
  expect(content).toBe("one\ntwo\nthree\n");
});

function itemsOf(payload: ApprovalPayload): readonly { readonly risks: ApprovalPayload["risks"] }[] {
  return payload.type === "batch" ? payload.items : [payload];
}

test("a whole file whose name is only elsewhere is proposed for that file, unless it is called new", async () => {
  mkdirSync(join(base, "work", "src"));
  writeFileSync(join(base, "work", "src", "b.js"), "one\ntwo\n");
  const whole = (line: string): string => `${line}\n\n\`\`\`js\nuno\ndos\n\`\`\`\n`;
  const meant = await applied(whole("And update b.js:"), { person: true });
  expect(meant.asked).toMatchObject([{ path: "workspace/src/b.js", risks: [{ kind: "likely" }] }]);
  expect(meant.asked[0]!.risks[0]!.message).toContain("b.js does not exist, and src/b.js is the only file it can mean");
  const fresh = await applied(whole("Create a new file b.js:"), { person: true });
  expect(fresh.asked).toMatchObject([{ path: "workspace/b.js", risks: [{ kind: "likely" }] }]);
  expect(fresh.asked[0]!.risks[0]!.message).toContain("src/b.js exists");
});

test("far fewer lines than a long file has never replace it, also under its exact path", async () => {
  const long = Array.from({ length: 200 }, (_, at) => `line ${at + 1}`);
  const shown = "a.js\n```js\nfunction f() {\n  return 1;\n}\n```\n";
  writeFileSync(join(base, "work", "a.js"), `${long.join("\n")}\n`);
  for (const how of [{ person: false }, { person: true, yes: true }, { person: true }]) {
    const { report, content } = await applied(shown, how);
    expect(report.results).toMatchObject([{ status: "FAILED", error_type: "unsure" }]);
    expect(content).toBe(`${long.join("\n")}\n`);
  }
  const definition = ["function f() {", "  return 0;", "}"];
  writeFileSync(join(base, "work", "a.js"), `${[...long, ...definition].join("\n")}\n`);
  const { asked, content } = await applied(shown, { person: true });
  expect(asked).toMatchObject([{ risks: [{ kind: "likely" }] }]);
  expect(content).toBe(`${[...long, "function f() {", "  return 1;", "}"].join("\n")}\n`);
});

test("a fence without a name next to an edit is named, and does not count", async () => {
  const sample = "It is used like this:\n\n```js\nimport it from './b.js';\n```\n";
  const { report } = await applied(`${CERTAIN}\n${sample}\n\`\`\`sh\nnpm test\n\`\`\`\n`, { person: false, yes: true });
  expect(report.results).toMatchObject([{ file_path: "b.js", status: "APPLIED" }]);
  expect(report.warnings).toEqual([
    'The code fence on line 8 ("```js") does not say which file it is, so it was not read as an edit. If it is one, put its path alone on the line before it.',
  ]);
});

test("a text that leaves code out is shown to a person, and never written without one", async () => {
  const answer = "a.js\n<<<<<<< SEARCH\ntwo\n=======\nTWO\n// bestehender Code\n>>>>>>> REPLACE\n";
  const unseen = await applied(answer, { person: false, yes: true });
  expect(unseen.report.results).toMatchObject([{ ...UNSURE, file_path: "a.js" }]);
  expect(unseen.content).toBe("one\ntwo\nthree\n");
  const { asked, content } = await applied(answer, { person: true });
  expect(asked[0]!.risks.map(({ kind }) => kind)).toContain("likely");
  expect(content).toBe("one\nTWO\n// bestehender Code\nthree\n");
});

test("an edit that the answer says not to apply is shown to a person, and never written without one", async () => {
  const answer =
    "Do not apply this, it only shows the format:\n\na.js\n<<<<<<< SEARCH\ntwo\n=======\nTWO\n>>>>>>> REPLACE\n";
  const unseen = await applied(answer, { person: false, yes: true });
  expect(unseen.report.results).toMatchObject([{ status: "FAILED", error_type: "unsure" }]);
  expect(unseen.content).toBe("one\ntwo\nthree\n");
  const { asked } = await applied(answer, { person: true });
  expect(asked[0]!.risks[0]!.message).toContain(
    'line 1 of the answer: "Do not apply this, it only shows the format:" is directly before it',
  );
});

const RIVALS = ["2", "TWO"]
  .map((put) => `a.js\n<<<<<<< SEARCH\ntwo\n=======\n${put}\n>>>>>>> REPLACE\n`)
  .join("\nOr:\n\n");

test.each([
  [0, "one\n2\nthree\n", ["APPLIED", "SKIPPED"]],
  [1, "one\nTWO\nthree\n", ["SKIPPED", "APPLIED"]],
  [null, "one\ntwo\nthree\n", ["FAILED", "FAILED"]],
])("of two edits that exclude each other a person chooses either, or none: %s", async (choice, text, statuses) => {
  for (const atomic of [false, true]) {
    writeFileSync(join(base, "work", "a.js"), "one\ntwo\nthree\n");
    const { report, asked, content } = await applied(RIVALS, { person: true, choice, atomic });
    expect(asked[0]).toMatchObject({ type: "batch", items: [], open_edits: [{ places: [{ answer_line: 1 }, {}] }] });
    expect([report.results.map(({ status }) => status), content]).toEqual([statuses, text]);
  }
});

test("without a person neither is made", async () => {
  const { report, content } = await applied(RIVALS, { person: true, yes: true });
  expect(report.results).toMatchObject([{ error_type: "unsure" }, { error_type: "unsure" }]);
  expect(content).toBe("one\ntwo\nthree\n");
});

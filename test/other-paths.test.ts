// An edit of a file that is not there: the one file that its path must mean is offered, and never chosen between two.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Reviewer } from "../src/approval/index.ts";
import { answerWhole } from "../src/review/index.ts";
import type { ApplyReport } from "../src/tools/index.ts";
import { applyTo, openLocal } from "../src/workspace/index.ts";

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "galley-other-paths-"));
});
afterEach(() => rmSync(base, { recursive: true }));

const block = (path: string): string => `${path}\n<<<<<<< SEARCH\none\n=======\nuno\n>>>>>>> REPLACE\n`;

type How = { readonly files: readonly string[]; readonly person?: boolean; readonly lenient?: boolean };

async function applied(answer: string, { files, person = false, lenient = false }: How) {
  const root = join(base, "work");
  for (const path of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), "one\ntwo\n");
  }
  const environment = { XDG_STATE_HOME: join(base, "state"), XDG_CONFIG_HOME: join(base, "config") };
  const { signal } = new AbortController();
  const workspace = await openLocal({ root, config: {}, environment, signal, note: () => undefined });
  const risks: string[] = [];
  const reviewer: Reviewer = {
    ask: async (payload) => {
      risks.push(...payload.risks.map(({ message }) => message));
      const answered = answerWhole(payload, { kind: "apply" });
      if (answered.kind === "refused") throw new Error(answered.why);
      return answered.decision;
    },
  };
  const how = { format: "auto", dryRun: false, atomic: false, seen: null } as const;
  const asking = { placesEdits: person, reviewer: person ? reviewer : null, yes: !person };
  const { report } = await applyTo(workspace, answer, { ...how, ...asking, lenient, signal });
  const contents = files.map((path) => readFileSync(join(root, path), "utf8"));
  return { report, risks, contents };
}

const first = ({ results }: ApplyReport): ApplyReport["results"][number] => results[0]!;

test.each([
  ["without its folder", "a.ts", "src/a.ts"],
  ["with a folder too many", "app/src/a.ts", "src/a.ts"],
  ["in other letters", "src/A.ts", "src/a.ts"],
  ["in the folder next to it", "source/a.ts", "src/a.ts"],
  ["with its lines", "src/a.ts:9-12", "src/a.ts"],
  ["with a line of a link", "src/a.ts#L9", "src/a.ts"],
  ["with a remark", "src/a.ts (modified)", "src/a.ts"],
  ["in another Unicode form", "src/cafe\u0301.ts", "src/caf\u00e9.ts"],
  ["in another Unicode form of a folder", "caf\u00e9/a.ts", "cafe\u0301/a.ts"],
])("%s: named to all, and made for a person who confirms it, or with --lenient", async (_, asked, there) => {
  const alone = await applied(block(asked), { files: [there, "b.ts"] });
  expect(first(alone.report)).toMatchObject({
    file_path: asked,
    status: "FAILED",
    error_type: "file_not_found",
    diagnostics: { cause: "not_found", candidate: { rule: "path", line: 1 } },
  });
  expect(first(alone.report).message).toContain(`The only file it can mean is ${there}, which this edit fits.`);
  expect(alone.contents).toEqual(["one\ntwo\n", "one\ntwo\n"]);

  const person = await applied(block(asked), { files: [there, "b.ts"], person: true });
  expect(person.risks[0]).toContain(`${asked} does not exist, and ${there} is the only file it can mean`);
  expect(first(person.report)).toMatchObject({ file_path: there, status: "APPLIED" });
  expect(person.contents).toEqual(["uno\ntwo\n", "one\ntwo\n"]);

  const lenient = await applied(block(asked), { files: [there, "b.ts"], lenient: true });
  expect(first(lenient.report)).toMatchObject({ file_path: there, status: "APPLIED" });
  expect(first(lenient.report).message).toContain('placed by the rule "path", --lenient');
});

test("of two files none is chosen, and both are named", async () => {
  for (const how of [{ person: true }, { lenient: true }]) {
    const { report, risks, contents } = await applied(block("a.ts"), { files: ["lib/a.ts", "src/a.ts"], ...how });
    expect(first(report)).toMatchObject({ status: "FAILED", error_type: "file_not_found" });
    expect(first(report).message).toContain("It may mean one of lib/a.ts, src/a.ts.");
    expect([risks, contents]).toEqual([[], ["one\ntwo\n", "one\ntwo\n"]]);
  }
});

test("a file that the edit does not fit is named, and stays as it is", async () => {
  const answer = block("a.ts").replace("one", "three");
  const { report, contents } = await applied(answer, { files: ["src/a.ts"], lenient: true });
  expect(first(report).message).toContain("The only file it can mean is src/a.ts.");
  expect(contents).toEqual(["one\ntwo\n"]);
});

test("an edit of a file that the answer makes is not moved", async () => {
  const made = `a.ts\n<<<<<<< SEARCH\n=======\none\n>>>>>>> REPLACE\n\n${block("a.ts")}`;
  const { report, contents } = await applied(made, { files: ["src/a.ts"], lenient: true });
  expect(report.results.map(({ status }) => status)).toEqual(["APPLIED", "APPLIED"]);
  expect(contents).toEqual(["one\ntwo\n"]);
});

test("a path outside is refused before anything is looked for", async () => {
  const { report } = await applied(block("../src/a.ts"), { files: ["src/a.ts"], lenient: true });
  expect(first(report)).toMatchObject({ status: "SKIPPED", error_type: "path_refused" });
});

test.each([
  ["most of its lines are in that file", "a.ts", "one\nzwei\n", "FAILED", "unsure"],
  ["its lines are its own", "a.ts", "eins\nzwei\n", "FAILED", "unsure"],
  ["with the project's own folder before it", "demo/src/a.ts", "eins\nzwei\n", "FAILED", "unsure"],
  ["in another folder", "lib/a.ts", "eins\nzwei\n", "APPLIED", null],
  ["the name is another one", "b.ts", "one\ntwo\n", "APPLIED", null],
])("a new whole file with a name that exists elsewhere: %s", async (_, asked, content, status, error_type) => {
  const { report, contents } = await applied(`${asked}\n\`\`\`ts\n${content}\`\`\`\n`, { files: ["src/a.ts"] });
  expect(first(report)).toMatchObject({ status, error_type });
  expect(contents).toEqual(["one\ntwo\n"]);
});

test("a bare name that exists in one folder is offered as that file; of several, none is chosen", async () => {
  const whole = "a.ts\n```ts\neins\nzwei\n```\n";
  const meant = await applied(whole, { files: ["src/a.ts"], person: true });
  expect(meant.risks.join()).toContain("a.ts does not exist, and src/a.ts does");
  expect(meant.contents).toEqual(["eins\nzwei\n"]);
  const several = await applied(whole, { files: ["src/a.ts", "lib/a.ts"] });
  expect(first(several.report).message).toContain("a.ts does not exist, and lib/a.ts, src/a.ts do");
});

test.each([
  ["in another case", "src/A.ts"],
  ["in a folder of another case", "Src/a.ts"],
  ["with a letter that looks the same", "src/\u0430.ts"],
])("a new whole file %s is not made, and the one that is there is named", async (_, asked) => {
  const answer = `**${asked}**\n\`\`\`ts\neins\nzwei\n\`\`\`\n`;
  const { report, contents } = await applied(answer, { files: ["src/a.ts"] });
  expect(first(report)).toMatchObject({ status: "FAILED", error_type: "unsure" });
  expect(first(report).message).toContain("src/a.ts differs from it only in letters");
  expect(contents).toEqual(["one\ntwo\n"]);
});

test("a new whole file whose name differs only in its Unicode form is not made", async () => {
  const answer = "src/cafe\u0301.ts\n```ts\neins\nzwei\n```\n";
  const { report, contents } = await applied(answer, { files: ["src/caf\u00e9.ts"] });
  expect(first(report)).toMatchObject({ status: "FAILED", error_type: "unsure" });
  expect(contents).toEqual(["one\ntwo\n"]);
});

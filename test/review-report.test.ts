// What a review leads to, from a model's answer to the report it gets: a scripted reviewer answers real questions while
// files change under it. A stale file needs approval again alone, an answer counts only for what was shown.

import { beforeEach, describe, expect, test } from "vitest";
import type { ApprovalPayload, Answer, ChangePayload, Decision, Reviewer } from "../src/approval/index.ts";
import { createAsk } from "../src/ask/index.ts";
import { newId, requirePath, versionOf, type Digest, type Version } from "../src/base/index.ts";
import { carryOut } from "../src/commit/index.ts";
import { createMemoryFiles, type MemoryFiles } from "../src/fs/index.ts";
import { openState, type State } from "../src/state/index.ts";
import { SimulatedDisk, startProcess } from "../src/testing/index.ts";
import { applyAnswer, type ApplyReport } from "../src/tools/index.ts";

let files: MemoryFiles;
let state: State;
beforeEach(() => {
  files = createMemoryFiles({
    files: {
      "ws/hunks.txt": "one\ntwo\nthree\nfour\nfive\n",
      "ws/edited.txt": "alpha\nbeta\n",
      "ws/stale.txt": "red\ngreen\nblue\n",
    },
  });
  state = openState({ directory: "/state", ops: startProcess(new SimulatedDisk(), { name: "p" }).ops });
});

const PERSON = { kind: "person" } as const;
const version = (text: string): Version => versionOf(new TextEncoder().encode(text));
const block = (path: string, find: string, put: string): string =>
  `${path}\n««« EDIT\n${find}═══════ REPL\n${put}»»» EDIT END\n\n`;
const yes = (item: ChangePayload): Answer => ({
  action: "apply",
  digest: item.digest as Digest,
  after: item.after as Version | null,
  by: PERSON,
});
const itemsOf = (payload: ApprovalPayload): readonly ChangePayload[] =>
  payload.type === "batch" ? payload.items : "after" in payload ? [payload] : [];
const read = async (path: string): Promise<string> => (await files.read(`ws/${path}`)).content;

type Shown = { readonly paths: readonly string[]; readonly supersedes: string | null; readonly because: string | null };

/** Answers with what `answer` gives; `count` is 1 for the first question. */
function person(
  answer: (payload: ApprovalPayload, count: number) => Promise<Partial<Decision>> | Partial<Decision>,
): Reviewer & { readonly shown: Shown[]; readonly ids: string[] } {
  const shown: Shown[] = [];
  const ids: string[] = [];
  return {
    shown,
    ids,
    ask: async (payload) => {
      const [supersedes, because] = payload.type === "batch" ? [payload.supersedes, payload.because] : [null, null];
      shown.push({ paths: itemsOf(payload).map(({ path }) => path), supersedes, because });
      ids.push(payload.approval_id);
      return { approval_id: payload.approval_id, items: [], ...(await answer(payload, shown.length)) };
    },
  };
}

function run(answer: string, reviewer: Reviewer): Promise<ApplyReport> {
  const flags = { read_approval: false, write_approval: true, edit_approval: true };
  const gate = {
    policy: { user: [], project: [], remembered: [], matches: () => false },
    flagsOf: () => flags,
  };
  const ask = createAsk({ gate, reviewer, yes: false, newId });
  const show = (path: string): string => path.replace(/^ws\//, "");
  return applyAnswer(
    answer,
    { format: "auto", dryRun: false, atomic: false, lenient: false, seen: null, placesEdits: true },
    {
      files: files.real,
      approved: files.real,
      readable: files.real,
      resolve: (path) => requirePath(`ws/${String(path)}`).path,
      requireWritable: () => undefined,
      known: () => true,
      gate,
      reviewer,
      yes: false,
      carryOut: (plan, { atomic }) => carryOut({ plan, atomic, ask, files, state, show }),
      remove: () => {
        throw new Error("nothing is removed here");
      },
      stage: null,
      commands: null,
      show,
    },
  );
}
const told = ({ results }: ApplyReport): readonly string[] =>
  results.map(({ file_path, status, message }) => `${file_path} ${status}: ${message}`);

describe("one byte changed on disk while the question is open", () => {
  const answer = block("stale.txt", "green\n", "GREEN\n") + block("edited.txt", "beta\n", "BETA\n");

  test("asks afresh about that file only; the byte stays", async () => {
    const reviewer = person(async (payload, count) => {
      if (count === 1) await files.write("ws/stale.txt", "red\ngreen\nblue!\n");
      return { items: itemsOf(payload).map(yes) };
    });
    const report = await run(answer, reviewer);
    expect(reviewer.shown).toEqual([
      { paths: ["ws/stale.txt", "ws/edited.txt"], supersedes: null, because: null },
      { paths: ["ws/stale.txt"], supersedes: reviewer.ids[0], because: "changed" },
    ]);
    expect([await read("stale.txt"), await read("edited.txt")]).toEqual(["red\nGREEN\nblue!\n", "alpha\nBETA\n"]);
    expect(report.results.map(({ status }) => status)).toEqual(["APPLIED", "APPLIED"]);
  });

  test("an answer to the old question does not count for the new one", async () => {
    let old: readonly Answer[] = [];
    const reviewer = person(async (payload, count) => {
      if (count > 1) return { items: old };
      await files.write("ws/stale.txt", "red\ngreen\nblue!\n");
      return { items: (old = itemsOf(payload).map(yes)) };
    });
    const report = await run(answer, reviewer);
    expect([await read("stale.txt"), await read("edited.txt")]).toEqual(["red\ngreen\nblue!\n", "alpha\nBETA\n"]);
    expect(told(report)[0]).toBe("stale.txt SKIPPED: Not approved: the reviewer gave no answer for this file.");
  });

  test("nor does one under the old question's name", async () => {
    const reviewer = person(async (payload, count) => {
      const items = itemsOf(payload).map(yes);
      if (count > 1) return { approval_id: reviewer.ids[0]!, items };
      await files.write("ws/stale.txt", "red\ngreen\nblue!\n");
      return { items };
    });
    expect((await run(answer, reviewer)).results.map(({ status }) => status)).toEqual(["SKIPPED", "APPLIED"]);
    expect(await read("stale.txt")).toBe("red\ngreen\nblue!\n");
  });
});

test.each<[string, (item: ChangePayload) => Answer]>([
  ["a yes to other bytes", (item) => ({ ...yes(item), after: version("red\nevil\nblue\n") }) as Answer],
  [
    "chosen changes that compose to other bytes",
    (item) => ({ ...yes(item), hunks: [0], after: version("red\n") }) as Answer,
  ],
  [
    "edited text that is not what was shown",
    (item) => ({
      action: "modify",
      digest: item.digest as Digest,
      by: PERSON,
      content: "red\nevil\nblue\n",
      after: item.after as Version,
    }),
  ],
])("what was approved must be what was shown: %s is refused", async (_, answer) => {
  const reviewer = person((payload) => ({ items: itemsOf(payload).map(answer) }));
  const report = await run(block("stale.txt", "green\n", "GREEN\n"), reviewer);
  expect(await read("stale.txt")).toBe("red\ngreen\nblue\n");
  expect(report.receipt_id).toBeNull();
  expect(told(report)).toEqual([
    "stale.txt FAILED: What was approved for ws/stale.txt is not what would be written, so it was not written. Ask again with a fresh diff.",
  ]);
});

test("three files, one hunk rejected, one file edited, one stale: the report says exactly that", async () => {
  const shownHunk = "ONE\ntwo\nthree\nfour\nfive\n";
  const mine = "alpha\nmine\n";
  const reviewer = person(async (payload, count) => {
    if (count === 1) await files.write("ws/stale.txt", "red\nyellow\nblue\n");
    return {
      items: itemsOf(payload).map((item): Answer => {
        const digest = item.digest as Digest;
        switch (item.path) {
          case "ws/hunks.txt":
            return { action: "apply", digest, by: PERSON, hunks: [0], after: version(shownHunk) };
          case "ws/edited.txt":
            return { action: "modify", digest, by: PERSON, content: mine, after: version(mine) };
          default:
            return yes(item);
        }
      }),
    };
  });
  const report = await run(
    block("hunks.txt", "one\n", "ONE\n") +
      block("hunks.txt", "five\n", "FIVE\n") +
      block("edited.txt", "beta\n", "BETA\n") +
      block("stale.txt", "green\n", "GREEN\n"),
    reviewer,
  );
  expect([await read("hunks.txt"), await read("edited.txt"), await read("stale.txt")]).toEqual([
    shownHunk,
    mine,
    "red\nyellow\nblue\n",
  ]);
  expect(report).toMatchObject({
    files_modified: ["hunks.txt", "edited.txt"],
    results: [
      { file_path: "hunks.txt", status: "APPLIED", error_type: null, user_modified: false },
      { file_path: "hunks.txt", status: "SKIPPED", error_type: "rejected", user_modified: false, lines_changed: 0 },
      { file_path: "edited.txt", status: "APPLIED", error_type: null, user_modified: true },
      { file_path: "stale.txt", status: "FAILED", error_type: "stale" },
    ],
  });
  expect(told(report)).toEqual([
    "hunks.txt APPLIED: Changed hunks.txt, line 1.",
    "hunks.txt SKIPPED: Left out in review (new line 5).",
    "edited.txt APPLIED: Applied, but the user changed the text of edited.txt first. Do not attempt to revert to your original suggestion. From the proposed text to what was written:\n--- a/edited.txt\n+++ b/edited.txt\n@@ -1,2 +1,2 @@\n alpha\n-BETA\n+mine\n",
    expect.stringMatching(
      /^stale\.txt FAILED: stale\.txt changed after it was read, and this edit no longer fits\. Nothing was written to it\. The EDIT text of block 4 is not in stale\.txt/,
    ),
  ]);
});

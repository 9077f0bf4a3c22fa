// Undo next to an answer is for the change that the answer led to, and for no other.

import { describe, expect, test } from "vitest";
import { batchPayload, patchPayload } from "../../../../test/support/payloads.ts";
import type { ApprovalPayload, Decision } from "../../../approval/index.ts";
import type { Question, WebLogEntry } from "../../protocol.ts";
import { awaitedBy, receiptOf } from "./own-change.ts";

const asked = (payload: ApprovalPayload, asker: object = {}): Question =>
  // Only what is looked at.
  ({ ...payload, asker: { door: "apply", root: "/p", ...asker } }) as unknown as Question;
const batch = batchPayload([patchPayload("ws/a.ts"), patchPayload("ws/b.ts")]);
const decided = (...items: readonly object[]): Decision =>
  // Only what is looked at.
  ({
    approval_id: "q",
    items: items.map((item, at) => ({ digest: batch.items[at]!.digest, ...item })),
  }) as unknown as Decision;
const [YES, NO, PART] = [{ action: "apply" }, { action: "reject" }, { action: "apply", hunks: [0] }] as const;
const entry = (receipt_id: string, files: readonly string[], more: Partial<WebLogEntry> = {}): WebLogEntry => ({
  receipt_id,
  at: "2026-01-01T00:00:00Z",
  decided_by: "person",
  state: "done",
  undoes: null,
  files,
  ...more,
});
const OLD = entry("old", ["a.ts"]);

describe("an answer", () => {
  test.each<[string, Question, Decision, readonly string[] | null]>([
    ["yes to one, no to the other", asked(batch), decided(YES, NO), ["ws/a.ts", "a.ts"]],
    ["no to all", asked(batch), decided(NO, NO), null],
    ["on disk, all kept", asked(batch, { door: "review" }), decided(YES, YES), null],
    ["on disk, reverted in part", asked(batch, { door: "review" }), decided(YES, PART), ["ws/b.ts", "b.ts"]],
    ["of another folder, whose log this is not", asked(batch, { root: "/other" }), decided(YES, YES), null],
  ])("%s", (_, question, decision, paths) => {
    const awaited = awaitedBy(question, decision, { root: "/p", log: [] });
    expect(awaited && [...awaited.paths]).toEqual(paths);
  });

  test("awaits nothing before the log is known", () =>
    expect(awaitedBy(asked(batch), decided(YES, YES), { root: "/p", log: null })).toBeNull());
});

test.each<[string, readonly WebLogEntry[], string | null]>([
  ["nothing new", [OLD], null],
  ["its change", [entry("new", ["a.ts"]), OLD], "new"],
  ["its change, after another program's", [entry("other", ["c.ts"]), entry("new", ["a.ts"]), OLD], "new"],
  ["only another file", [entry("other", ["c.ts"]), OLD], null],
  ["another file with it", [entry("other", ["a.ts", "c.ts"]), OLD], null],
  ["a file that was rejected", [entry("other", ["b.ts"]), OLD], null],
  ["the same file, by a flag", [entry("other", ["a.ts"], { decided_by: "flag" }), OLD], null],
  ["the same file, by an undo", [entry("other", ["a.ts"], { undoes: "old" }), OLD], null],
  ["its change, undone already", [entry("new", ["a.ts"], { state: "undone" }), OLD], null],
])("%s", (_, log, receipt) => {
  const awaited = awaitedBy(asked(batch), decided(YES, NO), { root: "/p", log: [OLD] });
  expect(receiptOf(awaited!, log)).toBe(receipt);
});

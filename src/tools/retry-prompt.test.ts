import { expect, test } from "vitest";
import type { BlockResult } from "../commit/index.ts";
import type { ApplyReport } from "./apply-answer.ts";
import { retryPrompt } from "./retry-prompt.ts";

// Results drawn as "status error_type".
const report = (drawn: readonly string[], extra: Partial<ApplyReport> = {}): ApplyReport => ({
  mode: "apply",
  format: "edit-block",
  results: drawn.map((one, at): BlockResult => {
    const [status, error = null] = one.split(" ") as [BlockResult["status"], (BlockResult["error_type"] | undefined)?];
    return {
      file_path: `f${at}`,
      status,
      error_type: error,
      message: `why ${at}.`,
      line: null,
      lines_changed: 0,
      user_modified: false,
      diagnostics: null,
    };
  }),
  files_modified: [],
  files_created: [],
  files_deleted: [],
  files_auto_added: [],
  staged: [],
  warnings: [],
  receipt_id: "r",
  ...extra,
});

const WROTE = { files_modified: ["f0"] };

test.each([
  ["all well", ["APPLIED", "ALREADY_APPLIED"]],
  ["a person's no is final", ["SKIPPED rejected"]],
  ["a refused path stays refused", ["SKIPPED path_refused", "SKIPPED binary"]],
  ["nothing to change", ["SKIPPED no_change"]],
])("%s: nothing for the model", (_, drawn) => expect(retryPrompt(report(drawn))).toBe(null));

test("only what failed is asked for, and the rest is not to be sent again", () => {
  expect(retryPrompt(report(["APPLIED", "FAILED anchor_not_found", "SKIPPED rejected"], WROTE))).toBe(
    [
      "1 of your 3 edits could not be applied. Please send it again, corrected, in the same format.",
      "",
      "1. f1: why 1.",
      "",
      "The other edit is in place; do not send it again.",
      "",
      "The edit of f2 was not approved; do not send it again.",
      "",
      "Copy the text to replace exactly from the file as it is now, with enough lines around it to be unique.",
      "",
    ].join("\n"),
  );
});

test.each<[string, Partial<ApplyReport>]>([
  ["when all or nothing was asked for", { receipt_id: null }],
  ["in a dry run", { mode: "dry-run", files_modified: ["f0"], receipt_id: null }],
])("D13: %s, nothing is in place and everything is to be sent again", (_, extra) => {
  const text = retryPrompt(report(["VALIDATED", "ALREADY_APPLIED", "FAILED malformed_block"], extra))!;
  expect(text).toContain("Nothing was written. Please send all your edits again, with this one corrected");
  expect(text).not.toContain("in place");
});

test("what was there before the answer is in place, also when nothing was written", () => {
  const text = retryPrompt(report(["ALREADY_APPLIED", "FAILED malformed_block"], { receipt_id: null }));
  expect(text).toContain("The other edit is in place");
});

test("D13: an unseen file is not promised to come with the message", () => {
  const text = retryPrompt(report(["NOT_IN_CONTEXT"]))!;
  expect(text).toContain("You have not seen this file");
  expect(text).not.toContain("with this message");
});

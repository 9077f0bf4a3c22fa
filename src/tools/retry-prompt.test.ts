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

test.each([
  ["all well", ["APPLIED", "ALREADY_APPLIED"]],
  ["a person's no is final", ["SKIPPED rejected"]],
  ["a refused path stays refused", ["SKIPPED path_refused", "SKIPPED binary"]],
  ["nothing to change", ["SKIPPED no_change"]],
])("%s: nothing for the model", (_, drawn) => expect(retryPrompt(report(drawn))).toBe(null));

test("only what failed is asked for, and the rest is not to be sent again", () => {
  expect(retryPrompt(report(["APPLIED", "FAILED anchor_not_found", "SKIPPED rejected"]))).toBe(
    [
      "1 of your 3 edits was not applied. Please send only these again, corrected, in the same format.",
      "",
      "1. f1: why 1.",
      "",
      "The other edit is in place; do not send it again.",
      "",
      "Copy the text to replace exactly from the file as it is now, with enough lines around it to be unique.",
      "",
    ].join("\n"),
  );
});

test("when all or nothing was asked for, everything is to be sent again", () => {
  expect(retryPrompt(report(["VALIDATED", "FAILED malformed_block"], { receipt_id: null }))).toContain(
    "all your edits again, with these corrected",
  );
});

test("an unseen file is told in words for the model", () => {
  expect(retryPrompt(report(["NOT_IN_CONTEXT"]))).toContain("you had not seen this file");
});

import fc from "fast-check";
import { expect, test } from "vitest";
import type { BlockResult } from "../../commit/index.ts";
import type { Applying } from "./block-outcome.ts";
import { isRetryPrompt, noEditPrompt, retryPrompt } from "./retry-prompt.ts";

// Results drawn as "status error_type".
const resultsOf = (drawn: readonly string[]): readonly BlockResult[] =>
  drawn.map((one, at) => {
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
  });

const APPLY: Applying = { mode: "apply", atomic: false };
const textOf = (drawn: readonly string[], applying = APPLY): string | null =>
  retryPrompt(resultsOf(drawn), applying)?.text ?? null;

test.each([
  ["all well", ["APPLIED", "ALREADY_APPLIED"]],
  ["a person's no is final", ["SKIPPED rejected"]],
  ["so is a kind of file", ["SKIPPED binary"]],
  ["nothing to change", ["SKIPPED no_change"]],
])("%s: nothing for the model", (_, drawn) => expect(textOf(drawn)).toBe(null));

test("what the user wrote about edits they applied is for the model, alone or after the rest", () => {
  const [applied, ...rest] = resultsOf(["APPLIED", "FAILED anchor_not_found"]);
  const said = { ...applied!, comments: "On line 2 after the change: why?" };
  const comments = [
    "The user applied edits and commented on them. Please address the comments:",
    "",
    "f0:",
    "On line 2 after the change: why?",
    "",
  ].join("\n");
  expect(retryPrompt([said], APPLY)?.text).toBe(comments);
  expect(retryPrompt([said, ...rest], APPLY)?.text.endsWith(comments)).toBe(true);
});

test("every block that was not applied is listed with its reason, first what can be corrected", () => {
  expect(textOf(["APPLIED", "FAILED anchor_not_found", "SKIPPED rejected", "SKIPPED path_refused"])).toBe(
    [
      "3 of your 4 edits were not applied. Please send only 1 and 2 again, corrected, in the same format.",
      "",
      "1. f1: why 1.",
      "",
      "2. f3: why 3.",
      "",
      "Do not send this one again:",
      "",
      "3. f2: why 2.",
      "",
      "The other edit is in place; do not send it again.",
      "",
      "Copy the text to replace exactly from the file as it is now, with enough lines around it to be unique.",
      "",
    ].join("\n"),
  );
});

test("a reason that a person gave is for the model, also when there is nothing else to say", () => {
  const [first, second, third] = resultsOf(["SKIPPED rejected", "FAILED anchor_not_found", "SKIPPED rejected"]);
  const rejected = { ...first!, message: "The change to f0 was rejected: use tabs", reason: "use tabs" };
  expect(retryPrompt([rejected], APPLY)?.text).toBe(
    [
      "Your edit was not applied. The user gave a reason.",
      "",
      "The user rejected this one and said why. Do not send it again as it was; follow the reason in a new edit:",
      "",
      "1. f0: The change to f0 was rejected: use tabs",
      "",
    ].join("\n"),
  );
  const text = retryPrompt([rejected, second!, third!], APPLY)?.text ?? "";
  expect(text.split("\n").filter((line) => line !== "")).toEqual([
    "3 of your 3 edits were not applied. Please send only 1 again, corrected, in the same format.",
    "1. f1: why 1.",
    "The user rejected this one and said why. Do not send it again as it was; follow the reason in a new edit:",
    "2. f0: The change to f0 was rejected: use tabs",
    "Do not send this one again:",
    "3. f2: why 2.",
    "Copy the text to replace exactly from the file as it is now, with enough lines around it to be unique.",
  ]);
});

const STATUSES = ["APPLIED", "VALIDATED", "ALREADY_APPLIED", "NOT_IN_CONTEXT"];
const ERRORS = ["unsure", "anchor_not_found", "path_refused", "rejected", "binary", "write_error", "no_change"];
const anyResult = fc.oneof(
  fc.constantFrom(...STATUSES),
  fc.tuple(fc.constantFrom("FAILED", "SKIPPED"), fc.constantFrom(...ERRORS)).map((both) => both.join(" ")),
);

test("the number at the top is the number of blocks listed, each once, and the text is recognised", () =>
  fc.assert(
    fc.property(fc.array(anyResult, { minLength: 1 }), fc.constantFrom("apply", "dry-run"), (drawn, mode) => {
      const results = resultsOf(drawn);
      const retry = retryPrompt(results, { mode: mode as Applying["mode"], atomic: false });
      if (retry === null) return;
      const unapplied = results.flatMap(({ status }, at) =>
        status === "FAILED" || status === "SKIPPED" || status === "NOT_IN_CONTEXT" ? [at] : [],
      );
      const listed = retry.text.match(/^\d+\. f\d+:/gm) ?? [];
      expect(listed.toSorted()).toEqual(unapplied.map((at) => `${retry.entries.get(at)?.number}. f${at}:`).toSorted());
      if (results.length > 1)
        expect(retry.text).toMatch(new RegExp(`^${unapplied.length} of your ${results.length} edits`));
      expect(isRetryPrompt(retry.text)).toBe(true);
    }),
  ));

test.each(["# Notes\n", "", "Your edit", "2 of your edits were lost"])("%j is no such text", (text) =>
  expect(isRetryPrompt(text)).toBe(false),
);

test("an edit of which changes were left out is not called in place", () => {
  const [whole, failed] = resultsOf(["APPLIED", "FAILED malformed_block"]);
  const results = [{ ...whole!, user_modified: true, changes_left_out: 1 }, failed!];
  const { text } = retryPrompt(results, APPLY)!;
  expect(text).toContain("1 edit was applied in part: the user left out the rest on purpose. Do not send it again.");
  expect(text).not.toContain("in place");
});

test.each<[string, Applying]>([
  ["when all or nothing was asked for", { mode: "apply", atomic: true }],
  ["in a dry run", { mode: "dry-run", atomic: false }],
])("D13: %s, nothing is in place and everything is to be sent again", (_, applying) => {
  const text = textOf(["VALIDATED", "ALREADY_APPLIED", "FAILED malformed_block"], applying);
  expect(text).toContain("Nothing was written. Please send all your edits again, with number 1 corrected");
  expect(text).not.toContain("in place");
});

test("what was there before the answer is in place, also when nothing was written", () => {
  expect(textOf(["ALREADY_APPLIED", "FAILED malformed_block"])).toContain("The other edit is in place");
});

test("D13: an unseen file is not promised to come with the message", () => {
  const text = textOf(["NOT_IN_CONTEXT"]);
  expect(text).toContain("You have not seen this file");
  expect(text).not.toContain("with this message");
});

test("for an answer without an edit: why, and how to write one; the file it is in may be written again", () => {
  const { text } = noEditPrompt(["No edit was recognised. The answer has 1 code fence."]);
  expect(text).toMatch(/^No edit was recognised\. [^]*send the changes again[^]*<<<<<<< SEARCH/);
  expect(isRetryPrompt(text)).toBe(true);
});

import { expect, test } from "vitest";
import type { ChangePayload } from "../approval/index.ts";
import { inWords } from "./in-words.ts";

function change(before: string | null, after: string | null): ChangePayload {
  return {
    type: "patch",
    description: "",
    path: "ws/a.txt",
    sandbox: "ws",
    approval_id: "q",
    digest: "d",
    risks: [],
    hunks: [],
    original_content: before,
    suggested_content: after,
    after: null,
    unified_diff: "",
    diff_lines: 0,
    file_lines: 0,
    file_bytes: 0,
    edit_count: 1,
  };
}

test.each([
  [
    "a change",
    "one\ntwo\nthree\n",
    "one\nTWO\nthree\n",
    ["Line 1: one", "Removed line 2: two", "Added line 2: TWO", "Line 3: three"],
  ],
  ["a new file", null, "a\n\n", ["Added line 1: a", "Added line 2 is empty"]],
  ["a deletion", "a\n", null, ["Removed line 1: a"]],
  ["an empty new file", null, "", ["The file is empty."]],
  ["nothing", "a\n", "a\n", ["The content stays as it is."]],
  ["hidden characters", "a\n", "a\u202e\t \r\n", ["Removed line 1: a", "Added line 1: a⟨RLO⟩⟨TAB⟩ ⟨CR⟩"]],
  [
    "the end of the file",
    "a\n",
    "a",
    ["Removed line 1: a", "Added line 1: a", "There is no line break at the end of the file."],
  ],
])("%s", (_, before, after, rows) => expect(inWords(change(before, after))).toEqual(rows));

test("the whole file is every line of it", () => {
  expect(inWords(change("a\nb\n", "a\nc\n"), { as: "whole" })).toEqual(["Line 1: a", "Line 2: c"]);
});

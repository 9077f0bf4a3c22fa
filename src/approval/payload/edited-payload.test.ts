import { describe, expect, test } from "vitest";
import { versionOf } from "../../base/index.ts";
import { encode, type Text } from "../../text/index.ts";
import { editedPayload, isEditable, type EditableChange } from "./edited-payload.ts";
import type { EditPayload, WritePayload } from "../schema.ts";

const text = (string: string): Text => string as Text; // Every string here is well-formed.

const base = { path: "ws/a.txt", sandbox: "ws", approval_id: "q", digest: "d", description: "…" };
const EDIT: EditPayload = {
  ...base,
  type: "edit",
  risks: [
    { kind: "executable", message: "The file is a program.", line: null },
    { kind: "marker", message: "Line 2: a marker.", line: 2 },
  ],
  hunks: [{ index: 0, old_start: 2, old_lines: 1, new_start: 2, new_lines: 1 }],
  original_content: "one\ntwo\nthree\n",
  suggested_content: "one\nTWO\nthree\n",
  after: versionOf(encode(text("one\nTWO\nthree\n"))),
  unified_diff: "@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n",
  diff_lines: 5,
  file_lines: 3,
  file_bytes: 14,
  old_string: "two",
  new_string: "TWO",
  replace_all: false,
  match_line: 2,
  match_count: 1,
  context_before: "one",
  context_after: "three",
};
const WRITE: WritePayload = {
  ...base,
  type: "write",
  risks: [],
  hunks: [{ index: 0, old_start: 1, old_lines: 0, new_start: 1, new_lines: 1 }],
  original_content: null,
  suggested_content: "x\n",
  after: versionOf(encode(text("x\n"))),
  content: "x\n",
  content_lines: 1,
  content_bytes: 2,
  preview: "x\n",
  preview_truncated: false,
  file_exists: false,
  existing_lines: null,
  existing_bytes: null,
};

test("an edit with the person's text is a patch of the same question", () => {
  const edited = editedPayload(EDIT, text("ONE\ntwo\nthree\n"));
  expect(edited).toEqual({
    ...base,
    type: "patch",
    edit_count: 1,
    risks: [{ kind: "executable", message: "The file is a program.", line: null }],
    hunks: [{ index: 0, old_start: 1, old_lines: 1, new_start: 1, new_lines: 1 }],
    original_content: "one\ntwo\nthree\n",
    suggested_content: "ONE\ntwo\nthree\n",
    after: versionOf(encode(text("ONE\ntwo\nthree\n"))),
    unified_diff: "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n-one\n+ONE\n two\n three\n",
    diff_lines: 7,
    file_lines: 3,
    file_bytes: 14,
  });
});

test("a new file is counted anew", () => {
  const edited = editedPayload(WRITE, text("é\ny\n"));
  expect(edited).toMatchObject({
    type: "write",
    content: "é\ny\n",
    content_lines: 2,
    content_bytes: 5,
    preview: "é\ny\n",
  });
});

test("risks are those of the person's text", () => {
  const edited = editedPayload(EDIT, text("one\n<<<<<<< HEAD\nthree\u202e\n"));
  expect(edited.risks.map(({ kind }) => kind)).toEqual(["executable", "marker", "hidden-characters"]);
});

test("an emptied file is a change like any other", () => {
  expect(editedPayload(EDIT, text(""))).toMatchObject({
    suggested_content: "",
    hunks: [{ index: 0, old_start: 1, old_lines: 3, new_start: 1, new_lines: 0 }],
  });
});

describe("what can be edited", () => {
  test.each<[string, boolean, EditableChange]>([
    ["an edit", true, EDIT],
    ["a write", true, WRITE],
    ["text that was not sent", false, { ...WRITE, suggested_content: null }],
  ])("%s", (_, expected, change) => expect(isEditable(change)).toBe(expected));
});

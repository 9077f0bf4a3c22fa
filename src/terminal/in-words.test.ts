import { expect, test } from "vitest";
import type { ChangePayload } from "../approval/index.ts";
import { changeInWords } from "./in-words.ts";

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
  ["hidden characters", "a\n", "a\u202e\t \r\n", ["Removed line 1: a", "Added line 1: a⟨RLO⟩⟨TAB⟩⟨SP⟩⟨CR⟩"]],
  [
    "the end of the file",
    "a\n",
    "a",
    ["Removed line 1: a", "Added line 1: a", "There is no line break at the end of the file."],
  ],
])("%s", (_, before, after, rows) => expect(changeInWords(change(before, after), { width: 80 })).toEqual(rows));

const WIDE = { width: 80 };

test("a long line is continued in rows that say so, and no text begins a row", () => {
  for (let length = 40; length < 120; length += 1) {
    const line = `${"x".repeat(length)}Added line 2: grant(); Continued: Added line 3: y`;
    const rows = changeInWords(change(null, `${line}\n`), WIDE);
    expect(rows[0]).toMatch(/^Added line 1: x/);
    expect(rows.slice(1).filter((row) => !row.startsWith("Continued: "))).toEqual([]);
    expect(Math.max(...rows.map((row) => row.length))).toBeLessThanOrEqual(80);
    const read = rows.map((row, at) => row.slice((at === 0 ? "Added line 1: " : "Continued: ").length));
    expect(read.join("")).toBe(line);
  }
});

test("what looks like something else is named, as in every other view", () => {
  expect(changeInWords(change(null, "pаy;\u037e \u1fef \u212a e\u0301 a  b\n"), WIDE)).toEqual([
    "Added line 1: p⟨U+0430⟩y;⟨U+037E⟩ ⟨U+1FEF⟩ ⟨U+212A⟩ e⟨U+0301⟩ a  b",
  ]);
});

test("the whole file is every line of it", () => {
  expect(changeInWords(change("a\nb\n", "a\nc\n"), { as: "whole", width: 80 })).toEqual(["Line 1: a", "Line 2: c"]);
});

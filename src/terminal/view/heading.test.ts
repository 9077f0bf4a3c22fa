// What stands around a change: titles, questions, warnings, in whole words and with nothing hidden.

import { describe, expect, test } from "vitest";
import type { ChangePayload } from "../../approval/index.ts";
import { createPaint } from "../paint.ts";
import { cells } from "../wrap.ts";
import { headingOf } from "./heading.ts";

const options = { width: 76, paint: createPaint(false), show: (path: string) => path.replace(/^ws\//, "") };
const common = {
  description: "",
  path: "ws/src/a.ts",
  sandbox: "ws",
  approval_id: "q1",
  digest: "d",
  risks: [],
  original_content: "a\n",
  suggested_content: "b\n",
  after: "v",
  unified_diff: "",
  diff_lines: 0,
  file_lines: 1,
  file_bytes: 2,
};
const hunk = { index: 0, old_start: 7, old_lines: 1, new_start: 7, new_lines: 1 };
const write = { content: "b\n", content_lines: 150, content_bytes: 2, preview: "", preview_truncated: false };
const patch: ChangePayload = { ...common, type: "patch", hunks: [hunk], edit_count: 1 };

describe("titles and questions", () => {
  test.each<[ChangePayload, string, string]>([
    [patch, "Edit: src/a.ts (line 7)", "Apply this edit?"],
    [
      { ...common, type: "patch", hunks: [hunk, { ...hunk, index: 1 }], edit_count: 3 },
      "Edit: src/a.ts (2 places)",
      "Apply these 3 edits?",
    ],
    [
      { ...common, ...write, type: "write", hunks: [], file_exists: false, existing_lines: null, existing_bytes: null },
      "Write: src/a.ts (150 lines, new file)",
      "Write this file?",
    ],
    [{ ...common, type: "move", hunks: [], to: "ws/b.ts" }, "Move: src/a.ts → b.ts", "Move this file?"],
    [{ ...patch, target: "ws/.git/config" }, "Edit: src/a.ts → .git/config (line 7)", "Apply this edit?"],
    [{ ...patch, target: "ws/.git\u202e" }, "Edit: src/a.ts → .git⟨RLO⟩ (line 7)", "Apply this edit?"],
    [
      { ...common, type: "move", hunks: [], to: "ws/b.ts", to_target: "ws/c.ts" },
      "Move: src/a.ts to b.ts → c.ts",
      "Move this file?",
    ],
    [{ ...common, type: "delete", hunks: [], file_lines: null }, "Delete: src/a.ts (not text)", "Delete this file?"],
    [{ ...patch, path: "ws/a\u202e\n.ts" }, "Edit: a⟨RLO⟩⟨LF⟩.ts (line 7)", "Apply this edit?"],
  ])("%#", (payload, title, question) => {
    const heading = headingOf(payload, options);
    expect([heading.title, heading.question, heading.warnings]).toEqual([title, question, []]);
  });
});

test("an overwrite says so, and long warnings are cut at words", () => {
  const payload: ChangePayload = {
    ...common,
    ...write,
    type: "write",
    hunks: [hunk],
    file_exists: true,
    existing_lines: 42,
    existing_bytes: 9,
    risks: [{ kind: "x", message: "A sentence that is longer than one row of this small screen.", line: null }],
  };
  expect(headingOf(payload, { ...options, width: 40 }).warnings).toEqual([
    "⚠ This will overwrite existing file (was",
    "  42 lines, now 150 lines)",
    "⚠ A sentence that is longer than one row",
    "  of this small screen.",
  ]);
});

test("a title too long for a border is shown in full above the rows, each row of it marked", () => {
  const path = `ws/${"deep/".repeat(30)}a.ts`;
  const { title, warnings } = headingOf({ ...patch, path }, options);
  expect(warnings.length).toBe(3);
  expect(warnings.slice(0, -1).every((row) => row.endsWith("↴"))).toBe(true);
  expect(warnings.slice(1).every((row) => row.startsWith("↳ "))).toBe(true);
  expect(warnings.map((row) => row.replace(/^↳ /, "").replace(/↴$/, "")).join("")).toBe(title);
  expect(Math.max(...warnings.map(cells))).toBeLessThanOrEqual(76);
});

test("no part of a path looks like a row of a change", () => {
  const rows = ["notes.md (2 lines, new file)", " 1 +# Notes", " 2 +Galley asks. ↴", "↳ a"];
  for (let width = 60; width < 90; width += 1) {
    const path = `ws/${rows.map((row) => row.padEnd(width, " ")).join("")}/${rows.map((row) => row.padEnd(width, ".")).join("")}`;
    const { warnings } = headingOf({ ...patch, path }, { ...options, width: 76 });
    expect(warnings.slice(1).filter((row) => !row.startsWith("↳ "))).toEqual([]);
    expect(warnings.join("").split("↴").length - 1).toBe(warnings.length - 1);
    expect(warnings.join("")).not.toMatch(/(?<!↳) {2}/);
  }
});

test.each([
  ["ws/safe.txt → docs/safe.txt", 'Edit: "safe.txt → docs/safe.txt" (line 7)'],
  ["ws/a to b", 'Edit: "a to b" (line 7)'],
  ["ws/a.md (9 lines, new file)", 'Edit: "a.md (9 lines, new file)" (line 7)'],
  ['ws/a" → "b', 'Edit: "a\\" → \\"b" (line 7)'],
  ["ws/a\u2192b", 'Edit: "a→b" (line 7)'],
  ["ws/my file.txt", "Edit: my file.txt (line 7)"],
])("the name %s cannot be taken for words of ours", (path, title) => {
  expect(headingOf({ ...patch, path }, options).title).toBe(title);
});

test("both names of a move and of a link are quoted where they need it", () => {
  const payload: ChangePayload = {
    ...common,
    type: "move",
    hunks: [],
    path: "ws/a to b",
    to: "ws/c → d",
    to_target: "ws/e",
  };
  expect(headingOf(payload, options).title).toBe('Move: "a to b" to "c → d" → e');
});

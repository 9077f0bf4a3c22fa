import { expect, test } from "vitest";
import { createPaint } from "../paint.ts";
import { AnswerStream } from "./answer.ts";
import { itemRows } from "./items.ts";
import type { EditEvent, Item } from "./types.ts";

const options = { width: 40, paint: createPaint(false) };

test("words and changes in turn, whatever the cuts", () => {
  const events: readonly (string | EditEvent)[] = [
    "Here:\n\na.txt\n",
    { kind: "edit-start", path: "a.txt" },
    { kind: "edit-text", section: "old", text: "tw" },
    { kind: "edit-text", section: "old", text: "o\nthree" },
    { kind: "edit-text", section: "new", text: "TWO\u001b[2J\n" },
    { kind: "edit-end", problem: null },
    "Done.",
  ];
  const answer = new AnswerStream();
  const rows = events.flatMap((event) => {
    const settled = typeof event === "string" ? answer.say(event, options) : answer.edit(event, options);
    answer.tail(options);
    return [...settled];
  });
  expect([...rows, ...answer.end(options)]).toEqual([
    "Here:",
    "",
    "a.txt",
    "",
    "  edit a.txt",
    "  - two",
    "  - three",
    "  + TWO⟨ESC⟩[2J",
    "",
    "Done.",
  ]);
});

test("blank lines between changes are one row, and none after the last", () => {
  const answer = new AnswerStream();
  const change = (path: string): readonly string[] => [
    ...answer.edit({ kind: "edit-start", path }, options),
    ...answer.edit({ kind: "edit-text", section: "new", text: "x\n" }, options),
    ...answer.edit({ kind: "edit-end", problem: null }, options),
    ...answer.say("\n\n", options),
  ];
  expect([...change("a"), ...change("b"), ...answer.end(options)]).toEqual([
    "  edit a",
    "  + x",
    "",
    "  edit b",
    "  + x",
  ]);
});

test("a broken change says why", () => {
  const answer = new AnswerStream();
  answer.edit({ kind: "edit-start", path: null }, options);
  expect(answer.edit({ kind: "edit-end", problem: "It has no path." }, options)).toEqual(["  ✗ It has no path."]);
});

const HOSTILE = "\u001b]0;title\u0007\u001b[2J\u009b31m\u202etxt\u200b\r\n\u0085x";

test.each<Item>([
  { kind: "person", text: HOSTILE },
  { kind: "call", tool: "shell", summary: HOSTILE },
  { kind: "panel", title: HOSTILE, text: HOSTILE, more: HOSTILE },
  { kind: "outcome", tone: "bad", text: HOSTILE },
  { kind: "note", text: HOSTILE },
  { kind: "words", text: HOSTILE },
  { kind: "markdown", text: `\`${HOSTILE}\`\n\n~~~ ${HOSTILE}\n${HOSTILE}` },
  { kind: "diff", files: [{ path: HOSTILE, before: HOSTILE, after: "", instead: null }], most: null },
  { kind: "diff", files: [{ path: HOSTILE, before: null, after: null, instead: HOSTILE }], most: null },
])("$kind: nothing reaches the terminal raw", (item) => {
  const text = itemRows(item, options).join("");
  expect(text).not.toMatch(/[\p{Cc}\u202e\u200b]/u);
  expect(text).toContain("⟨ESC⟩");
});

test("a long message of the person is folded, and says how much of it is not shown", () => {
  const lines = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at + 1}`).join("\n");
  const rows = itemRows({ kind: "person", text: lines(1060) }, options);
  expect(rows.slice(39)).toEqual(["  line 40", "  … and 1,020 more rows, all of them sent"]);
  expect(itemRows({ kind: "person", text: lines(41) }, options).at(-1)).toBe("  line 41");
});

test.each<[string, Item, readonly string[]]>([
  ["S3-13: a command is shown with its text", { kind: "call", tool: "shell", summary: "ls -l" }, ["  shell(ls -l)"]],
  ["S3-13: another tool", { kind: "call", tool: "ls", summary: "" }, ["  ls()"]],
  ["S3-14: a blank result shows nothing", { kind: "panel", title: "$ shell", text: " \n", more: null }, []],
  [
    "S3-14: a panel, trailing whitespace stripped",
    { kind: "panel", title: "$ shell", text: "a\n\n", more: null },
    [`┌─ $ shell ${"─".repeat(28)}┐`, `│ a${" ".repeat(35)} │`, `└${"─".repeat(38)}┘`],
  ],
])("%s", (_, item, rows) => expect(itemRows(item, options)).toEqual(rows));

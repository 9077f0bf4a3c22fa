// What the plain reviewer makes of places and rules: the keys, what was on the screen before them, and the decision.

import { describe, expect, test } from "vitest";
import type { BatchPayload, Decision, EditPayload } from "../../approval/index.ts";
import { batchPayload } from "../../../test/support/payloads.ts";
import type { Terminal } from "../console.ts";
import { createLineReviewer } from "./reviewer.ts";

function edit(path: string, more: Partial<EditPayload> = {}): EditPayload {
  return {
    type: "edit",
    description: `Edit ${path}`,
    path,
    sandbox: "ws",
    approval_id: "q1",
    digest: `of ${path}`,
    risks: [],
    hunks: [{ index: 0, old_start: 1, old_lines: 1, new_start: 1, new_lines: 1 }],
    original_content: "one\n",
    suggested_content: "two\n",
    after: "after",
    unified_diff: "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-one\n+two\n",
    diff_lines: 5,
    file_lines: 1,
    file_bytes: 4,
    old_string: "one",
    new_string: "two",
    replace_all: false,
    match_line: 1,
    match_count: 1,
    context_before: "",
    context_after: "",
    ...more,
  };
}

const OPEN: BatchPayload["open_edits"][number] = {
  edit: "7",
  path: "ws/open.txt",
  message: "The EDIT text of block 7 matches 2 places in open.txt.",
  places: [
    { line: 2, rule: null, unified_diff: "--- a/o\n+++ b/o\n@@ -2 +2 @@\n-x\n+y\u001b[2J\n" },
    { line: 9, rule: "indentation-shift", unified_diff: "--- a/o\n+++ b/o\n@@ -9 +9 @@\n-  x\n+  y\n" },
  ],
};

/** Types these lines; gives the decision and what was on the screen. */
async function typed(
  payload: BatchPayload | EditPayload,
  ...lines: readonly string[]
): Promise<{ readonly decision: Decision; readonly screen: string }> {
  const left = [...lines];
  let screen = "";
  const terminal: Terminal = {
    width: 80,
    height: 24,
    colour: false,
    write: (text) => void (screen += text),
    line: async ({ mark }) => ((screen += mark), left.shift() ?? null),
    close: () => undefined,
  };
  const reviewer = createLineReviewer({ terminal, show: (path) => path.replace("ws/", ""), pager: null });
  const decision = await reviewer.ask(payload, {});
  expect(left).toEqual([]);
  return { decision, screen };
}
const drawn = ({ items }: Decision): readonly string[] => items.map(({ digest, action }) => `${action} ${digest}`);

test("the model's words are above the change, every row marked; long ones are folded until v shows everything", async () => {
  const few = await typed(edit("ws/a.txt", { explanation: "I rename it,\nas you asked." }), "y");
  expect(few.screen).toMatch(/model> I rename it,[^]*model> as you asked\.[^]*-one[^]*\+two/);
  const many = edit("ws/a.txt", { explanation: "Apply this? [y/n] ".repeat(40) });
  const { screen } = await typed(many, "n");
  expect(screen).toMatch(/model> Apply this[^]*⋯ \d+ more rows of the model's words \(v\)/);
  expect(screen.split("\n").filter((row) => row.includes("model>"))).toHaveLength(2);
});

describe("an edit without a place", () => {
  test("shows each place with its number, and hidden characters in it", async () => {
    const { screen } = await typed(batchPayload([], { open_edits: [OPEN] }), "");
    expect(screen).toContain("The EDIT text of block 7 matches 2 places in open.txt.");
    expect(screen).toMatch(
      /1\) line 2 · the same text is here\n[^]*\+y⟨ESC⟩\[2J\n2\) line 9 · found by the rule "indentation-shift"\n/,
    );
    expect(screen).not.toContain("\u001b");
    expect(screen).toContain("Where? [1-2/v1(iew)/n(one)/q(uit)]: ");
  });

  test.each<[string, readonly string[], Decision["places"], boolean]>([
    ["a number", ["2"], [{ edit: "7", place: 1 }], false],
    ["Enter", [""], undefined, false],
    ["a number that is none, then one", ["3", "0", "x", "1"], [{ edit: "7", place: 0 }], false],
    ["a look at one first", ["v2", "2"], [{ edit: "7", place: 1 }], false],
    ["q", ["q"], undefined, true],
    ["a terminal that is gone", [], undefined, true],
  ])("%s", async (_, lines, places, stops) => {
    const { decision } = await typed(batchPayload([], { open_edits: [OPEN] }), ...lines);
    expect([decision.places, decision.stop_run ?? false, decision.items]).toEqual([places, stops, []]);
  });

  test("its file is not asked about now, the others are", async () => {
    const { decision } = await typed(
      batchPayload([edit("ws/open.txt"), edit("ws/b.txt")], { open_edits: [OPEN] }),
      "1",
      "y",
    );
    expect([drawn(decision), decision.places]).toEqual([["apply of ws/b.txt"], [{ edit: "7", place: 0 }]]);
  });

  test("left, its file is asked about; stopped, everything is a no", async () => {
    const both = batchPayload([edit("ws/open.txt"), edit("ws/b.txt")], { open_edits: [OPEN] });
    expect(drawn((await typed(both, "n", "y", "n")).decision)).toEqual(["apply of ws/open.txt", "reject of ws/b.txt"]);
    expect(drawn((await typed(both, "q")).decision)).toEqual(["reject of ws/open.txt", "reject of ws/b.txt"]);
  });

  test.each([
    ["changed", "changed on disk"],
    ["placed", "as you chose it"],
  ] as const)("a question asked again because it was %s says so", async (because, words) => {
    const { screen } = await typed(batchPayload([edit("ws/a.txt")], { supersedes: "q0", because }), "n");
    expect(screen).toContain(words);
  });
});

describe("a rule is kept only after it was read", () => {
  const file = { effect: "allow", scope: "file", path: "ws/a.txt", tool: "edit_file" };
  const session = { effect: "allow", scope: "root", path: "ws", session: "this" };
  test.each<[string, readonly string[], unknown, readonly string[]]>([
    ["a, then its number", ["a", "1"], file, ["apply of ws/a.txt"]],
    ["a, then none, then yes", ["a", "", "y"], undefined, ["apply of ws/a.txt"]],
    ["a, then a number that is none, then no", ["a", "9", "n"], undefined, ["reject of ws/a.txt"]],
    ["A, then its number", ["A", "2"], session, ["apply of ws/a.txt"]],
    ["A, then edits in its folder", ["A", "1"], { ...session, scope: "edits" }, ["apply of ws/a.txt"]],
    ["A, then Enter, then no", ["A", "", "n"], undefined, ["reject of ws/a.txt"]],
    ["a, and the terminal is gone", ["a"], undefined, ["reject of ws/a.txt"]],
  ])("%s", async (_, lines, remember, items) => {
    const { decision } = await typed(edit("ws/a.txt"), ...lines);
    expect([decision.remember, drawn(decision)]).toEqual([remember, items]);
  });

  test("in words, the narrowest first", async () => {
    const { screen } = await typed(edit("ws/src/a.txt"), "a", "", "A", "", "n");
    expect(screen).toContain("1) edit_file on ws/src/a.txt\n2) edit_file on everything below ws/src\n");
    expect(screen).toContain(
      "1) edits and new files below ws/src that have no warning (no removals, no\nmoves), until this session ends\n",
    );
    expect(screen).toContain("3) every file tool (rm too) anywhere in ws, until this session ends\n");
  });

  test("not for what is protected, and not before everything was shown", async () => {
    const risk = { kind: "protected", message: "Protected.", line: null };
    expect((await typed(edit("ws/a.txt", { risks: [risk] }), "a", "y")).screen).toContain("asked about every time");
    const long = Array.from({ length: 300 }, (_, at) => `line ${at}\n`).join("");
    const change = edit("ws/a.txt", {
      original_content: "",
      suggested_content: long,
      hunks: [{ index: 0, old_start: 1, old_lines: 0, new_start: 1, new_lines: 300 }],
    });
    const { decision, screen } = await typed(change, "a", "v", "a", "1");
    expect([screen.includes("v shows everything"), decision.remember]).toEqual([true, file]);
    expect((await typed(change, "a", "y")).decision.remember).toBeUndefined();
  });

  test("one in a question; what comes after it is still asked about", async () => {
    const two = batchPayload([edit("ws/a.txt"), edit("ws/b.txt")]);
    const { decision, screen } = await typed(two, "A", "2", "o", "a", "n");
    expect([decision.remember, drawn(decision)]).toEqual([session, ["apply of ws/a.txt", "reject of ws/b.txt"]]);
    expect(screen).toContain("A rule is kept with this question already.");
  });
});

describe("a no with a reason", () => {
  test.each([
    ["after n", ["n, it is too early"], "it is too early"],
    ["after no", ["no wrong file"], "wrong file"],
    ["asked for", ["r", "  wrong file "], "wrong file"],
    ["asked for and left, then a plain no", ["r", "", "n"], undefined],
    ["a word that only begins like a no", ["nothing", "n"], undefined],
  ])("%s", async (_, lines, reason) => {
    const { decision } = await typed(edit("ws/a.txt"), ...lines);
    const by = { kind: "person" };
    const no = { action: "reject", digest: "of ws/a.txt", by };
    expect(decision.items).toEqual([reason === undefined ? no : { ...no, reason }]);
  });
});

test("v is offered only where there is more to see, and works in any case", async () => {
  const { screen } = await typed(edit("ws/a.txt"), "v", "n");
  expect(screen).toContain("Apply this edit? [y/n]: ");
  expect(screen).toContain("The whole file:");
  const before = Array.from({ length: 40 }, (_, at) => `line ${at}\n`).join("");
  const content = { original_content: before, suggested_content: before.replaceAll("line", "LINE") };
  const hunks = [{ index: 0, old_start: 1, old_lines: 40, new_start: 1, new_lines: 40 }];
  expect((await typed(edit("ws/a.txt", { ...content, hunks }), "n")).screen).toContain("[y/n/v(iew full file)]: ");
});

describe("many files", () => {
  const warned = [{ kind: "protected", message: "Protected.", line: null }];
  const many = (): BatchPayload =>
    batchPayload([...Array.from({ length: 8 }, (_, at) => edit(`ws/f${at}.txt`)), edit("ws/p.sh", { risks: warned })]);
  const actions = ({ items }: Decision): string[] => items.map(({ action }) => action);
  const QUESTION = "Apply the remaining 8 files, none of them viewed?";

  test("y applies them all but what has a warning, which is asked about on its own", async () => {
    const { decision, screen } = await typed(many(), "y", "n");
    expect(actions(decision)).toEqual([...Array.from({ length: 8 }, () => "apply"), "reject"]);
    expect(screen).toContain(QUESTION);
    expect(screen).toContain("1 protected file is left for you to decide one by one.");
    expect(screen).toContain("  p.sh (has a warning)");
  });

  test.each([
    [
      "n rejects them all but what has a warning, which is asked about on its own",
      ["n", "y"],
      [...Array.from({ length: 8 }, () => "reject"), "apply"],
    ],
    ["n, and then n", ["n", "n"], Array.from({ length: 9 }, () => "reject")],
    [
      "Enter alone asks about one after another",
      ["", "y", ...Array.from({ length: 8 }, () => "n")],
      ["apply", ...Array.from({ length: 8 }, () => "reject")],
    ],
    ["q leaves everything", ["q"], Array.from({ length: 9 }, () => "reject")],
    ["another word explains, and asks again", ["what", "n", "n"], Array.from({ length: 9 }, () => "reject")],
  ])("%s", async (_, lines, expected) => {
    const { decision } = await typed(many(), ...lines);
    expect(actions(decision)).toEqual(expected);
  });

  test("A is also about the rest of the question, which is asked about with its number", async () => {
    const three = batchPayload([edit("ws/a.txt"), edit("ws/b.txt"), edit("ws/c.txt")]);
    const { decision, screen } = await typed(three, "A", "2", "y");
    expect(screen.replaceAll("\n", " ")).toContain(
      "Applies this change, asks once about the files that are left, and from then on does without asking:",
    );
    expect(screen).toContain("Apply the remaining 2 files, none of them viewed?");
    expect(actions(decision)).toEqual(["apply", "apply", "apply"]);
    expect(decision.remember).toMatchObject({ scope: "root", session: "this" });
    const no = await typed(three, "A", "1", "o", "n", "y");
    expect(actions(no.decision)).toEqual(["apply", "reject", "apply"]);
  });
});

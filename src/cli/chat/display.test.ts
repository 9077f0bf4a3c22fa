import { describe, expect, test } from "vitest";
import type { BlockResult } from "../../commit/index.ts";
import type { ToolResult } from "../../tools/index.ts";
import type { ChatScreen, Item } from "../../terminal/index.ts";
import { BlockParser } from "../../edits/index.ts";
import { chatDisplay } from "./display.ts";

/** A screen that keeps the words, each end of them as |, and what stands for good. */
function keeping(): { readonly screen: ChatScreen; readonly said: () => string; readonly shown: readonly Item[] } {
  let words = "";
  const shown: Item[] = [];
  const nothing = (): undefined => undefined;
  const screen = {
    say: (text: string) => void (words += text),
    settle: () => void (words += "|"),
    show: (item: Item) => void shown.push(item),
    edit: (part: { readonly kind: string }) => void (words += part.kind === "edit-text" ? "" : `<${part.kind}>`),
    output: nothing,
    busy: nothing,
    waiting: nothing,
    footer: nothing,
  };
  return { screen: screen as unknown as ChatScreen, said: () => words, shown }; // All that a display calls.
}

describe("S3-18, T49: words that were not streamed are shown when they are whole", () => {
  test.each<[string, readonly string[], string]>([
    ["all of them", [], "# Hello|"],
    ["their end", ["# He"], "# Hello|"],
    ["none", ["# He", "llo"], "# Hello|"],
  ])("%s", (_, deltas, expected) => {
    const { screen, said } = keeping();
    const display = chatDisplay(screen, () => undefined);
    for (const delta of deltas) display.onTextDelta(delta);
    display.onTextCommit("# Hello");
    expect(said()).toBe(expected);
  });
});

describe("block mode: the screen shows what the run's parser found, however the answer was cut", () => {
  test.each([
    ["words around a block", "See:\n\na.txt\n««« EDIT\none\n═══════ REPL\n1\n»»» EDIT END\nDone."],
    ["a marker first", "««« EDIT\none\n═══════ REPL\n1\n»»» EDIT END\n"],
    ["a quoted character first", "«Hello»\n"],
    ["a block that is cut off", "a.txt\n««« EDIT\none\n═══════ RE"],
  ])("%s", (_, answer) => {
    const whole = shownInBlocks([answer]);
    for (const size of [1, 2, 3, 7]) {
      const pieces = Array.from({ length: Math.ceil(answer.length / size) }, (__, at) =>
        answer.slice(at * size, (at + 1) * size),
      );
      expect(shownInBlocks(pieces)).toBe(whole);
    }
    expect(whole).not.toMatch(/«««|═══/);
  });

  test("an answer that starts again ends the edit on the screen", () => {
    const { screen, said } = keeping();
    const display = chatDisplay(screen, () => undefined);
    const parser = new BlockParser();
    const delta = "a.txt\n««« EDIT\none\n";
    for (const event of [...parser.push(delta), ...parser.end()]) display.onBlock?.(event);
    display.onTextDelta(delta, { inBlocks: true });
    display.onRetry?.({ attempt: 1, code: "cut", message: "Cut.", waitMs: 1, discarded: delta });
    expect(said()).toBe("<edit-start><edit-end>|");
  });
});

/** What a screen gets of an answer, as a run in block mode shows it. */
function shownInBlocks(deltas: readonly string[]): string {
  const { screen, said } = keeping();
  const display = chatDisplay(screen, () => undefined);
  const parser = new BlockParser();
  for (const delta of deltas) {
    for (const event of parser.push(delta)) display.onBlock?.(event);
    display.onTextDelta(delta, { inBlocks: true });
  }
  for (const event of parser.end()) display.onBlock?.(event);
  display.onTextCommit(deltas.join(""));
  return said();
}

test("a repeated problem is shown once, then only that it repeats", () => {
  const { screen, shown } = keeping();
  const display = chatDisplay(screen, () => undefined);
  const retry = (message: string, waitMs: number) =>
    display.onRetry?.({ attempt: 1, code: "network", message, waitMs, discarded: "" });
  retry("Nobody listens.", 1000);
  retry("Nobody listens.", 2000);
  retry("Too many requests.", 3000);
  expect(shown.map((item) => ("text" in item ? item.text : ""))).toEqual([
    "Nobody listens. Trying again in 1 s.",
    "Same error again. Trying again in 2 s.",
    "Too many requests. Trying again in 3 s.",
  ]);
});

test("an edit that is not applied is shown once, before the others", () => {
  const { screen, shown } = keeping();
  const display = chatDisplay(screen, () => undefined);
  const result = (file_path: string, status: "APPLIED" | "FAILED", message: string): BlockResult => ({
    file_path,
    status,
    message,
    error_type: null,
    line: 1,
    lines_changed: 0,
    user_modified: false,
    diagnostics: null,
  });
  const failed = result("a.ts", "FAILED", "Line 1 of the answer: It is not there.");
  const written = result("b.ts", "APPLIED", "Changed line 1.");
  display.onNotApplied?.([failed]);
  const lists = { files_modified: [], files_created: [], files_deleted: [], files_auto_added: [], staged: [] };
  const results = [{ ...failed }, written];
  display.onApplied?.({ mode: "apply", format: "mixed", results, ...lists, warnings: [], receipt_id: null });
  expect(shown.flatMap((item) => ("text" in item ? item.text : ""))).toEqual([
    "a.ts  Line 1 of the answer: It is not there.",
    "b.ts  Changed line 1.",
  ]);
});

describe("S3-14, S3-25: a result", () => {
  const succeeded = (value: unknown): ToolResult => ({
    success: true,
    message: "Did it.\nMore.",
    value,
    truncated: false,
  });
  test.each<[string, string, ToolResult, Item]>([
    [
      "of a command is a panel",
      "shell",
      succeeded({ exit_code: 0, stdout: "hi\n\n", stderr: "" }),
      { kind: "panel", title: "$ shell", text: "hi", more: "Did it.\nMore." },
    ],
    [
      "of a silent command is a line",
      "shell",
      succeeded({ exit_code: 0, stdout: " \n", stderr: "" }),
      { kind: "outcome", tone: "good", text: "Did it.\nMore." },
    ],
    [
      "of a silent command that failed says so",
      "shell",
      succeeded({ exit_code: 3, timed_out: false, stdout: "", stderr: "" }),
      { kind: "outcome", tone: "bad", text: "Did it.\nMore." },
    ],
    ["with a display of its own is that", "draw", succeeded({ display: "o-o\n" }), { kind: "words", text: ["o-o"] }],
    [
      "with a blank one is a line",
      "draw",
      succeeded({ display: " " }),
      { kind: "outcome", tone: "good", text: "Did it." },
    ],
    ["without a value is a line", "rm", succeeded(null), { kind: "outcome", tone: "good", text: "Did it." }],
  ])("%s", (_, tool, result, expected) => {
    const { screen, shown } = keeping();
    const call = { id: "c", tool, args: {} };
    chatDisplay(screen, () => undefined).onToolResult({ ...call, result, content: "", receipt: "applied" });
    expect(shown).toEqual([expected]);
  });
});

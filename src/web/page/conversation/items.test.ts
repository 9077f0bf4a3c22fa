import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TurnEvent, WebConversation } from "../../protocol.ts";
import type { Conversation } from "./item-types.ts";
import { openConversation, reduceConversation } from "./items.ts";

const EMPTY: WebConversation = { session_id: "s", model: null, busy: false, events: [], next: 0 };
const usage = { input_tokens: 10, output_tokens: 5, cached_tokens: null };
const report = {
  mode: "apply" as const,
  format: "edit-block" as const,
  results: [],
  files_modified: [],
  files_created: [],
  files_deleted: [],
  files_auto_added: [],
  staged: [],
  warnings: [],
  receipt_id: null,
};
const success = { success: true as const, message: "done", value: null, truncated: false };
const end = (text: string): TurnEvent => ({
  type: "run-end",
  session_id: "s",
  outcome: "done",
  exit_code: 0,
  code: null,
  message: null,
  text,
  requests: 1,
  usage,
  cost_usd: null,
  receipts: [],
  report: null,
  notes: [],
});

function fold(events: readonly TurnEvent[], from: Conversation = openConversation(EMPTY)): Conversation {
  const indexed = events.map((event, at) => ({ index: from.next + at, event }));
  const reduced = reduceConversation(from, indexed);
  if (reduced.kind === "gap") throw new Error("a gap");
  return reduced.conversation;
}

/** Each item in a few words. */
const drawn = ({ items }: Conversation): string[] =>
  items.map((item) => {
    switch (item.kind) {
      case "words":
      case "thoughts":
        return `${item.kind}${item.isOpen ? "…" : ""} ${item.text}`;
      case "user":
        return `user ${item.text}`;
      case "call":
        return `call ${item.tool} ${item.output}${item.result === null ? "…" : item.result.message}`;
      case "results":
        return item.report === null ? "not applied" : "report";
      case "follow-up":
        return `follow-up ${item.note} / ${item.retry}`;
      case "note":
      case "retry":
        return `${item.kind} ${item.message}`;
      case "block":
        return `block${item.isOpen ? "…" : ""} ${item.path}: ${item.old} → ${item.new}${item.broken ?? ""}`;
      case "end":
        return `end ${item.outcome}`;
      default:
        return item satisfies never;
    }
  });

describe("a conversation", () => {
  test.each<[string, readonly TurnEvent[], readonly string[]]>([
    [
      "words grow while they come",
      [
        { type: "user-message", text: "hi" },
        { type: "text-delta", text: "a" },
        { type: "text-delta", text: "b" },
      ],
      ["user hi", "words… ab"],
    ],
    [
      "words that count close what was shown",
      [
        { type: "text-delta", text: "ab" },
        { type: "text-commit", text: "ab" },
        { type: "text-delta", text: "c" },
      ],
      ["words ab", "words… c"],
    ],
    [
      "other words than were shown take their place",
      [
        { type: "text-delta", text: "ab" },
        { type: "text-commit", text: "abc" },
      ],
      ["words abc"],
    ],
    ["committed words without deltas are shown", [{ type: "text-commit", text: "old" }], ["words old"]],
    [
      "what a broken attempt showed is taken back",
      [
        { type: "text-delta", text: "half" },
        { type: "retry", attempt: 1, wait_ms: 500, code: "cut", message: "Cut off.", discarded: "half" },
        { type: "text-delta", text: "whole" },
      ],
      ["retry Cut off.", "words… whole"],
    ],
    [
      "a retry takes back words that counted and blocks, but nothing before them",
      [
        { type: "text-commit", text: "before" },
        { type: "usage", request: usage, sum: usage },
        { type: "text-commit", text: "so" },
        { type: "block-start", path: "a.txt" },
        { type: "block-text", section: "old", text: "x" },
        { type: "retry", attempt: 1, wait_ms: 500, code: "cut", message: "Cut off.", discarded: "so" },
      ],
      ["words before", "retry Cut off."],
    ],
    [
      "a block grows while it comes",
      [
        { type: "block-start", path: "a.txt" },
        { type: "block-text", section: "old", text: "x" },
        { type: "block-text", section: "new", text: "y" },
        { type: "block-end", path: "a.txt", broken: null },
        { type: "block-start", path: "b.txt" },
      ],
      ["block a.txt: x → y", "block… b.txt:  → "],
    ],
    [
      "thoughts end when something else comes",
      [
        { type: "reasoning-delta", text: "hm" },
        { type: "text-delta", text: "so" },
      ],
      ["thoughts hm", "words… so"],
    ],
    [
      "a call has its output and its result, whatever comes between",
      [
        { type: "tool-call", call_id: "1", tool: "shell", args: {} },
        { type: "tool-call", call_id: "2", tool: "ls", args: {} },
        { type: "tool-output", call_id: "1", tool: "shell", stream: "stdout", text: "out " },
        { type: "tool-result", call_id: "1", tool: "shell", receipt: "applied", content: "", result: success },
      ],
      ["call shell out done", "call ls …"],
    ],
    [
      "the report takes the place of what was known before it",
      [
        { type: "edits-not-applied", results: [] },
        { type: "edits-applied", report },
      ],
      ["report"],
    ],
    [
      "what a follow-up says is not said again",
      [
        {
          type: "streamComplete",
          results: [],
          files_modified: [],
          files_created: [],
          files_deleted: [],
          files_auto_added: ["a.ts"],
          note: "Selected now.",
          retry: "Try again.",
        },
        { type: "note", message: "Selected now." },
        { type: "note", message: "Something else." },
      ],
      ["follow-up Selected now. / Try again.", "note Something else."],
    ],
    ["an end closes words", [{ type: "text-delta", text: "a" }, end("a")], ["words a", "end done"]],
  ])("%s", (_, events, expected) => expect(drawn(fold(events))).toEqual(expected));

  test("is busy from the user's words to the end", () => {
    const asked = fold([{ type: "user-message", text: "hi" }]);
    expect([asked.isBusy, fold([end("")], asked).isBusy]).toEqual([true, false]);
  });

  test("an event that is missing is reported, one that was seen is passed over", () => {
    const one = fold([{ type: "note", message: "a" }]);
    const again = reduceConversation(one, [{ index: 0, event: { type: "note", message: "a" } }]);
    expect(again).toEqual({ kind: "reduced", conversation: one });
    expect(reduceConversation(one, [{ index: 2, event: { type: "note", message: "c" } }])).toEqual({ kind: "gap" });
  });

  test("items that do not change keep their identity", () => {
    const before = fold([
      { type: "user-message", text: "hi" },
      { type: "text-delta", text: "a" },
    ]);
    const after = fold([{ type: "text-delta", text: "b" }], before);
    expect(after.items[0]).toBe(before.items[0]);
    expect(after.items[1]?.key).toBe(before.items[1]?.key);
  });
});

const text = fc.string({ maxLength: 4 });
const ids = fc.constantFrom("1", "2", "3");
export const turnEvents: fc.Arbitrary<TurnEvent> = fc.oneof(
  fc.record({ type: fc.constant("user-message" as const), text }),
  fc.record({ type: fc.constant("text-delta" as const), text }),
  fc.record({ type: fc.constant("text-delta" as const), text }),
  fc.record({ type: fc.constant("text-commit" as const), text }),
  fc.record({ type: fc.constant("reasoning-delta" as const), text }),
  fc.record({ type: fc.constant("note" as const), message: text }),
  fc.record({
    type: fc.constant("retry" as const),
    attempt: fc.constant(1),
    wait_ms: fc.nat(),
    code: text,
    message: text,
    discarded: text,
  }),
  fc.record({ type: fc.constant("tool-call" as const), call_id: ids, tool: text, args: fc.constant({}) }),
  fc.record({
    type: fc.constant("tool-output" as const),
    call_id: ids,
    tool: text,
    stream: fc.constant("stdout" as const),
    text,
  }),
  fc.record({
    type: fc.constant("tool-result" as const),
    call_id: ids,
    tool: text,
    receipt: fc.constant("applied" as const),
    content: text,
    result: fc.constant(success),
  }),
  fc.constant<TurnEvent>({ type: "edits-not-applied", results: [] }),
  fc.constant<TurnEvent>({ type: "edits-applied", report }),
  fc.constant<TurnEvent>({ type: "usage", request: usage, sum: usage }),
  text.map(end),
);

test("the model chosen since the last turn is the conversation's, not the one that answered", () => {
  const events: TurnEvent[] = [{ type: "run-start", session_id: "s", model: "a", mode: "auto" }];
  expect(openConversation({ ...EMPTY, model: "b", events, next: 1 }).model).toBe("b");
});

test("every prefix can be shown, and how the events are cut changes nothing", () =>
  fc.assert(
    fc.property(fc.array(turnEvents), fc.array(fc.nat(20)), (events, cuts) => {
      let whole = openConversation(EMPTY);
      for (const event of events) {
        whole = fold([event], whole);
        expect(new Set(whole.items.map(({ key }) => key)).size).toBe(whole.items.length);
        expect(whole.items.slice(0, -1).filter((item) => item.kind === "thoughts" && item.isOpen)).toEqual([]);
      }
      let cut = openConversation(EMPTY);
      let from = 0;
      for (const size of [...cuts, events.length]) {
        cut = fold(events.slice(from, from + size), cut);
        from = Math.min(events.length, from + size);
      }
      expect(cut).toEqual(whole);
      expect(fold(events)).toEqual(whole);
    }),
  ));

test("a long answer is linear: an item is replaced once per call, not once per event", () => {
  const deltas = Array.from({ length: 20_000 }, (): TurnEvent => ({ type: "text-delta", text: "x".repeat(250) }));
  const { items } = fold(deltas);
  expect(items.map((item) => (item.kind === "words" ? item.text.length : 0))).toEqual([5_000_000]);
});

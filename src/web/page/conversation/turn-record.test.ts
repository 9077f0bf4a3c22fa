import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openConversation, reduceConversation } from "./items.ts";
import type { TurnEvent } from "../../protocol.ts";
import { TurnRecord } from "../../conversation/turn-record.ts";

const usage = { input_tokens: 1, output_tokens: 1, cached_tokens: null };
const text = fc.constantFrom("a", "b\n", "«", "");
const events: fc.Arbitrary<TurnEvent> = fc.oneof(
  { weight: 4, arbitrary: text.map((words): TurnEvent => ({ type: "text-delta", text: words })) },
  { weight: 2, arbitrary: text.map((words): TurnEvent => ({ type: "reasoning-delta", text: words })) },
  text.map((words): TurnEvent => ({ type: "user-message", text: words })),
  fc.constant<TurnEvent>({ type: "block-start", path: "a.txt" }),
  { weight: 2, arbitrary: fc.constant<TurnEvent>({ type: "block-text", section: "old", text: "x" }) },
  fc.constant<TurnEvent>({ type: "block-text", section: "new", text: "y" }),
  fc.constant<TurnEvent>({ type: "block-end", path: "a.txt", broken: null }),
  fc.constant<TurnEvent>({ type: "usage", request: usage, sum: usage }),
  fc.constant<TurnEvent>({ type: "retry", attempt: 1, wait_ms: 1, code: "cut", message: "Cut.", discarded: "" }),
  fc.constant<TurnEvent>({ type: "tool-call", call_id: "c", tool: "shell", args: {} }),
  {
    weight: 2,
    arbitrary: fc.constant<TurnEvent>({
      type: "tool-output",
      call_id: "c",
      tool: "shell",
      stream: "stdout",
      text: "o",
    }),
  },
  fc.constant<TurnEvent>({ type: "note", message: "n" }),
);

const END: TurnEvent = { type: "block-end", path: "a.txt", broken: null };

/**
 * As turns make them: words are committed before anything else comes, unless they are taken back, and a block has ended
 * when its answer has.
 */
const turns = fc.array(fc.oneof({ weight: 5, arbitrary: events }, fc.constant("commit" as const))).map((drafts) => {
  let words = "";
  let isOpen = false;
  return drafts.flatMap((draft): readonly TurnEvent[] => {
    const isBlock = draft !== "commit" && draft.type.startsWith("block-");
    const ended = isOpen && !isBlock && draft !== "commit" && !draft.type.endsWith("-delta") && draft.type !== "retry";
    if (isBlock) isOpen = draft.type !== "block-end";
    else if (ended) isOpen = false;
    const before = ended ? [END] : [];
    if (draft === "commit") {
      const committed: TurnEvent = { type: "text-commit", text: words };
      words = "";
      return committed.text === "" ? [] : [committed];
    }
    if (draft.type === "text-delta") words += draft.text;
    else if (words !== "") {
      const committed: TurnEvent = { type: "text-commit", text: words };
      words = "";
      return draft.type === "retry" ? [draft] : [committed, ...before, draft];
    }
    return [...before, draft];
  });
});

/** What a page shows, without keys: those of a page that saw more events are others. */
function shown(conversation: ReturnType<typeof openConversation>): unknown {
  return conversation.items.map((item) => ({ ...item, key: 0 }));
}

const EMPTY = { session_id: "s", model: null, busy: false, events: [], next: 0 };

describe("the record of a conversation", () => {
  test("a page that is loaded at any moment shows what one shows that saw every event, then and later", () => {
    fc.assert(
      fc.property(turns, fc.nat(), (all, cut) => {
        const at = all.length === 0 ? 0 : cut % (all.length + 1);
        const record = new TurnRecord();
        for (const event of all.slice(0, at)) record.add(event);
        expect(record.next).toBe(at);
        const indexed = all.map((event, index) => ({ index, event }));
        const whole = reduceConversation(openConversation(EMPTY), indexed);
        const loaded = openConversation({ ...EMPTY, events: record.events(), next: record.next });
        const continued = reduceConversation(loaded, indexed.slice(at));
        if (whole.kind === "gap" || continued.kind === "gap") throw new Error("a gap");
        expect(shown(continued.conversation)).toEqual(shown(whole.conversation));
      }),
    );
  });

  test("what was joined is short", () => {
    const record = new TurnRecord();
    for (let count = 0; count < 1_000; count += 1) record.add({ type: "text-delta", text: "x" });
    record.add({ type: "text-commit", text: "x".repeat(1_000) });
    expect([record.events().length, record.next]).toEqual([1, 1_001]);
  });

  test("old turns are dropped as a whole, and that is said", () => {
    const record = new TurnRecord({ mostChars: 500 });
    for (const name of ["1", "2", "3", "4"]) {
      record.add({ type: "user-message", text: name });
      record.add({ type: "text-commit", text: name.repeat(150) });
    }
    expect(record.events().map((event) => ("text" in event ? event.text.slice(0, 1) : event.type))).toEqual([
      "note",
      "3",
      "3",
      "4",
      "4",
    ]);
    expect(record.next).toBe(8);
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BlockParser } from "../../edits/index.ts";
import type { TurnEvent } from "../protocol.ts";
import { recalledTurns } from "./recalled-turns.ts";
import { turnDisplay } from "./turn-display.ts";

const BLOCK = "««« EDIT\nold\n═══════ REPL\nnew\n»»» EDIT END\n";
const ANSWER = `First.\n\na.txt\n${BLOCK}\nThen **this**:\n\nb.txt\n${BLOCK}Done.\n`;

/** An answer in block mode, as a turn shows it when it arrives in these pieces. */
function shown(pieces: readonly string[]): TurnEvent[] {
  const events: TurnEvent[] = [];
  const display = turnDisplay((event) => events.push(event));
  const parser = new BlockParser();
  for (const piece of pieces) {
    for (const event of parser.push(piece)) display.onBlock(event);
    display.onTextDelta(piece, { inBlocks: true });
  }
  for (const event of parser.end()) display.onBlock(event);
  display.onTextCommit(pieces.join(""));
  return events;
}

/** Each part of the answer in a few words; deltas must add up to what is committed. */
function drawn(events: readonly TurnEvent[]): string[] {
  let deltas = "";
  const parts: string[] = [];
  for (const event of events) {
    if (event.type === "text-delta") deltas += event.text;
    if (event.type === "text-commit") {
      expect(event.text).toBe(deltas);
      deltas = "";
      parts.push(`words ${JSON.stringify(event.text)}`);
    }
    if (event.type === "block-start") parts.push(`block ${event.path}:`);
    if (event.type === "block-text") parts.push(`${parts.pop()}${event.section === "old" ? "-" : "+"}${event.text}`);
  }
  expect(deltas).toBe("");
  return parts.map((part) => part.replaceAll(/([-+])(?:\1|\n)/g, "$1"));
}

describe("a turn for the page", () => {
  const parts = drawn(shown([ANSWER]));

  test("has words and blocks in the order of the answer, each once", () => {
    expect(parts.map((part) => part.slice(0, 12))).toEqual([
      'words "First',
      "block a.txt:",
      'words "\\nThe',
      "block b.txt:",
      'words "Done.',
    ]);
    expect(parts.join("")).not.toContain("«");
  });

  test("however the answer is cut", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(ANSWER.length), { maxLength: 12 }), (cuts) => {
        const at = [0, ...cuts.toSorted((a, b) => a - b), ANSWER.length];
        const pieces = at.slice(1).map((to, index) => ANSWER.slice(at[index], to));
        const texts = (events: readonly TurnEvent[]): string =>
          events
            .flatMap((event) => (event.type === "text-commit" || event.type === "block-text" ? [event.text] : []))
            .join("");
        expect(texts(shown(pieces))).toBe(texts(shown([ANSWER])));
        drawn(shown(pieces));
      }),
    );
  });

  test("a conversation that is resumed shows the same parts", () => {
    const events = recalledTurns([
      { role: "user", text: "hi" },
      { role: "assistant", parts: [{ kind: "text", text: ANSWER }] },
    ]);
    expect(events[0]).toEqual({ type: "user-message", text: "hi" });
    expect(drawn(events)).toEqual(parts);
  });

  test("words are committed before thoughts and calls, and text that came late is said", () => {
    const events: TurnEvent[] = [];
    const display = turnDisplay((event) => events.push(event));
    display.onTextDelta("one ");
    display.onReasoningDelta("hm");
    display.onTextDelta("two");
    display.onTextCommit("one two three");
    display.onToolCall({ id: "c", tool: "ls", args: {} });
    expect(events.map((event) => ("text" in event ? `${event.type} ${event.text}` : event.type))).toEqual([
      "text-delta one ",
      "text-commit one ",
      "reasoning-delta hm",
      "text-delta two",
      "text-delta  three",
      "text-commit two three",
      "tool-call",
    ]);
  });

  test("what a broken attempt said is not said again", () => {
    const events: TurnEvent[] = [];
    const display = turnDisplay((event) => events.push(event));
    display.onTextDelta("half");
    display.onRetry({ attempt: 1, waitMs: 1, code: "cut", message: "Cut.", discarded: "half" });
    display.onTextDelta("whole");
    display.onTextCommit("whole");
    expect(events.map(({ type }) => type)).toEqual(["text-delta", "retry", "text-delta", "text-commit"]);
    expect(events.at(-1)).toEqual({ type: "text-commit", text: "whole" });
  });
});

import { describe, expect, test } from "vitest";
import * as fc from "fast-check";
import { eventDisplay } from "./event-display.ts";
import type { RunEvent } from "./run-events.ts";

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("what a run tells another process", () => {
  test("pieces that come together are one event, told before whatever follows", async () => {
    const told: RunEvent[] = [];
    const display = eventDisplay((event) => told.push(event));
    display.onReasoningDelta("Hm");
    display.onReasoningDelta("m.");
    display.onTextDelta("One ");
    display.onTextDelta("two.");
    display.onTextCommit("One two.");
    display.onTextDelta("Three.");
    expect(told).toEqual([
      { type: "reasoning-delta", text: "Hmm." },
      { type: "text-delta", text: "One two." },
      { type: "text-commit", text: "One two." },
    ]);
    await nextTurn();
    expect(told.at(-1)).toEqual({ type: "text-delta", text: "Three." });
  });

  test("a piece waits for no other", async () => {
    const told: RunEvent[] = [];
    const display = eventDisplay((event) => told.push(event));
    for (const piece of ["One ", "two."]) {
      display.onTextDelta(piece);
      await nextTurn();
    }
    expect(told).toEqual([
      { type: "text-delta", text: "One " },
      { type: "text-delta", text: "two." },
    ]);
  });

  test("nothing is lost, doubled or moved, however pieces fall", async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constantFrom("text", "reasoning", "note"), text: fc.string({ minLength: 1 }) }),
      fc.constant({ kind: "turn", text: "" }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step), async (steps) => {
        let told = "";
        const display = eventDisplay((event) => {
          if (event.type === "text-delta" || event.type === "reasoning-delta") told += `${event.type[0]}${event.text}`;
          if (event.type === "note") told += `n${event.message}`;
        });
        let wanted = "";
        let last = "";
        for (const { kind, text } of steps) {
          if (kind === "turn") {
            await nextTurn();
            if (told !== wanted) throw new Error("held back over a turn");
            last = "";
            continue;
          }
          if (kind === "text") display.onTextDelta(text);
          else if (kind === "reasoning") display.onReasoningDelta(text);
          else display.onNote(text);
          wanted += kind === last && kind !== "note" ? text : `${kind[0]}${text}`;
          last = kind;
        }
        await nextTurn();
        expect(told).toBe(wanted);
      }),
    );
  });
});

import { describe, expect, test } from "vitest";
import { createPaint } from "../paint.ts";
import { Spoken } from "./spoken.ts";

describe("preparing for words", () => {
  test("shows nothing, and the words that come are as without it", () => {
    const rowsOf = (isPrepared: boolean): readonly string[] => {
      const layout = { width: 40, paint: createPaint(false) };
      const spoken = new Spoken({ layout: () => layout, onChange: () => undefined, onSettled: () => undefined });
      if (isPrepared) {
        spoken.prepare();
        spoken.finish();
        expect([...spoken.take(), ...spoken.tail(layout, 10)]).toEqual([]);
        expect(spoken.isAny).toBe(false);
      }
      spoken.say("# A title\n\n- an entry\n\nThe end.");
      spoken.finish();
      spoken.settleNow();
      return spoken.take();
    };
    expect(rowsOf(true)).toEqual(rowsOf(false));
    expect(rowsOf(true).length).toBeGreaterThan(3);
  });
});

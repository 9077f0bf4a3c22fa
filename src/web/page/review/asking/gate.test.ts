// The gate in front of every answer.

import { beforeEach, describe, expect, test } from "vitest";
import { Gate, STABLE_MS } from "./gate.ts";

let now = 0;
let gate = new Gate(() => now);
const later = (ms: number): void => void (now += ms);

beforeEach(() => {
  now = 1000;
  gate = new Gate(() => now);
});

describe("an answer counts", () => {
  test("only after its question was there for a while", () => {
    expect(gate.isOpen("a")).toBe(false);
    gate.show("a");
    later(STABLE_MS - 1);
    expect([gate.isOpen("a"), gate.remaining]).toEqual([false, 1]);
    later(1);
    expect([gate.isOpen("a"), gate.isOpen("b")]).toEqual([true, false]);
  });

  test("not after what it answers was replaced, until that was there for as long", () => {
    gate.show("a");
    later(1000);
    gate.show("b");
    expect([gate.isOpen("a"), gate.isOpen("b")]).toEqual([false, false]);
    later(STABLE_MS);
    expect(gate.isOpen("b")).toBe(true);
  });

  test("not while it is not painted, and painted again it waits again", () => {
    gate.show("a");
    later(1000);
    gate.show(null);
    expect([gate.isOpen("a"), gate.remaining]).toEqual([false, null]);
    gate.show("a");
    expect(gate.isOpen("a")).toBe(false);
  });

  test("painting the same again does not start the time anew", () => {
    gate.show("a");
    later(200);
    gate.show("a");
    later(100);
    expect(gate.isOpen("a")).toBe(true);
  });
});

describe("a click", () => {
  test("counts when the pointer went down on the same question", () => {
    gate.show("a");
    later(STABLE_MS);
    gate.press("a");
    expect(gate.admits("a", { byPointer: true })).toBe(true);
    expect(gate.admits("a", { byPointer: true })).toBe(false);
  });

  test("held down while the question changes, it answers neither", () => {
    gate.show("a");
    later(STABLE_MS);
    gate.press("a");
    gate.show("b");
    later(STABLE_MS);
    expect(gate.admits("b", { byPointer: true })).toBe(false);
  });

  test("by a key it needs no pointer", () => {
    gate.show("a");
    later(STABLE_MS);
    expect(gate.admits("a", { byPointer: false })).toBe(true);
  });
});

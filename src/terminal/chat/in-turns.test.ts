import { expect, test } from "vitest";
import { InTurns, piecesOf } from "./in-turns.ts";

/** A clock that a work moves on, and turns that come when the test says so. */
function paced() {
  let clock = 0;
  const deferred: (() => void)[] = [];
  const done: string[] = [];
  const turns = new InTurns({ now: () => clock, defer: (work) => void deferred.push(work) });
  const work = (name: string, ms: number) => (): void => {
    clock += ms;
    done.push(name);
  };
  return { turns, work, done, deferred, turn: () => deferred.shift()?.() };
}

test("short work is done at once; more waits for the next turn, in its order", () => {
  const { turns, work, done, turn, deferred } = paced();
  turns.add(work("a", 1));
  expect(done).toEqual(["a"]);
  turns.add(work("b", 3), work("c", 3), work("d", 3));
  turns.add(work("e", 1));
  expect([done, deferred.length]).toEqual([["a", "b", "c"], 1]);
  turn();
  expect([done, deferred.length]).toEqual([["a", "b", "c", "d", "e"], 0]);
});

test("what is waited for is done at once, and only once", () => {
  const { turns, work, done, turn } = paced();
  turns.add(work("a", 5), work("b", 5), work("c", 5));
  turns.finish();
  turn();
  expect(done).toEqual(["a", "b", "c"]);
});

test("work that adds work comes behind what waits", () => {
  const { turns, work, done } = paced();
  turns.add(() => turns.add(work("inner", 1)), work("outer", 1));
  expect(done).toEqual(["outer", "inner"]);
});

test("the pieces of a text are the text", () => {
  const text = "é漢👩‍💻 ".repeat(1_000);
  expect(piecesOf(text).join("")).toBe(text);
  expect(piecesOf("")).toEqual([""]);
});

import { expect, test } from "vitest";
import { openShelf } from "./shelf.ts";

/** A storage in memory, and what it has now. */
function storage(fail = false) {
  const items = new Map<string, string>();
  return {
    items,
    get length() {
      return items.size;
    },
    key: (at: number) => [...items.keys()][at] ?? null,
    getItem: (name: string) => items.get(name) ?? null,
    removeItem: (name: string) => void items.delete(name),
    setItem: (name: string, text: string) => {
      if (fail) throw new Error("QuotaExceededError");
      items.set(name, text);
    },
  };
}

test.each([false, true])("whether the storage refused (%s) is said after each write, and nothing is lost", (fail) => {
  const written: boolean[] = [];
  let leave = (): void => undefined;
  const onWritten = (isKept: boolean): void => void written.push(isKept);
  const shelf = openShelf(storage(fail), { onLeaving: (write) => (leave = write), onWritten });
  shelf.keep("a", "x");
  leave();
  expect([written, shelf.get("a")]).toEqual([[!fail], "x"]);
});

test("what is kept is there at once, and written when the page goes away", () => {
  const kept = storage();
  let leave = (): void => undefined;
  const shelf = openShelf(kept, { onLeaving: (write) => (leave = write) });
  shelf.keep("a", { text: "x" });
  expect([shelf.get("a"), kept.items.size]).toEqual([{ text: "x" }, 0]);
  leave();
  const next = openShelf(kept, { onLeaving: () => undefined });
  expect([next.get("a"), next.get("b")]).toEqual([{ text: "x" }, null]);
  next.forget("a");
  expect([next.get("a"), kept.items.size]).toEqual([null, 0]);
});

test("the oldest make room, entries of others stay, and a storage that is full or damaged is no error", () => {
  const kept = storage();
  kept.items.set("galley-key", "secret");
  kept.items.set("galley-draft broken", "{");
  let [leave, now] = [(): void => undefined, 0];
  const shelf = openShelf(kept, { onLeaving: (write) => (leave = write), now: () => (now += 1) });
  for (let at = 0; at < 100; at += 1) shelf.keep(`${at}`, at);
  leave();
  expect([shelf.get("59"), shelf.get("60"), shelf.get("99"), shelf.get("broken")]).toEqual([null, 60, 99, null]);
  expect(kept.items.get("galley-key")).toBe("secret");
  const full = openShelf(storage(true), { onLeaving: (write) => (leave = write) });
  full.keep("a", 1);
  leave();
  expect(full.get("a")).toBe(1);
});

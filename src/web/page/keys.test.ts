import { describe, expect, test } from "vitest";
import { ACTIONS, rowOf, type ActionId } from "./actions.ts";
import { ACTION_IDS, Keys, nameOfKey, type Pressed } from "./keys.ts";

const press = (key: string, more: Partial<Pressed> = {}): Pressed => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  isComposing: false,
  on: "page",
  ...more,
});

function keysWith(...ids: readonly ActionId[]): { keys: Keys; done: ActionId[] } {
  const keys = new Keys();
  const done: ActionId[] = [];
  keys.handle(Object.fromEntries(ids.map((id) => [id, () => done.push(id)])));
  return { keys, done };
}

describe("a pressed key", () => {
  test.each<[string, Pressed, ActionId | null]>([
    ["answers", press("Enter"), "apply"],
    ["answers by a letter", press("y"), "apply"],
    ["is the button's when a button has the focus", press("Enter", { on: "control" }), null],
    ["is a letter on a button all the same", press("y", { on: "control" }), "apply"],
    ["is text in a field", press("y", { on: "field" }), null],
    ["is a new line in a field", press("Enter", { on: "field" }), null],
    ["answers once when it is held", press("y", { repeat: true }), null],
    ["moves on while it is held", press("]", { repeat: true }), "next-file"],
    ["is not what it is with a modifier", press("y", { ctrlKey: true }), null],
    ["is not what it is with Alt", press("y", { altKey: true }), null],
    ["belongs to the input method", press("Enter", { isComposing: true }), null],
    ["opens the list of actions from a field", press("k", { ctrlKey: true, on: "field" }), "palette"],
    ["opens it with the Command key", press("k", { metaKey: true }), "palette"],
    ["leaves a field", press("Escape", { on: "field" }), "close"],
    ["without a meaning is the browser's", press("q"), null],
    ["of a part that is not on screen is the browser's", press("c"), null],
  ])("%s", (_, pressed, expected) => {
    const { keys, done } = keysWith("apply", "next-file", "palette", "close");
    expect(keys.press(pressed)).toBe(expected !== null);
    expect(done).toEqual(expected === null ? [] : [expected]);
  });

  test("nothing that answers works in a field or repeats", () => {
    const answers: readonly ActionId[] = ["apply", "reject", "reject-with-reason", "always", "undo"];
    for (const { repeats, whileTyping } of answers.map(rowOf))
      expect([repeats, whileTyping]).toEqual([undefined, undefined]);
  });

  test("no key that types a character works in a field", () => {
    for (const id of ACTION_IDS) {
      const { keys, whileTyping } = rowOf(id);
      if (whileTyping) expect(keys.filter((key) => [...key].length === 1 || key === "Enter")).toEqual([]);
    }
  });

  test("a key has one meaning", () => {
    const all = Object.values(ACTIONS).flatMap(({ keys }) => keys as readonly string[]);
    expect(all.length).toBe(new Set(all).size);
  });
});

describe("parts of the page", () => {
  test("the one registered last is asked first, and gone when it is removed", () => {
    const keys = new Keys();
    const done: string[] = [];
    keys.handle({ close: () => done.push("under") });
    const remove = keys.handle({ close: () => done.push("over") });
    keys.run("close");
    remove();
    keys.run("close");
    expect(done).toEqual(["over", "under"]);
  });

  test("a dialog hides what is under it", () => {
    const { keys, done } = keysWith("apply", "close");
    const remove = keys.handle({ close: () => done.push("close") }, { dialog: true });
    expect(keys.available()).toEqual(["close"]);
    expect([keys.press(press("y")), keys.run("apply")]).toEqual([false, false]);
    remove();
    expect(keys.press(press("y"))).toBe(true);
    expect(done).toEqual(["apply"]);
  });
});

test.each([
  ["Ctrl+k", "Ctrl K"],
  [" ", "Space"],
  ["ArrowUp", "↑"],
  ["y", "y"],
  ["Escape", "Esc"],
])("%j is shown as %s", (key, shown) => expect(nameOfKey(key)).toBe(shown));

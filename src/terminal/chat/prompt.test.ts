import { describe, expect, test } from "vitest";
import type { ChatKey } from "./keys.ts";
import { newPrompt, press, putBack, send, type Effect, type Prompt } from "./prompt.ts";

type Typed = string | { readonly key: ChatKey };
const key = (name: ChatKey): Typed => ({ key: name });

function typing(keys: readonly Typed[], { isBusy = false, prompt = newPrompt([]) } = {}) {
  const effects: Effect[] = [];
  let now: Prompt = prompt;
  for (const each of keys) {
    const pressed = press(
      now,
      typeof each === "string" ? { kind: "character", text: each } : { kind: "named", name: each.key },
      { isBusy },
    );
    now = pressed.prompt;
    if (pressed.effect !== null) effects.push(pressed.effect);
  }
  return { prompt: now, effects, text: now.draft.text };
}

describe("while no turn is running", () => {
  test.each<[string, readonly Typed[], readonly Effect[], string]>([
    ["Enter sends", ["hi", key("enter")], [{ kind: "sent", text: "hi" }], ""],
    ["Enter alone sends nothing", [" ", key("enter")], [], " "],
    ["a backslash goes on", ["a\\", key("enter"), "b", key("enter")], [{ kind: "sent", text: "a\nb" }], ""],
    ["Alt-Enter goes on", ["a", key("newline"), "b"], [], "a\nb"],
    ["Ctrl-C clears, twice leaves", ["a", key("interrupt"), key("interrupt")], [{ kind: "leave" }], ""],
    ["another key in between stays", [key("interrupt"), "a", key("interrupt")], [], ""],
    ["Ctrl-D leaves an empty prompt", [key("close")], [{ kind: "leave" }], ""],
    ["Ctrl-D deletes in a text", ["ab", key("home"), key("close")], [], "b"],
    ["Esc keeps the text", ["a", key("escape")], [], "a"],
    ["Ctrl-E", [key("edit-last")], [{ kind: "edit-last" }], ""],
    ["Tab", ["/a", key("tab")], [{ kind: "complete" }], "/a"],
  ])("%s", (_, keys, effects, text) => expect(typing(keys)).toMatchObject({ effects, text }));

  test("what Ctrl-C cleared comes back with a key", () =>
    expect(typing(["long text", key("interrupt"), key("up")]).text).toBe("long text"));
});

describe("while something is done", () => {
  test.each<[string, readonly Typed[], readonly Effect[], string]>([
    ["typing is kept", ["next"], [], "next"],
    ["Enter keeps it too", ["next", key("enter")], [], "next"],
    ["Esc interrupts", ["next", key("escape")], [{ kind: "interrupt" }], "next"],
    [
      "Ctrl-C interrupts, twice leaves",
      ["n", key("interrupt"), key("interrupt")],
      [{ kind: "interrupt" }, { kind: "leave" }],
      "n",
    ],
    ["Ctrl-E waits", [key("edit-last")], [], ""],
    ["Ctrl-D waits", [key("close")], [], ""],
  ])("%s", (_, keys, effects, text) => expect(typing(keys, { isBusy: true })).toMatchObject({ effects, text }));

  test("Enter sends when it is done", () => {
    const { prompt } = typing(["next", key("enter")], { isBusy: true });
    expect(prompt.isQueued).toBe(true);
    expect(send(prompt).effect).toEqual({ kind: "sent", text: "next" });
  });

  test.each([[key("escape")], ["x"], [key("interrupt")], [key("backspace")]])(
    "%j after Enter keeps it for editing",
    (each) => expect(typing(["next", key("enter"), each], { isBusy: true }).prompt.isQueued).toBe(false),
  );

  test("what comes back never takes what was typed", () => {
    const { prompt } = typing(["new"], { isBusy: true });
    const back = putBack(prompt, "old");
    expect(back.draft.text).toBe("new");
    expect(typing([key("up")], { prompt: back }).text).toBe("old");
    expect(putBack(newPrompt([]), "old").draft.text).toBe("old");
  });
});

import { describe, expect, test } from "vitest";
import type { ChatKey } from "./keys.ts";
import type { TypedText } from "../types.ts";
import { press } from "./prompt.ts";
import { withFound, withOpenMenu } from "./prompt-menu.ts";
import { newPrompt, type Effect, type Prompt } from "./prompt-state.ts";
import { putBack, send, sendWaiting } from "./sending.ts";

type Typed = string | { readonly key: ChatKey };
const key = (name: ChatKey): Typed => ({ key: name });

function sent(text: string): Effect {
  return { kind: "sent", text, shown: text, typed: text as TypedText, mentions: [] };
}

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
    ["Enter sends", ["hi", key("enter")], [sent("hi")], ""],
    ["Enter alone sends nothing", [" ", key("enter")], [], " "],
    ["a backslash goes on", ["a\\", key("enter"), "b", key("enter")], [sent("a\nb")], ""],
    ["Alt-Enter goes on", ["a", key("newline"), "b"], [], "a\nb"],
    ["Ctrl-C clears, twice leaves", ["a", key("interrupt"), key("interrupt")], [{ kind: "leave" }], ""],
    ["another key in between stays", [key("interrupt"), "a", key("interrupt")], [], ""],
    ["Ctrl-D leaves an empty prompt", [key("close")], [{ kind: "leave" }], ""],
    ["Ctrl-D deletes in a text", ["ab", key("home"), key("close")], [], "b"],
    ["Esc keeps the text", ["a", key("escape")], [], "a"],
    ["Ctrl-E in an empty prompt", [key("edit-last")], [{ kind: "edit-last" }], ""],
    ["Ctrl-E in a text goes to the end of the line", ["ab", key("home"), key("edit-last"), "c"], [], "abc"],
    ["Ctrl-X Ctrl-E", ["a", key("prefix"), key("edit-last")], [{ kind: "edit-prompt", text: "a" }], "a"],
    ["a key between Ctrl-X and Ctrl-E", [key("prefix"), "a", key("edit-last")], [], "a"],
    ["Tab", ["/a", key("tab")], [{ kind: "complete" }], "/a"],
  ])("%s", (_, keys, effects, text) => expect(typing(keys)).toMatchObject({ effects, text }));

  test("what Ctrl-C cleared comes back with a key", () =>
    expect(typing(["long text", key("interrupt"), key("up")]).text).toBe("long text"));
});

test("the Ctrl-C that interrupted is not the first of two: the next clears what was put back", () => {
  const { prompt } = typing([key("interrupt")], { isBusy: true });
  const back = putBack(prompt, "again");
  expect(typing([key("interrupt")], { prompt: back })).toMatchObject({ effects: [], text: "" });
  expect(typing([key("interrupt"), key("interrupt")], { prompt: back }).effects).toEqual([{ kind: "leave" }]);
});

test.each([
  ["?", "Enter shows what the keys do."],
  ["#", "A # is sent as text. What the model should always know goes into AGENTS.md."],
])("a first %s says what it does here", (text, hint) => {
  expect(typing([text]).prompt.hint).toBe(hint);
  expect(typing([text, "a"]).prompt.hint).toBe(null);
});

describe("while something is done", () => {
  test.each<[string, readonly Typed[], readonly Effect[], string]>([
    ["typing is kept", ["next"], [], "next"],
    ["Enter lets it wait", ["next", key("enter")], [], ""],
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

  const waitingFor = (...texts: readonly string[]): Prompt =>
    typing(
      texts.flatMap((text) => [...text, key("enter")]),
      { isBusy: true },
    ).prompt;

  test("each message waits for itself: none is joined to the one before", () => {
    const prompt = waitingFor("next", "!ls", "last");
    expect(prompt.draft.text).toBe("");
    const first = sendWaiting(prompt);
    const second = sendWaiting(first.prompt);
    const third = sendWaiting(second.prompt);
    expect([first.effect, second.effect, third.effect]).toEqual([sent("next"), sent("!ls"), sent("last")]);
    expect(sendWaiting(third.prompt).effect).toBeNull();
  });

  test("what is typed after it is the next message", () =>
    expect(typing(["more"], { prompt: waitingFor("next"), isBusy: true })).toMatchObject({
      text: "more",
      prompt: { waiting: [sent("next")] },
    }));

  test("↑ in an empty prompt takes the last one back, as it was typed", () => {
    const { prompt, text } = typing([key("up")], { prompt: waitingFor("one", "!two"), isBusy: true });
    expect([text, prompt.waiting]).toEqual(["!two", [sent("one")]]);
    expect(send(prompt).effect).toEqual(sent("!two"));
    expect(typing([key("up")], { prompt: typing(["x"], { prompt }).prompt }).text).not.toBe("one");
  });

  test("a name that was pasted is still pasted when it is taken back", () => {
    const pasted = press(newPrompt([]), { kind: "paste", text: "@a.ts " }, { isBusy: true }).prompt;
    const { prompt } = typing([key("enter"), key("up")], { prompt: pasted, isBusy: true });
    expect(send(prompt).effect).toMatchObject({ typed: null, mentions: [{ name: "a.ts", isPasted: true }] });
  });

  test.each<[string, ChatKey]>([
    ["Esc", "escape"],
    ["Ctrl-C", "interrupt"],
  ])("%s sends nothing that waits: the last is in the prompt, the others are among the older ones", (_, name) => {
    const { prompt, text } = typing([key(name)], { prompt: waitingFor("one", "two"), isBusy: true });
    expect([text, prompt.waiting]).toEqual(["two", []]);
    expect(typing([key("up"), key("up")], { prompt }).text).toBe("one");
    const half = typing(["half", key(name)], { prompt: waitingFor("one"), isBusy: true });
    expect([half.text, half.prompt.waiting]).toEqual(["half", []]);
    expect(typing([key("up")], { prompt: half.prompt }).text).toBe("one");
  });

  test("when a message comes back, nothing is sent after it", () => {
    const prompt = putBack(waitingFor("two"), "failed");
    expect([prompt.draft.text, prompt.waiting]).toEqual(["two", []]);
    expect(typing([key("up")], { prompt }).text).toBe("failed");
  });

  test("what comes back never takes what was typed", () => {
    const { prompt } = typing(["new"], { isBusy: true });
    const back = putBack(prompt, "old");
    expect(back.draft.text).toBe("new");
    expect(typing([key("up")], { prompt: back }).text).toBe("old");
    expect(putBack(newPrompt([]), "old").draft.text).toBe("old");
  });
});

describe("a list that a command opened", () => {
  const entries = [{ label: "abc", detail: "", value: "abc" }];
  const picking = (): Prompt => {
    const prompt = withOpenMenu(putBack(newPrompt([]), "/undo "), "choice", { from: 6, prefix: "" });
    return withFound(prompt, { filter: "", entries, total: 1 });
  };
  test.each<[ChatKey, string, readonly string[]]>([
    ["enter", "", ["sent"]],
    ["tab", "/undo abc", []],
  ])("%s", (name, text, kinds) => {
    const after = typing([key(name)], { prompt: picking() });
    expect([after.text, after.effects.map(({ kind }) => kind)]).toEqual([text, kinds]);
  });
});

describe("readline's keys", () => {
  test.each<[string, readonly Typed[], string]>([
    ["Alt-D deletes the rest of a word", ["one two-x", key("home"), key("delete-word-right")], " two-x"],
    ["and what is before the next one", ["one two", key("home"), key("word-right"), key("delete-word-right")], "one"],
    ["Ctrl-W deletes to whitespace", ["see a/b-c.ts ", key("delete-to-space")], "see "],
    ["Alt-Backspace deletes a word", ["see a/b-c.ts", key("delete-word")], "see a/b-c."],
    ["Ctrl-Y puts it back", ["see a/b", key("delete-to-space"), key("yank")], "see a/b"],
    ["Alt-D and Ctrl-Y", ["one", key("home"), key("delete-word-right"), key("yank"), key("yank")], "oneone"],
  ])("%s", (_, keys, text) => expect(typing(keys).text).toBe(text));
});

describe("an @", () => {
  const found = (filter: string, ...labels: readonly string[]) => ({
    filter,
    entries: labels.map((label) => ({ label, detail: "", value: label })),
    total: labels.length,
  });
  const chosen = (prompt: Prompt): Prompt => typing([key("enter")], { prompt }).prompt;
  const picking = (text: string, ...labels: readonly string[]): Prompt =>
    withFound(typing([...text]).prompt, found(text.slice(text.indexOf("@") + 1), ...labels));

  test.each<[string, boolean]>([
    ["@", true],
    ["look at @", true],
    ["(@", true],
    ["line\n@", true],
    ["mail me@", false],
    ["`@", false],
    ["`a` @", true],
    ["```\n@", false],
    ["```\nx\n```\n@", true],
    ["@a ", false],
    ['@"my notes', true],
  ])("%j opens a menu: %s", (text, isOpen) => expect(typing([...text]).prompt.menu !== null).toBe(isOpen));

  test("the text after it is the filter, and the chosen name takes its place", () => {
    const prompt = picking("see @pri", "src/price.ts", "src/print.ts");
    expect(prompt.menu).toMatchObject({ query: "pri", selected: 0 });
    const down = press(prompt, { kind: "named", name: "down" }, { isBusy: false }).prompt;
    expect(chosen(down).draft).toMatchObject({ text: "see @src/print.ts ", at: 18 });
    expect(chosen(picking("@a", 'my "old" notes.md')).draft.text).toBe('@"my \\"old\\" notes.md" ');
  });

  test.each(["enter", "tab", "up", "down", "older", "newer"] as const)(
    "%s right after a letter waits for what that letter finds",
    (name) => {
      const typedOn = typing(["o"], { prompt: picking("@sum", "sumUp", "sumOfAll") }).prompt;
      const { prompt, effects, text } = typing([key(name)], { prompt: typedOn });
      expect([effects, text]).toEqual([[{ kind: "search", key: name }], "@sumo"]);
      // A result for an earlier filter that comes late changes nothing.
      const late = withFound(prompt, found("sum", "sumUp", "sumOfAll"));
      expect(typing([key(name)], { prompt: late }).effects).toEqual([{ kind: "search", key: name }]);
      expect(chosen(withFound(late, found("sumo", "sumOfAll"))).draft.text).toBe("@sumOfAll ");
    },
  );

  test("after a letter is deleted, Enter waits too: the message is not sent because the longer filter matched nothing", () => {
    const prompt = picking("@sumx");
    expect(typing([key("backspace"), key("enter")], { prompt }).effects).toEqual([{ kind: "search", key: "enter" }]);
  });

  test.each<[string, Typed]>([
    ["Esc", key("escape")],
    ["moving before it", key("home")],
    ["deleting it", key("delete-to-start")],
    ["clearing the prompt", key("interrupt")],
    ["a space", " "],
  ])("%s closes the menu", (_, each) => expect(typing([..."@a", each]).prompt.menu).toBeNull());

  test("with nothing to choose, Enter sends", () => {
    const effect = {
      kind: "sent",
      text: "hello @x",
      shown: "hello @x",
      typed: "hello @x",
      mentions: [{ name: "x", isPasted: false }],
    };
    expect(typing([key("enter")], { prompt: picking("hello @x") }).effects).toEqual([effect]);
  });

  test("Esc closes the menu before it interrupts", () => {
    const { effects } = typing([..."@a", key("escape"), key("escape")], { isBusy: true });
    expect(effects).toEqual([{ kind: "interrupt" }]);
  });

  test("a paste opens no menu, closes one, and what it names is known as pasted", () => {
    const pasted = press(newPrompt([]), { kind: "paste", text: "@a.ts @b.ts " }, { isBusy: false }).prompt;
    expect(pasted.menu).toBeNull();
    expect(press(typing(["@"]).prompt, { kind: "paste", text: "a" }, { isBusy: false }).prompt.menu).toBeNull();
    const prompt = chosen(withFound(typing(["@"], { prompt: pasted }).prompt, found("", "b.ts")));
    expect(send(prompt).effect).toMatchObject({
      mentions: [
        { name: "a.ts", isPasted: true },
        { name: "b.ts", isPasted: false },
        { name: "b.ts", isPasted: false },
      ],
    });
  });
});

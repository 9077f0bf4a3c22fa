import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { continued, edit, newDraft, unsentOf, type Draft, type DraftEvent } from "./draft.ts";

/** "|" is the cursor. */
const at = (drawn: string, past: readonly string[] = []): Draft => {
  const place = drawn.indexOf("|");
  return { ...newDraft(past), text: drawn.replace("|", ""), at: place };
};
const draw = ({ text, at: place }: Draft): string => `${text.slice(0, place)}|${text.slice(place)}`;
const move = (to: Extract<DraftEvent, { kind: "moved" }>["to"]): DraftEvent => ({ kind: "moved", to });
const cut = (what: Extract<DraftEvent, { kind: "deleted" }>["what"]): DraftEvent => ({ kind: "deleted", what });

describe("one event", () => {
  test.each<[string, string, DraftEvent, string]>([
    ["a character", "a|c", { kind: "typed", text: "b" }, "ab|c"],
    ["a paste keeps its lines", "|", { kind: "typed", text: "a\r\nb\rc\n" }, "a\nb\nc\n|"],
    ["left over an emoji", "a👩‍💻|", move("left"), "a|👩‍💻"],
    ["right over an accent", "|e\u0301x", move("right"), "e\u0301|x"],
    ["a word to the left", "one two, |three", move("word-left"), "one |two, three"],
    ["a word to the right", "|one two", move("word-right"), "one| two"],
    ["home of a line", "a\nbc|d", move("home"), "a\n|bcd"],
    ["end of a line", "a|b\nc", move("end"), "ab|\nc"],
    ["up in a text of lines", "abc\nde|f", move("up"), "ab|c\ndef"],
    ["up to a shorter line", "a\nbcd|", move("up"), "a|\nbcd"],
    ["down", "ab|c\ndef", move("down"), "abc\nde|f"],
    ["backspace", "ab|c", cut("backspace"), "a|c"],
    ["backspace joins lines", "a\n|b", cut("backspace"), "a|b"],
    ["backspace at the start", "|a", cut("backspace"), "|a"],
    ["delete", "a|bc", cut("delete"), "a|c"],
    ["delete a word", "one two|x", cut("delete-word"), "one |x"],
    ["delete to the start", "a\nbc|d", cut("delete-to-start"), "a\n|d"],
    ["delete to the end", "a|b\nc", cut("delete-to-end"), "a|\nc"],
    ["delete to the end joins lines", "a|\nc", cut("delete-to-end"), "a|c"],
    ["a completion", "/ad| x", { kind: "completed", from: 0, to: 3, text: "/add " }, "/add | x"],
    ["put back into an empty prompt", "|", { kind: "put-back", text: "hello" }, "hello|"],
    ["put back never takes what is there", "new|", { kind: "put-back", text: "hello" }, "new|"],
  ])("%s", (_, before, event, after) => expect(draw(edit(at(before), event))).toBe(after));
});

describe("what was typed before", () => {
  const events = (draft: Draft, ...all: readonly DraftEvent[]): string => draw(all.reduce(edit, draft));
  const typed = (text: string): DraftEvent => ({ kind: "typed", text });

  test("older and newer, and the new text is still there", () =>
    expect(events(newDraft(["one", "two"]), typed("new"), move("up"), move("up"), move("down"), move("down"))).toBe(
      "new|",
    ));
  test("what was made of an older one stays while others are looked at", () =>
    expect(events(newDraft(["one", "two"]), move("up"), typed("!"), move("up"), move("down"))).toBe("two!|"));
  test("up in the first line only", () => expect(events(at("a\nb|", ["old"]), move("up"), move("up"))).toBe("old|"));
  test("sent texts are there, equal neighbours once", () => {
    const sent = [typed("a"), { kind: "sent" }, typed("a"), { kind: "sent" }, typed(" "), { kind: "cleared" }] as const;
    expect(sent.reduce<Draft>(edit, newDraft()).past).toEqual(["a"]);
  });
  test("what could not be put back is one key away", () =>
    expect(events(at("new|"), { kind: "put-back", text: "lost?" }, move("up"))).toBe("lost?|"));
  test("with an older one in the prompt too, and the new text is still there", () => {
    const all = [typed("new"), move("up"), { kind: "put-back", text: "lost?" }, move("down")] as const;
    expect(events(newDraft(["one"]), ...all)).toBe("lost?|");
    expect(events(newDraft(["one"]), ...all, move("down"))).toBe("new|");
  });
  test("an older one is sent: the new text is in the prompt again, what was made of others among the older ones", () => {
    const all = [typed("new"), move("up"), typed("!"), move("up"), { kind: "sent" }] as const;
    const draft = all.reduce<Draft>(edit, newDraft(["one", "two"]));
    expect(draw(draft)).toBe("new|");
    expect(draft.past).toEqual(["one", "two", "two!", "one"]);
  });
  test("an older one is cleared: so is the new text, and both are one key away", () => {
    const all = [typed("new"), move("up"), typed("!"), { kind: "cleared" }] as const;
    const draft = all.reduce<Draft>(edit, newDraft(["one"]));
    expect(draw(draft)).toBe("|");
    expect(draft.past).toEqual(["one", "new", "one!"]);
  });
  test.each<[string, readonly DraftEvent[], readonly string[]]>([
    ["nothing", [], []],
    ["a new text", [typed("new")], ["new"]],
    ["a new text, left", [typed("new"), move("up")], ["new"]],
    ["an older one, changed", [move("up"), typed("!")], ["one!"]],
    ["an older one as it was", [move("up")], []],
    ["what was sent is no more", [typed("new"), { kind: "sent" }], []],
  ])("only here: %s", (_, all, only) => expect(unsentOf(all.reduce<Draft>(edit, newDraft(["one"])))).toEqual(only));
  test("what was deleted comes back", () =>
    expect(events(at("one two|"), cut("delete-word"), move("home"), { kind: "yanked" })).toBe("two|one "));
});

test.each([
  ["a\\|", "a\n|"],
  ["a\\\\|", null],
  ["a|", null],
  ["a|\\", null],
])("Enter after %s", (before, after) => {
  const longer = continued(at(before));
  expect(longer === null ? null : draw(longer)).toBe(after);
});

const anyEvent: fc.Arbitrary<DraftEvent> = fc.oneof(
  fc.record({ kind: fc.constant("typed" as const), text: fc.string({ unit: "grapheme", maxLength: 6 }) }),
  fc.constantFrom<DraftEvent>({ kind: "typed", text: "\n" }, { kind: "yanked" }, { kind: "sent" }, { kind: "cleared" }),
  fc
    .constantFrom("left", "right", "word-left", "word-right", "home", "end", "up", "down", "older", "newer")
    .map((to) => move(to as never)),
  fc
    .constantFrom("backspace", "delete", "delete-word", "delete-to-start", "delete-to-end")
    .map((what) => cut(what as never)),
  fc.record({ kind: fc.constant("put-back" as const), text: fc.string({ maxLength: 5 }) }),
);

test("whatever is typed, the cursor is in the text, never inside of a character, and no character is broken", () =>
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
      let draft = newDraft(["old one", "older\ntwo"]);
      for (const event of events) {
        draft = edit(draft, event);
        expect(draft.at).toBeGreaterThanOrEqual(0);
        expect(draft.at).toBeLessThanOrEqual(draft.text.length);
        expect(draft.text.isWellFormed() && draft.text.slice(0, draft.at).isWellFormed()).toBe(true);
      }
    }),
  ));

test("whatever is done, a text that was typed is in the prompt or a few keys away", () =>
  fc.assert(
    fc.property(
      fc.array(
        anyEvent.filter(({ kind }) => kind !== "deleted"),
        { maxLength: 30 },
      ),
      (events) => {
        let draft = edit(newDraft(["old one", "older\ntwo"]), { kind: "typed", text: "Q" });
        for (const event of events) draft = edit(draft, event);
        expect([draft.text, ...draft.past, ...draft.left.values()].some((text) => text.includes("Q"))).toBe(true);
      },
    ),
  ));

test("moving about loses nothing", () =>
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.array(fc.boolean(), { maxLength: 12 }), (text, ways) => {
      const start = edit(newDraft(["a", "b", "c"]), { kind: "typed", text });
      let draft = ways.reduce((each, up) => edit(each, move(up ? "older" : "newer")), start);
      while (draft.place < draft.past.length) draft = edit(draft, move("newer"));
      expect(draft.text).toBe(start.text);
      expect(draft.past).toEqual(["a", "b", "c"]);
    }),
  ));

import fc from "fast-check";
import { expect, test } from "vitest";
import { edit, newDraft, type Draft, type DraftEvent } from "./draft.ts";
import { marksPastes } from "./origin.ts";

const typed = (text: string): DraftEvent => ({ kind: "typed", text });
const pasted = (text: string): DraftEvent => ({ kind: "pasted", text });
const move = (to: "up" | "down" | "home"): DraftEvent => ({ kind: "moved", to });
const cut = (what: "backspace" | "delete-to-start" | "delete-word"): DraftEvent => ({ kind: "deleted", what });
const after = (...events: readonly DraftEvent[]): Draft => events.reduce(edit, newDraft(["!from another day"]));

test.each<[string, readonly DraftEvent[], boolean]>([
  ["typed", [typed("!ls")], true],
  ["pasted", [pasted("!ls")], false],
  ["a typed ! and a pasted command", [typed("!"), pasted("ls")], false],
  ["a pasted word in the middle", [typed("!ls x"), move("home"), pasted("y")], false],
  ["a paste that was deleted in part", [pasted("ab"), cut("backspace"), typed("!ls")], false],
  ["a paste that was deleted whole", [pasted("ab"), cut("delete-to-start"), typed("!ls")], true],
  ["an empty paste", [typed("!"), pasted("")], false],
  ["a completed name", [typed("!cat a"), { kind: "completed", from: 5, to: 6, text: "a; rm b" }], false],
  ["put back by the program", [{ kind: "put-back", text: "!ls" }], false],
  ["put back after it was typed and sent", [typed("!ls"), { kind: "sent" }, { kind: "put-back", text: "!ls" }], true],
  ["typed, sent, recalled", [typed("!ls"), { kind: "sent" }, move("up")], true],
  ["typed, cleared, recalled", [typed("!ls"), { kind: "cleared" }, move("up")], true],
  ["pasted, sent, recalled", [pasted("!ls"), { kind: "sent" }, move("up")], false],
  ["recalled from an earlier conversation", [move("up")], false],
  ["left for an older one and found again", [typed("!ls"), move("up"), move("down")], true],
  ["pasted, left and found again", [pasted("!ls"), move("up"), move("down")], false],
  ["typed, cut, put back", [typed("!ls"), cut("delete-to-start"), { kind: "yanked" }], true],
  ["pasted, cut, put back", [pasted("!ls"), cut("delete-to-start"), { kind: "yanked" }], false],
])("%s", (_, events, isTyped) => expect(after(...events).isTyped).toBe(isTyped));

// Texts of the person have only small letters, all others only capitals: what is typed has no capital in it.
const anyEvent: fc.Arbitrary<DraftEvent> = fc.oneof(
  fc.stringMatching(/^[a-c!]{1,3}$/).map(typed),
  fc.stringMatching(/^[A-C!]{0,3}$/).map(pasted),
  fc.constantFrom<DraftEvent>({ kind: "yanked" }, { kind: "sent" }, { kind: "cleared" }),
  fc.constantFrom("up", "down", "older", "newer", "left", "home").map((to) => ({ kind: "moved", to }) as const),
  fc
    .constantFrom("backspace", "delete", "delete-word", "delete-to-start", "delete-to-end")
    .map((what) => ({ kind: "deleted", what }) as const),
  fc.stringMatching(/^[A-C]{1,3}$/).map((text) => ({ kind: "put-back", text }) as const),
  fc.stringMatching(/^[A-C]{1,3}$/).map((text) => ({ kind: "completed", from: 0, to: 0, text }) as const),
);

test("whatever is done, a text with a character that was not typed here is not typed", () =>
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 30 }), (events) => {
      let draft = newDraft(["AB", "!C"]);
      for (const event of events) {
        draft = edit(draft, event);
        if (/[A-C]/.test(draft.text)) expect(draft.isTyped).toBe(false);
      }
    }),
  ));

test.each([
  [{ TERM: "xterm-256color" }, true],
  [{ TERM: "tmux-256color", TMUX: "/tmp/x" }, true],
  [{ TERM: "screen", STY: "123.pts" }, false],
  [{ TERM: "linux" }, false],
  [{ TERM: "vt220" }, false],
  [{}, false],
])("marksPastes %j: %s", (environment, expected) => expect(marksPastes(environment)).toBe(expected));

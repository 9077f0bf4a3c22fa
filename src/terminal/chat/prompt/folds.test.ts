import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { continued, edit, newDraft, type Draft, type DraftEvent } from "./draft.ts";
import { foldsIn, isLong, shapeOf } from "./folds.ts";

const LONG = Array.from({ length: 12 }, (_, line) => `line ${line}`).join("\n");
const OTHER = "x".repeat(1_200);

const typed = (text: string): DraftEvent => ({ kind: "typed", text });
const pasted = (text: string): DraftEvent => ({ kind: "pasted", text });
const move = (to: Extract<DraftEvent, { kind: "moved" }>["to"]): DraftEvent => ({ kind: "moved", to });
const cut = (what: Extract<DraftEvent, { kind: "deleted" }>["what"]): DraftEvent => ({ kind: "deleted", what });
const after = (...events: readonly DraftEvent[]): Draft => events.reduce(edit, newDraft());

/** The draft as it is seen; "|" is the cursor. */
function seen(draft: Draft): string {
  const { text, toShape, labelAt } = shapeOf(draft.text, draft);
  const cells = Array.from({ length: text.length }, (_, at) => labelAt(at) ?? text[at]!);
  return [...cells.slice(0, toShape(draft.at)), "|", ...cells.slice(toShape(draft.at))].join("");
}

describe("a long paste", () => {
  const base = [typed("a "), pasted(LONG), typed(" b")];
  test.each<[string, readonly DraftEvent[], string]>([
    ["is one mark", base, "a [pasted 12 lines #1] b|"],
    ["a short one is not", [pasted("one\ntwo")], "one\ntwo|"],
    ["in one line is counted in characters", [pasted(OTHER)], "[pasted 1,200 characters #1]|"],
    ["another has the next number", [...base, pasted(OTHER)], "a [pasted 12 lines #1] b[pasted 1,200 characters #2]|"],
    ["the same one has its number", [...base, pasted(LONG)], "a [pasted 12 lines #1] b[pasted 12 lines #1]|"],
    ["is stepped over", [...base, move("left"), move("left"), move("left")], "a |[pasted 12 lines #1] b"],
    ["is a word", [...base, move("word-left"), move("word-left")], "a |[pasted 12 lines #1] b"],
    ["has one line", [...base, move("home")], "|a [pasted 12 lines #1] b"],
    ["is deleted as one character", [...base, move("left"), move("left"), cut("backspace")], "a | b"],
    [
      "comes back with Ctrl-Y",
      [...base, move("left"), move("left"), cut("backspace"), { kind: "yanked" }],
      "a [pasted 12 lines #1]| b",
    ],
    ["is deleted as a word", [pasted(LONG), cut("delete-word")], "|"],
    ["comes back as it was sent", [...base, { kind: "sent" }, move("up")], "a [pasted 12 lines #1] b|"],
    ["comes back after Ctrl-C", [...base, { kind: "cleared" }, move("up")], "a [pasted 12 lines #1] b|"],
    [
      "is put back folded",
      [...base, { kind: "sent" }, { kind: "put-back", text: `a ${LONG} b` }],
      "a [pasted 12 lines #1] b|",
    ],
    [
      "stays folded where an editor changed what is around it",
      [...base, { kind: "completed", from: 0, to: LONG.length + 4, text: `A ${LONG} B` }],
      "A [pasted 12 lines #1] B|",
    ],
    [
      "is text where an editor changed it",
      [pasted(LONG), { kind: "completed", from: 0, to: LONG.length, text: `${LONG.slice(1)}` }],
      `${LONG.slice(1)}|`,
    ],
    ["is text when it was opened", [...base, { kind: "unfolded" }], `a ${LONG} b|`],
    [
      "stays open in a text that comes back",
      [...base, { kind: "unfolded" }, { kind: "sent" }, move("up")],
      `a ${LONG} b|`,
    ],
    [
      "the one before the cursor is opened",
      [pasted(LONG), pasted(OTHER), move("left"), { kind: "unfolded" }],
      `${LONG}|[pasted 1,200 characters #2]`,
    ],
  ])("%s", (_, events, drawn) => expect(seen(after(...events))).toBe(drawn));

  test("that ends with a backslash is sent as it is", () => {
    const draft = after(pasted(`${LONG}\\`));
    expect(continued(draft)).toBeNull();
  });
  test("is what more than ten lines or a thousand characters are", () =>
    expect(["\n".repeat(10), `${"\n".repeat(10)}x`, "x".repeat(1_000), "x".repeat(1_001)].map(isLong)).toEqual([
      false,
      true,
      false,
      true,
    ]));
});

/** A text as a list of what is one character to the person; the cursor is between two of them. */
type Model = { readonly before: readonly string[]; readonly behind: readonly string[] };

type Step = { readonly event: DraftEvent; readonly model: (model: Model) => Model };

const letters = fc.constantFrom("a", "b", "é", "漢", "👩‍💻", "\n", " ", "\u0001", "[pasted 12 lines #1]");
const steps: fc.Arbitrary<Step> = fc.oneof(
  letters.map((text) => ({
    event: typed(text),
    model: ({ before, behind }: Model) => ({ before: [...before, ...(text.length > 8 ? text : [text])], behind }),
  })),
  fc
    .constantFrom(LONG, OTHER, `${LONG}\\`, `\u0301${OTHER}`, `${LONG}\r\n${OTHER}\r`)
    .map((text) => ({ text, clean: text.replaceAll(/\r\n?/g, "\n") }))
    .map(({ text, clean }) => ({
      event: pasted(text),
      model: ({ before, behind }: Model) => ({ before: [...before, clean], behind }),
    })),
  fc.constant({
    event: move("left"),
    model: ({ before, behind }: Model) => ({ before: before.slice(0, -1), behind: [...before.slice(-1), ...behind] }),
  }),
  fc.constant({
    event: move("right"),
    model: ({ before, behind }: Model) => ({ before: [...before, ...behind.slice(0, 1)], behind: behind.slice(1) }),
  }),
  fc.constant({
    event: cut("backspace"),
    model: ({ before, behind }: Model) => ({ before: before.slice(0, -1), behind }),
  }),
  fc.constant({
    event: cut("delete"),
    model: ({ before, behind }: Model) => ({ before, behind: behind.slice(1) }),
  }),
);

test("editing is that of a text in which every long paste is one character, and none of it is lost", () =>
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 40 }), (all) => {
      let draft = newDraft();
      let model: Model = { before: [], behind: [] };
      for (const step of all) {
        draft = edit(draft, step.event);
        model = step.model(model);
        expect([draft.text, draft.at]).toEqual([
          [...model.before, ...model.behind].join(""),
          model.before.join("").length,
        ]);
        for (const { from, to, number } of draft.folds)
          expect(draft.text.slice(from, to)).toBe(draft.pastes.find((paste) => paste.number === number)?.text);
        expect(draft.folds.some(({ from, to }) => from < draft.at && draft.at < to)).toBe(false);
      }
      const { text } = draft;
      const back = edit(edit(draft, { kind: "cleared" }), move("older"));
      expect(back.text).toBe(text.trim() === "" ? "" : text);
      const open = draft.folds.reduce((next) => edit(next, { kind: "unfolded" }), draft);
      expect([open.text, open.folds]).toEqual([text, []]);
    }),
    { numRuns: 300 },
  ));

test("a paste that nearly repeats itself is looked for in linear time", () => {
  const near = `b${"a".repeat(200_000)}`;
  const text = "a".repeat(1_000_000);
  // A search that begins again at every character would take 10^11 steps.
  expect(foldsIn(text + near, [{ number: 1, text: near }])).toEqual([
    { from: text.length, to: text.length + near.length, number: 1 },
  ]);
});

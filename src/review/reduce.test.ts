import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ApprovalPayload, ChangePayload, Decision } from "../approval/index.ts";
import { versionOf } from "../base/index.ts";
import { asText, encode, type Text } from "../text/index.ts";
import { AFTER, BEFORE, batchPayload, patchPayload } from "../../test/support/payloads.ts";
import { contentOf } from "./content.ts";
import { openReview } from "./open.ts";
import { pageOf, reduce } from "./reduce.ts";
import type { ChangePage, Review, ReviewEvent } from "./types.ts";

const PROTECTED = { kind: "protected", message: "", line: null };
const OPEN = {
  edit: "e7",
  path: "ws/a.ts",
  message: "It stands twice.",
  places: [
    { line: 3, rule: null, unified_diff: "" },
    { line: 9, rule: "indentation", unified_diff: "" },
  ],
};

const version = (text: string): string => versionOf(encode(asText(text)!));
const SHOWN = { kind: "page-painted", page: 0, view: "change", layout: "80", lead: 0, height: 10, from: 0 } as const;
const paint = (review: Review, rows = 10, to = rows): Review =>
  reduce(review, { ...SHOWN, page: review.at, rows, to, isAnswerable: true });

/** Paints after every event, as a screen would. */
function play(payload: ApprovalPayload, ...events: readonly ReviewEvent[]): Review {
  return events.reduce((review, event) => paint(reduce(review, event)), paint(openReview(payload)));
}
function decided(review: Review): Decision {
  expect(review.stage.kind).toBe("settled");
  return (review.stage as Extract<Review["stage"], { kind: "settled" }>).decision;
}
const YES = { kind: "page-applied" } as const;
const NO = { kind: "page-rejected", reason: null } as const;
const by = { kind: "person" };

describe("answers", () => {
  test("a yes is bound to the bytes that were shown", () => {
    const after = version(AFTER);
    expect(decided(play(patchPayload("ws/a.ts"), YES))).toEqual({
      approval_id: "q1",
      items: [{ action: "apply", digest: "digest of ws/a.ts", by, after }],
    });
  });

  test("nothing is approved that is not on the screen", () => {
    const review = openReview(patchPayload("ws/a.ts"));
    expect(reduce(review, YES)).toBe(review);
    expect(decided(reduce(review, NO)).items).toEqual([{ action: "reject", digest: "digest of ws/a.ts", by }]);
  });

  test("the second file must be painted too before it can be approved", () => {
    const first = paint(openReview(batchPayload([patchPayload("ws/a.ts"), patchPayload("ws/b.ts")])));
    const second = reduce(first, YES);
    expect(second.at).toBe(1);
    expect(reduce(second, YES)).toBe(second);
  });

  test("chosen changes are composed, and the answer names them", () => {
    const review = play(patchPayload("ws/a.ts"), { kind: "hunk-switched", hunk: 0 }, YES);
    const after = version("one\ntwo\nthree\nfour\nFIVE\n");
    expect(decided(review).items).toEqual([{ action: "apply", digest: "digest of ws/a.ts", by, hunks: [1], after }]);
  });

  test("every change left out is a no", () => {
    const review = play(
      patchPayload("ws/a.ts"),
      { kind: "hunk-switched", hunk: 0 },
      { kind: "hunk-switched", hunk: 1 },
      YES,
    );
    expect(decided(review).items).toEqual([
      { action: "reject", digest: "digest of ws/a.ts", by, reason: "Every change to this file was left out." },
    ]);
  });

  test("what was edited is shown before it can be approved, then bound to its own bytes", () => {
    const content = "mine\n";
    const edited = [
      { kind: "editor-opened" },
      { kind: "editor-closed", outcome: { kind: "changed", content } },
    ] as const;
    const unpainted = edited.reduce(
      (review, event) => reduce(review, event),
      paint(openReview(patchPayload("ws/a.ts"))),
    );
    expect(reduce(unpainted, YES)).toBe(unpainted);
    expect(decided(reduce(paint(unpainted), YES)).items).toEqual([
      { action: "modify", digest: "digest of ws/a.ts", by, content, after: version(content) },
    ]);
  });

  test.each([
    ["an emptied file is content", { kind: "changed", content: "" }, "reading", ""],
    ["saved without changes applies", { kind: "unchanged", saved: true }, "settled", AFTER],
    ["closed without saving is no answer", { kind: "unchanged", saved: false }, "reading", AFTER],
    ["unchanged too soon to have been read", { kind: "unchanged", atOnce: true }, "reading", AFTER],
    ["an editor that failed has answered nothing", { kind: "failed", message: "vim ended with 1." }, "reading", AFTER],
    ["half a pair is no text", { kind: "changed", content: "\ud800" }, "reading", AFTER],
  ] as const)("editor: %s", (_, outcome, stage, content) => {
    const review = play(patchPayload("ws/a.ts"), { kind: "editor-opened" }, { kind: "editor-closed", outcome });
    expect(review.stage.kind).toBe(stage);
    expect(contentOf(review.pages[0] as ChangePage)).toBe(content);
  });

  test("the risks and the title's numbers are those of the person's text, and of the suggestion again", () => {
    const risk = { kind: "hidden", message: "Line 1: holds a character that cannot be seen.", line: 1 } as const;
    const edited = (review: Review, content: string): Review =>
      [
        { kind: "editor-opened" } as const,
        { kind: "editor-closed", outcome: { kind: "changed", content } } as const,
      ].reduce((at, event) => paint(reduce(at, event)), review);
    const mine = edited(play({ ...patchPayload("ws/a.ts"), risks: [risk] }), "one\ntwo\nthree\nFOUR\u202e\nfive\n");
    const page = pageOf(mine) as ChangePage;
    expect(page.shown.risks.map(({ line }) => line)).toEqual([4]);
    expect(page.shown.hunks).toMatchObject([{ old_start: 4, old_lines: 1 }]);
    expect(page.payload.risks).toEqual([risk]);
    expect((pageOf(edited(mine, AFTER)) as ChangePage).shown).toBe(page.payload);
  });

  test("a text that leaves the file as it is gives a notice", () => {
    const outcome = { kind: "changed", content: BEFORE } as const;
    const review = play(patchPayload("ws/a.ts"), { kind: "editor-opened" }, { kind: "editor-closed", outcome });
    expect(review.notice).toBe("Your text leaves the file as it is: nothing would be written.");
  });

  test("what an editor closed without a change did on its own is kept for the report", () => {
    const outcome = { kind: "unchanged", saved: true, notes: ["Only line endings differ."] } as const;
    const review = play(patchPayload("ws/a.ts"), { kind: "editor-opened" }, { kind: "editor-closed", outcome });
    expect((review.pages[0] as ChangePage).notes).toEqual(["Only line endings differ."]);
  });

  test("a screen too small to show anything takes no yes, but every no", () => {
    const small = reduce(paint(openReview(patchPayload("ws/a.ts"))), {
      ...SHOWN,
      rows: 10,
      to: 0,
      isAnswerable: false,
    });
    for (const event of [YES, { kind: "always-asked", all: true }, { kind: "editor-opened" }] as const)
      expect(reduce(small, event)).toBe(small);
    expect(decided(reduce(small, NO)).items).toMatchObject([{ action: "reject" }]);
  });

  test("keys are ignored while the editor is open", () => {
    const open = play(patchPayload("ws/a.ts"), { kind: "editor-opened" });
    for (const event of [YES, NO, { kind: "stop-asked" }, { kind: "page-turned", by: 1 }] as const)
      expect(reduce(open, event)).toBe(open);
  });

  test("a place that was chosen puts its file off, and the file is not answered for", () => {
    const review = play(
      batchPayload([patchPayload("ws/a.ts"), patchPayload("ws/b.ts")], { open_edits: [OPEN] }),
      { kind: "place-moved", by: 1 },
      YES,
    );
    expect(pageOf(review)).toMatchObject({ kind: "change", payload: { path: "ws/b.ts" } });
    expect(
      decided(
        play(
          batchPayload([patchPayload("ws/a.ts"), patchPayload("ws/b.ts")], { open_edits: [OPEN] }),
          { kind: "place-moved", by: 1 },
          YES,
          NO,
        ),
      ),
    ).toEqual({
      approval_id: "q1",
      places: [{ edit: "e7", place: 1 }],
      items: [{ action: "reject", digest: "digest of ws/b.ts", by }],
    });
  });

  test("stopping asks what becomes of approved files, and cut leaves nothing", () => {
    const files = batchPayload([patchPayload("ws/a.ts"), patchPayload("ws/b.ts")]);
    const stopping = play(files, YES, { kind: "stop-asked" });
    expect(stopping.stage.kind).toBe("stopping");
    const actions = (decision: Decision): string[] => decision.items.map(({ action }) => action);
    const kept = decided(reduce(stopping, { kind: "stop-confirmed", keep: true }));
    expect([kept.stop_run, actions(kept)]).toEqual([true, ["apply", "reject"]]);
    const none = decided(reduce(stopping, { kind: "stop-confirmed", keep: false }));
    expect([none.stop_run, actions(none)]).toEqual([true, ["reject", "reject"]]);
    const cut = decided(reduce(play(files, YES), { kind: "review-cut", reason: "gone" }));
    expect([cut.stop_run, actions(cut)]).toEqual([true, ["reject", "reject"]]);
  });
});

describe("always", () => {
  const asked = { kind: "always-asked", all: false } as const;
  test("is offered only when everything was shown", () => {
    const half = paint(openReview(patchPayload("ws/src/a.ts")), 30, 10);
    expect(reduce(half, asked)).toMatchObject({
      stage: { kind: "reading" },
      notice: expect.stringContaining("Scroll to the end"),
    });
    const rest = reduce(half, { ...SHOWN, rows: 30, from: 10, to: 30, isAnswerable: true });
    const offered = reduce(rest, asked);
    // A rule that was not on the screen is not kept.
    expect(reduce(offered, { kind: "offer-taken" })).toBe(offered);
    expect(offered.stage).toMatchObject({ kind: "remembering", offer: 0 });
    expect(
      decided(reduce(paint(reduce(offered, { kind: "offer-moved", by: 1 })), { kind: "offer-taken" })).remember,
    ).toEqual({
      effect: "allow",
      scope: "directory",
      path: "ws/src",
      tool: "edit_file",
    });
  });

  test.each([
    ["chosen hunks", patchPayload("ws/a.ts"), [{ kind: "hunk-switched", hunk: 0 }]],
    ["a protected path", { ...patchPayload("ws/a.ts"), risks: [PROTECTED] }, []],
  ] satisfies [string, ChangePayload, ReviewEvent[]][])("is not offered for %s", (_, payload, events) => {
    expect(play(payload, ...events, asked).stage.kind).toBe("reading");
  });
});

const EVENTS: fc.Arbitrary<ReviewEvent | "paint"> = fc.oneof(
  fc.constant("paint" as const),
  fc.constantFrom<ReviewEvent>(
    YES,
    NO,
    { kind: "view-changed" },
    { kind: "reason-asked" },
    { kind: "reason-typed", text: "no" },
    { kind: "choosing-asked" },
    { kind: "always-asked", all: false },
    { kind: "always-asked", all: true },
    { kind: "offer-taken" },
    { kind: "editor-opened" },
    { kind: "editor-closed", outcome: { kind: "unchanged" } },
    { kind: "editor-closed", outcome: { kind: "failed", message: "no" } },
    { kind: "help-asked" },
    { kind: "stage-left" },
    { kind: "stop-asked" },
    { kind: "stop-confirmed", keep: true },
    { kind: "stop-confirmed", keep: false },
  ),
  fc.string().map((content): ReviewEvent => ({ kind: "editor-closed", outcome: { kind: "changed", content } })),
  fc
    .integer({ min: -2, max: 2 })
    .chain((n) =>
      fc.constantFrom<ReviewEvent>(
        { kind: "page-turned", by: n },
        { kind: "page-scrolled", to: n * 7 },
        { kind: "hunk-moved", by: n },
        { kind: "hunk-switched", hunk: n },
        { kind: "place-moved", by: n },
        { kind: "offer-moved", by: n },
        { kind: "page-rejected", reason: n === 0 ? "" : "because" },
      ),
    ),
);

test("whatever happens: answers only to what was asked, bound to what was composed, and settled is final", () => {
  const payload = batchPayload(
    [patchPayload("ws/a.ts"), patchPayload("ws/b.ts"), patchPayload("ws/c.ts", "x\n", "y\n")],
    { open_edits: [OPEN] },
  );
  fc.assert(
    fc.property(fc.array(EVENTS, { maxLength: 60 }), (events) => {
      let review = openReview(payload);
      const neverPainted = new Set(review.pages.keys());
      for (const event of events) {
        const before = review;
        if (event === "paint") {
          review = paint(review);
          neverPainted.delete(before.at);
        } else review = reduce(review, event);
        if (before.stage.kind === "settled") expect(review).toBe(before);
        expect(review.at >= 0 && review.at < review.pages.length).toBe(true);
        for (const index of neverPainted) expect(["apply", "place"]).not.toContain(review.pages[index]!.answer?.kind);
      }
      const { stage } = reduce(review, { kind: "review-cut", reason: "over" });
      if (stage.kind !== "settled") throw new Error("a cut review is settled");
      for (const decision of [stage.decision, ...(review.stage.kind === "settled" ? [review.stage.decision] : [])]) {
        expect(decision.approval_id).toBe("q1");
        const digests = decision.items.map(({ digest }) => digest as string);
        expect(new Set(digests).size).toBe(digests.length);
        for (const place of decision.places ?? []) {
          expect(place.edit).toBe("e7");
          expect(OPEN.places[place.place]).toBeDefined();
        }
        for (const item of decision.items) {
          const page = review.pages.find(
            (one) => one.kind === "change" && one.payload.digest === item.digest,
          ) as ChangePage;
          expect(page).toBeDefined();
          if (item.action === "reject") continue;
          const shown = contentOf(page) as Text;
          expect(item.after).toBe(versionOf(encode(shown)));
          if (item.action === "modify") expect(item.content).toBe(shown);
        }
      }
    }),
    { numRuns: 1000 },
  );
});

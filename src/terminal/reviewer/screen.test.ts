import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ApprovalPayload, ChangePayload } from "../../approval/index.ts";
import { openReview, pageOf, reduce, type Review, type ReviewEvent } from "../../review/index.ts";
import { AFTER, BEFORE, batchPayload, patchPayload } from "../../../test/support/payloads.ts";
import { createPaint } from "../paint.ts";
import { cells } from "../wrap.ts";
import { actionFor } from "./bindings.ts";
import { helpFor } from "./help.ts";
import type { Key, KeyName } from "./keys.ts";
import { PageViews } from "./page-views.ts";
import { pageWidth, screenOf, wideWidth } from "./screen.ts";

const WINDOW = { height: 10, isCut: false };
const RISK = { kind: "large", message: "This is a made-up risk in plain words.", line: null } as const;

const change = (path: string, before = BEFORE, after = AFTER): ChangePayload => ({
  ...patchPayload(path, before, after),
  risks: [RISK],
});
const batch = (...items: readonly ChangePayload[]): ApprovalPayload => batchPayload(items);

function draw(review: Review, columns: number, rows: number) {
  const paint = createPaint(false);
  const show = (path: string): string => path;
  const view = new PageViews().of(review, pageOf(review)!, {
    width: pageWidth(columns),
    wide: wideWidth(columns),
    paint,
    show,
  });
  return { view, screen: screenOf(review, view, { columns, rows, paint, show }) };
}

function painted(review: Review, columns = 80, rows = 24): Review {
  const { view, screen } = draw(review, columns, rows);
  const { from, to, height, isAnswerable } = screen;
  return reduce(review, {
    kind: "page-painted",
    page: review.at,
    view: "change",
    layout: view.layout,
    rows: view.count,
    lead: view.lead,
    height,
    from,
    to,
    isAnswerable,
  });
}

const STAGES: readonly ReviewEvent[] = [
  { kind: "stage-left" },
  { kind: "help-asked" },
  { kind: "reason-asked" },
  { kind: "choosing-asked" },
  { kind: "always-asked", all: false },
  { kind: "editor-opened" },
  { kind: "notice-given", text: "Something to know, in a sentence that is long enough to need a second row here." },
];

describe("the screen", () => {
  test("of what is on disk, comment and leave are in the last row at 80 columns", () => {
    const open = openReview(batch(change("ws/a.ts"), change("ws/b.ts")), { purpose: "work-tree" });
    expect(draw(painted(open), 80, 24).screen.rows.at(-1)).toBe(
      " Enter keep  e edit first  d revert  [ ] files  c comment  q leave  ? help",
    );
    expect(draw(painted(open), 44, 24).screen.rows.at(-1)).toBe(" Enter keep  d revert  c comment  ? help");
  });

  test("? while changes are chosen shows the keys for that, and goes back to it", () => {
    const chosen = painted(reduce(painted(openReview(change("ws/a.ts"))), { kind: "choosing-asked" }));
    const asked = actionFor({ kind: "character", text: "?" }, chosen, WINDOW);
    expect(asked).toEqual({ kind: "event", event: { kind: "help-asked" } });
    const help = painted(reduce(chosen, { kind: "help-asked" }));
    const shown = draw(help, 80, 30).screen.rows.join("\n");
    expect(shown).toMatch(/space x[^]*select or deselect[^]*split it into[^]*undo all splitting/);
    expect(shown).not.toContain("reason for the model");
    expect(reduce(reduce(help, { kind: "help-scrolled", to: 1 }), { kind: "stage-left" }).stage).toEqual({
      kind: "choosing",
    });
  });

  test("fits every terminal, in every stage, and never has more rows than it", () => {
    const payload = batch(change("ws/src/a.ts"), change(`ws/${"deep/".repeat(30)}b.ts`), change("ws/日本語.txt"));
    fc.assert(
      fc.property(
        fc.integer({ min: 20, max: 200 }),
        fc.integer({ min: 2, max: 60 }),
        fc.nat(2),
        fc.constantFrom(...STAGES),
        (columns, rows, at, event) => {
          const turned = reduce(openReview(payload), { kind: "page-turned", by: at });
          const { screen } = draw(reduce(painted(turned, columns, rows), event), columns, rows);
          for (const row of screen.rows) expect(cells(row)).toBeLessThanOrEqual(columns);
          expect(screen.rows.length).toBeLessThan(rows);
          // A yes to what nobody can see is not possible.
          const isAsked = screen.rows.some((row) => row.includes("[y/n"));
          if (isAsked && event.kind === "stage-left") expect(screen.to).toBeGreaterThan(screen.from);
          if (!screen.isAnswerable) expect(isAsked).toBe(false);
        },
      ),
    );
  });

  test("what it looks like", () => {
    const review = painted(openReview(batch(change("ws/src/a.ts"), change("ws/b.ts"))));
    expect(draw(review, 60, 24).screen.rows).toEqual([
      "  · a.ts  · b.ts ",
      "┌─ [1/2] Edit: ws/src/a.ts (2 places) ─────────────────────┐",
      "│ ⚠ This is a made-up risk in plain words.                 │",
      "│ @@ -1,5 +1,5 @@                                          │",
      "│ 1 -one                                                   │",
      "│ 1 +ONE                                                   │",
      "│ 2  two                                                   │",
      "│ 3  three                                                 │",
      "│ 4  four                                                  │",
      "│ 5 -five                                                  │",
      "│ 5 +FIVE                                                  │",
      "└──────────────────────────────────────────────────────────┘",
      " Apply this edit? [y/n]",
      " Enter apply  e edit first  d reject  [ ] files  ? help",
    ]);
  });

  test("a low screen says less and shows the change; one too low says so and takes no yes", () => {
    const review = painted(openReview(batch(change("ws/src/a.ts"), change("ws/b.ts"))), 20, 6);
    expect(draw(review, 20, 6).screen.rows).toEqual([
      "┌─ …ts (2 places) ─┐",
      "│ Edit: ws/src/↴   │",
      "└────── 1–1 of 15 ─┘",
      " Apply this edit?",
      " [y/n]",
    ]);
    const low = painted(review, 20, 4);
    expect(draw(low, 20, 4).screen.rows).toEqual([" Too small a window", " to show the", " change. Make it"]);
    expect(reduce(low, { kind: "page-applied" })).toBe(low);
  });

  test("a long change offers to look at all of it", () => {
    const long = Array.from({ length: 40 }, (_, at) => `line ${at}\n`).join("");
    const review = painted(openReview(change("ws/a.ts", long, long.replaceAll("line", "LINE"))), 80, 24);
    expect(draw(review, 80, 24).screen.rows.at(-2)).toBe(" Apply this edit? [y/n/v(iew full file)]");
  });

  test.each([
    ["40 columns keep the no", 40, [], " Enter apply  e edit  d reject  ? help"],
    ["80 columns", 80, [], " Enter apply  e edit first  d reject  s choose  r reason  a always  ? help"],
    [
      "no always where a path is protected",
      80,
      [{ kind: "protected", message: "Protected.", line: null }],
      " Enter apply  e edit first  d reject  s choose  r reason  v whole file  ? help",
    ],
  ] as const)("hints: %s", (_, columns, risks, expected) => {
    const review = painted(openReview({ ...change("ws/a.ts"), risks: [...risks] }), columns);
    expect(draw(review, columns, 24).screen.rows.at(-1)).toBe(expected);
  });

  test("a help longer than the screen scrolls to its last line, and back", () => {
    const at = (review: Review): readonly string[] => draw(review, 40, 12).screen.rows;
    const asked = reduce(painted(openReview(change("ws/a.ts")), 40, 12), { kind: "help-asked" });
    expect(at(asked).join()).not.toContain("Ctrl-C");
    const { height, isCut } = draw(asked, 40, 12).screen;
    const press = (review: Review, text: string): Review => {
      const action = actionFor({ kind: "character", text }, review, { height, isCut });
      return action.kind === "event" ? reduce(review, action.event) : review;
    };
    const end = press(asked, "G");
    expect(at(end).join()).toContain("Ctrl-C");
    expect(at(press(end, "g"))).toEqual(at(asked));
    expect(press(end, "x").stage.kind).toBe("reading");
  });

  test("what this version does not know is asked by its description", () => {
    const names = {
      description: "Tele\u001bport",
      path: "ws/a",
      sandbox: "ws",
      approval_id: "q",
      digest: "d",
      risks: [],
    };
    const { screen } = draw(painted(openReview({ ...names, type: "teleport" } as unknown as ApprovalPayload)), 60, 24);
    expect(screen.rows.at(-2)).toBe(' "Tele⟨ESC⟩port" - Approve? [y/n]');
  });

  test("the question is the last rows, so that it can be written last", () => {
    const { screen } = draw(painted(openReview(change("ws/a.ts"))), 80, 24);
    expect(screen.rows.slice(-screen.foot)[0]).toBe(" Apply this edit? [y/n]");
  });
});

describe("keys", () => {
  const NAMES: Readonly<Record<string, KeyName>> = {
    Enter: "enter",
    Esc: "escape",
    Tab: "tab",
    "←": "left",
    "→": "right",
    "↑": "up",
    "↓": "down",
    "Ctrl-C": "ctrl-c",
  };
  const key = (name: string): Key =>
    NAMES[name] === undefined ? { kind: "character", text: name } : { kind: "named", name: NAMES[name] };

  test.each(helpFor({ kind: "approve", showing: "page" }).flatMap(([keys]) => keys.split(" ")))(
    "%s of the help does something",
    (name) => {
      const review = painted(openReview(batch(change("ws/a.ts"), change("ws/b.ts"))));
      expect(actionFor(key(name), review, WINDOW).kind).not.toBe("none");
    },
  );

  test("Esc leaves the whole file for the change; there it rejects", () => {
    const escape = key("Esc");
    const whole = reduce(painted(openReview(change("ws/a.ts"))), { kind: "view-changed" });
    expect(actionFor(escape, whole, WINDOW)).toEqual({ kind: "event", event: { kind: "view-changed" } });
    const back = reduce(whole, { kind: "view-changed" });
    expect(actionFor(escape, back, WINDOW)).toMatchObject({ event: { kind: "page-rejected" } });
  });

  test("a paste means nothing but text for a reason", () => {
    const review = painted(openReview(change("ws/a.ts")));
    const paste: Key = { kind: "paste", text: "y\nn" };
    expect(actionFor(paste, review, WINDOW)).toEqual({ kind: "none" });
    const typing = reduce(review, { kind: "reason-asked" });
    expect(actionFor(paste, typing, WINDOW)).toEqual({ kind: "event", event: { kind: "reason-typed", text: "y n" } });
  });
});

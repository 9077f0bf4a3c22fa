import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ApprovalPayload, ChangePayload } from "../../approval/index.ts";
import { openReview, pageOf, reduce, type Review, type ReviewEvent } from "../../review/index.ts";
import { asText, diffLines } from "../../text/index.ts";
import { createPaint } from "../paint.ts";
import { cells } from "../wrap.ts";
import { actionFor } from "./bindings.ts";
import { HELP } from "./help.ts";
import type { Key, KeyName } from "./keys.ts";
import { PageViews } from "./page-view.ts";
import { pageWidth, screenOf } from "./screen.ts";

const BEFORE = "one\ntwo\nthree\nfour\nfive\n";
const AFTER = "ONE\ntwo\nthree\nfour\nFIVE\n";

function change(path: string, before = BEFORE, after = AFTER): ChangePayload {
  const hunks = diffLines(asText(before)!, asText(after)!).map((one, index) => ({
    index,
    old_start: one.old.from + 1,
    old_lines: one.old.to - one.old.from,
    new_start: one.new.from + 1,
    new_lines: one.new.to - one.new.from,
  }));
  return {
    type: "patch",
    description: `Edit ${path}`,
    path,
    sandbox: "ws",
    approval_id: "q",
    digest: path,
    risks: [{ kind: "large", message: "This is a made-up risk in plain words.", line: null }],
    hunks,
    original_content: before,
    suggested_content: after,
    after: null,
    unified_diff: "",
    diff_lines: 0,
    file_lines: 5,
    file_bytes: 5,
    edit_count: 1,
  };
}

function batch(...items: readonly ChangePayload[]): ApprovalPayload {
  const names = { path: "", sandbox: "ws", approval_id: "q", digest: "all" };
  const rest = { risks: [], open_edits: [], supersedes: null, because: null };
  return { type: "batch", description: "", ...names, ...rest, items: [...items] };
}

function draw(review: Review, columns: number, rows: number) {
  const paint = createPaint(false);
  const show = (path: string): string => path;
  const view = new PageViews().of(review, pageOf(review)!, { width: pageWidth(columns), paint, show });
  return { view, screen: screenOf(review, view, { columns, rows, paint, show }) };
}

function painted(review: Review, columns = 80, rows = 24): Review {
  const { view, screen } = draw(review, columns, rows);
  const { from, to, height } = screen;
  return reduce(review, {
    kind: "page-painted",
    page: review.at,
    view: "change",
    layout: view.layout,
    rows: view.count,
    height,
    from,
    to,
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
  test("fits every terminal, in every stage, and never has more rows than it", () => {
    const payload = batch(change("ws/src/a.ts"), change(`ws/${"deep/".repeat(30)}b.ts`), change("ws/日本語.txt"));
    fc.assert(
      fc.property(
        fc.integer({ min: 24, max: 200 }),
        fc.integer({ min: 14, max: 60 }),
        fc.nat(2),
        fc.constantFrom(...STAGES),
        (columns, rows, at, event) => {
          const turned = reduce(openReview(payload), { kind: "page-turned", by: at });
          const { screen } = draw(reduce(painted(turned, columns, rows), event), columns, rows);
          for (const row of screen.rows) expect(cells(row)).toBeLessThanOrEqual(columns);
          expect(screen.rows.length).toBeLessThan(rows);
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
      " Apply this edit? [y/n/v(iew full file)]",
      " Enter apply  e edit first  d reject  [ ] files  ? help",
    ]);
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
    expect(screen.rows.slice(-screen.foot)[0]).toBe(" Apply this edit? [y/n/v(iew full file)]");
  });
});

describe("keys", () => {
  const NAMES: Readonly<Record<string, KeyName>> = {
    Enter: "enter",
    Esc: "escape",
    "←": "left",
    "→": "right",
    "↑": "up",
    "↓": "down",
    "Ctrl-C": "ctrl-c",
  };
  const key = (name: string): Key =>
    NAMES[name] === undefined ? { kind: "character", text: name } : { kind: "named", name: NAMES[name] };

  test.each(HELP.flatMap(([keys]) => keys.split(" ")))("%s of the help does something", (name) => {
    const review = painted(openReview(batch(change("ws/a.ts"), change("ws/b.ts"))));
    expect(actionFor(key(name), review, 10).kind).not.toBe("none");
  });

  test("a paste means nothing but text for a reason", () => {
    const review = painted(openReview(change("ws/a.ts")));
    const paste: Key = { kind: "paste", text: "y\nn" };
    expect(actionFor(paste, review, 10)).toEqual({ kind: "none" });
    const typing = reduce(review, { kind: "reason-asked" });
    expect(actionFor(paste, typing, 10)).toEqual({ kind: "event", event: { kind: "reason-typed", text: "y n" } });
  });
});

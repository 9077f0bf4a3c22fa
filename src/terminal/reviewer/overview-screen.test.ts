import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { notShownOf, type ChangePayload } from "../../approval/index.ts";
import { openReview, reduce, type Review, type ReviewEvent } from "../../review/index.ts";
import { batchPayload, patchPayload } from "../../../test/support/payloads.ts";
import { createPaint } from "../paint.ts";
import { cells } from "../wrap.ts";
import { actionFor } from "./bindings.ts";
import { helpFor } from "./help.ts";
import type { Key, KeyName } from "./keys.ts";
import { overviewScreen } from "./overview-screen.ts";

const PATHS = [
  "ws/src/a.ts",
  `ws/${"deep/".repeat(30)}b.ts`,
  "ws/日本語/ファイル.txt",
  "ws/x\u001b[2J\u202e.sh",
  ...Array.from({ length: 60 }, (_, at) => `ws/many/file${at}.ts`),
];
const warned = { kind: "protected", message: "Protected.", line: null };
const PAYLOAD = batchPayload(PATHS.map((path, at) => ({ ...patchPayload(path), risks: at === 0 ? [warned] : [] })));

const notShown = (count: number) =>
  notShownOf(Array.from({ length: count }, (_, at) => ({ path: `${at}.png`, why: "It is not text." })));

const screen = (review: Review, columns = 80, rows = 24) =>
  overviewScreen(review, { columns, rows, paint: createPaint(false), show: (path) => path.slice(3) });
function paint(review: Review, columns = 80, rows = 24): Review {
  const { from, height, isAnswerable } = screen(review, columns, rows);
  return reduce(review, { kind: "overview-painted", from, height, isAnswerable });
}

const STEPS: readonly (readonly ReviewEvent[])[] = [
  [],
  [{ kind: "bulk-asked", action: "apply", of: "rest" }],
  [{ kind: "bulk-asked", action: "reject", of: "row" }],
  [{ kind: "filter-asked" }, { kind: "filter-typed", text: "e\u001b" }],
  [{ kind: "filter-asked" }, { kind: "filter-typed", text: "no such path" }, { kind: "filter-kept" }],
  [{ kind: "help-asked" }],
  [{ kind: "notice-given", text: "Something to know, in a sentence that is long enough to need a second row here." }],
];

describe("the overview", () => {
  test("fits every terminal, in every stage; what is asked is always there, or cannot be answered", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 20, max: 200 }),
        fc.integer({ min: 2, max: 60 }),
        fc.integer({ min: 0, max: 70 }),
        fc.constantFrom(...STEPS),
        (columns, rows, by, events) => {
          const start = reduce(paint(openReview(PAYLOAD), columns, rows), { kind: "cursor-moved", by });
          const review = events.reduce(
            (at, event) => paint(reduce(at, event), columns, rows),
            paint(start, columns, rows),
          );
          const drawn = screen(review, columns, rows);
          for (const row of drawn.rows) expect(cells(row)).toBeLessThanOrEqual(columns);
          expect(drawn.rows.length).toBeLessThan(rows);
          expect(drawn.rows.join()).not.toMatch(/[\u001b\u202e]/);
          if (review.stage.kind === "bulk") {
            expect(drawn.rows.some((row) => row.includes("[y/n]"))).toBe(drawn.isAnswerable);
            if (!drawn.isAnswerable) expect(reduce(review, { kind: "bulk-confirmed" })).toBe(review);
          }
          if (drawn.isAnswerable && events.length === 0)
            expect(drawn.rows.filter((row) => row.includes("│ ›"))).toHaveLength(1);
        },
      ),
    );
  });

  test("what it looks like", () => {
    const open = reduce(paint(openReview(PAYLOAD)), { kind: "bulk-asked", action: "apply", of: "rest" });
    expect(screen(open, 80, 24).rows).toEqual([
      "┌─ Overview: 64 files, +128 −128 ──────────────────────────────────────────────┐",
      "│ › ▸ …/deep/deep/deep/deep/deep/deep/deep/deep/   +2   −2  1 file             │",
      "│   ▸ many/                                      +120 −120  60 files           │",
      "│   ▸ src/                                         +2   −2  1 file 1⚠          │",
      "│   ▸ 日本語/                                      +2   −2  1 file             │",
      "│   · x⟨ESC⟩[2J⟨RLO⟩.sh                            +2   −2                     │",
      "└──────────────────────────────────────────────────────────────────────────────┘",
      " 0 viewed · 0 applied · 0 rejected · 64 to decide, 1 of them one by one (⚠)",
      " 1 protected file is left for you to decide one by one.",
      " Apply the remaining 63 files, none of them viewed? [y/n]",
      " y apply  n Esc back",
    ]);
  });
});

test("changes that are not part of the review are counted, wherever the cursor is; on a page they are a notice", () => {
  const open = reduce(paint(openReview({ ...PAYLOAD, not_shown: notShown(3) }, { purpose: "work-tree" })), {
    kind: "cursor-moved",
    by: 2,
  });
  expect(screen(open).rows.join(" ")).toMatch(
    /to decide[^]*3 more changes are not shown here: 0\.png, 1\.png, 2\.png\./,
  );
  const few = openReview({ ...batchPayload([patchPayload("ws/a"), patchPayload("ws/b")]), not_shown: notShown(1) });
  expect(few.notice).toBe("1 more change is not shown here: 0.png.");
});

test("a file that moves has both names and its counts", () => {
  const moved = (path: string, to: string): ChangePayload => {
    const about = {
      ...patchPayload(path, "a\n", "a\n"),
      unified_diff: "",
      diff_lines: 0,
      file_lines: 1,
      file_bytes: 2,
    };
    return { ...about, type: "move", to };
  };
  const { rows } = screen(
    openReview(batchPayload([moved("ws/x/ren.txt", "ws/x/new.txt"), moved("ws/y → q", "ws/x/z")])),
  );
  expect(rows.join("\n")).toMatch(/· ren\.txt → new\.txt +\+0 −0 [^]*· "y → q" → x\/z +\+0 −0 /);
});

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

test.each(helpFor({ kind: "approve", showing: "overview" }).flatMap(([keys]) => keys.split(" ")))(
  "%s of the help does something",
  (name) => {
    const key: Key =
      NAMES[name] === undefined ? { kind: "character", text: name } : { kind: "named", name: NAMES[name] };
    expect(actionFor(key, paint(openReview(PAYLOAD)), { height: 10, isCut: false }).kind).not.toBe("none");
  },
);

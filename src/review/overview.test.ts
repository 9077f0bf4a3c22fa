import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ChangePayload, Decision } from "../approval/index.ts";
import { paint, paintPage, play } from "../../test/support/painted.ts";
import { batchPayload, patchPayload } from "../../test/support/payloads.ts";
import { describeBulk } from "./bulk.ts";
import { openReview } from "./open.ts";
import { overviewOf } from "./overview.ts";
import { reduce } from "./reduce.ts";
import { pathOf } from "./tree.ts";
import type { Review, ReviewEvent } from "./types.ts";

const risk = (kind: string) => ({ kind, message: "Read this.", line: null });
const file = (path: string, ...risks: readonly string[]): ChangePayload => ({
  ...patchPayload(`ws/${path}`),
  risks: risks.map(risk),
});
const PATHS = ["src/b.ts", "src/a.ts", "src/deep/er/x.ts", "docs/one.md", "docs/two.md", "Makefile"];
const open = (...more: readonly ChangePayload[]): Review =>
  openReview(batchPayload([...PATHS.map((path) => file(path)), file("z.txt"), ...more]));

const shown = (review: Review): string[] =>
  overviewOf(review).rows.map((row, at) => {
    const mark = at === overviewOf(review).cursor ? ">" : " ";
    const name = row.kind === "folder" ? `${row.name}/ ${row.sum.files}` : row.name;
    return `${mark}${"  ".repeat(row.depth)}${name}`;
  });
const asked = (review: Review): string => {
  if (review.stage.kind !== "bulk") return `no question: ${review.notice}`;
  const { question, notes } = describeBulk(review.stage.bulk, { show: (path) => path });
  return [question, ...notes].join(" ");
};
const answers = (review: Review): Record<string, string> => {
  const { decision } = review.stage as { decision: Decision };
  return Object.fromEntries(decision.items.map(({ digest, action }) => [digest.replace("digest of ws/", ""), action]));
};

const move = (by: number): ReviewEvent => ({ kind: "cursor-moved", by });
const ask = (action: "apply" | "reject", of: "row" | "rest"): ReviewEvent => ({ kind: "bulk-asked", action, of });
const YES: ReviewEvent = { kind: "bulk-confirmed" };

describe("the tree", () => {
  test("more than a few files start with it: folders first, by name, chains of folders in one row", () => {
    expect(shown(open())).toEqual([
      ">docs/ 2",
      "   one.md",
      "   two.md",
      " src/ 3",
      "   deep/er/ 1",
      "     x.ts",
      "   a.ts",
      "   b.ts",
      " Makefile",
      " z.txt",
    ]);
    expect(open().showing).toBe("overview");
    expect(openReview(batchPayload(PATHS.map((path) => file(path)))).showing).toBe("page");
  });

  test("a file that is deleted counts all its lines, and says that it goes", () => {
    const deleted = { ...file("gone.txt"), type: "delete", hunks: [], suggested_content: null, file_lines: 7 } as never;
    const { rows, total } = overviewOf(open(deleted));
    const row = rows.find(({ name }) => name === "gone.txt");
    expect(row).toMatchObject({ becomes: "deleted", sum: { added: 0, removed: 7 } });
    const without = overviewOf(open()).total;
    expect([total.added, total.removed]).toEqual([without.added, without.removed + 7]);
  });

  test("folds, unfolds, goes to the folder, opens a file and comes back to it", () => {
    const fold = (isFolding: boolean): ReviewEvent => ({ kind: "row-folded", fold: isFolding });
    const folded = play(open(), fold(true), move(1), move(1), fold(true), fold(true), fold(true));
    expect(shown(folded)).toEqual([" docs/ 2", ">src/ 3", " Makefile", " z.txt"]);
    const opened = play(folded, move(9), { kind: "row-opened" });
    expect([opened.showing, opened.pages[opened.at]!]).toMatchObject(["page", { payload: { path: "ws/z.txt" } }]);
    expect(shown(play(opened, { kind: "overview-asked" })).at(-1)).toBe(">z.txt");
  });

  test("what does not fit on a screen starts folded", () => {
    const many = Array.from({ length: 300 }, (_, at) => file(`packages/p${at % 30}/src/f${at}.ts`));
    const rows = shown(openReview(batchPayload(many)));
    expect(rows).toHaveLength(31);
    expect(rows.slice(0, 3)).toEqual([">packages/ 300", "   p0/src/ 10", "   p1/src/ 10"]);
  });

  test("a filter shows what contains it, in either case, and ends with its text", () => {
    const filtered = play(
      open(),
      { kind: "filter-asked" },
      { kind: "filter-typed", text: "MD" },
      { kind: "filter-kept" },
    );
    expect(shown(filtered)).toEqual([">docs/ 2", "   one.md", "   two.md"]);
    expect(shown(play(filtered, { kind: "filter-typed", text: "zzz" }))).toHaveLength(3);
    expect(shown(play(filtered, { kind: "filter-cleared" }))).toHaveLength(10);
  });

  test("3,000 files: no path is looked at more than once per event", () => {
    let reads = 0;
    const items = Array.from({ length: 3000 }, (_, at) => {
      const payload = file(`d${at % 60}/f${at}.ts`);
      return Object.defineProperty({ ...payload }, "risks", { enumerable: true, get: () => ((reads += 1), []) });
    });
    let review = openReview(batchPayload(items));
    reads = 0;
    for (let at = 0; at < 10; at += 1) review = play(review, move(1));
    overviewOf(review);
    expect(reads).toBeLessThan(11 * 3000 * 4);
  });
});

describe("one answer for many files", () => {
  test("the question has the number, what was not viewed, and what is left", () => {
    const more = [file("p.sh", "protected"), file("l.txt", "likely"), file("r.txt", "secret"), file("s.txt", "marker")];
    expect(asked(play(open(...more), ask("apply", "rest")))).toBe(
      "Apply the remaining 7 files, none of them viewed? 1 protected file, 1 unsure edit and 2 files with warnings are " +
        "left for you to decide one by one.",
    );
    const viewed = play(open(), move(1), { kind: "row-opened" }, { kind: "overview-asked" });
    expect(asked(play(viewed, ask("apply", "rest")))).toBe("Apply the remaining 7 files, 6 of them not viewed?");
    expect(asked(play(viewed, move(-1), ask("reject", "row")))).toBe("Reject 2 files below ws/docs?");
    expect(asked(play(viewed, move(1), ask("apply", "row")))).toBe("Apply ws/docs/two.md, not viewed?");
    expect(asked(play(viewed, ask("apply", "row")))).toBe("Apply ws/docs/one.md?");
  });

  test("it answers only when it was painted, and only what it names", () => {
    const question = reduce(paint(open()), ask("reject", "row"));
    expect(reduce(question, YES)).toBe(question);
    const rejected = play(question, YES);
    expect(rejected.showing).toBe("overview");
    expect(answers(play(rejected, ask("apply", "rest"), YES))).toEqual({
      "docs/one.md": "reject",
      "docs/two.md": "reject",
      "src/a.ts": "apply",
      "src/b.ts": "apply",
      "src/deep/er/x.ts": "apply",
      Makefile: "apply",
      "z.txt": "apply",
    });
  });

  test("what is left comes one by one, and is asked about on its own screen", () => {
    const left = play(open(file("p.sh", "protected")), ask("apply", "rest"), YES);
    expect([left.showing, left.notice]).toEqual(["page", "1 file is left to decide one by one."]);
    expect(answers(play(left, { kind: "page-applied" }))).toMatchObject({ "p.sh": "apply", Makefile: "apply" });
  });

  test("a file with a warning is not applied from the list", () => {
    const review = play(open(file("p.sh", "protected")), move(8), move(1));
    expect(shown(review)[9]).toBe(">p.sh");
    expect(asked(play(review, ask("apply", "row")))).toContain("no question: This file has a warning to read first");
    expect(asked(play(review, ask("reject", "row")))).toBe("Reject ws/p.sh?");
  });

  test("with a filter the rest is what matches, and a folder's rejection takes back an earlier yes", () => {
    const filtered = play(
      open(),
      { kind: "filter-asked" },
      { kind: "filter-typed", text: ".ts" },
      { kind: "filter-kept" },
    );
    const applied = play(filtered, ask("apply", "rest"));
    expect(asked(applied)).toBe('Apply 3 files matching ".ts", none of them viewed?');
    const after = play(applied, YES, { kind: "filter-cleared" });
    expect(after.showing).toBe("overview");
    expect(asked(play(after, move(-9), move(3), ask("reject", "row")))).toBe(
      "Reject 3 files below ws/src? You had applied 3 of them.",
    );
  });

  test.each(["approve", "work-tree"] as const)("%s: what has a warning stays out of the rest", (purpose) => {
    const warned = ["protected", "secret", "likely"].map((kind) => file(`${kind}.sh`, kind));
    const review = openReview(batchPayload([...PATHS.map((path) => file(path)), ...warned]), { purpose });
    for (const action of ["apply", "reject"] as const) {
      const { stage } = play(review, ask(action, "rest"));
      const paths = stage.kind === "bulk" ? stage.bulk.pages.map((at) => pathOf(review.pages[at]!)) : [];
      expect(paths.toSorted()).toEqual(PATHS.map((path) => `ws/${path}`).toSorted());
    }
    const only = openReview(batchPayload([...warned, ...warned.map(({ path }) => file(`${path}.bak`, "secret"))]));
    expect(asked(play(only, { kind: "overview-asked" }, ask("reject", "rest")))).toContain("decided one by one");
  });

  test("of what is on disk, a file with a warning is neither kept nor reverted from the list", () => {
    const items = [...PATHS.map((path) => file(path)), file("p.sh", "protected")];
    const review = play(openReview(batchPayload(items), { purpose: "work-tree" }), move(8), move(1));
    for (const action of ["apply", "reject"] as const)
      expect(asked(play(review, ask(action, "row")))).toContain("This file has a warning to read first");
  });

  test("a row counts exactly what one answer for it would be given to", () => {
    const risks = fc.constantFrom<readonly string[]>([], [], ["secret"], ["protected"]);
    const paths = fc.uniqueArray(fc.stringMatching(/^[ab]\/[a-c]\/[a-e]$/), { minLength: 7, maxLength: 20 });
    const steps = fc.array(fc.tuple(fc.nat(30), fc.constantFrom("apply" as const, "reject" as const)), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(
        paths,
        fc.array(risks),
        fc.constantFrom("approve" as const, "work-tree" as const),
        steps,
        (...given) => {
          const [names, warned, purpose, answered] = given;
          const items = names.map((path, at) => file(path, ...(warned[at] ?? [])));
          let review = openReview(batchPayload(items), { purpose });
          const goTo = (row: number): Review => play(review, move(-99), move(row));
          for (const [row, action] of answered) {
            const next = play(goTo(row), ask(action, "row"), YES);
            if (next.stage.kind === "reading" && next.showing === "overview") review = { ...next, notice: null };
          }
          for (const [row, { sum }] of overviewOf(review).rows.entries())
            for (const action of ["apply", "reject"] as const) {
              const { stage } = play(goTo(row), ask(action, "row"));
              const count = stage.kind === "bulk" ? stage.bulk.pages.length : 0;
              expect(count).toBe(action === "apply" ? sum.toApply : sum.toReject);
            }
        },
      ),
    );
  });

  describe("several files that would all be deleted", () => {
    const gone = (path: string, bytes: number | null, ...risks: readonly string[]): ChangePayload => {
      const {
        edit_count: _,
        unified_diff: _diff,
        diff_lines: _lines,
        ...rest
      } = patchPayload(`ws/${path}`) as never as Record<string, unknown>;
      const fields = { type: "delete", suggested_content: null, after: null, hunks: [], file_bytes: bytes };
      return { ...rest, ...fields, risks: risks.map(risk) } as never as ChangePayload;
    };
    const removal = (...more: readonly ChangePayload[]): Review =>
      openReview(batchPayload([gone("old/a.ts", 1200), gone("old/b/c.ts", 1100), ...more]));

    test("are one question: what, how many, how large, and that it can be undone", () => {
      expect(asked(removal())).toBe(
        "Delete 2 files below ws/old, 2.3 kB, none of them viewed? galley undo brings them back.",
      );
      expect(asked(removal(gone("old/x.png", null), gone("old/p.sh", 5, "protected")))).toBe(
        "Delete 3 files below ws/old, 2.3 kB and 1 file that is not text, none of them viewed? galley undo brings them " +
          "back. 1 protected file is left for you to decide one by one.",
      );
    });

    test("y deletes all, n none, Esc leads to the files; nothing counts before it was painted", () => {
      expect(reduce(removal(), YES).stage.kind).toBe("bulk");
      expect(Object.values(answers(play(removal(), YES)))).toEqual(["apply", "apply"]);
      expect(Object.values(answers(play(removal(), { kind: "bulk-declined" })))).toEqual(["reject", "reject"]);
      const list = play(removal(), { kind: "stage-left" });
      expect(shown(list)).toEqual([">old/ 2", "   b/ 1", "     c.ts", "   a.ts"]);
      const left = play(removal(gone("old/p.sh", 5, "protected")), YES);
      expect([left.showing, left.pages[left.at]]).toMatchObject(["page", { payload: { path: "ws/old/p.sh" } }]);
    });
  });

  test("no event about the page behind the overview counts", () => {
    const review = paint(open());
    for (const kind of ["page-applied", "editor-opened", "choosing-asked", "reason-asked", "view-changed"] as const)
      expect(reduce(review, { kind })).toBe(review);
    expect(paintPage(review)).toBe(review);
  });
});

const kinds = [
  "page-applied",
  "overview-asked",
  "row-opened",
  "filter-asked",
  "filter-kept",
  "filter-cleared",
] as const;
const others = [
  "bulk-confirmed",
  "stage-left",
  "choosing-asked",
  "editor-opened",
  "help-asked",
  "offer-taken",
] as const;
const EVENT: fc.Arbitrary<ReviewEvent | "paint"> = fc.oneof(
  { weight: 6, arbitrary: fc.constant("paint" as const) },
  fc.constantFrom(...kinds, ...others).map((kind) => ({ kind })),
  fc.constantFrom<ReviewEvent>(
    { kind: "page-rejected", reason: null },
    { kind: "editor-closed", outcome: { kind: "unchanged", saved: true } },
    { kind: "editor-closed", outcome: { kind: "changed", content: "mine\n" } },
    { kind: "always-asked", all: false },
    { kind: "always-asked", all: true },
    { kind: "filter-typed", text: "s" },
    { kind: "stop-asked" },
    { kind: "stop-confirmed", keep: true },
    { kind: "hunk-switched", hunk: 0 },
    { kind: "row-folded", fold: true },
    { kind: "row-folded", fold: false },
  ),
  fc.constantFrom("apply", "reject").chain((action) => fc.constantFrom(ask(action, "row"), ask(action, "rest"))),
  fc.integer({ min: -3, max: 3 }).chain((by) => fc.constantFrom<ReviewEvent>(move(by), { kind: "page-turned", by })),
);

test("whatever happens: only what was painted, or named by a painted question, is approved; risks never in bulk", () => {
  const start = open(file("p.sh", "protected"), file("l.txt", "likely"), file("r.txt", "secret"));
  fc.assert(
    fc.property(fc.array(EVENT, { maxLength: 40 }), (events) => {
      let review = start;
      const onScreen = new Set<number>();
      const inBulk = new Set<number>();
      for (const event of events) {
        const { stage } = review;
        if (event === "paint") {
          if (review.showing === "page") onScreen.add(review.at);
          review = paint(review);
        } else {
          if (event.kind === "bulk-confirmed" && stage.kind === "bulk" && review.painted)
            for (const at of stage.bulk.pages) inBulk.add(at);
          review = reduce(review, event);
        }
        for (const [at, { answer, kind, ...page }] of review.pages.entries()) {
          if (answer?.kind !== "apply") continue;
          const isRisky = "payload" in page && page.payload.risks.length > 0;
          expect(onScreen.has(at) || (inBulk.has(at) && !isRisky), `page ${at} (${kind})`).toBe(true);
        }
      }
    }),
    { numRuns: 2000 },
  );
});

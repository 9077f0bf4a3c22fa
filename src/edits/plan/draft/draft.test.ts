import fc from "fast-check";
import { expect, test } from "vitest";
import { splitLines, withoutEnding } from "../../../text/index.ts";
import { Draft, type LineEdit } from "./draft.ts";
import { LineIndex } from "../../match/line-index.ts";
import type { EditId } from "../../types.ts";

const id = (at: number): EditId => String(at) as EditId;

test("it knows which edits wrote and took out which lines", () => {
  const draft = new Draft("a\nb\nc\nd\n");
  draft.apply(id(1), [{ from: 1, to: 2, lines: ["B\n", "B2\n"] }]);
  draft.apply(id(2), [{ from: 2, to: 3, lines: ["X\n"] }]);
  draft.apply(id(3), [{ from: 4, to: 5, lines: [] }]);
  expect(draft.text).toBe("a\nB\nX\nc\n");
  expect(draft.touched()).toEqual([
    { old: { from: 1, to: 2 }, new: { from: 1, to: 3 }, edits: new Set(["1", "2"]) },
    { old: { from: 3, to: 4 }, new: { from: 4, to: 4 }, edits: new Set(["3"]) },
  ]);
});

test("lines that were added and taken away again leave no trace", () => {
  const draft = new Draft("a\nb\n");
  draft.apply(id(1), [{ from: 1, to: 1, lines: ["x\n"] }]);
  draft.apply(id(2), [{ from: 1, to: 2, lines: [] }]);
  expect(draft.touched()).toEqual([]);
});

test("an edit that takes out what another put in place of a line stays known there", () => {
  const draft = new Draft("a\nb\n");
  draft.apply(id(1), [{ from: 0, to: 1, lines: ["x\n"] }]);
  draft.apply(id(2), [{ from: 0, to: 1, lines: [] }]);
  expect(draft.touched()).toEqual([{ old: { from: 0, to: 1 }, new: { from: 0, to: 0 }, edits: new Set(["1", "2"]) }]);
});

test("changes out of order are a bug of ours", () => {
  const draft = new Draft("a\nb\n");
  expect(() =>
    draft.apply(id(1), [
      { from: 1, to: 2, lines: [] },
      { from: 0, to: 1, lines: [] },
    ]),
  ).toThrow("ascending");
  expect(() => draft.apply(id(1), [{ from: 1, to: 3, lines: [] }])).toThrow("ascending");
});

const line = fc.constantFrom("a\n", "b\n", "c\r\n", "\n", "\uFEFFa\n");
const rounds = fc.array(fc.tuple(fc.array(fc.nat(12), { maxLength: 6 }), fc.array(line, { maxLength: 3 })), {
  maxLength: 5,
});

function editsIn(size: number, seeds: readonly number[], lines: readonly string[]): LineEdit[] {
  const ends = [...new Set(seeds.map((seed) => seed % (size + 1)))].toSorted((a, b) => a - b);
  const edits: LineEdit[] = [];
  for (let at = 0; at + 1 < ends.length; at += 2) edits.push({ from: ends[at]!, to: ends[at + 1]!, lines });
  return edits;
}

test("between touched runs the text is the base's own, and finding is the same however often it is asked", () => {
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 12 }),
      rounds,
      fc.array(line, { minLength: 1, maxLength: 2 }),
      (base, all, find) => {
        const draft = new Draft(base.join("").replace(/^\uFEFF/, ""));
        const wanted = find.map(withoutEnding);
        for (const [at, [seeds, lines]] of all.entries()) {
          draft.apply(id(at + 1), editsIn(draft.lines.length, seeds, lines));
          draft.find(wanted);
        }
        const old = splitLines(draft.base);
        const rebuilt: string[] = [];
        let kept = 0;
        for (const run of draft.touched()) {
          rebuilt.push(...old.slice(kept, run.old.from), ...draft.lines.slice(run.new.from, run.new.to));
          kept = run.old.to;
        }
        expect([...rebuilt, ...old.slice(kept)]).toEqual(draft.lines);
        expect(draft.text).toBe(draft.bom + draft.lines.join(""));
        expect(Array.from({ length: draft.length }, (_, at) => draft.line(at))).toEqual(draft.lines);
        const hits = new LineIndex(draft.lines.map(withoutEnding)).find(wanted);
        for (let times = 0; times < 40; times += 1) expect(draft.find(wanted)).toEqual(hits);
      },
    ),
  );
});

test("a run written by many edits is one run, and lines around it keep their numbers in the base", () => {
  const draft = new Draft("a\nb\nc\nd\ne\n");
  draft.apply(id(1), [
    { from: 1, to: 2, lines: ["1\n", "2\n"] },
    { from: 3, to: 4, lines: [] },
  ]);
  draft.apply(id(2), [{ from: 2, to: 4, lines: ["x\n"] }]);
  expect(draft.text).toBe("a\n1\nx\ne\n");
  expect(draft.touched()).toEqual([{ old: { from: 1, to: 4 }, new: { from: 1, to: 3 }, edits: new Set(["1", "2"]) }]);
  expect([0, 1, 2, 3, 4].map((at) => draft.originOf(at))).toEqual([0, null, null, 4, null]);
});

test("lines that many edits wrote are searched in steps that grow with their number only", () => {
  const draft = new Draft("}\n".repeat(5_000));
  draft.apply(id(1), [{ from: 0, to: 2_500, lines: Array.from({ length: 5_000 }, () => "}\n") }]);
  const meter = { steps: 0 };
  const { count } = draft.find(
    Array.from({ length: 1_000 }, () => "}"),
    { keep: 1, meter },
  );
  expect(count).toBe(6_501);
  expect(meter.steps).toBeLessThan(100_000);
});

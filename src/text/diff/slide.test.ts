import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { slideChanges, SLIDE_LIMIT } from "./slide.ts";
import type { LineChange } from "../types.ts";

// A drawing is the diff before sliding: " " stays, "+" is added, "-" is removed; lines apart by "|".
describe("a run that only adds or only removes goes where it reads best", () => {
  test.each([
    ["down, below the last of its kind", " a|+b| b| c", " a| b|+b| c"],
    ["down, to the end of the file", " a|+b|+a| b| a", " a| b| a|+b|+a"],
    ["up, to end after a blank line", " a|   x| | b|+  x|+|+b", " a|   x| |+b|+  x|+| b"],
    ["up, off a deeper indentation", " {|   x| }| {|+  y|+}|+{|   x| }", " {|   x| }|+{|+  y|+}| {|   x| }"],
    ["not down past a better place", " p|+|+b| | b| q", " p| |+b|+| b| q"],
    ["a blank line counts as deep as what follows it", " {|     a|+|+    b| |     c", " {|     a| |+    b|+|     c"],
    ["tabs are as deep as they look", " p|+    y|+\tx|     y|   q", " p|+    y|+\tx|     y|   q"],
    ["down, off the start of the file", "+a|+b| a| c", " a|+b|+a| c"],
    ["removed lines slide like added ones", " a|-b| b| c", " a| b|-b| c"],
    ["a replacement does not", " a|-b|+b2| b| a", " a|-b|+b2| b| a"],
    ["onto the run above: they become one", " p|+|+1| |+2|+| q", " p| |+1|+|+2|+| q"],
    ["onto a replacement above", "-x|+y| a|+b|+a| c", "-x|+y|+a|+b| a| c"],
    ["onto a replacement below", " c|+a|+b| a|-x|+y", " c| a|-x|+b|+a|+y"],
    ["not through a line that differs", " a|+b| c| b", " a|+b| c| b"],
  ])("%s", (_, drawn, slid) => expect(slide(drawn)).toBe(slid));

  test("no farther than the limit", () => {
    const many = (count: number): string => "| b".repeat(count);
    expect(slide(`+b${many(SLIDE_LIMIT + 5)}| c`)).toBe(`${many(SLIDE_LIMIT).slice(1)}|+b${many(5)}| c`);
  });
});

test("sliding changes no text and keeps runs apart", () =>
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(" a", " b", "   c", " ", "+a", "+b", "+  c", "+", "-a", "-b", "-", "-  c"), {
        maxLength: 16,
      }),
      (lines) => {
        const { old, fresh, changes } = parse(lines.join("|"));
        const slid = slideChanges(changes, sideOf(old), sideOf(fresh));
        const rebuilt = [...old];
        for (const { old: out, new: put } of [...slid].reverse())
          rebuilt.splice(out.from, out.to - out.from, ...fresh.slice(put.from, put.to));
        expect(rebuilt).toEqual(fresh);
        expect(size(slid)).toBe(size(changes));
        slid.forEach((change, at) => expect(at === 0 || change.old.from > slid[at - 1]!.old.to).toBe(true));
      },
    ),
    { numRuns: 1000 },
  ));

function slide(drawn: string): string {
  const { old, fresh, changes } = parse(drawn);
  const lines: string[] = [];
  let at = 0;
  const push = (sign: string, side: string[], from: number, to: number): void => {
    for (const line of side.slice(from, to)) lines.push(sign + line.slice(0, -1));
  };
  for (const change of slideChanges(changes, sideOf(old), sideOf(fresh))) {
    push(" ", old, at, change.old.from);
    push("-", old, change.old.from, change.old.to);
    push("+", fresh, change.new.from, change.new.to);
    at = change.old.to;
  }
  push(" ", old, at, old.length);
  return lines.join("|");
}

function parse(drawn: string): { old: string[]; fresh: string[]; changes: LineChange[] } {
  const old: string[] = [];
  const fresh: string[] = [];
  const changes: LineChange[] = [];
  let from = { old: 0, new: 0 };
  const close = (): void => {
    if (old.length > from.old || fresh.length > from.new)
      changes.push({ old: { from: from.old, to: old.length }, new: { from: from.new, to: fresh.length } });
  };
  for (const line of drawn === "" ? [] : drawn.split("|")) {
    const text = `${line.slice(1)}\n`;
    if (line[0] === " ") close();
    if (line[0] !== "+") old.push(text);
    if (line[0] !== "-") fresh.push(text);
    if (line[0] === " ") from = { old: old.length, new: fresh.length };
  }
  close();
  return { old, fresh, changes };
}

const numbers = new Map<string, number>();

function sideOf(lines: string[]): { lines: string[]; ids: Int32Array } {
  const number = (line: string): number => numbers.get(line) ?? (numbers.set(line, numbers.size), numbers.size - 1);
  return { lines, ids: Int32Array.from(lines, number) };
}

function size(changes: readonly LineChange[]): number {
  return changes.reduce((sum, { old, new: fresh }) => sum + old.to - old.from + fresh.to - fresh.from, 0);
}

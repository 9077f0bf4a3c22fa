// The tables against what they stand for: the text itself, and the readers that are tried on every line.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lineStarts } from "../../../text/index.ts";
import { Answer } from "../answer.ts";
import { isBlank } from "../blocks/path-line.ts";
import { damagedMarker } from "../damaged-marker.ts";
import { shellOf, type Fence } from "../fences/fences.ts";
import { readersOf } from "../readers.ts";
import type { ScanContext } from "../scan.ts";
import { FORMAT_NAMES } from "../table.ts";
import { readLikelyDiff } from "../udiff/likely-diff.ts";
import { PossibleStarts } from "./possible-starts.ts";
import { SignSet } from "./sign-set.ts";

const texts = fc
  .array(fc.constantFrom("\n", "\r\n", "\r", " ", "\t", "\uFEFF", "\u00a0", "a", "`", "»", "语", "\u2028"))
  .map((parts) => parts.join(""));

describe("the table of lines", () => {
  test("has the lines of the text and the characters they begin with", () =>
    fc.assert(
      fc.property(texts, (text) => {
        const answer = new Answer(text);
        const starts = lineStarts(text);
        expect([...answer.lines.starts]).toEqual(starts);
        for (let at = 0; at < answer.length; at += 1) {
          const whole = text.slice(starts[at], starts[at + 1]).replace(at === 0 ? /^\uFEFF/ : /(?!)/, "");
          const after = whole.replace(/^[ \t]+/, "");
          expect(answer.first(at)).toBe(whole === "" ? 0x0a : whole.charCodeAt(0));
          expect(answer.firstSign(at)).toBe(after === "" ? 0x0a : after.charCodeAt(0));
          expect(answer.isBlank(at)).toBe(isBlank(answer.line(at)));
        }
        expect([answer.first(answer.length), answer.firstSign(answer.length)]).toEqual([Number.NaN, Number.NaN]);
      }),
      { numRuns: 500 },
    ));

  test("grows with short lines", () => {
    const { lines } = new Answer("\n".repeat(10_000));
    expect([lines.starts.length, lines.firsts.length, lines.signs[9_999]]).toEqual([10_001, 10_000, 0x0a]);
  });

  test.each([
    ["<<<< SEARCH", 4],
    ["  <<div", 2],
    ["-", 1],
  ])("counts the signs %j begins with", (line, count) => expect(new Answer(line).signRun(0, 9)).toBe(count));
});

test("a set of signs has them and no others", () =>
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme", minLength: 1 }), (signs, other) => {
      const set = new SignSet(signs);
      for (let at = 0; at < signs.length; at += 1) expect(set.has(signs.charCodeAt(at))).toBe(true);
      expect(set.has(other.charCodeAt(0))).toBe(signs.split("").includes(other.charAt(0)));
      expect(set.has(Number.NaN)).toBe(false);
    }),
  ));

describe("lines that are passed over", () => {
  // Words of every format behind every kind of character: what begins an edit is among them, whole and damaged.
  const each = (list: string) => fc.constantFrom(...list.split("|"));
  const words = each(
    "SEARCH|REPLACE|EDIT|EDIT END|REPL|Begin Patch|End Patch|Update File: a.ts|a.ts|b/a.ts|1,2 @@| a.ts|x||source>|12c12|" +
      'cat > a.ts <<\'EOF\'|echo a > b|$ tee a <<EOF|diff --git a/a b/a|Index: a|"name": "write_file"|tool_call>{}|' +
      "file path='a.ts'>|old_text>a</old_text><new_text>b</new_text>|lt;&lt;&lt; SEARCH",
  );
  const signs = each(
    "`|~|<|>|-|+|@|*|=|{|[|&|$|#|/|_|:|;|!|?|(|\"|'|«|»|═|›|《|─|＜|1|c|```|~~~|<<<<<<<|-------|>>>>>>>|+++++++|***|" +
      "---|+++|«««|═══════|»»»|@@ |\u00a0|\f|\u3000",
  );
  const spaces = fc.constantFrom("", "", "", " ", "  ", "\t", "      ");
  const line = fc.tuple(spaces, fc.option(signs, { nil: "" }), fc.constantFrom("", " "), words);
  const fences = fc.constantFrom<(Fence | null)[]>(
    null,
    { sign: "`", length: 3, info: "" },
    { sign: "`", length: 3, info: "bash" },
    { sign: "`", length: 3, info: "ts" },
    { sign: "`", length: 3, info: "diff" },
    { sign: "`", length: 3, info: "powershell" },
  );

  test("are lines on which no reader finds anything", () =>
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), fences, (lines, fence) => {
        const text = ["a.ts", "```", ...lines.map((parts) => parts.join(""))].join("\n");
        const answer = new Answer(text);
        const formats = new Set(FORMAT_NAMES);
        const starts = new PossibleStarts(answer, formats);
        const contextOf = (): ScanContext => ({
          answer,
          known: null,
          floor: 0,
          fence,
          fenceLine: 1,
          shell: fence === null ? null : shellOf(fence),
          lastPath: null,
          lastLikely: null,
          quoteEnd: null,
          jsonEnd: 0,
          notes: [],
        });
        for (let at = 2; at < answer.length; at += 1) {
          if (starts.next(contextOf(), at) === at) continue;
          for (const reader of readersOf(formats)) expect(reader(contextOf(), at)).toBeNull();
          expect(damagedMarker(answer, at, formats)).toBeNull();
          if (fence === null) expect(readLikelyDiff(contextOf(), at)).toBeNull();
        }
      }),
      { numRuns: 2_000 },
    ));
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { Draft } from "../plan/draft/draft.ts";
import { lineStarts } from "../../text/index.ts";
import { SoftLines } from "../diagnose/soften.ts";
import type { EditId } from "../types.ts";
import { charSpans } from "./locate.ts";

// Long enough that not every edited file is searched whole.
const REST = "b\nab\n".repeat(20);
const line = fc.constantFrom("a\n", "ab\n", "b\r\n", "\n", "aab\n");
const wanted = fc.stringMatching(/^[ab\n]{1,5}$/);

const edited = fc
  .tuple(
    fc.array(line, { maxLength: 10 }),
    fc.constantFrom("", "a", REST, `${REST}a`),
    fc.array(fc.tuple(fc.nat(12), fc.nat(3), fc.array(line, { maxLength: 3 })), { maxLength: 4 }),
  )
  .map(([base, last, edits]) => {
    const draft = new Draft(base.join("") + last);
    for (const [at, [start, count, lines]] of edits.entries()) {
      const from = Math.min(start, draft.length);
      const to = Math.min(from + count, draft.length);
      // What comes after a last line without a break is not written here: a draft's other lines have theirs.
      if (from === draft.length && draft.isUnterminated) continue;
      draft.apply(String(at) as EditId, [{ from, to, lines }]);
    }
    return draft;
  });

test("characters are found in an edited file as in its whole text", () => {
  fc.assert(
    fc.property(edited, wanted, (draft, find) => {
      const starts = lineStarts(draft.text);
      const found = draft.findChars(find).map(({ line: at, column, length }) => {
        const from = starts[at]! + column;
        return { from, to: from + length };
      });
      expect(found).toEqual(charSpans(draft.text, find));
    }),
  );
});

test("lines of an edited file are softened as those of its whole text", () => {
  fc.assert(
    fc.property(edited, (draft) => {
      expect([...new SoftLines(draft).lines()]).toEqual([...new SoftLines(new Draft(draft.text)).lines()]);
    }),
  );
});

test("a copy is a draft of the text as it is now, and edits of it stay in it", () => {
  const draft = new Draft("a\nb\n");
  const first = draft.copy();
  first.apply("1" as EditId, [{ from: 0, to: 1, lines: ["x\n"] }]);
  expect([first.text, draft.text, draft.find(["a"]).count]).toEqual(["x\nb\n", "a\nb\n", 1]);
  draft.apply("2" as EditId, [{ from: 1, to: 2, lines: ["y\n", "z\n"] }]);
  const second = draft.copy();
  expect([second.base, second.isChanged, second.find(["z"]).places]).toEqual(["a\ny\nz\n", false, [2]]);
});

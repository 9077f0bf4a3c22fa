import { createTwoFilesPatch } from "diff";
import fc from "fast-check";
import { expect, test } from "vitest";
import { applyRawDiff } from "./raw-diff.ts";

// As Copilot CLI 1.0.102 sends it: the empty text after the last line break is a line.
const CAPTURED =
  "\ndiff --git a/project/a.txt b/project/a.txt\nindex 0000000..0000000 100644\n--- a/project/a.txt\n+++ b/project/a.txt\n@@ -1,3 +1,3 @@\n alpha\n-beta\n+BETA-model\n \n";

test.each([
  ["as it was captured", "alpha\nbeta\n", CAPTURED, "alpha\nBETA-model\n"],
  ["another file", "alpha\nbeta", CAPTURED, null],
  ["other whitespace", "alpha \nbeta\n", CAPTURED, null],
  ["another line ending", "alpha\r\nbeta\r\n", CAPTURED, null],
  ["a line lower", "x\nalpha\nbeta\n", CAPTURED, null],
  ["no file", null, CAPTURED, null],
  ["a new file", null, "@@ -0,0 +1,2 @@\n+x\n+\n", "x\n"],
  ["a wrong count", "a\n", "@@ -1,2 +1,1 @@\n-a\n", null],
  ["a line without a sign", "a\n", "@@ -1,1 +1,1 @@\n-a\nb\n", null],
  ["text after it", "a\nb\n", "@@ -1,1 +1,1 @@\n-a\n+A\nmore\n", null],
  ["hunks out of order", "a\nb\nc\n", "@@ -3,1 +3,1 @@\n-c\n+C\n@@ -1,1 +1,1 @@\n-a\n+A\n", null],
  ["no hunk", "a\n", "--- a\n+++ b\n", null],
])("%s", (_, before, diff, after) => expect(applyRawDiff(before, diff)).toBe(after));

test("what a diff was made of is what comes of it", () => {
  const lines = fc.array(fc.constantFrom("a", "b", "", "+", "@@ -1 +1 @@"), { maxLength: 12 });
  fc.assert(
    fc.property(lines, lines, (old, fresh) => {
      const [before, after] = [old.join("\n"), fresh.join("\n")];
      // With a line break after the last line, the library counts lines as it is done here.
      const diff = createTwoFilesPatch("f", "f", `${before}\n`, `${after}\n`, "", "", { context: 1 });
      if (before !== after) expect(applyRawDiff(before, diff)).toBe(after);
    }),
  );
});

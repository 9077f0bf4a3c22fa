import { expect, test } from "vitest";
import { createPaint } from "../paint.ts";
import { placeRows } from "./place-rows.ts";

const HEAD = "--- a/x\n+++ b/x\n";

test.each([
  ["short lines", 20, "@@ -1 +1 @@\n-x\n+y\n", ["@@ -1 +1 @@", "-x", "+y"]],
  ["a cut is marked at both ends", 15, "+0123456789abc-not removed\n", ["+0123456789abc↴", "·-not removed"]],
  ["a tab and a second spelling, as in a review", 20, "+\te\u0301\n", ["+⇥   e⟨U+0301⟩"]],
  ["our sign in the text is no cut", 20, "+end↴\n", ["+end⟨U+21B4⟩"]],
  ["0 leaves lines whole", 0, `+${"x".repeat(300)}\n`, [`+${"x".repeat(300)}`]],
  ["hidden characters have names", 20, "-a\u202e\n+b  \n", ["-a⟨RLO⟩", "+b⟨SP×2⟩"]],
  ["lines that look like the head stay", 20, "--- x\n+++ y\n", ["--- x", "+++ y"]],
])("%s", (_, width, body, rows) => {
  expect(placeRows(HEAD + body, { width, paint: createPaint(false) })).toEqual(rows);
});

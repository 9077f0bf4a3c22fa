import * as fc from "fast-check";
import { expect, test } from "vitest";
import { normalProblem } from "./normal-path.ts";

test.each<[string, string | null]>([
  ["ws//infra/a", "ws/infra/a"],
  ["ws/./x", "ws/x"],
  ["ws/a/../x", "ws/x"],
  ["../x", null],
  ["/ws/x", "ws/x"],
  ["ws/x/", "ws/x"],
  ["ws\\x", null],
  ["ws/infra./a", "ws/infra/a"],
  ["ws/infra /a", "ws/infra/a"],
  ["ws/in\u200cfra/a", "ws/infra/a"],
  ["ws/in\u034ffra/a", "ws/infra/a"],
  ["ws/in\u3164fra/a", "ws/infra/a"],
  ["ws/x\0", null],
  ["ws/\ud800", null],
  ["ws/...", null],
  ["", null],
  [".", null],
  [`ws/${"x".repeat(300)}`, null],
])("%j is not in normal form", (path, normal) => expect(normalProblem(path)).toEqual({ normal }));

test.each(["ws/a", "github.com/acme/shop", "ws/.git/x y", "ws/Straße", "ws/\u26a0\ufe0f note.md", "ws/a:b", "ws/..a"])(
  "%j is",
  (path) => expect(normalProblem(path)).toBeNull(),
);

const piece = fc.oneof(
  fc.constantFrom(
    "a",
    "infra",
    "/",
    "//",
    ".",
    "..",
    " ",
    "\\",
    "\u200c",
    "\u00ad",
    "\ufe0f",
    "\u{e0061}",
    "\0",
    "é",
    "e\u0301",
  ),
  fc.string({ unit: "binary", maxLength: 3 }),
);

test("what something would be in normal form is in normal form, and has nothing that a system may drop", () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const path = pieces.join("");
      const problem = normalProblem(path);
      if (problem !== null) {
        if (problem.normal !== null) expect(normalProblem(problem.normal)).toBeNull();
        return;
      }
      for (const name of path.split("/")) {
        expect(name).not.toMatch(/^\.{0,2}$|[. ]$|[\0-\x1f\x7f\\]/);
        expect(name.replaceAll(/\p{Variation_Selector}/gu, "")).not.toMatch(/\p{Default_Ignorable_Code_Point}/u);
      }
    }),
    { numRuns: 2_000 },
  );
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { splitLines } from "../text/index.ts";
import { cutPage } from "./pages.ts";

test("a page is the lines it says", () =>
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("a", "\n", "\r", "\u2028"), maxLength: 30 }),
      fc.nat(12),
      fc.option(fc.nat(12)),
      (text, offset, limit) => {
        const lines = splitLines(text);
        const wanted = lines.slice(offset, limit === null ? undefined : offset + limit);
        expect(cutPage("p", text, { offset, limit })).toEqual({
          path: "p",
          content: wanted.join(""),
          total_lines: lines.length,
          offset,
          limit: wanted.length,
          truncated: offset + wanted.length < lines.length,
        });
      },
    ),
    { numRuns: 1000 },
  ));

import { expect, test } from "vitest";
import * as fc from "fast-check";
import { isDiffRow, smallDiff } from "./wording.ts";

const line = fc.string({ unit: "grapheme" }).filter((text) => !/[\r\n]/.test(text));

test("every row of a diff is known as one, whatever the file has in it, but for the count of those left out", () =>
  fc.assert(
    fc.property(fc.array(line), fc.array(line), fc.nat(2_000_000), (wanted, found, firstLine) => {
      const rows = smallDiff(wanted, found, { firstLine, blanks: true }).split("\n");
      const others = rows.filter((row) => row !== "" && !isDiffRow(row));
      expect(others.filter((row) => !/^ {2}\(\d+ more rows? left out\)$/.test(row))).toEqual([]);
    }),
  ));

test.each([
  "(- your text, + a.txt)",
  "line 12: in `function a() {`",
  "The SEARCH text is not in a.txt.",
  "- a point of a list",
])("a sentence is no row: %s", (sentence) => expect(isDiffRow(sentence)).toBe(false));

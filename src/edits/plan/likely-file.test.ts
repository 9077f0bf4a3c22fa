// A whole file under its exact path that shows much less than the file has.

import fc from "fast-check";
import { expect, test } from "vitest";
import { editOf, planOn } from "../fixtures.ts";

const numbered = (count: number, word = "line"): string =>
  Array.from({ length: count }, (_, at) => `${word} ${at};\n`).join("");

function planned(text: string, content: string, { canConfirm = false, path = "a.js" } = {}) {
  const doubt = { kind: "quotation", line: 3, canConfirm } as const;
  return planOn({ [path]: text }, [editOf(1, { kind: "overwrite", content, doubt }, { path })]);
}

test.each([
  ["one line of thirty", numbered(30), numbered(1, "new")],
  ["18 lines of 60", numbered(60), numbered(18, "new")],
  ["5 of 10, and blank lines and brackets", numbered(10), `${numbered(5, "new")}\n\n\n}\n}\n`],
  ["2 lines of 4", numbered(4), numbered(2, "new")],
])("%s", (_, text, content) => {
  expect(planned(text, content)).toMatchObject({ files: [], results: [{ why: { error: "unsure" } }] });
  const seen = planned(text, content, { canConfirm: true });
  expect(seen.edits[0]!.likely!.reading).toContain(`which has ${text.split("\n").length - 1}`);
  expect(seen.files).toHaveLength(1);
});

test("a fragment in place of a JSON document", () => {
  const old = '{\n  "a": 1\n}\n';
  const path = "a.json";
  expect(planned(old, '"scripts": {\n  "a": 2\n}\n', { path }).results).toMatchObject([{ why: { error: "unsure" } }]);
  expect(planned(old, '{\n  "a": 2\n}\n', { path }).results).toMatchObject([{ kind: "change" }]);
});

test("law: what has 60 % of the lines or more is certain, and less is not", () =>
  fc.assert(
    fc.property(fc.integer({ min: 4, max: 30 }), fc.integer({ min: 1, max: 30 }), (old, fresh) => {
      const { files } = planned(numbered(old), numbered(fresh, "new"));
      expect(files).toHaveLength(fresh < old * 0.6 ? 0 : 1);
    }),
  ));

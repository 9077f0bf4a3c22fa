// New text with an elision in place of code is never written unseen, in any format.

import fc from "fast-check";
import { expect, test } from "vitest";
import { block, chunk, editOf, patch, planOn } from "../../fixtures.ts";
import type { Change, Edit } from "../../types.ts";

const LEFT_OUT = [
  "…",
  "...",
  "[...]",
  "<!-- ... -->",
  "// ... rest of code",
  "// bestehender Code",
  "# código existente",
  "// 其余代码不变",
  "# остальной код",
  "// unchanged",
  "# same as before",
  "// snip",
  "/* ... */",
  '"..."',
  "{/* ... */}",
  "function f() { ... }",
] as const;

const CHANGES: Readonly<Record<string, (line: string) => Change>> = {
  replace: (line) => block("two\n", `two and more\n${line}\n`),
  patch: (line) => patch(chunk("two\n", `two and more\n${line}\n`)),
  create: (line) => ({ kind: "create", content: `new\n${line}\n` }),
  overwrite: (line) => ({ kind: "overwrite", content: `new\n${line}\n` }),
};

function planned(change: Change, text: string | null, origin?: Edit["origin"]) {
  const edit = { ...editOf(1, change, { format: "search-replace", path: "a.ts" }), ...(origin && { origin }) };
  return planOn(text === null ? {} : { "a.ts": text }, [edit]);
}

test.each(LEFT_OUT.flatMap((line) => Object.keys(CHANGES).map((kind) => [line, kind] as const)))(
  "%s, in a change of the kind %s",
  (line, kind) => {
    const text = kind === "replace" || kind === "patch" ? "one\ntwo\nthree\n" : null;
    const change = CHANGES[kind]!(line);
    expect(planned(change, text)).toMatchObject({ files: [], results: [{ kind: "miss", why: { error: "unsure" } }] });
    const seen = planned(change, text, { line: 7, canConfirm: true });
    expect(seen.edits[0]!.likely).toMatchObject({ line: 7, canConfirm: true });
    expect(seen.edits[0]!.likely!.reading).toContain(JSON.stringify(line));
  },
);

test("what the file has, or the old text, stays certain", () => {
  const text = "one\n// ... existing code ...\ntwo\n";
  expect(planned(block("two\n", "// ... existing code ...\n2\n"), text).results).toMatchObject([{ kind: "change" }]);
  expect(planned(block(text, text.replace("one", "1")), text).edits[0]!.likely).toBe(undefined);
});

test("where the old text leaves the same out, the place is still proposed", () => {
  const change = block("one\n...\nfour\n", "1\n...\n4\n");
  const [result] = planned(change, "one\ntwo\nthree\nfour\n").results;
  expect(result).toMatchObject({ kind: "miss", why: { diagnostics: { candidate: { rule: "elision" } } } });
});

test.each(["/*eslint-disable max-len*/", "// prettier-ignore", "// @ts-expect-error", "/* istanbul ignore next */"])(
  "a comment that a program reads is no elision: %s",
  (line) => {
    const before = "a();\nb();\nc();\nd();\n";
    expect(planned(block(before, `${line}\nd();\n`), before).results).toMatchObject([{ kind: "change" }]);
    const remark = "// the calls as they were";
    expect(planned(block(before, `${remark}\nd();\n`), before).results).toMatchObject([{ kind: "miss" }]);
  },
);

test("the content of a tool's parameters is exact", () => {
  const edit = editOf(1, { kind: "create", content: "...\n" }, { format: "tool", path: "a.ts" });
  expect(planOn({}, [edit]).results).toMatchObject([{ kind: "change" }]);
});

test("law: wherever the line is in the new text, nothing is written without a person", () =>
  fc.assert(
    fc.property(
      fc.constantFrom(...LEFT_OUT),
      fc.array(fc.constantFrom("a();", "", "  b();", "// Words.")),
      fc.array(fc.constantFrom("c();", "", "}")),
      fc.constantFrom("", "  ", "\t"),
      (line, before, after, indent) => {
        const put = [...before, indent + line, ...after].map((each) => `${each}\n`).join("");
        expect(planned(block("two\n", put), "one\ntwo\n").files).toEqual([]);
        expect(planned({ kind: "create", content: put }, null).files).toEqual([]);
      },
    ),
  ));

const REMARKS = ["// etc.", "// f1..f9", "// 나머지 동일", "/* kept */", "⋮", "· · ·", "[9 more functions]"] as const;
const OLD = ["start();", "a();", "b();", "c();", "end();"];
const asText = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");

test.each(REMARKS)("%s in place of three lines of code, in any kind of change", (remark) => {
  const put = asText(["start();", remark, "end();"]);
  const changes = [
    block(asText(OLD), put),
    patch(chunk(asText(OLD), put)),
    { kind: "overwrite", content: put } as const,
  ];
  for (const change of changes) {
    expect(planned(change, asText(OLD))).toMatchObject({ files: [], results: [{ why: { error: "unsure" } }] });
    const seen = planned(change, asText(OLD), { line: 7, canConfirm: true });
    expect(seen.edits[0]!.likely!.reading).toContain(`3 lines would be replaced by ${JSON.stringify(remark)}`);
    expect(seen.files).toHaveLength(1);
  }
});

test.each([
  ["two lines of code", ["start();", "a();", "b();", "end();"], ["start();", "// Gone.", "end();"]],
  ["code and a comment", OLD, ["start();", "// All of them.", "all();", "end();"]],
  ["code that is commented out", OLD, ["start();", "// a();", "end();"]],
  ["a comment for a comment", ["a();", "// x", "// y", "// z", "b();"], ["a();", "// xyz", "b();"]],
  ["nothing but a comment", OLD, ["// Removed."]],
  ["nothing at all", OLD, ["start();", "end();"]],
])("certain: %s", (_, old, put) =>
  expect(planned(block(asText(old), asText(put)), asText(old)).results).toMatchObject([{ kind: "change" }]),
);

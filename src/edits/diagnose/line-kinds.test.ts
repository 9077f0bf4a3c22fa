// What a line is by its signs alone.

import { expect, test } from "vitest";
import { kindOfLine } from "./line-kinds.ts";

test.each([
  "// etc.",
  "# same",
  "-- as above",
  "<!-- rest -->",
  "{/* f1-f9 */}",
  "/* … */",
  "; see original",
  "% more",
  "⋮",
  "· · ·",
  "…",
  "...and the other functions...",
  "[9 more functions]",
  "(rest unchanged)",
  "나머지 동일",
])("a remark: %s", (line) => {
  expect(kindOfLine(line)).toBe("remark");
  expect(kindOfLine(`    ${line}  `)).toBe("remark");
});

test.each([
  "#include <a.h>",
  "#main {",
  "--x;",
  "*p = 1;",
  ";(function () {})()",
  "/* a */ run();",
  "<!-- a --> <b>",

  "return None",
  "pass",
  "import os",
  "SELECT a FROM b",
  "[section]",
  "foo(bar)",
  "...rest,",
  "<br>",
  "=======",
  "$&",
  "x",
  "(a, b)",
  "else:",
  "@decorator",
  '"…"',
])("code: %s", (line) => expect(kindOfLine(line)).toBe("code"));

test.each(["", "  ", "}", "});", "*/", '"""', "//"])("neither: %s", (line) => expect(kindOfLine(line)).toBe("neutral"));

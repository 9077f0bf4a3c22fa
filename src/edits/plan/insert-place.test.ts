import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { insertPlace } from "./insert-place.ts";

const FILE = [
  "import { x } from './x.js';",
  "import {",
  "  y,",
  "} from './y.js';",
  "",
  "/** One. */",
  "export function one(a) {",
  "  return a;",
  "}",
  "",
  "/** Two. */",
  "",
  "export function two(a) {",
  "  if (a) {",
  "    return 1;",
  "  }",
  "  return 2;",
  "}",
  "",
  "class Box {",
  "  open() {",
  "    this.state = 1;",
  "    return this;",
  "  }",
  "",
  "  close() {",
  "    return this;",
  "  }",
  "}",
  "",
  "exports.Box = Box;",
];
const JSON_FILE = ["{", '  "name": "a",', '  "scripts": {', '    "test": "x"', "  },", '  "main": "a.js"', "}"];
const MARKDOWN = ["# A", "", "## Install", "", "npm i", "", "## Use", "", "see install"];

/** The lines above and below the added text, "¶" for blank ones between; "none" when nothing says where. */
function around(lead: string, shown: string, file: readonly string[] = FILE, path = "src/a.js"): string {
  const place = insertPlace(file, { lead, lines: shown.split("\n"), path });
  if (place === null) return "none";
  const after = file.toSpliced(place.from, place.to - place.from, ...place.lines);
  const added = lastAdded(place.lines);
  const above = after.slice(0, after.indexOf(added)).toReversed();
  const below = after.slice(after.indexOf(added) + 1);
  return `${nearest(above, "^").toReversed().join("")}|${added}|${nearest(below, "$").join("")}`;
}

function nearest(lines: readonly string[], end: string): string[] {
  const at = lines.findIndex((line) => line !== "");
  return [...(at > 0 ? ["¶"] : []), at < 0 ? end : lines[at]!];
}

function lastAdded(lines: readonly string[]): string {
  return lines.findLast((line) => line.includes("NEW")) ?? "";
}

describe("code is added where the words name one place", () => {
  test.each([
    [
      "a line, below it when nothing says otherwise",
      "In `src/a.js`: `exports.Box = Box;`",
      "NEW",
      "exports.Box = Box;|NEW|$",
    ],
    ["a line, above it", "Put it before `exports.Box = Box;` in `src/a.js`:", "NEW", "}¶|NEW|exports.Box = Box;"],
    ["another language, before the name", "Füge vor `exports.Box = Box;` ein:", "NEW", "}¶|NEW|exports.Box = Box;"],
    ["another language, after the name", "在 `exports.Box = Box;` 之前添加：", "NEW", "}¶|NEW|exports.Box = Box;"],
    [
      "a language that is not in the table: below",
      "Cuir é seo le `exports.Box = Box;`:",
      "NEW",
      "exports.Box = Box;|NEW|$",
    ],
    ["after a function, with a blank line", "Insert below the `one` function:", "NEW", "}¶|NEW|¶/** Two. */"],
    ["a name without marks", "Insert it after closeBox or one():", "NEW", "}¶|NEW|¶/** Two. */"],
    ["above a definition and its comment", "Add above `two`:", "NEW", "}¶|NEW|¶/** Two. */"],
    [
      "as far in as its neighbour",
      "After `this.state = 1;` add:",
      "NEW",
      "    this.state = 1;|    NEW|    return this;",
    ],
    [
      "after a line that opens a block: the first in it",
      "Right after `if (a) {` add:",
      "NEW",
      "  if (a) {|  NEW|    return 1;",
    ],
    [
      "of several equal lines the one in what else is named",
      "In `open()`, before `return this;`:",
      "NEW",
      "    this.state = 1;|    NEW|    return this;",
    ],
    ["several equal lines", "Before `return this;` add:", "NEW", "none"],
    ["between two", "Between `open` and `close`:", "NEW", "  }¶|  NEW|¶  close() {"],
    ["two that are far from each other", "Next to `one` and `close`:", "NEW", "none"],
    ["in a class, at its end", "Add a method to the `Box` class:", "NEW", "  }¶|  NEW|}"],
    ["in a function, at its end", "At the end of `two` add:", "NEW", "  return 2;|  NEW|}"],
    [
      "after the imports, the last over several lines",
      "Add this after the imports of `src/a.js`:",
      "import NEW",
      "} from './y.js';|import NEW|¶/** One. */",
    ],
    ["at the top", "At the top of `src/a.js`:", "NEW", "^|NEW|import { x } from './x.js';"],
    ["at the end", "Put this at the end of `src/a.js`:", "NEW", "exports.Box = Box;|NEW|$"],
    ["at the end, in another language", "`src/a.js` dosyasının sonuna ekleyin:", "NEW", "exports.Box = Box;|NEW|$"],
    ["at the end, in Swedish", "Lägg till detta sist i `src/a.js`:", "NEW", "exports.Box = Box;|NEW|$"],
    ["nothing says where", "Add this to `src/a.js`:", "NEW", "none"],
    ["what is not in the file", "After `three()` add:", "NEW", "none"],
    ["what is to be replaced", "Replace `one` with:", "NEW", "none"],
    ["what the code itself defines names no place", "Add `NEW` to `src/a.js`:", "function NEW() {}", "none"],
  ])("%s", (_, lead, shown, drawn) => expect(around(lead, shown)).toBe(drawn));

  test.each([
    [
      "a member of what is named",
      "Add to `package.json` under `scripts`:",
      '"NEW": "y"',
      '    "test": "x",|    "NEW": "y"|  },',
    ],
    [
      "its own comma is not kept",
      "Add to `scripts` in `package.json`:",
      '"NEW": "y",',
      '    "test": "x",|    "NEW": "y"|  },',
    ],
    ["next to a member", "After `name`:", '"NEW": 1', '  "name": "a",|  "NEW": 1,|  "scripts": {'],
    ["what would be no JSON", "Add to `scripts`:", '{ "NEW": 1 }', "none"],
  ])("JSON: %s", (_, lead, shown, drawn) => expect(around(lead, shown, JSON_FILE, "package.json")).toBe(drawn));

  test.each([
    ["under a heading", 'Below the "Install" heading of README.md:', "NEW", "## Install¶|NEW|¶npm i"],
    ["under a heading in backticks", "Under `## Use`:", "NEW", "## Use¶|NEW|¶see install"],
  ])("Markdown: %s", (_, lead, shown, drawn) => expect(around(lead, shown, MARKDOWN, "README.md")).toBe(drawn));
});

describe("laws", () => {
  const words = fc.constantFrom(
    "after",
    "before",
    "`one`",
    "`Box`",
    "`return this;`",
    "end",
    "at the top",
    "之后",
    "imports",
    '"Use"',
  );
  const line = fc.constantFrom(
    "a();",
    "function one() {",
    "}",
    "  return this;",
    "",
    "class Box {",
    "import z",
    '"Use": 1,',
    "## Use",
  );

  test("every line of the file stays, in its order, and every line that is shown is added once", () =>
    fc.assert(
      fc.property(fc.array(words, { maxLength: 6 }), fc.array(line, { maxLength: 30 }), (lead, file) => {
        const lines = ["NEW 1", "NEW 2"];
        const place = insertPlace(file, { lead: lead.join(" "), lines, path: "src/a.ts" });
        if (place === null) return;
        expect([place.from <= place.to, place.to <= file.length]).toEqual([true, true]);
        const added = place.lines.filter((each) => each.trim().startsWith("NEW"));
        expect(added.map((each) => each.trim())).toEqual(lines);
        const kept = place.lines.filter((each) => !each.trim().startsWith("NEW") && each !== "");
        expect(kept).toEqual(file.slice(place.from, place.to).filter((each) => each !== ""));
      }),
    ));

  test("JSON stays JSON, and keeps what it has", () =>
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.stringMatching(/^[a-z]{5,9}$/),
          fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), fc.integer()),
        ),
        (value) => {
          const file = JSON.stringify(value, null, 2).split("\n");
          for (const key of Object.keys(value)) {
            const place = insertPlace(file, { lead: `Add to \`${key}\`:`, lines: ['"NEW": 1,'], path: "a.json" });
            if (place === null) continue;
            const after = file.toSpliced(place.from, place.to - place.from, ...place.lines).join("\n");
            const read = JSON.parse(after) as Record<string, unknown>;
            const { NEW: _, ...rest } = read;
            expect(Object.keys(rest)).toEqual(Object.keys(value));
          }
        },
      ),
    ));
});

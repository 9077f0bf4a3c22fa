import fc from "fast-check";
import { expect, test } from "vitest";
import type { Change, Proposed } from "../../types.ts";
import { BlockParser } from "./parser.ts";
import { renderBlock } from "./render.ts";

function read(text: string): Proposed[] {
  const parser = new BlockParser();
  return [...parser.push(text), ...parser.end()].flatMap((event) =>
    event.kind === "block-end" ? [event.proposed] : [],
  );
}

test.each<[string, string, Change, string | null]>([
  [
    "a replacement",
    "src/a.ts",
    { kind: "replace", find: "a\n", put: "b\n", match: "lines", all: false },
    "src/a.ts\n««« EDIT\na\n═══════ REPL\nb\n»»» EDIT END\n",
  ],
  ["a new file", "my file", { kind: "create", content: "a" }, "`my file`\n««« EDIT\n═══════ REPL\na\n»»» EDIT END\n"],
  [
    "content with markers",
    "a",
    { kind: "create", content: "«««« EDIT\n" },
    "a\n««««« EDIT\n═════════ REPL\n«««« EDIT\n»»»»» EDIT END\n",
  ],
  ["a path with a line break", "a\nb", { kind: "create", content: "" }, null],
  ["a path with a backtick", "a`b", { kind: "create", content: "" }, null],
  ["a search of blank lines", "a", { kind: "replace", find: "\n", put: "x\n", match: "lines", all: false }, null],
  ["a match of characters", "a", { kind: "replace", find: "x", put: "y", match: "chars", all: false }, null],
  ["a deletion", "a", { kind: "delete" }, null],
])("%s", (_, path, change, text) => expect(renderBlock(path, change)).toBe(text));

const line = fc.oneof(
  fc.constantFrom(
    "««« EDIT",
    "═══════ REPL",
    "»»» EDIT END",
    "««««« EDIT",
    "═════════ REPL  ",
    "»»»» EDIT END\r",
    "",
    "a.ts",
  ),
  fc.string({ maxLength: 10 }).map((text) => text.replaceAll("\n", "x")),
);
const content = fc.array(line, { maxLength: 8 }).map((all) => all.map((each) => `${each}\n`).join(""));
const path = fc.constantFrom("a.ts", "src/b c.ts", "my file", "LICENSE", "über/ß.md");
const change: fc.Arbitrary<Change> = fc.oneof(
  content.map((text) => ({ kind: "create", content: text }) as const),
  fc
    .tuple(content, content)
    .filter(([find]) => find.trim() !== "")
    .map(([find, put]) => ({ kind: "replace", find, put, match: "lines", all: false }) as const),
);

test("what is written reads back as the same change", () =>
  fc.assert(
    fc.property(path, change, fc.constantFrom("", "Some words.\n\n", "```\n"), (where, wanted, before) => {
      const text = renderBlock(where, wanted)!;
      const source = { format: "edit-block", from: before.length, to: before.length + text.length };
      expect(read(before + text)).toEqual([{ source, kind: "edit", path: where, change: wanted }]);
    }),
  ));

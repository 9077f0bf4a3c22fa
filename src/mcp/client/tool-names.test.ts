import fc from "fast-check";
import { expect, test } from "vitest";
import { isForeignTool } from "../../approval/index.ts";
import { TOOL_NAMES } from "../../tools/index.ts";
import { foreignNames } from "./tool-names.ts";

test.each<[string, readonly string[], readonly string[]]>([
  ["plain names", ["search", "create-issue"], ["gh__search", "gh__create-issue"]],
  [
    "other characters",
    ["a b", "a/b", "ä", ""],
    ["gh__a_b", "gh__a_b_2", "gh__", "gh__tool"].map((name) => (name === "gh__" ? "gh___" : name)),
  ],
  ["underscores that would look like another server's", ["x__y"], ["gh__x_y"]],
  ["the same name twice", ["a", "a", "a"], ["gh__a", "gh__a_2", "gh__a_3"]],
])("%s", (_, tools, names) => expect(foreignNames("gh", tools)).toEqual(names));

test("whatever a server calls its tools: one name each, in letters that every provider takes, of at most 64", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary", maxLength: 100 }), { maxLength: 50 }), (tools) => {
      const names = foreignNames("server", tools);
      expect(new Set(names).size).toBe(tools.length);
      for (const name of names) expect(name).toMatch(/^server__[A-Za-z0-9_-]{1,56}$/);
    }),
  );
});

test("no tool of ours has a name that a foreign one could have", () => {
  expect(TOOL_NAMES.filter(isForeignTool)).toEqual([]);
});

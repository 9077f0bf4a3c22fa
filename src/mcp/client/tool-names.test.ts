import fc from "fast-check";
import { expect, test } from "vitest";
import { isForeignTool } from "../../approval/index.ts";
import { TOOL_NAMES } from "../../tools/index.ts";
import { foreignNames } from "./tool-names.ts";

test.each<[string, readonly string[], readonly (string | null)[]]>([
  ["plain names", ["search", "create-issue"], ["gh__search", "gh__create-issue"]],
  [
    "other characters",
    ["a b", "a/b", "ä", ""],
    ["gh__a_b_541e27fe", "gh__a_b_1693b0cf", "gh____e2428458", "gh__tool_055539df"],
  ],
  ["underscores that would look like another server's", ["x__y", "x_y"], ["gh__x_y_22250401", "gh__x_y"]],
  ["a name that is too long", ["a".repeat(61)], [`gh__${"a".repeat(51)}_33786b1f`]],
  ["the same name twice: once, because it is the same call", ["a", "b", "a"], ["gh__a", "gh__b", null]],
])("%s", (_, tools, names) => expect(foreignNames("gh", tools)).toEqual(names));

test("a name that a server makes look like another's is no one's", () => {
  const [name] = foreignNames("gh", ["a b"]);
  const copy = name!.slice("gh__".length);
  expect(foreignNames("gh", ["a b", "c", copy])).toEqual([null, "gh__c", null]);
  expect(foreignNames("gh", [copy, "c", "a b"])).toEqual([null, "gh__c", null]);
});

const listed = fc.uniqueArray(fc.string({ unit: "binary", maxLength: 100 }), { maxLength: 50 });

test("whatever a server calls its tools: one name each, in letters that every provider takes, of at most 64", () => {
  fc.assert(
    fc.property(listed, (tools) => {
      const names = foreignNames("server", tools);
      expect(new Set(names).size).toBe(tools.length);
      for (const name of names) expect(name).toMatch(/^server__[A-Za-z0-9_-]{1,56}$/);
    }),
  );
});

// A rule for a name must go on meaning the same tool.
test("a tool keeps its name whatever is listed before it, after it, or in another order", () => {
  fc.assert(
    fc.property(listed, fc.string({ unit: "binary" }), (tools, tool) => {
      const [alone] = foreignNames("server", [tool]);
      const among = [...tools.filter((other) => other !== tool), tool];
      for (const list of [among, among.toReversed()])
        expect(foreignNames("server", list)[list.indexOf(tool)]).toBe(alone);
    }),
  );
});

test("no tool of ours has a name that a foreign one could have", () => {
  expect(TOOL_NAMES.filter(isForeignTool)).toEqual([]);
});

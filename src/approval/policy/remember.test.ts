import { describe, expect, test } from "vitest";
import { covers, describeRemembered, isOffered, offersFor, type Remember } from "./remember.ts";

const offers = offersFor({ tool: "edit_file", paths: ["ws/src/a.ts"] });

test("what may be kept, the narrowest first", () => {
  expect(offers.map(describeRemembered)).toEqual([
    "edit_file on ws/src/a.ts",
    "edit_file on everything below ws/src",
    "edit_file anywhere in ws",
    "every file tool (rm too) anywhere in ws",
  ]);
  expect(offersFor({ tool: "rm", paths: ["ws/a"] }).map(({ scope }) => scope)).toEqual(["file", "tool", "root"]);
  expect(offersFor({ tool: "write_file", paths: ["ws/a", "ws/b"] })).toEqual([]);
  expect(offersFor({ tool: "ls", paths: ["ws"] })).toEqual([]);
  expect(offersFor({ tool: "grep", paths: [] })).toEqual([]);
});

describe("a wish must be one of the offers", () => {
  const asked = [{ tool: "edit_file", paths: ["ws/src/a.ts"] }];
  test.each<[string, Remember, boolean]>([
    ["the file", offers[0]!, true],
    ["the file, for a session", { ...offers[0]!, session: "s" }, true],
    ["the root", offers[3]!, true],
    ["another file", { ...offers[0]!, path: "ws/src/b.ts" }, false],
    ["a folder above", { ...offers[1]!, path: "ws" }, false],
    ["another root", { ...offers[3]!, path: "other" }, false],
    ["another tool", { ...offers[0]!, tool: "rm" }, false],
    ["every tool on a file", { effect: "allow", scope: "file", path: "ws/src/a.ts" }, false],
    ["no allow", { ...offers[0]!, effect: "deny" } as unknown as Remember, false],
  ])("%s", (_, wish, expected) => expect(isOffered(wish, asked)).toBe(expected));
});

describe("what a rule covers", () => {
  test.each<[string, Remember, string, string, boolean]>([
    ["the file", offers[0]!, "edit_file", "ws/src/a.ts", true],
    ["not its neighbour", offers[0]!, "edit_file", "ws/src/a.tsx", false],
    ["not another tool", offers[0]!, "rm", "ws/src/a.ts", false],
    ["not what is below a file's name", offers[0]!, "edit_file", "ws/src/a.ts/x", false],
    ["below the directory", offers[1]!, "edit_file", "ws/src/deep/b.ts", true],
    ["not a directory that starts the same", offers[1]!, "edit_file", "ws/src2/b.ts", false],
    ["the tool anywhere", offers[2]!, "edit_file", "ws/x", true],
    ["not in another root", offers[2]!, "edit_file", "other/x", false],
    ["not in a root that starts the same", offers[2]!, "edit_file", "ws2/x", false],
    ["every tool in the root", offers[3]!, "rm", "ws/x", true],
    ["a star is a star", { ...offers[0]!, path: "ws/*" }, "edit_file", "ws/x", false],
    ["a star is one file", { ...offers[0]!, path: "ws/*" }, "edit_file", "ws/*", true],
    ["a tool rule without a tool is none", { effect: "allow", scope: "tool", path: "ws" }, "edit_file", "ws/x", false],
    [
      "a file rule without a tool is none",
      { effect: "allow", scope: "file", path: "ws/x" },
      "edit_file",
      "ws/x",
      false,
    ],
  ])("%s", (_, rule, tool, path, expected) => expect(covers(rule, tool, path)).toBe(expected));
});

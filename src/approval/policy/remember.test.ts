import { describe, expect, test } from "vitest";
import { offersFor } from "./offers.ts";
import { covers, type Remember } from "./remember.ts";

const SEARCH = { effect: "allow", scope: "directory", tool: "grep" } as const;
const offers = offersFor({ tool: "edit_file", paths: ["ws/src/a.ts"] });

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
    ["a folder that is looked into", { ...SEARCH, path: "ws/src" }, "grep", "ws/src", true],
    ["and what is below it", { ...SEARCH, path: "ws/src" }, "grep", "ws/src/deep", true],
    ["not a folder that would be removed", { ...SEARCH, path: "ws/src", tool: "rm" }, "rm", "ws/src", false],
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

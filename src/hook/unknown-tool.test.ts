import { describe, expect, test } from "vitest";
import { readUnknownTool } from "./unknown-tool.ts";

const PATCH = "*** Begin Patch\n*** Delete File: a.txt\n*** End Patch\n";
const kindOf = (name: string, input: unknown): unknown => {
  const call = readUnknownTool(name, input);
  return "paths" in call ? [call.kind, ...call.paths] : call.kind === "command" ? [call.kind, call.command] : call.kind;
};

describe("a tool that is not known", () => {
  test.each<[string, string, unknown, unknown]>([
    ["writes", "save", { path: "a.txt", content: "x" }, ["unpredictable", "a.txt"]],
    [
      "writes several",
      "save",
      { files: [{ path: "a.txt", content: "x" }, { path: "b.txt" }] },
      ["unpredictable", "a.txt", "b.txt"],
    ],
    ["has a patch", "patch", { patchText: PATCH }, ["unpredictable"]],
    ["has a patch under any name", "apply", { input: `\n${PATCH}` }, ["unpredictable"]],
    ["is a patch", "apply_patch_2", PATCH, ["unpredictable"]],
    ["has a diff", "apply", { unified_diff: "--- a/a.txt\n+++ b/a.txt\n@@ -1 +0,0 @@\n-x\n" }, ["unpredictable"]],
    ["has parameters as JSON", "save", JSON.stringify({ path: "a.txt", content: "x" }), ["unpredictable", "a.txt"]],
    ["deletes", "delete_file", { target_file: "a.txt" }, ["unpredictable", "a.txt"]],
    ["deletes several", "mcp__files__removeFiles", { paths: ["a.txt", "b.txt"] }, ["unpredictable", "a.txt", "b.txt"]],
    ["moves", "mcp__files__move_file", { source: "a.txt", destination: "b.txt" }, ["unpredictable", "a.txt", "b.txt"]],
    ["renames", "MCP:renameFile", { from: "a.txt", to: "b.txt" }, ["unpredictable", "a.txt", "b.txt"]],
    ["runs a command", "run_in_terminal", { command: "ls" }, ["command", "ls"]],
    ["sends input to one", "write_bash", { sessionId: "1", input: "ls\n" }, ["command", "ls\n"]],
    ["reads", "read_it", { path: "a.txt" }, ["search", "a.txt"]],
    ["reads, on a server with such a name", "mcp__delete_files__read", { path: "a.txt" }, ["search", "a.txt"]],
    ["waits for a command", "read_bash", { sessionId: "1", delay: 5 }, "other"],
    ["moves something else", "move_event", { from: "9:00", to: "10:00" }, "other"],
    ["is asked about a patch", "task", { prompt: `Explain this:\n${PATCH}` }, "other"],
    ["shows a diff", "show", { text: "--- a/a.txt" }, "other"],
    ["has no name", "", { prompt: "x" }, "other"],
    ["has no input", "wait", null, "other"],
  ])("%s", (_, name, input, expected) => expect(kindOf(name, input)).toEqual(expected));
});

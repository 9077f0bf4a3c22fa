// What a display hears when the rules have spoken: the same of a tool's call and of an edit block.

import { describe, expect, test } from "vitest";
import { Session, vfsSection, type RunOptions, type ToolApprovalCallback } from "../../src/agent/index.ts";
import type { Line } from "../../src/testing/index.ts";
import { approveAll, newState, READ, turn } from "./scripted-run.ts";

const FILES = { "a.txt": "one\ntwo\n", ".envrc": "one\n", "locked.txt": "one\n" };
const RULES = {
  user: [{ effect: "deny", path: "vfs/locked.txt" } as const],
  project: [],
  remembered: [],
  matches: (pattern: string, path: string) => pattern === path,
};

const edit = (path: string, find: string, put: string) => ({
  call: { tool: "edit_file", args: { path, old_string: find, new_string: put } },
  block: `${path}\n««« EDIT\n${find}\n═══════ REPL\n${put}\n»»» EDIT END\n`,
});
const EDITS = [edit("a.txt", "one", "1"), edit(".envrc", "one", "1"), edit("locked.txt", "one", "1")];

async function approvalsOf(mode: "tools" | "blocks", ask: boolean, more: Partial<RunOptions>) {
  const session = new Session();
  const flags = { read_approval: false, write_approval: ask, edit_approval: ask };
  await session.add(vfsSection({ files: FILES, state: newState(), flags, policy: RULES }));
  for (const path of ["a.txt", ".envrc"]) session.context.add(session.workspace().resolve(path));
  const script: readonly Line[] =
    mode === "tools" ? [EDITS.map(({ call }) => call), "Done."] : [EDITS.map(({ block }) => block).join("\n")];
  const { display } = await turn(script, { session, mode, ...more });
  return display
    .of("onApproval")
    .map(([, { call, paths, autoApproved, reason }]) => ({ tool: call.tool, paths, autoApproved, reason }));
}

test.each<[string, boolean, Partial<RunOptions>, readonly (readonly [string, boolean])[]]>([
  [
    "somebody is asked",
    true,
    { approve: approveAll },
    [
      ["vfs/a.txt", false],
      ["vfs/.envrc", false],
    ],
  ],
  [
    "a flag says yes, a person is there for the protected",
    true,
    { approve: approveAll, yes: true },
    [
      ["vfs/a.txt", true],
      ["vfs/.envrc", false],
    ],
  ],
  [
    "nothing needs a question",
    false,
    { approve: approveAll },
    [
      ["vfs/a.txt", true],
      ["vfs/.envrc", false],
    ],
  ],
  ["nobody is there", true, { approve: null }, [["vfs/a.txt", false]]],
  ["nobody is there, a flag says yes", true, { approve: null, yes: true }, [["vfs/a.txt", true]]],
])("%s", async (_, ask, more, expected) => {
  const told = await approvalsOf("tools", ask, more);
  expect(told.map(({ paths, autoApproved }) => [...paths, autoApproved])).toEqual(expected);
  expect(await approvalsOf("blocks", ask, more)).toEqual(told);
});

test("a call that only reads is reported too", async () => {
  const { display } = await turn([READ, "Done."]);
  expect(display.of("onApproval")).toMatchObject([["onApproval", { paths: ["vfs/a.txt"], autoApproved: true }]]);
});

describe("S3-15: in block mode the callback hears of files that are auto-approved, and may object", () => {
  const two = { "a.txt": "one\ntwo\n", "b.txt": "one\n", "c.txt": "one\n" };
  const answer = ["a.txt", "b.txt", "c.txt"].map((path) => edit(path, "one", "1").block).join("\n");

  async function blocks(approve: ToolApprovalCallback) {
    const session = new Session();
    const flags = { read_approval: false, write_approval: false, edit_approval: false };
    await session.add(vfsSection({ files: two, state: newState(), flags }));
    for (const path of Object.keys(two)) session.context.add(session.workspace().resolve(path));
    const { result } = await turn([answer], { session, mode: "blocks", approve });
    const { files } = session.workspace();
    const content = async (path: string) => (await files.read(files.resolve(`vfs/${path}`))).content;
    return { result, contents: await Promise.all(Object.keys(two).map(content)) };
  }

  test("rejecting one file leaves the others; the model gets the reason", async () => {
    const heard: unknown[] = [];
    const { result, contents } = await blocks(({ tool, args, autoApproved, payload }) => {
      heard.push({ tool, args, autoApproved, payload });
      return (args as { path: string }).path === "vfs/b.txt" ? { action: "reject", reason: "b is frozen" } : true;
    });
    const told = (path: string) => ({ tool: "edit_file", args: { path }, autoApproved: true, payload: null });
    expect(heard).toEqual([told("vfs/a.txt"), told("vfs/b.txt"), told("vfs/c.txt")]);
    expect(contents).toEqual(["1\ntwo\n", "one\n", "1\n"]);
    expect(result.report?.results.map(({ status, error_type }) => [status, error_type])).toEqual([
      ["APPLIED", null],
      ["SKIPPED", "rejected"],
      ["APPLIED", null],
    ]);
    expect(result.report?.results[1]?.message).toContain("b is frozen");
  });

  test("cancel ends the run: what follows is neither asked nor written", async () => {
    const heard: string[] = [];
    const { result, contents } = await blocks(({ args }) => {
      const { path } = args as { path: string };
      heard.push(path);
      return path === "vfs/b.txt" ? "cancel" : true;
    });
    expect(heard).toEqual(["vfs/a.txt", "vfs/b.txt"]);
    expect(contents).toEqual(["1\ntwo\n", "one\n", "one\n"]);
    expect(result.kind).toBe("stopped");
  });

  test("a callback that breaks has not said yes", async () => {
    const { contents } = await blocks(() => {
      throw new Error("away");
    });
    expect(contents).toEqual(["one\ntwo\n", "one\n", "one\n"]);
  });
});

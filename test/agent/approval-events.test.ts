// What a display hears when the rules have spoken: the same of a tool's call and of an edit block.

import { expect, test } from "vitest";
import { Session, vfsSection, type RunOptions } from "../../src/agent/index.ts";
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
  for (const path of Object.keys(FILES)) session.context.add(session.backend().resolve(path));
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

test("a call that only reads is told too", async () => {
  const { display } = await turn([READ, "Done."]);
  expect(display.of("onApproval")).toMatchObject([["onApproval", { paths: ["vfs/a.txt"], autoApproved: true }]]);
});

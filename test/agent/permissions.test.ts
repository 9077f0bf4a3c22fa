// Plan mode: whatever a model tries, and whatever is approved, nothing changes. And what `edits` never covers.

import { expect, test } from "vitest";
import { FILESYSTEM_TOOLS, PERMISSIONS, Session, vfsSection } from "../../src/agent/index.ts";
import { createMemoryFiles } from "../../src/fs/index.ts";
import { DisplayBuffer, scriptedModel, type Line } from "../../src/testing/index.ts";
import { READ_ONLY_TOOLS, TOOL_NAMES } from "../../src/tools/index.ts";
import { approveAll, EDIT, memoryOf, newSession, newState, READ, resultsIn, turn } from "./scripted-run.ts";

const FILES = { "a.txt": "one\ntwo\n", "b/c.txt": "see\n" };
const WRITES: readonly { readonly tool: string; readonly args: object }[] = [
  EDIT,
  { tool: "edit", args: { path: "a.txt", old_text: "one", new_text: "1" } },
  { tool: "write_file", args: { path: "a.txt", content: "gone\n" } },
  { tool: "write_file", args: { path: "new.txt", content: "new\n" } },
  { tool: "rm", args: { path: "b" } },
  { tool: "shell", args: { command: "touch x" } },
  { tool: "eval", args: { code: "1" } },
  { tool: "server__write", args: {} },
];
const BLOCK = "a.txt\n««« EDIT\none\n═══════ REPL\n1\n»»» EDIT END\n";

async function contents(session: Session): Promise<Record<string, string>> {
  const memory = memoryOf(session);
  const { entries } = await memory.glob("**");
  const texts = await Promise.all(entries.map(async ({ path }) => [path, (await memory.read(path)).content] as const));
  return Object.fromEntries(texts);
}

test("every tool is either only reading or among those that are tried here", () =>
  expect(TOOL_NAMES.filter((name) => !READ_ONLY_TOOLS.has(name) && !WRITES.some(({ tool }) => tool === name))).toEqual(
    [],
  ));

test("plan: no other tool is offered, each that is called is refused, reading works, nothing changes", async () => {
  const session = await newSession(FILES);
  session.permissions = "plan";
  const before = await contents(session);
  const { model, result } = await turn([[READ, ...WRITES], "That is the plan."], { session, yes: true });
  expect(model.requests[0]!.tools.map(({ name }) => name).toSorted()).toEqual(["glob", "grep", "ls", "read_file"]);
  expect(model.requests[0]!.system).toContain("# Plan mode");
  expect(result.receipts.map(({ receipt }) => receipt)).toEqual([
    "applied",
    ...WRITES.map(({ tool }) => (FILESYSTEM_TOOLS.some((known) => known === tool) ? "denied" : "failed")),
  ]);
  expect(resultsIn(session.messages)[1]!.content).toContain("plan mode, which only reads");
  expect(await contents(session)).toEqual(before);
  expect(result.written).toEqual([]);
});

test("plan, in an answer: edits are shown, and neither made nor reported as failed", async () => {
  const session = await newSession(FILES);
  session.permissions = "plan";
  session.context.add(session.workspace().resolve("a.txt"));
  const { model, result } = await turn([`So:\n\n${BLOCK}`], { session, mode: "blocks", yes: true });
  expect(model.requests[0]!.system).not.toContain("««« EDIT");
  expect(result).toMatchObject({ kind: "done", report: null, notes: [] });
  expect(await contents(session)).toEqual(FILES);
});

test.each<[string, readonly Line[], "tools" | "blocks"]>([
  ["a call", [[READ], [EDIT], "Done."], "tools"],
  ["an answer with edits", [BLOCK], "blocks"],
])("plan, chosen while %s arrives, holds for it", async (_, script, mode) => {
  const session = await newSession(FILES);
  session.context.add(session.workspace().resolve("a.txt"));
  const display = new DisplayBuffer(([name]) => {
    if (name === "onTextCommit" || name === "onToolResult") session.permissions = "plan";
  });
  await turn(script, { session, mode, display, yes: true });
  expect(await contents(session)).toEqual(FILES);
});

test("plan: the workspace of the session itself refuses, without any tool", async () => {
  const session = new Session();
  const memory = createMemoryFiles({ files: FILES });
  await session.add(vfsSection({ files: memory, state: newState() }));
  session.permissions = "plan";
  const workspace = session.workspace();
  const { prepare } = await import("../../src/commit/index.ts");
  const path = workspace.resolve("a.txt");
  const source = { format: "tool", from: 0, to: 0 } as const;
  const change = { kind: "overwrite", content: "gone\n" } as const;
  const plan = await prepare([{ id: "1" as never, path, source, change }], workspace.approved, { disclose: true });
  const { receipt } = await workspace.carryOut(plan, { atomic: false, reviewer: null, yes: true });
  expect(receipt.files).toMatchObject([{ kind: "rejected" }]);
  expect((await memory.read("a.txt")).content).toBe("one\ntwo\n");
});

test("a session keeps its permissions when it is stored, and a new one asks", async () => {
  const { resumeSession, storeSession } = await import("../../src/agent/index.ts");
  for (const permissions of PERMISSIONS) {
    const session = await newSession();
    session.permissions = permissions;
    await turn(["hello"], { session, approve: approveAll, model: scriptedModel(["hello"]) });
    const resumed = await newSession();
    expect(resumed.permissions).toBe("ask");
    resumeSession(resumed, storeSession(session, { root: "/", model: null }));
    expect(resumed.permissions).toBe(permissions);
  }
});

// Nothing in the library writes unasked: every public way to change a file is tried with no one to ask, and with
// callbacks that answer nothing. Each must leave the folder as it was. What a caller allows in words is written.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runWithApprovals, Session, workspaceSection } from "../src/agent/index.ts";
import { reviewerFrom, type Reviewer } from "../src/approval/index.ts";
import { createAsk } from "../src/ask/index.ts";
import { newId } from "../src/base/index.ts";
import { carryOut, prepare } from "../src/commit/index.ts";
import {
  confirmingReviewer,
  createConfirmations,
  createEditTool,
  createWriteTool,
  executeToolCalls,
  handlingReviewer,
  type ToolExecutionContext,
} from "../src/compat/index.ts";
import type { Edit, EditId } from "../src/edits/index.ts";
import { createSandbox } from "../src/fs/index.ts";
import { openHostFiles } from "../src/fs/node/index.ts";
import { openState } from "../src/state/index.ts";
import { scriptedModel } from "../src/testing/index.ts";
import { applyAnswer, loadTool, runTool, TOOL_NAMES } from "../src/tools/index.ts";
import { applyTo, callTool, openLocal, openWorkspace, type LocalWorkspace } from "../src/workspace/index.ts";

let base: string;
let root: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "galley-unasked-"));
  root = join(base, "work");
  mkdirSync(root);
  writeFileSync(join(root, "a.txt"), "one\ntwo\n");
});
afterEach(() => rmSync(base, { recursive: true }));

const environment = () => ({
  PATH: process.env["PATH"],
  XDG_STATE_HOME: join(base, "state"),
  XDG_CONFIG_HOME: join(base, "config"),
});
const folder = () =>
  Object.fromEntries(readdirSync(root).map((name) => [name, readFileSync(join(root, name), "utf8")]));
const BEFORE = { "a.txt": "one\ntwo\n" };

const ANSWERS = [
  "a.txt\n««« EDIT\ntwo\n═══════ REPL\n2\n»»» EDIT END\n",
  "a.txt\n<<<<<<< SEARCH\ntwo\n=======\n2\n>>>>>>> REPLACE\n",
  "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n",
  "*** Begin Patch\n*** Update File: a.txt\n@@\n-two\n+2\n*** End Patch\n",
  "*** Begin Patch\n*** Delete File: a.txt\n*** End Patch\n",
  "b.txt\n```\nnew\n```\n",
] as const;
const CALLS: Readonly<Record<string, object>> = {
  ls: {},
  read_file: { path: "a.txt" },
  write_file: { path: "b.txt", content: "new\n" },
  edit_file: { path: "a.txt", old_string: "two", new_string: "2" },
  edit: { path: "a.txt", oldText: "two", newText: "2" },
  glob: { pattern: "*" },
  grep: { pattern: "o" },
  rm: { path: "a.txt" },
  shell: { command: "touch made-by-shell" },
  eval: { code: 'require("node:fs").writeFileSync("made-by-eval", "")' },
};
const OLD: Readonly<Record<"edit" | "write_file", object>> = {
  edit: CALLS["edit"]!,
  write_file: CALLS["write_file"]!,
};

const open = (): Promise<LocalWorkspace> =>
  openLocal({
    root,
    config: null,
    environment: environment(),
    signal: new AbortController().signal,
    note: () => undefined,
    stays: true,
  });

/** Reviewers that never say yes: no one, and callbacks whose answer is no answer. */
const SILENT: readonly (readonly [string, Reviewer | null])[] = [
  ["no reviewer", null],
  ["a callback that answers nothing", reviewerFrom(() => undefined as never)],
  ["a callback that answers with an empty object", reviewerFrom(() => ({}) as never)],
  ["a callback that answers with a truthy word", reviewerFrom(() => "yes" as never)],
  ["handlers that answer nothing", handlingReviewer(every(async () => undefined as never))],
  ["handlers that answer with a truthy word", handlingReviewer(every(async () => "yes" as never))],
  ["a confirmation that answers nothing", confirmingReviewer(async () => undefined as never)],
];

function every<T>(handler: T) {
  return { edit: handler, write: handler, read: handler, generic: handler };
}

test("the table has a call of every tool", () => {
  expect(Object.keys(CALLS).sort()).toEqual([...TOOL_NAMES].sort());
});

describe("openWorkspace without approve", () => {
  test.each(ANSWERS)("apply: %j", async (answer) => {
    const workspace = await openWorkspace({ root, environment: environment() });
    const report = await workspace.apply(answer);
    expect(report.results.map(({ status }) => status)).toEqual(["SKIPPED"]);
    expect([report.receipt_id, folder()]).toEqual([null, BEFORE]);
  });

  test.each(Object.keys(CALLS))("call and tools(): %s", async (name) => {
    const workspace = await openWorkspace({ root, environment: environment() });
    await workspace.call(name, CALLS[name]);
    await workspace
      .tools()
      .find((tool) => tool.name === name)!
      .call(CALLS[name]);
    expect(folder()).toEqual(BEFORE);
  });
});

describe.each(SILENT)("%s", (_, reviewer) => {
  test.each(ANSWERS)("applyTo and applyAnswer: %j", async (answer) => {
    const how = { format: "auto", dryRun: false, atomic: false, stage: true, lenient: false, seen: null } as const;
    const workspace = await open();
    await applyTo(workspace, answer, { ...how, reviewer, yes: false });
    await applyAnswer(answer, how, { ...workspace, reviewer, yes: false });
    expect(folder()).toEqual(BEFORE);
  });

  test.each(Object.keys(CALLS))("callTool and runTool: %s", async (name) => {
    const workspace = await open();
    const tool = (await loadTool(name))!;
    await callTool(workspace, tool, { args: CALLS[name], reviewer, yes: false });
    await runTool(tool, CALLS[name], { ...workspace, reviewer, yes: false });
    expect(folder()).toEqual(BEFORE);
  });

  test("carryOut", async () => {
    const { sandbox, state } = parts();
    const change = { kind: "replace", find: "two", put: "2", match: "chars", all: false } as const;
    const path = sandbox.resolve("a.txt").path;
    const edit: Edit = { id: "1" as EditId, path, source: { format: "tool", from: 0, to: 0 }, change };
    const { gate } = await open();
    const ask = createAsk({ gate, reviewer, yes: false, newId });
    const { receipt } = await carryOut({ plan: await prepare([edit], sandbox.real), ask, files: sandbox, state });
    expect([receipt.id, folder()]).toEqual([null, BEFORE]);
  });
});

test("runWithApprovals without approve", async () => {
  const session = new Session();
  await session.add(workspaceSection({ workspace: await open() }));
  const script = [...Object.entries(CALLS).map(([tool, args]) => ({ tool, args })), ANSWERS[0], "done"];
  await runWithApprovals({ model: scriptedModel(script), session, prompt: "please", approve: null, mode: "tools" });
  expect(folder()).toEqual(BEFORE);
});

describe("tools for other agents' loops", () => {
  const contexts: readonly (readonly [string, ToolExecutionContext | undefined])[] = [
    ["no context", undefined],
    ["an empty context", {}],
    ["a callback that is undefined", { requestConfirmation: undefined } as never],
    ["a callback that is null", { requestConfirmation: null } as never],
    ["a callback that answers nothing", { requestConfirmation: async () => undefined as never }],
    ["a word that does not mean everything", { approve: "yes" } as never],
    ["a flag instead of the word", { approve: true } as never],
  ];

  test.each(contexts)("execute with %s is denied", async (_, context) => {
    for (const tool of oldTools())
      await expect(tool.execute("1", argsOf(tool), undefined, undefined, context)).rejects.toMatchObject({
        code: "REJECTED",
      });
    expect(folder()).toEqual(BEFORE);
  });

  test("the refusal says what to pass", async () => {
    const [edit] = oldTools();
    await expect(edit!.execute("1", argsOf(edit!))).rejects.toThrow(/requestConfirmation.*approve: "everything"/s);
  });

  test.each([
    ["no options", {}],
    ["confirm_edits true", { confirm_edits: true }],
    ["confirm_edits undefined", { confirm_edits: undefined } as never],
    ["confirm_edits that is no boolean", { confirm_edits: 0 } as never],
  ])("executeToolCalls with %s", async (_, options) => {
    const tools = oldTools();
    const calls = tools.map((tool) => ({ id: tool.name, name: tool.name, arguments: argsOf(tool) }));
    const results = await executeToolCalls(tools, calls, options);
    expect(results.map(({ isError }) => isError)).toEqual([true, true]);
    expect(folder()).toEqual(BEFORE);
  });

  test("events that no one answers, when the run is aborted", async () => {
    const stop = new AbortController();
    const confirmations = createConfirmations(() => stop.abort());
    const [tool] = oldTools();
    const call = { id: "1", name: tool!.name, arguments: argsOf(tool!) };
    const [result] = await executeToolCalls([tool!], [call], { confirmations, signal: stop.signal });
    expect([result!.isError, folder()]).toEqual([true, BEFORE]);
  });

  test("said in words, it is written", async () => {
    const [edit, write] = oldTools();
    await edit!.execute("1", argsOf(edit!), undefined, undefined, { approve: "everything" });
    const call = { id: "2", name: write!.name, arguments: argsOf(write!) };
    await executeToolCalls([write!], [call], { confirm_edits: false });
    expect(folder()).toEqual({ "a.txt": "one\n2\n", "b.txt": "new\n" });
  });

  test("said in words, a protected path still needs a person", async () => {
    const [, write] = oldTools();
    const args = { path: ".git/hooks/pre-commit", content: "x" };
    const run = write!.execute("1", args as never, undefined, undefined, { approve: "everything" });
    await expect(run).rejects.toMatchObject({ code: "PROTECTED" });
    expect(folder()).toEqual(BEFORE);
  });
});

function parts() {
  const files = openHostFiles({ root });
  const workspace = { name: "workspace", files, mode: "rw", suffixes: null, maxFileBytes: null } as const;
  const sandbox = createSandbox({ roots: [workspace], defaultRoot: "workspace", implicit: true });
  return { sandbox, state: openState({ directory: join(base, "state-of-carry-out") }) };
}

function oldTools() {
  const { sandbox, state } = parts();
  const options = {
    sandbox,
    carryOut: (plan: Parameters<typeof carryOut>[0]["plan"], given: Pick<Parameters<typeof carryOut>[0], "ask">) =>
      carryOut({ plan, files: sandbox, state, ...given }),
  };
  return [createEditTool(options), createWriteTool(options)] as const;
}

function argsOf({ name }: { readonly name: string }): never {
  return OLD[name as keyof typeof OLD] as never; // Each tool has its own arguments, by its name.
}

// The library names other agents' loops know, over the one road: whatever is confirmed goes through ask and commit.

import { describe, expect, test, vi } from "vitest";
import { reviewerFrom, type ConfirmationResponse } from "../src/approval/index.ts";
import { carryOut } from "../src/commit/index.ts";
import {
  createConfirmations,
  createEditTool,
  createWriteTool,
  executeToolCalls,
  handlingReviewer,
  needsApproval,
  type AgentTool,
  type ChangeToolOptions,
  type ConfirmationCallback,
  type EditConfirmationRequest,
  type ToolConfirmationRequired,
} from "../src/compat/index.ts";
import { editFile, readFile, runTool, type Tool } from "../src/tools/index.ts";
import { ARGUMENTS, FIFTY, PAYLOAD } from "./support/first-seed.ts";
import { sandboxed, type Sandboxed } from "./support/sandboxed.ts";

const files = { "test.txt": "foo\n", "b.txt": "one\ntwo\n", ".git/hooks/pre-commit": "foo\n" };

function workshop(options: Partial<ChangeToolOptions> = {}) {
  const place = sandboxed({ files });
  const given: ChangeToolOptions = {
    sandbox: place.sandbox,
    carryOut: (plan, { ask, signal }) =>
      carryOut({ plan, ask, files: place.sandbox, state: place.state, ...(signal ? { signal } : {}) }),
    ...options,
  };
  return { place, editTool: createEditTool(given), writeTool: createWriteTool(given) };
}
const saying = (response: ConfirmationResponse) =>
  vi.fn<ConfirmationCallback>(async (_request: EditConfirmationRequest) => response);
const content = async ({ sandbox: at }: Sandboxed, path = "workspace/test.txt") => (await at.read(path)).content;
const FOO = { path: "test.txt", oldText: "foo", newText: "bar" };
const MODIFIED =
  "Successfully applied user-modified edit to workspace/test.txt. Note: The user modified your suggested changes before accepting. Do not attempt to revert to your original suggestion.";

describe("edit tool with confirmation", () => {
  test("S1-37 applies edit when confirmed", async () => {
    const { place, editTool } = workshop();
    const requestConfirmation = saying({ action: "apply" });
    const result = await editTool.execute("id", FOO, undefined, undefined, { requestConfirmation });
    const diff = "--- a/test.txt\n+++ b/test.txt\n@@ -1 +1 @@\n-foo\n+bar\n";
    expect(requestConfirmation.mock.calls).toEqual([
      [{ path: "/workspace/test.txt", originalContent: "foo\n", suggestedContent: "bar\n", diff }],
    ]);
    expect(result).toEqual({
      content: [{ type: "text", text: "Successfully replaced text in workspace/test.txt." }],
      details: { diff, userModified: false },
    });
    expect(await content(place)).toBe("bar\n");
  });

  test("S1-38 rejects edit when user cancels", async () => {
    const { place, editTool } = workshop();
    const requestConfirmation = saying({ action: "reject" });
    const run = editTool.execute("id", FOO, undefined, undefined, { requestConfirmation });
    await expect(run).rejects.toThrow(/^Edit rejected by user$/);
    await expect(run).rejects.toMatchObject({ name: "EditRejectedError", code: "REJECTED" });
    expect(await content(place)).toBe("foo\n");
  });

  test("S1-20 T12 a reason follows the known words", async () => {
    const { editTool } = workshop();
    const requestConfirmation = saying({ action: "reject", reason: "User cancelled" });
    const run = editTool.execute("id", FOO, undefined, undefined, { requestConfirmation });
    await expect(run).rejects.toThrow(/^Edit rejected by user: User cancelled$/);
  });

  test("S1-39 applies modified content when user edits", async () => {
    const { place, editTool } = workshop();
    const requestConfirmation = saying({ action: "modify", content: "modified" });
    const result = await editTool.execute("id", FOO, undefined, undefined, { requestConfirmation });
    expect(await content(place)).toBe("modified");
    expect(result).toEqual({
      content: [{ type: "text", text: MODIFIED }],
      details: {
        diff: "--- a/test.txt\n+++ b/test.txt\n@@ -1 +1 @@\n-foo\n+modified\n\\ No newline at end of file\n",
        userModified: true,
      },
    });
  });

  test("T15 an emptied file is what is written", async () => {
    const { place, editTool } = workshop();
    const requestConfirmation = saying({ action: "modify", content: "" });
    await editTool.execute("id", FOO, undefined, undefined, { requestConfirmation });
    expect(await content(place)).toBe("");
  });

  test("S1-10 B13 without a callback it is applied at once when the caller approves everything, else denied", async () => {
    const { place, editTool } = workshop();
    await expect(editTool.execute("id", FOO)).rejects.toMatchObject({ code: "REJECTED" });
    expect(await content(place)).toBe("foo\n");
    const result = await editTool.execute("id", FOO, undefined, undefined, { approve: "everything" });
    expect(result).toMatchObject({ details: { userModified: false } });
    expect(await content(place)).toBe("bar\n");
  });

  test("without a callback a protected path is refused all the same; with one, a person may say yes", async () => {
    const { place, editTool } = workshop();
    const args = { ...FOO, path: ".git/hooks/pre-commit" };
    await expect(editTool.execute("id", args)).rejects.toMatchObject({ code: "PROTECTED" });
    expect(await content(place, "workspace/.git/hooks/pre-commit")).toBe("foo\n");
    await editTool.execute("id", args, undefined, undefined, { requestConfirmation: saying({ action: "apply" }) });
    expect(await content(place, "workspace/.git/hooks/pre-commit")).toBe("bar\n");
  });

  test.each([
    ["S1-19 no match", { ...FOO, oldText: "nope" }, /^Could not find exact text in workspace\/test.txt/, "NO_MATCH"],
    [
      "S1-19 two matches",
      { path: "b.txt", oldText: "o", newText: "0" },
      /^Found multiple occurrences in workspace\/b.txt/,
      "NOT_UNIQUE",
    ],
    ["outside", { ...FOO, path: "../x" }, /\S/, "ESCAPE"],
  ])("B14 %s is told before anybody is asked", async (_, args, message, code) => {
    const { editTool } = workshop();
    const requestConfirmation = saying({ action: "apply" });
    const run = editTool.execute("id", args, undefined, undefined, { requestConfirmation });
    await expect(run).rejects.toThrow(message);
    await expect(run).rejects.toMatchObject({ code });
    expect(requestConfirmation).not.toHaveBeenCalled();
  });

  test("T18 a file that changes while the person thinks needs approval again, and no byte is lost", async () => {
    const { place, editTool } = workshop();
    const shown: string[] = [];
    const requestConfirmation: ConfirmationCallback = async ({ originalContent }) => {
      shown.push(originalContent);
      if (shown.length === 1) await place.sandbox.write("workspace/test.txt", "mine\nfoo\n");
      return { action: "apply" };
    };
    const result = await editTool.execute("id", FOO, undefined, undefined, { requestConfirmation });
    expect(shown).toEqual(["foo\n", "mine\nfoo\n"]);
    expect(await content(place)).toBe("mine\nbar\n");
    expect(result.details.diff).toBe("--- a/test.txt\n+++ b/test.txt\n@@ -1,2 +1,2 @@\n mine\n-foo\n+bar\n");
  });

  test.each([
    ["gone", "mine\n"],
    ["there twice", "foo\nfoo\n"],
  ])("T18 an edit whose text is %s by then is stale, and what stands there stays", async (_, now) => {
    const { place, editTool } = workshop();
    const requestConfirmation = vi.fn<ConfirmationCallback>(async () => {
      await place.sandbox.write("workspace/test.txt", now);
      return { action: "apply" };
    });
    const run = editTool.execute("id", FOO, undefined, undefined, { requestConfirmation });
    await expect(run).rejects.toMatchObject({ code: "STALE" });
    expect(requestConfirmation).toHaveBeenCalledTimes(1);
    expect(await content(place)).toBe(now);
  });

  test("T19 an abort while the callback waits ends the call, and nothing is written", async () => {
    const { place, editTool } = workshop();
    const stop = new AbortController();
    const requestConfirmation: ConfirmationCallback = () => {
      stop.abort();
      return new Promise(() => undefined);
    };
    await expect(editTool.execute("id", FOO, stop.signal, undefined, { requestConfirmation })).rejects.toThrow();
    expect(await content(place)).toBe("foo\n");
  });

  test("T13 calls at the same time are put to the person one after another", async () => {
    const { place, editTool } = workshop();
    let open = 0;
    const order: string[] = [];
    const requestConfirmation: ConfirmationCallback = async ({ path }) => {
      open += 1;
      expect(open).toBe(1);
      order.push(path);
      await new Promise((resolve) => setImmediate(resolve));
      open -= 1;
      return { action: "apply" };
    };
    await Promise.all(
      [FOO, { path: "b.txt", oldText: "two", newText: "2" }].map((args) =>
        editTool.execute("id", args, undefined, undefined, { requestConfirmation }),
      ),
    );
    expect(order.sort()).toEqual(["/workspace/b.txt", "/workspace/test.txt"]);
    expect([await content(place), await content(place, "workspace/b.txt")]).toEqual(["bar\n", "one\n2\n"]);
  });

  test("S1-32 the write tool is confirmed the same way, also when its content comes in chunks", async () => {
    const { place, writeTool } = workshop({ pathOf: (path) => `/home/me/${path}` });
    const large = "a long line of text\n".repeat(60_000);
    const requestConfirmation = saying({ action: "apply" });
    await writeTool.execute("id", { path: "new.txt", content: large }, undefined, undefined, { requestConfirmation });
    const [[request]] = requestConfirmation.mock.calls as unknown as [[EditConfirmationRequest]];
    expect({ ...request, diff: "" }).toEqual({
      path: "/home/me/workspace/new.txt",
      originalContent: "",
      suggestedContent: large,
      diff: "",
    });
    expect(await content(place, "workspace/new.txt")).toBe(large);
  });
});

describe("the loop around the tools", () => {
  const call = (id: string, name: string, args: unknown) => ({ id, name, arguments: args });

  test("S1-17 the callback goes only to tools that ask, and calls run one after another", async () => {
    const log: string[] = [];
    const tool = (name: string, requiresConfirmation?: boolean): AgentTool => ({
      name,
      description: name,
      parameters: readFile.schema,
      ...(requiresConfirmation === undefined ? {} : { requiresConfirmation }),
      execute: async (id, _args, _signal, _onUpdate, context) => {
        log.push(`${id} starts with ${Object.keys(context ?? {}).join() || "nothing"}`);
        await new Promise((resolve) => setImmediate(resolve));
        log.push(`${id} ends`);
        return { content: [], details: null };
      },
    });
    const tools = [tool("asks", true), tool("never", false), tool("plain")];
    const calls = [call("1", "asks", {}), call("2", "never", {}), call("3", "plain", {})];
    await executeToolCalls(tools, calls, { requestConfirmation: saying({ action: "apply" }) });
    expect(log).toEqual([
      "1 starts with requestConfirmation",
      "1 ends",
      "2 starts with nothing",
      "2 ends",
      "3 starts with nothing",
      "3 ends",
    ]);
  });

  test("S1-29 S1-30 confirm_edits false: every edit is applied and no one is asked", async () => {
    const { place, editTool } = workshop();
    const requestConfirmation = saying({ action: "reject" });
    const [result] = await executeToolCalls([editTool], [call("1", "edit", FOO)], {
      requestConfirmation,
      confirm_edits: false,
    });
    expect(result).toMatchObject({ isError: false, toolCallId: "1" });
    expect(requestConfirmation).not.toHaveBeenCalled();
    expect(await content(place)).toBe("bar\n");
  });

  test("B15 a rejection is a result for the model and the next call runs", async () => {
    const { place, editTool } = workshop();
    const events: ToolConfirmationRequired[] = [];
    const confirmations = createConfirmations((event) => {
      events.push(event);
      event.confirmation.resolve(event.confirmation.toolCallId === "1" ? "reject" : { modified: "mine\n" });
    });
    const results = await executeToolCalls(
      [editTool],
      [call("1", "edit", FOO), call("2", "edit", FOO), call("3", "edit", { path: 1 }), call("4", "teleport", {})],
      { confirmations },
    );
    expect(events.map(({ confirmation }) => `${confirmation.toolCallId} ${confirmation.toolName}`)).toEqual([
      "1 edit",
      "2 edit",
    ]);
    expect(results.map(({ isError, content: [first] }) => `${isError ? "error" : "done"}: ${first?.text}`)).toEqual([
      "error: Edit rejected by user",
      `done: ${MODIFIED}`,
      expect.stringMatching(/^error: edit cannot use these arguments/),
      "error: There is no tool teleport. Tools: edit.",
    ]);
    expect(await content(place)).toBe("mine\n");
  });

  test("after an abort nothing more is started", async () => {
    const { editTool } = workshop();
    const [result] = await executeToolCalls([editTool], [call("1", "edit", FOO)], { signal: AbortSignal.abort() });
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: "edit was not started: the run was cancelled." }],
    });
  });
});

describe("the flow of the first seed", () => {
  const tool = editFile as unknown as Tool; // Its own schema checks the arguments.
  const at = (options = {}) => sandboxed({ files: { "src/utils.py": FIFTY }, ...options });

  test("S0-58 needsApproval gives the payload, with every field", async () => {
    expect(await needsApproval(tool, ARGUMENTS, at())).toEqual({
      status: "needs_approval",
      reason: "edit_approval is on for this sandbox",
      payload: {
        ...PAYLOAD,
        approval_id: expect.stringMatching(/\S/),
        digest: expect.stringMatching(/^\w{64}$/),
        risks: [],
        hunks: [{ index: 0, old_start: 3, old_lines: 0, new_start: 3, new_lines: 1 }],
        original_content: FIFTY,
        suggested_content: FIFTY.replace("sys\n", "sys\nimport json\n"),
        after: expect.stringMatching(/^\w{64}$/),
      },
    });
  });

  test("S0-59 after a yes of the edit handler: the EditResult", async () => {
    const never = async () => false;
    const seen: unknown[] = [];
    const edit = async (payload: unknown) => seen.push(payload) > 0;
    const context = at({ reviewer: handlingReviewer({ edit, write: never, read: never, generic: never }) });
    expect(await runTool(tool, ARGUMENTS, context)).toEqual({
      success: true,
      message: "Added 1 line at line 3 in workspace/src/utils.py",
      value: {
        path: "workspace/src/utils.py",
        replacements_made: 1,
        lines_changed: 1,
        message: "Added 1 line at line 3 in workspace/src/utils.py",
      },
      truncated: false,
    });
    expect(seen).toMatchObject([PAYLOAD]);
  });

  test("B14 pre_approved and blocked come without a payload; what cannot work throws", async () => {
    expect(await needsApproval(tool, ARGUMENTS, at({ flags: { edit_approval: false } }))).toEqual({
      status: "pre_approved",
      reason: "edit_approval is off for this sandbox",
    });
    expect(await needsApproval(tool, ARGUMENTS, at({ mode: "ro" }))).toEqual({
      status: "blocked",
      reason: expect.stringContaining("read-only"),
    });
    const missing = needsApproval(tool, { ...ARGUMENTS, old_string: "import nothing" }, at());
    await expect(missing).rejects.toMatchObject({ name: "EditNotFoundError", code: "NO_MATCH" });
  });

  test("S0-32 a read is asked about only where read_approval is on, and {approved} answers it", async () => {
    const read = readFile as unknown as Tool;
    const given = { path: "src/utils.py", limit: 1 };
    expect((await needsApproval(read, given, at())).status).toBe("pre_approved");
    const asking = { flags: { read_approval: true } };
    expect(await needsApproval(read, given, at(asking))).toMatchObject({ payload: { type: "read", file_lines: 50 } });
    const answered = async (approved: boolean) =>
      (await runTool(read, given, at({ ...asking, reviewer: reviewerFrom(() => ({ approved })) }))).success;
    expect([await answered(true), await answered(false)]).toEqual([true, false]);
  });
});

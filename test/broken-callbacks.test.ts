// D16: a callback that throws, or answers with something that is no answer, is a clear refusal: nothing is written, and
// the reason is the callback's own message or the field that is wrong. No user is blamed for it.

import { describe, expect, test } from "vitest";
import type { ToolApprovalCallback } from "../src/agent/index.ts";
import { reviewerFrom, type ApprovalCallback, type Decision, type Reviewer } from "../src/approval/index.ts";
import { carryOut } from "../src/commit/index.ts";
import { createEditTool } from "../src/compat/index.ts";
import { loadTool, runTool } from "../src/tools/index.ts";
import { EDIT, READ, read, resultsIn, turn } from "./agent/scripted-run.ts";
import { sandboxed } from "./support/sandboxed.ts";

const FILES = { "f.txt": "one\n" };
const ARGS = { path: "f.txt", old_string: "one", new_string: "1" };

async function edited(reviewer: Reviewer) {
  const context = sandboxed({ files: FILES, reviewer });
  const result = await runTool((await loadTool("edit_file"))!, ARGS, context);
  expect((await context.sandbox.read("workspace/f.txt")).content).toBe("one\n");
  if (result.success) throw new Error("it was written");
  return result;
}

const boom = (): never => {
  throw new Error("boom: the socket closed");
};

describe("a callback that throws", () => {
  test.each<[string, ApprovalCallback]>([
    ["at once", boom],
    ["later", async () => boom()],
    ["no Error at all", () => Promise.reject("boom: the socket closed")], // eslint-disable-line prefer-promise-reject-errors
  ])("%s is reported with its message", async (_, callback) => {
    const { message, error } = await edited(reviewerFrom(callback));
    expect([error.code, message]).toEqual([
      "REJECTED",
      "Not approved: the approval callback failed: boom: the socket closed.",
    ]);
  });

  test("in another agent's loop, through requestConfirmation", async () => {
    const place = sandboxed({ files: FILES });
    const tool = createEditTool({
      sandbox: place.sandbox,
      carryOut: (plan, options) => carryOut({ plan, files: place.sandbox, state: place.state, ...options }),
    });
    const run = tool.execute("id", { path: "f.txt", oldText: "one", newText: "1" }, undefined, undefined, {
      requestConfirmation: async () => boom(),
    });
    await expect(run).rejects.toMatchObject({ code: "REJECTED" });
    await expect(run).rejects.toThrow("Not approved: the approval callback failed: boom: the socket closed.");
  });

  test("in a run, to the model and to the display", async () => {
    const approve: ToolApprovalCallback = async ({ payload }) => (payload === null ? true : boom());
    const { session, display, result } = await turn([READ, EDIT, "ok"], { approve });
    expect(result.receipts.at(-1)).toMatchObject({ tool: "edit_file", receipt: "denied" });
    expect(resultsIn(session.messages)[1]!.content).toBe(
      "REJECTED: Not approved: the approval callback failed: boom: the socket closed.",
    );
    expect(display.of("onNote")[0]![1]).toContain("boom: the socket closed");
    expect(await read(session)).toBe("one\ntwo\n");
  });

  test("when it is only notified of what the rules allow", async () => {
    const { session } = await turn([READ], { approve: boom });
    expect(resultsIn(session.messages)[0]!.content).toBe(
      "REJECTED: Not approved: the approval callback failed: boom: the socket closed.",
    );
  });
});

describe("a Decision that does not fit the schema", () => {
  const head = { digest: "d", by: { kind: "person" } };
  test.each<[string, object, string]>([
    ["no items", {}, "items: must be an array"],
    ["an action that does not exist", { items: [{ ...head, action: "maybe" }] }, "items.0.action"],
    ["no version", { items: [{ ...head, action: "apply" }] }, "items.0.after"],
    ["content that is no text", { items: [{ ...head, action: "modify", content: 7, after: "v" }] }, "items.0.content"],
    ["no one who decided", { items: [{ digest: "d", action: "reject" }] }, "items.0.by"],
    ["an actor that does not exist", { items: [{ digest: "d", by: { kind: "cat" }, action: "reject" }] }, "items.0.by"],
    ["half a hunk", { items: [{ ...head, action: "apply", hunks: [0.5], after: null }] }, "items.0.hunks.0"],
    ["a wrong flag", { stop_run: "yes", items: [] }, "stop_run"],
  ])("%s", async (_, given, field) => {
    const decide = ({ approval_id }: { approval_id: string }): Decision => ({ approval_id, ...given }) as never;
    for (const reviewer of [
      reviewerFrom(decide),
      { ask: async (payload: { approval_id: string }) => decide(payload) },
    ]) {
      const { message, error } = await edited(reviewer);
      expect(error.code).toBe("INVALID_ARG");
      expect(message).toContain(field);
      expect(message).toMatch(/^The reviewer's decision is not valid, so nothing was done: /);
    }
  });

  test("an answer that is none of those known is a no that says so", async () => {
    const { message } = await edited(reviewerFrom(() => undefined as never));
    expect(message).toBe("Not approved: the approval callback answered undefined, which is not an answer.");
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { prepare } from "../commit/index.ts";
import { toolEdits } from "../../test/support/tool-edits.ts";
import { describeLoss, openLocal, warnOfLoss, type LocalWorkspace } from "../workspace/index.ts";
import { undoReceipt } from "./commands/undo.ts";

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "galley-lifetime-"));
  mkdirSync(join(base, "work"));
});
afterEach(() => rmSync(base, { recursive: true }));

const signal = new AbortController().signal;

async function open(options: { readonly stays?: boolean }): Promise<LocalWorkspace> {
  const config = join(base, "galley.json");
  const sandboxes = { one: { memory: {} }, two: { memory: {} }, fixed: { memory: {}, mode: "ro" } };
  writeFileSync(config, JSON.stringify({ sandboxes, default_sandbox: "one" }));
  const environment = { XDG_STATE_HOME: join(base, "state"), XDG_CONFIG_HOME: join(base, "config") };
  return openLocal({ root: join(base, "work"), config, environment, signal, ...options, note: () => {} });
}

async function create(workspace: LocalWorkspace, path: string): Promise<string | null> {
  const plan = await prepare(toolEdits([[path, { kind: "create", content: "x\n" }]]), workspace.approved);
  const { receipt } = await workspace.carryOut(plan, { atomic: false, reviewer: null, yes: true, signal });
  expect(receipt.files[0]?.kind).toBe("written");
  return receipt.id;
}

describe("memory", () => {
  test("one command gives no receipt: nothing could use it", async () => {
    expect(await create(await open({}), "one/a.txt")).toBeNull();
  });

  test("a conversation can undo what is in memory, each sandbox its own", async () => {
    const workspace = await open({ stays: true });
    const first = await create(workspace, "one/a.txt");
    await create(workspace, "two/a.txt");
    const undone = await undoReceipt(workspace, { receipt: first, by: "person", undoCommand: "galley undo", signal });
    expect(undone.restored).toEqual(["a.txt"]);
    expect([workspace.known("one/a.txt"), workspace.known("two/a.txt")]).toEqual([false, true]);
  });

  test("another conversation cannot", async () => {
    const receipt = await create(await open({ stays: true }), "one/a.txt");
    const { restored, skipped } = await undoReceipt(await open({ stays: true }), {
      receipt,
      by: "person",
      undoCommand: "galley undo",
      signal,
    });
    expect([restored, skipped]).toEqual([[], [{ path: "a.txt", reason: "it was in memory, which is gone" }]]);
  });

  test("what cannot be written cannot be lost", async () => {
    const { passing } = await open({});
    expect(warnOfLoss(passing)).toHaveLength(2);
    expect(describeLoss(["two/a", "two/b", "fixed/c"], passing)).toEqual([expect.stringContaining("changed in two")]);
  });
});

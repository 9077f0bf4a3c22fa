// Deleting a folder: everything in it is judged before the first file goes. What a rule or no one allows is named, and
// then nothing is deleted; only a person may leave files out.

import { describe, expect, test } from "vitest";
import type { Rule } from "../src/approval/index.ts";
import { loadTool, planTool, runTool } from "../src/tools/index.ts";
import { sandboxed, scripted, type Options } from "./support/sandboxed.ts";

const FILES = { "lib/a": "1", "lib/b": "2", "lib/.vscode/tasks.json": "3", "lib/sub/AGENTS.md": "4", "lib/z": "5" };
const PLAIN = { "lib/a": "1", "lib/b": "2", "lib/deep/c": "3", "lib/z": "5" };

async function rm(options: Options, path = "lib") {
  const context = sandboxed(options);
  const result = await runTool((await loadTool("rm"))!, { path }, context);
  const left = (await context.backend.glob("**/*")).entries.map((entry) => entry.path);
  return { result, left, plan: await planTool((await loadTool("rm"))!, { path }, sandboxed(options)) };
}

const rules = (...user: readonly Rule[]): NonNullable<Options["policy"]> => ({ user });

describe("rm of a folder deletes nothing", () => {
  test.each<[string, Options, string, RegExp]>([
    [
      "with protected files in it, --yes and no one to ask",
      { files: FILES, yes: true },
      "PROTECTED",
      /^workspace\/lib: workspace\/lib\/(\.vscode\/tasks\.json|sub\/AGENTS\.md), workspace\/lib\/\S+ are protected: they can/,
    ],
    [
      "with a file that a rule keeps from being removed",
      { files: PLAIN, yes: true, policy: rules({ effect: "deny", tool: "rm", path: "workspace/lib/z" }) },
      "FORBIDDEN",
      /the rule deny · rm · workspace\/lib\/z forbids it/,
    ],
    [
      "with a file that a rule of the project asks about, and no one to ask",
      {
        files: PLAIN,
        flags: { write_approval: false },
        policy: { project: [{ effect: "ask", tool: "rm", path: "workspace/lib/z" }] },
      },
      "REJECTED",
      /workspace\/lib\/z: Not approved: no reviewer is available/,
    ],
    [
      "of which a rule allows only a part, and no one to ask",
      { files: PLAIN, policy: rules({ effect: "allow", tool: "rm", path: "workspace/lib/a" }) },
      "REJECTED",
      /Not approved: no reviewer is available/,
    ],
  ])("%s", async (_, options, code, message) => {
    const { result, left } = await rm(options);
    expect(result).toMatchObject({ success: false, error: { code }, message: expect.stringMatching(message) });
    expect(left.toSorted()).toEqual(Object.keys(options.files!).toSorted());
  });

  test("when a person who is asked about the protected files says no", async () => {
    const reviewer = scripted("reject");
    const { result, left } = await rm({ files: FILES, reviewer });
    expect([result.success, left.length, reviewer.seen.length]).toEqual([false, 5, 1]);
  });
});

test("a person who is asked may approve all of it", async () => {
  const { result, left } = await rm({ files: FILES, reviewer: scripted("apply") });
  expect([result, left]).toEqual([expect.objectContaining({ success: true, value: 5 }), []]);
});

test("--plan says what is in the way", async () => {
  expect((await rm({ files: FILES, yes: true })).plan).toMatchObject({
    status: "needs_approval",
    reason: expect.stringContaining("tasks.json"),
  });
  const policy = rules({ effect: "deny", tool: "rm", path: "workspace/lib/deep/**" });
  expect((await rm({ files: PLAIN, policy })).plan).toMatchObject({ status: "blocked" });
});

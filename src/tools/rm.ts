// rm: delete a file, a link (never what it points to) or a directory with all below it.

import * as z from "zod/mini";
import { payloadOf, sandboxOf, type DeletePayload } from "../approval/index.ts";
import { digestOf, failure, type WorkspacePath } from "../base/index.ts";
import { requireWritten } from "./outcome.ts";
import { succeeded } from "./result.ts";
import { defineTool, requireVisible, type ToolContext } from "./tool.ts";

export const rm = defineTool({
  name: "rm",
  description: "Delete a file, a link or a directory with everything below it. A link's target is never touched.",
  schema: z.strictObject({ path: z.optional(z.unknown()) }),
  prepare: async ({ path: given }, context) => {
    const path = context.resolve(given);
    if (!path.includes("/"))
      throw failure(
        "FORBIDDEN",
        `${path === "" ? "The workspace" : path} is a root and cannot be removed. Name something below it.`,
      );
    await requireVisible(path, context);
    context.requireWritable(path);
    const plan = await context.planRemoval(path);
    const isMissing = context.files.kindOf?.(path) === null;
    return {
      call: { tool: "rm", access: "write", paths: [path] },
      // A link or an empty directory has no bytes to bind an answer to: the question about it is asked beforehand.
      asksItself: plan.files.length > 0 || isMissing,
      payload: async () =>
        plan.files.length > 0
          ? payloadOf(plan, plan.files, { approvalId: context.newId(), protection: context.gate.protection })
          : emptyRemoval(path, context),
      run: async () => {
        const { removed, links, outcomes } = await context.remove(path);
        for (const outcome of outcomes) requireWritten(outcome);
        const stays = context.files.kindOf?.(path) === "directory" ? ` ${path} is still there: it is not empty.` : "";
        if (removed === 0 && stays !== "") return succeeded(`Nothing was removed.${stays}`, 0);
        if (removed === 0) return succeeded(`${path} does not exist; nothing was removed.`, 0);
        const note =
          links === 0 ? "" : ` ${links === 1 ? "1 link" : `${links} links`} among them cannot be brought back by undo.`;
        return succeeded(
          `Removed ${removed === 1 ? "1 file" : `${removed} files`} at ${path}.${note}${stays}`,
          removed,
        );
      },
    };
  },
});

function emptyRemoval(path: WorkspacePath, { newId }: ToolContext): DeletePayload {
  return {
    type: "delete",
    description: `Delete ${path} (a link or an empty directory)`,
    path,
    sandbox: sandboxOf(path),
    approval_id: newId(),
    digest: digestOf(["rm", path]),
    risks: [],
    hunks: [],
    original_content: null,
    suggested_content: null,
    after: null,
    file_lines: null,
    file_bytes: null,
  };
}

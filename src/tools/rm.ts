// rm: delete a file, a link (never what it points to) or a directory with all below it.

import * as z from "zod/mini";
import { payloadOf, sandboxOf, targetField, withTarget, type DeletePayload } from "../approval/index.ts";
import { counted, digestOf, failure, isFailure, type GalleyError, type Target } from "../base/index.ts";
import type { Call } from "../ask/index.ts";
import type { FileOutcome, FoundLink, Removal, Removed } from "../commit/index.ts";
import type { RealFiles } from "../fs/index.ts";
import { requireWritten } from "./outcome.ts";
import { succeeded, type ToolResult } from "./result.ts";
import { questionId, removeFiles, requireVisible, type ToolContext } from "./context.ts";
import { defineTool } from "./tool.ts";

export const rm = defineTool({
  name: "rm",
  description: "Delete a file, a link or a directory with everything below it. A link's target is never touched.",
  schema: z.strictObject({ path: z.optional(z.unknown()) }),
  parameters: { path: "Path of the file, link or directory, relative to the root, with / between names." },
  prepare: async ({ path: given }, context) => {
    const path = context.resolve(given);
    if (!path.includes("/"))
      throw failure(
        "FORBIDDEN",
        `${path === "" ? "The workspace" : path} is a root and cannot be removed. Name something below it.`,
      );
    const { files } = context;
    await requireVisible(files.resolve(path), context);
    context.requireWritable(path);
    const target = files.resolve(path, { last: "keep" });
    const isMissing = files.kindOf(target) === null;
    const { planRemoval } = await import("../commit/index.ts");
    const removal = await planRemoval(target, context.approved);
    const { plan, links: found } = removal;
    const call: Call = { tool: "rm", access: "write", targets: targetsOf(removal) };
    const run = async (): Promise<ToolResult> =>
      describeRemoval(await removeFiles(context, removal), { target, isMissing, files });
    // Links and an empty directory have no bytes to bind an answer to: the question about them is asked beforehand.
    if (found.length > 0 || (plan.files.length === 0 && !isMissing))
      return { kind: "action", call, payload: async () => removalPayload(removal, context), run };
    return {
      kind: "change",
      call,
      payload: async () =>
        plan.files.length > 0
          ? payloadOf(plan, plan.files, { approvalId: questionId(context), protection: context.gate.protection })
          : removalPayload(removal, context),
      write: run,
    };
  },
});

type Removing = { readonly target: Target; readonly isMissing: boolean; readonly files: RealFiles };

function describeRemoval(done: Removed, { target, isMissing, files }: Removing): ToolResult {
  const { path } = target;
  requireAllRemoved(path, done);
  const { removed, links } = done;
  const kind = files.kindOf(target);
  const stays = kind === "directory" ? ` ${path} is still there: it is not empty.` : "";
  if (removed > 0)
    return succeeded(`Removed ${counted(removed, "file")} at ${path}.${linkNote(links)}${stays}`, removed);
  if (stays !== "") return succeeded(`Nothing was removed.${stays}`, 0);
  if (!isMissing && kind !== null)
    throw failure("STALE", `${path} changed after it was checked. Nothing was removed. Check it again.`, {
      data: { path },
    });
  const wasEmpty = !isMissing && kind === null;
  return succeeded(
    wasEmpty ? `Removed the empty directory ${path}.` : `${path} does not exist; nothing was removed.`,
    0,
  );
}

/** Throws what kept a part of it from being removed; what was removed all the same is said first. */
function requireAllRemoved(path: string, { removed, links, outcomes, left }: Removed): void {
  const reasons = [
    ...outcomes.flatMap(failureOf),
    ...left.map(({ path: at, code, reason }) => failure(code, code === "STALE" ? reason : `${at}: ${reason}`)),
  ];
  const [first] = reasons;
  if (first === undefined) return;
  const messages = reasons.slice(0, MOST_REASONS).map(({ message }) => message);
  const more = reasons.length > messages.length ? [`And ${reasons.length - messages.length} more.`] : [];
  const done =
    removed === 0 ? [] : [`Removed ${counted(removed, "file")} at ${path}.${linkNote(links)} The rest is still there:`];
  throw failure(first.code, [...done, ...new Set(messages), ...more].join(" "), {
    data: { ...first.data, removed },
    hasLines: true,
  });
}

const MOST_REASONS = 5;

function failureOf(outcome: FileOutcome): GalleyError[] {
  try {
    requireWritten(outcome, "Deletion");
    return [];
  } catch (error) {
    if (isFailure(error)) return [error];
    throw error;
  }
}

function linkNote(links: number): string {
  return links === 0 ? "" : ` ${counted(links, "link")} among them cannot be brought back by undo.`;
}

/** All that would go is judged before anything does: each part may be protected, or denied by a rule. */
function targetsOf({ target, links, plan }: Removal): readonly Target[] {
  const below = [...links.map((link) => link.target), ...plan.files.map(({ path, real }) => ({ path, real }))];
  return [target, ...below.filter(({ path }) => path !== target.path)];
}

/** For what is no file: links, or an empty directory. */
function removalPayload({ target, links, directories }: Removal, context: ToolContext): DeletePayload {
  const { path, real } = target;
  const below = [...links.map((link) => link.target), ...directories].flatMap((one) => [one.path, one.real]);
  const led = links.map((link) => [link.target.path, link.target.real, link.leads ?? ""]);
  return {
    type: "delete",
    description: links.length > 0 ? describeLinks(links) : `Delete ${withTarget(path, real)} (an empty directory)`,
    path,
    ...targetField(target),
    sandbox: sandboxOf(path),
    approval_id: questionId(context),
    digest: digestOf(["rm", path, real, ...led.flat()]),
    risks: links.length > 0 ? [{ kind: "link", message: "undo does not bring a link back.", line: null }] : [],
    hunks: [],
    original_content: null,
    suggested_content: null,
    after: null,
    file_lines: null,
    file_bytes: null,
    below: [...new Set(below)].filter((one) => one !== path && one !== real).toSorted(),
  };
}

const MOST_LINKS = 10;

function describeLinks(links: readonly FoundLink[]): string {
  const named = links.slice(0, MOST_LINKS).map(({ target: { path }, leads }) => {
    return leads === null ? `${path}, which leads out of the sandbox or to nothing` : withTarget(path, leads);
  });
  const more = links.length > named.length ? ` and ${links.length - named.length} more` : "";
  return `Delete ${links.length === 1 ? "the link " : `${counted(links.length, "link")}: `}${named.join(", ")}${more}`;
}

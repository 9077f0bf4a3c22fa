// session/request_permission of the wrapped agent. One for a call with a diff is planned against what is there and reviewed by
// us; the agent gets one of its own options as the answer. Others are the editor's to ask.

import { judgeCall } from "../../ask/index.ts";
import { prepare, type DelegatedFile } from "../../commit/index.ts";
import { failure, isFailure, newId } from "../../base/index.ts";
import type { Change, ChangePlan, Edit, EditId } from "../../edits/index.ts";
import { versionOfText } from "../../text/index.ts";
import type { LocalWorkspace } from "../../workspace/index.ts";
import { fieldOf } from "../editor.ts";
import type { Request } from "./proxy.ts";
import { applyRawDiff } from "./raw-diff.ts";
import { invalid, type Reviewed } from "./reviewed.ts";
import { bufferOf, describeDelegated, problemIn } from "./review-write.ts";
import type { WrappedSession } from "./session.ts";
import type { ShownCall } from "./shown-calls.ts";

type Diff =
  | { readonly path: string; readonly oldText: string | null; readonly newText: string }
  /** A unified diff of the file. */
  | { readonly path: string; readonly lines: string };

/** Null where the call shows no diff. */
export function diffsIn(toolCall: ShownCall): readonly Diff[] | null {
  const { content } = toolCall;
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  const diffs = parts.filter((part) => fieldOf(part, "type") === "diff");
  if (diffs.length > 0) return diffs.map(diffOf);
  const [path, lines] = ["fileName", "diff"].map((name) => fieldOf(toolCall.rawInput, name));
  return typeof path === "string" && typeof lines === "string" ? [{ path, lines }] : null;
}

/** For the editor to ask. */
export function unchanged({ params }: Request): Reviewed {
  return typeof params === "object" && params !== null
    ? { kind: "pass", params }
    : invalid("session/request_permission needs parameters.");
}

export async function reviewPermission(
  request: Request,
  { toolCall, diffs }: { readonly toolCall: ShownCall; readonly diffs: readonly Diff[] },
  { session, signal }: { readonly session: WrappedSession; readonly signal: AbortSignal },
): Promise<Reviewed> {
  const reject = (why: string): Reviewed => {
    session.note(`Not approved: ${why}`);
    return choosing(request, ["reject_once", "reject_always"]);
  };
  const { workspace } = await session.place();
  const toolCallId = typeof toolCall.toolCallId === "string" ? toolCall.toolCallId : `galley-${newId()}`;
  let plan: ChangePlan;
  try {
    plan = await planDiffs(diffs, session, { all: fieldOf(toolCall.rawInput, "replace_all") === true });
  } catch (error) {
    if (!isFailure(error)) throw error;
    return reject(error.message);
  }
  // Another program finds places more leniently than we do: what has none for us is not approved.
  const problem = problemIn(plan);
  if (problem !== null) return (await isUnsaved(diffs, session, workspace)) ? unchanged(request) : reject(problem);
  // Nothing that we could show: what else the agent wants, the editor asks.
  if (plan.files.length === 0) return unchanged(request);
  const to = { door: "acp", call_key: `${session.id}/${toolCallId}` };
  const { reviewer, done } = await session.asking();
  const {
    files,
    plan: asked,
    stopRun,
  } = await workspace.delegate(plan, { reviewer, yes: false, signal, to, since: Date.now() });
  if (signal.aborted || stopRun) return CANCELLED;
  const refused = files.find((file) => file.kind !== "approved");
  done(refused === undefined, files.length);
  const changed = files.some(isChanged);
  if (refused !== undefined || (changed && !session.writesThroughEditor)) {
    await session.settle(to);
    for (const { path } of files) await session.withdrawGrants(path);
    if (refused === undefined)
      session.note(
        "Rejected, because the agent writes this file itself and would write all of it: chosen changes and edited text can be enforced only for agents that write through the editor.",
      );
    else if (refused.kind === "failed") return reject(describeDelegated(refused));
    return choosing(request, ["reject_once", "reject_always"]);
  }
  for (const file of files) {
    const planned = asked.files.find(({ path }) => path === file.path);
    if (file.kind !== "approved" || file.content === null || planned?.result == null) continue;
    const proposed = versionOfText(planned.result);
    session.grant({ path: file.path, proposed, base: planned.base, content: file.content, to });
  }
  // What was approved is the diff. A call that does more than edit, by its own account, is asked about in the editor too.
  return isEdit(toolCall) ? choosing(request, ["allow_once"]) : unchanged(request);
}

function isEdit({ kind }: ShownCall): boolean {
  return kind === undefined || kind === "edit";
}

/**
 * The change is one of text that only the editor has. Then the editor asks, and what it is asked to write is reviewed as
 * any other write; what a rule forbids is not asked about.
 */
async function isUnsaved(
  diffs: readonly Diff[],
  session: WrappedSession,
  { approved, gate, resolve }: LocalWorkspace,
): Promise<boolean> {
  for (const diff of diffs) {
    if ("lines" in diff) return false;
    const { path, oldText } = diff;
    if (oldText === null || oldText !== (await bufferOf(session, path))) return false;
    const target = approved.resolve(resolve(path));
    const { effect } = await judgeCall(gate, { tool: "write_file", access: "write", targets: [target] });
    if (effect === "deny") return false;
  }
  return true;
}

async function planDiffs(
  diffs: readonly Diff[],
  session: WrappedSession,
  { all }: { readonly all: boolean },
): Promise<ChangePlan> {
  const { workspace } = await session.place();
  const edits: Edit[] = [];
  for (const [at, diff] of diffs.entries()) {
    const path = await session.resolve(diff.path, "file");
    workspace.requireWritable(path);
    const change = changeOf(diff, await textAt(path, workspace), all);
    if (change === null) throw failure("NO_MATCH", `The diff does not fit ${diff.path} as it is now.`);
    edits.push({ id: String(at + 1) as EditId, path, source: { format: "tool", from: 0, to: 0 }, change });
  }
  return prepare(edits, workspace.approved, { disclose: false });
}

/** Some agents show the whole file, some only what they replace. Null where a diff does not fit. */
function changeOf(diff: Diff, now: string | null, all: boolean): Change | null {
  if ("lines" in diff) {
    const content = applyRawDiff(now, diff.lines);
    return content === null ? null : { kind: "overwrite", content };
  }
  const { oldText, newText } = diff;
  return oldText === null || oldText === "" || oldText === now
    ? { kind: "overwrite", content: newText }
    : { kind: "replace", find: oldText, put: newText, match: "chars", all };
}

async function textAt(path: string, { approved }: LocalWorkspace): Promise<string | null> {
  try {
    const { content, truncated } = await approved.read(approved.resolve(path));
    return truncated ? null : content;
  } catch (error) {
    if (isFailure(error)) return null; // The planner has the better reason.
    throw error;
  }
}

function diffOf(part: unknown): Diff {
  const [path, oldText, newText] = ["path", "oldText", "newText"].map((name) => fieldOf(part, name));
  return {
    path: typeof path === "string" ? path : "",
    oldText: typeof oldText === "string" ? oldText : null,
    newText: typeof newText === "string" ? newText : "",
  };
}

function isChanged(file: DelegatedFile): boolean {
  return file.kind === "approved" && (file.userModified || file.hunksLeft.length > 0);
}

const CANCELLED: Reviewed = { kind: "answer", result: { outcome: { outcome: "cancelled" } } };

/** The agent's first option of one of these kinds, if no other has its id; without one, no answer approves anything. */
function choosing({ params }: Request, kinds: readonly string[]): Reviewed {
  const options = fieldOf(params, "options");
  const listed: readonly unknown[] = Array.isArray(options) ? options : [];
  const chosen = kinds
    .map((kind) => listed.find((option) => fieldOf(option, "kind") === kind))
    .find((option) => option !== undefined);
  const optionId = fieldOf(chosen, "optionId");
  const isAlone = listed.filter((option) => fieldOf(option, "optionId") === optionId).length === 1;
  return typeof optionId === "string" && isAlone
    ? { kind: "answer", result: { outcome: { outcome: "selected", optionId } } }
    : CANCELLED;
}

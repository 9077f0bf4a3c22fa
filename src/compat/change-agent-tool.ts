// `edit` and `write_file` as agent tools: plan, ask through the callback, commit. Without a callback what needs approval
// is denied, unless the caller approves everything in words; a protected path is refused even then.

import type * as z from "zod/mini";
import { below, NO_RULES, type Reviewer } from "../approval/index.ts";
import { createAsk, type Ask, type Gate } from "../ask/index.ts";
import { Bug, failure, newId, type NewId } from "../base/index.ts";
import type { Carried } from "../commit/index.ts";
import type { ChangePlan } from "../edits/index.ts";
import type { Sandbox } from "../fs/index.ts";
import { unifiedDiff, type Text } from "../text/index.ts";
import { edit, runTool, writeFile, type Tool, type ToolContext } from "../tools/index.ts";
import type { AgentTool, AgentToolResult } from "./agent-tool.ts";
import type { ToolExecutionContext } from "./confirmation.ts";
import { oneAtATime } from "./confirmations.ts";
import { confirmingReviewer } from "./confirming-reviewer.ts";

/** Where the tools work, and what they write through. */
export type ChangeToolOptions = {
  /** Where paths are looked up and files are read. Nothing is written through it here. */
  readonly sandbox: Pick<Sandbox, "resolve" | "requireWritable" | "real">;
  /** commit's `carryOut` on that sandbox, with the state it keeps its journal in. */
  readonly carryOut: (
    plan: ChangePlan,
    options: { readonly ask: Ask; readonly signal?: AbortSignal },
  ) => Promise<Carried>;
  /** Rules that answer before anyone is asked. Default: every change is asked about. */
  readonly gate?: Gate;
  /** The absolute path a callback is shown. Default: `/sandbox/relative`. */
  readonly pathOf?: (path: string) => string;
  readonly newId?: NewId;
};

/** `diff` goes from what was there to what was written. */
export type ChangeDetails = { readonly diff: string; readonly userModified: boolean };

/**
 * The tool `edit`. `execute` asks through `requestConfirmation` and throws REJECTED after a no, and when there is neither
 * a callback nor `approve: "everything"`; it throws before anyone is asked when the edit has no one exact place.
 */
export function createEditTool(options: ChangeToolOptions): AgentTool<(typeof edit)["schema"], ChangeDetails> {
  return agentToolOf(edit, options);
}

/** The tool `write_file`, with the same promises. */
export function createWriteTool(options: ChangeToolOptions): AgentTool<(typeof writeFile)["schema"], ChangeDetails> {
  return agentToolOf(writeFile, options);
}

function agentToolOf<Schema extends z.ZodMiniType>(
  tool: Tool<Schema>,
  options: ChangeToolOptions,
): AgentTool<Schema, ChangeDetails> {
  return {
    name: tool.name,
    label: tool.name,
    description: tool.description,
    parameters: tool.schema,
    requiresConfirmation: true,
    execute: async (_id, args, signal, _onUpdate, context) => {
      let carried: Carried | null = null;
      const given = toolContext(options, { ...context, signal, keep: (outcome) => (carried = outcome) });
      // runTool checks the arguments with this very schema before the tool sees them.
      const result = await runTool(tool as unknown as Tool, args, given);
      if (!result.success)
        throw failure(result.error.code, result.message, { data: result.error.data, hasLines: true });
      if (carried === null) throw new Bug(`${tool.name} succeeded without going through commit`);
      return resultOf(result.message, carried);
    },
  };
}

function toolContext(
  { sandbox, carryOut, gate: given, pathOf, newId: makeId = newId }: ChangeToolOptions,
  call: ToolExecutionContext & {
    readonly signal: AbortSignal | undefined;
    readonly keep: (carried: Carried) => void;
  },
): ToolContext {
  const signal = call.signal === undefined ? {} : { signal: call.signal };
  const { requestConfirmation: callback } = call;
  const reviewer: Reviewer | null =
    typeof callback !== "function" ? null : confirmingReviewer(oneAtATime(callback), pathOf ? { pathOf } : {});
  const gate: Gate = { noReviewer: NO_CALLBACK, ...(given ?? ASKS_ABOUT_EVERYTHING) };
  const yes = call.approve === "everything";
  const ask = createAsk({ gate, reviewer, yes, newId: makeId });
  const unused = (): never => {
    throw new Bug("a tool that changes one file asked for something else");
  };
  return {
    files: sandbox.real,
    approved: sandbox.real,
    readable: sandbox.real,
    resolve: (path, kind) => {
      const { path: resolved, directory } = sandbox.resolve(path);
      if (kind === "file" && directory) throw failure("IS_DIR", `${resolved} is written as a folder. Name a file.`);
      return resolved;
    },
    requireWritable: (path) => sandbox.requireWritable(path),
    known: () => false,
    show: (path) => path,
    gate,
    reviewer,
    yes,
    carryOut: async (plan) => {
      const carried = await carryOut(plan, { ask, ...signal });
      call.keep(carried);
      return carried;
    },
    remove: unused,
    stage: null,
    commands: null,
    newId: makeId,
    ...signal,
  };
}

const ASKS_ABOUT_EVERYTHING: Gate = {
  policy: NO_RULES,
  flagsOf: () => ({ read_approval: false, write_approval: true, edit_approval: true }),
};

const NO_CALLBACK = {
  why: "no requestConfirmation callback was given",
  how: 'Pass requestConfirmation, or approve: "everything", in the context of execute',
};

function resultOf(text: string, { plan, receipt }: Carried): AgentToolResult<ChangeDetails> {
  const [file] = plan.files;
  const [outcome] = receipt.files;
  if (file === undefined || outcome?.kind !== "written") throw new Bug("a change succeeded without being written");
  const path = below(file.path);
  const diff = unifiedDiff({
    oldPath: path,
    newPath: path,
    before: file.before ?? EMPTY,
    after: outcome.content ?? EMPTY,
  });
  return { content: [{ type: "text", text }], details: { diff, userModified: outcome.userModified } };
}

const EMPTY = "" as Text; // No text is well-formed text.

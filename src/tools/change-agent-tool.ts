// `edit` and `write_file` as agent tools. The callback becomes the reviewer of the one road: plan, ask, commit. Without
// a callback the change is applied at once, as such loops expect; a protected path is refused even then.

import type * as z from "zod/mini";
import { below, confirmingReviewer, inTurn, type ConfirmationCallback, type Reviewer } from "../approval/index.ts";
import { createAsk, type Ask, type Gate } from "../ask/index.ts";
import { Bug, failure, newId, type NewId } from "../base/index.ts";
import type { Carried } from "../commit/index.ts";
import type { ChangePlan } from "../edits/index.ts";
import type { Sandbox } from "../fs/index.ts";
import { unifiedDiff, type Text } from "../text/index.ts";
import type { AgentTool, AgentToolResult } from "./agent-tool.ts";
import { edit } from "./edit-file.ts";
import { runTool } from "./run.ts";
import type { ToolContext } from "./context.ts";
import type { Tool } from "./tool.ts";
import { writeFile } from "./write-file.ts";

export type ChangeToolOptions = {
  /** Where paths are looked up and files are read. Nothing is written through it here. */
  readonly sandbox: Pick<Sandbox, "resolve" | "requireWritable" | "real">;
  /** commit's `carryOut` on that sandbox, with the state it keeps its journal in. */
  readonly carryOut: (
    plan: ChangePlan,
    options: { readonly ask: Ask; readonly signal?: AbortSignal },
  ) => Promise<Carried>;
  /** Rules that answer before anybody is asked; what they leave open without a callback is a no. */
  readonly gate?: Gate;
  /** The absolute path a callback is shown. Default: `/sandbox/relative`. */
  readonly pathOf?: (path: string) => string;
  readonly newId?: NewId;
};

/** `diff` goes from what stood there to what was written. */
export type ChangeDetails = { readonly diff: string; readonly userModified: boolean };

export function createEditTool(options: ChangeToolOptions): AgentTool<(typeof edit)["schema"], ChangeDetails> {
  return agentToolOf(edit, options);
}

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
      const callback = context?.requestConfirmation;
      let carried: Carried | null = null;
      const given = toolContext(options, { callback, signal, keep: (outcome) => (carried = outcome) });
      // runTool checks the arguments with this very schema before the tool sees them.
      const result = await runTool(tool as unknown as Tool, args, given);
      if (!result.success)
        throw failure(result.error.code, result.message, { data: result.error.data, hasLines: true });
      if (carried === null) throw new Bug(`${tool.name} succeeded without going through commit`);
      return told(result.message, carried);
    },
  };
}

function toolContext(
  { sandbox, carryOut, gate: given, pathOf, newId: makeId = newId }: ChangeToolOptions,
  call: {
    readonly callback: ConfirmationCallback | undefined;
    readonly signal: AbortSignal | undefined;
    readonly keep: (carried: Carried) => void;
  },
): ToolContext {
  const signal = call.signal === undefined ? {} : { signal: call.signal };
  const reviewer: Reviewer | null =
    call.callback === undefined ? null : confirmingReviewer(inTurn(call.callback), pathOf ? { pathOf } : {});
  const gate = given ?? gateWithout({ asks: reviewer !== null });
  const ask = createAsk({ gate, reviewer, yes: false, newId: makeId });
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
    yes: false,
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

/** No rules of one's own: every change is put to the callback, or none is. Protected paths are asked about anyway. */
function gateWithout({ asks }: { readonly asks: boolean }): Gate {
  return {
    policy: { user: [], project: [], remembered: [], matches: () => false },
    flagsOf: () => ({ read_approval: false, write_approval: asks, edit_approval: asks }),
  };
}

function told(text: string, { plan, receipt }: Carried): AgentToolResult<ChangeDetails> {
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

// The library's entry point: a workspace whose questions go to a callback. Everything goes through the same rules, the
// same questions and the same commit as the command line; without a callback, what needs approval is denied.

import * as path from "node:path";
import { reviewerFrom, type ApprovalCallback } from "../approval/index.ts";
import { failure } from "../base/index.ts";
import type { Format } from "../edits/index.ts";
import {
  loadTool,
  TOOL_NAMES,
  toolSpec,
  type ApplyReport,
  type Asking,
  type Tool,
  type ToolResult,
  type ToolSpec,
} from "../tools/index.ts";
import { applyTo, callTool } from "./actions.ts";
import { openLocal } from "./local.ts";
import { undoChange } from "./undo.ts";

/** Which folder, who approves, and which config. */
export type WorkspaceOptions = {
  /** The folder to work in. */
  readonly root: string;
  /**
   * Answers every question: apply, reject, or apply with other content. Missing: what needs approval is denied. What the
   * rules allow is not asked.
   */
  readonly approve?: ApprovalCallback;
  /**
   * Used instead of the user's own config: the path of a config file, or its content. Missing: the user's file counts, so
   * what the user denied stays denied. The project's config can only make it stricter.
   */
  readonly config?: string | object;
  /** Where the user's config and Galley's state are, by the XDG variables. Default: this process's environment. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Ends what is in progress. */
  readonly signal?: AbortSignal;
  /** Gets warnings about the config, and what an earlier process left unfinished. Default: they are dropped. */
  readonly note?: (note: string) => void;
};

/** How an answer is applied. By default it is written for real, block by block. */
export type ApplyAnswerOptions = {
  /** Default: recognised from the answer. */
  readonly format?: Format;
  /** Plan and report; write nothing. */
  readonly dryRun?: boolean;
  /** Write everything or nothing. */
  readonly atomic?: boolean;
  /** Stage in git what was written. Default: as the config says. */
  readonly stage?: boolean;
  /**
   * What becomes of passages that are only likely to be edits: "fail" reports them as `unsure`; "ask" asks `approve`, with
   * the reading as a risk of the kind "likely". Default: "fail".
   */
  readonly likely?: "ask" | "fail";
};

/** One tool for an agent loop. */
export type WorkspaceTool = ToolSpec & {
  /** Failures are results, for the model to act on. */
  readonly call: (args: unknown, options?: { readonly signal?: AbortSignal }) => Promise<ToolResult>;
};

/** What an undo restored, and what it left as it is. */
export type UndoResult = {
  readonly receipt_id: string;
  readonly restored: readonly string[];
  /** Files that were left as they are, and why. */
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  /** Undoing this brings the change back; null when nothing was restored. */
  readonly undo_id: string | null;
  /** What else went differently, such as git's index that could not be restored. */
  readonly warnings: readonly string[];
};

/** A folder, or several sandboxes, with rules, journal and undo. */
export type Workspace = {
  /** Applies every edit of a model's answer, in any format. The report is the one of `galley apply --json`. */
  readonly apply: (answer: string, options?: ApplyAnswerOptions) => Promise<ApplyReport>;
  /** Calls one tool. Failures are results. INVALID_ARG for a name that no tool has. */
  readonly call: (tool: string, args: unknown, options?: { readonly signal?: AbortSignal }) => Promise<ToolResult>;
  /** The tools for an agent loop: name, description, JSON Schema of the arguments, and the call. */
  readonly tools: () => readonly WorkspaceTool[];
  /** Takes back the change of a receipt; without one, the last change in this folder. NOT_FOUND when there is none. */
  readonly undo: (receipt?: string | null) => Promise<UndoResult>;
  /** Stops the containers that were started. */
  readonly close: () => Promise<void>;
};

/** INVALID_ARG for a config that cannot be used, NOT_FOUND when the root is not there. */
export async function openWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  const signal = options.signal ?? new AbortController().signal;
  const workspace = await openLocal({
    root: path.resolve(options.root),
    config: options.config ?? null,
    environment: { ...(options.environment ?? process.env) },
    signal,
    note: options.note ?? (() => undefined),
    stays: true,
    noReviewer: NO_CALLBACK,
  });
  const reviewer = options.approve === undefined ? null : reviewerFrom(options.approve);
  const asking: Asking = { reviewer, yes: false, signal };
  const tools = await Promise.all(TOOL_NAMES.map(async (name): Promise<[string, Tool]> => [name, await known(name)]));
  const byName = new Map(tools);
  const call: Workspace["call"] = async (name, args, given = {}) => {
    const tool = byName.get(name);
    if (tool === undefined)
      throw failure("INVALID_ARG", `There is no tool ${JSON.stringify(name)}. Tools: ${TOOL_NAMES.join(", ")}.`);
    return callTool(workspace, tool, { args, ...asking, ...(given.signal && { signal: given.signal }) });
  };
  return {
    apply: async (answer, { format, dryRun = false, atomic = false, stage = true, likely = "fail" } = {}) => {
      const confirms = likely === "ask" && reviewer !== null;
      const asks = { confirmsLikely: confirms, couldAsk: confirms };
      const how = { format: format ?? "auto", dryRun, atomic, stage, lenient: false, seen: null } as const;
      return (await applyTo(workspace, answer, { ...how, ...asks, ...asking })).report;
    },
    call,
    tools: () =>
      [...byName].map(([name, tool]) => ({ ...toolSpec(tool), call: (args, given) => call(name, args, given) })),
    undo: async (receipt = null) => {
      const { undone, indexWarnings } = await undoChange(workspace, { receipt, by: "command", signal });
      const { receipt_id, undo_id } = undone;
      const skipped = undone.skipped.map(({ path: at, reason }) => ({ path: workspace.show(at), reason }));
      const warnings = [...undone.warnings, ...indexWarnings];
      return { receipt_id, undo_id, restored: undone.restored.map(workspace.show), skipped, warnings };
    },
    close: async () => {
      await Promise.all([...workspace.containers.values()].map((container) => container.close()));
    },
  };
}

const NO_CALLBACK = { why: "no approve callback was given", how: "Pass approve to openWorkspace" };

async function known(name: string): Promise<Tool> {
  return (await loadTool(name))!; // Its name comes from the list of all tools.
}

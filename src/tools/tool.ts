// What a tool is: arguments checked once, then a prepared call that can be judged, shown and run.
// A tool never writes by itself; it is handed commit's road.

import type { Answer, ApprovalPayload, Verdict } from "../approval/index.ts";
import { judgeCall, type Call, type Gate } from "../ask/index.ts";
import { describeIssue, failure, type NewId, type Target, type WorkspacePath } from "../base/index.ts";
import type { Carried, PrepareOptions, Removal, Removed } from "../commit/index.ts";
import type { ChangePlan, Edit } from "../edits/index.ts";
import type { CommandPlace, RealFiles } from "../fs/index.ts";
import type * as z from "zod/mini";
import type { ToolResult } from "./result.ts";
import type { SafeCommand } from "./shell/safe-commands.ts";

export type ToolContext = {
  /**
   * All roots, for reading: without what a rule hides, and searches leave out what needs a yes. A path is resolved once,
   * judged, and opened as it was resolved.
   */
  readonly files: RealFiles;
  /** The same for a call that somebody said yes to; `files` unless given. */
  readonly approved?: RealFiles;
  /** The canonical sandbox/relative path, or a GalleyError; no link is followed. A `file` may not be spelled as a folder. */
  readonly resolve: (path: unknown, kind?: "file") => WorkspacePath;
  /** READ_ONLY and SUFFIX before anybody is asked. */
  readonly requireWritable: (path: WorkspacePath) => void;
  readonly gate: Gate;
  readonly hasReviewer: boolean;
  /** Asks for a yes that is not a file change. */
  readonly confirm: (
    payload: ApprovalPayload,
    about: { readonly verdict: Verdict; readonly call: Call },
  ) => Promise<Answer>;
  /** Reads and plans. `disclose: false` keeps the file's content out of a miss's message. */
  readonly prepare: (
    edits: readonly Edit[],
    options: Required<Pick<PrepareOptions, "disclose">>,
  ) => Promise<ChangePlan>;
  /** Asks, writes, journals. A result is described from what this gives, never from the plan that was handed in. */
  readonly carryOut: (plan: ChangePlan) => Promise<Carried>;
  /** Everything at or below a target that was resolved with `last: "keep"`. */
  readonly planRemoval: (target: Target) => Promise<Removal>;
  /** Asks, deletes, journals; then takes the links and empty directories too. */
  readonly remove: (removal: Removal) => Promise<Removed>;
  /** Where commands of a sandbox run. Throws FORBIDDEN or NOT_FOUND when there is no such place. Missing: no commands. */
  readonly place?: (sandbox: string, tool: "shell" | "eval") => Promise<CommandPlace>;
  /** What may run without a question: any command, in a workspace that is read-only, and the person's own list. */
  readonly unasked?: { readonly commands: "never" | "read-only"; readonly safe: readonly SafeCommand[] };
  /** A flag answers every question that is not a person's alone with yes, also those that were not asked. */
  readonly answersYes?: boolean;
  /** Who wants a command run: a model unless it is said. What a person typed themselves is never run read-only. */
  readonly commandsBy?: "person";
  /** Told what a command prints while it runs. */
  readonly output?: (stream: "stdout" | "stderr", bytes: Uint8Array) => void;
  /** The default sandbox's root, where commands run unless they say otherwise. */
  readonly home?: WorkspacePath | null;
  readonly newId: NewId;
  readonly signal?: AbortSignal;
  /** Told what the rules say about a call that they do not forbid, before anybody is asked. It may throw to object. */
  readonly judged?: (verdict: Verdict, call: Call) => Promise<void>;
};

export type Prepared = {
  readonly call: Call;
  /** True when run() itself asks, bound to the bytes (file changes). */
  readonly asksItself: boolean;
  readonly payload: (verdict: Verdict) => Promise<ApprovalPayload>;
  /** `answer` is the person's, or null when nobody had to be asked. */
  readonly run: (answer: Answer | null) => Promise<ToolResult>;
};

export type Tool<Schema extends z.ZodMiniType = z.ZodMiniType> = {
  readonly name: string;
  readonly description: string;
  readonly schema: Schema;
  /** Throws a GalleyError when the call cannot work, before anybody is asked. */
  readonly prepare: (args: z.infer<Schema>, context: ToolContext) => Promise<Prepared>;
};

export function defineTool<Schema extends z.ZodMiniType>(tool: Tool<Schema>): Tool<Schema> {
  return tool;
}

/** Whether the caller may be shown lines of a file that it did not ask to read: only if reading needs no question. */
export async function mayRead(target: Target, { gate }: Pick<ToolContext, "gate">): Promise<boolean> {
  return (await judgeCall(gate, { tool: "read_file", access: "read", targets: [target] })).effect === "allow";
}

/**
 * For a change: the same question, and FORBIDDEN where reading is denied. Whether a change fits says what is in a file,
 * so what may not be read may not be changed either.
 */
export async function requireVisible(target: Target, { gate }: Pick<ToolContext, "gate">): Promise<boolean> {
  const { path } = target;
  const { effect, reason } = await judgeCall(gate, { tool: "read_file", access: "read", targets: [target] });
  if (effect === "deny") throw failure("FORBIDDEN", `${path} is not available: ${reason}.`, { data: { path, reason } });
  return effect === "allow";
}

/** The arguments as the schema has them. INVALID_ARG names what is wrong. */
export function checkArguments<Schema extends z.ZodMiniType>(tool: Tool<Schema>, args: unknown): z.infer<Schema> {
  const parsed = tool.schema.safeParse(args);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => describeIssue(issue));
  throw failure("INVALID_ARG", `${tool.name} cannot use these arguments. ${problems.join("; ")}.`, {
    data: { problems },
  });
}

// Our tools in the shape other agents' loops call: execute, a result with text and details, and a confirmation they
// can hook into. A thin coat: rules, question and writing are those of every other caller.

import type * as z from "zod/mini";
import { Bug, describeIssue } from "../base/index.ts";
import type { ConfirmationCallback, ToolExecutionContext } from "./confirmation.ts";
import type { Confirmations } from "./confirmations.ts";

/** What a tool gives the model: text, and details for a program. */
export type AgentToolResult<Details = unknown> = {
  readonly content: readonly { readonly type: "text"; readonly text: string }[];
  readonly details: Details;
};

/** `execute` keeps its known order of arguments. It throws when the tool failed or was rejected. */
export interface AgentTool<Schema extends z.ZodMiniType = z.ZodMiniType, Details = unknown> {
  readonly name: string;
  readonly label?: string;
  readonly description: string;
  readonly parameters: Schema;
  /** The tool wants to ask: a loop gives it `requestConfirmation` when it has one. */
  readonly requiresConfirmation?: boolean;
  execute(
    toolCallId: string,
    args: z.infer<Schema>,
    signal?: AbortSignal,
    onUpdate?: (partial: unknown) => void,
    context?: ToolExecutionContext,
  ): Promise<AgentToolResult<Details>>;
}

/** How a loop asks: through a callback, through events, or not at all because the caller said so in words. */
export type AgentLoopConfig = {
  readonly requestConfirmation?: ConfirmationCallback;
  /** Instead of a callback: requests become `tool_confirmation_required` events. */
  readonly confirmations?: Confirmations;
  /** False: every edit that is not protected is applied, and no one is asked. Default true. */
  readonly confirm_edits?: boolean;
};

export type AgentToolCall = { readonly id: string; readonly name: string; readonly arguments: unknown };

export type ToolResultMessage = {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly content: AgentToolResult["content"];
  readonly details: unknown;
  readonly isError: boolean;
};

export type ExecuteOptions = AgentLoopConfig & {
  readonly signal?: AbortSignal;
  readonly onUpdate?: (toolCallId: string, partial: unknown) => void;
};

/**
 * Runs the calls one after another, in their order: one result per call. A tool that fails or is rejected gives an error
 * result and the next call runs; after an abort the rest is not started and says so.
 */
export async function executeToolCalls(
  tools: readonly AgentTool[],
  calls: readonly AgentToolCall[],
  options: ExecuteOptions = {},
): Promise<readonly ToolResultMessage[]> {
  const results: ToolResultMessage[] = [];
  for (const call of calls) results.push(await executeCall(tools, call, options));
  return results;
}

async function executeCall(
  tools: readonly AgentTool[],
  call: AgentToolCall,
  options: ExecuteOptions,
): Promise<ToolResultMessage> {
  const { signal, onUpdate } = options;
  const head = { toolCallId: call.id, toolName: call.name };
  const wrong = (text: string): ToolResultMessage => ({
    ...head,
    content: [{ type: "text", text }],
    details: null,
    isError: true,
  });
  if (signal?.aborted) return wrong(`${call.name} was not started: the run was cancelled.`);
  const tool = tools.find(({ name }) => name === call.name);
  if (tool === undefined)
    return wrong(`There is no tool ${call.name}. Tools: ${tools.map(({ name }) => name).join(", ")}.`);
  const parsed = tool.parameters.safeParse(call.arguments);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => describeIssue(issue)).join("; ");
    return wrong(`${call.name} cannot use these arguments. ${problems}.`);
  }
  try {
    const update = onUpdate && ((partial: unknown): void => onUpdate(call.id, partial));
    const { content, details } = await tool.execute(
      call.id,
      parsed.data,
      signal,
      update,
      contextFor(tool, call, options),
    );
    return { ...head, content, details, isError: false };
  } catch (error) {
    if (error instanceof Bug) throw error;
    return wrong(error instanceof Error ? error.message : String(error));
  }
}

/** The callback only for a tool that asks, and only when there is one. Nothing but `false` turns the question off. */
function contextFor(
  tool: AgentTool,
  call: AgentToolCall,
  { requestConfirmation, confirmations, confirm_edits = true, signal }: ExecuteOptions,
): ToolExecutionContext {
  if (tool.requiresConfirmation !== true) return {};
  if (confirm_edits === false) return { approve: "everything" };
  const about = { toolCallId: call.id, toolName: call.name, ...(signal ? { signal } : {}) };
  const callback = requestConfirmation ?? confirmations?.callbackFor(about);
  return callback === undefined ? {} : { requestConfirmation: callback };
}

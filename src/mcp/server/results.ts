// Results as a client gets them: the whole ToolResult as structured content, and as text what a model reads.

import type { CallToolResult } from "@modelcontextprotocol/server";
import { renderResult } from "../../agent/index.ts";
import { failure } from "../../base/index.ts";
import { failed, type ToolResult } from "../../tools/index.ts";

export type Finished = { readonly tool: string; readonly result: ToolResult; readonly receipt: string | null };

export function finishedResult({ tool, result, receipt }: Finished): CallToolResult {
  return {
    content: [{ type: "text", text: renderResult(tool, result) }],
    structuredContent: { ...result, ...(receipt !== null && { receipt_id: receipt }) },
    isError: !result.success,
  };
}

/** Not an error: a client must not take it for one and make the call again. */
export function pendingResult(id: string, why: string): CallToolResult {
  const message = `PENDING: ${why} Nothing is done yet. Call await_decision with id ${JSON.stringify(id)} for the result.`;
  const result = failed(failure("PENDING", message, { data: { id } }));
  return {
    content: [{ type: "text", text: message }],
    structuredContent: { ...result, status: "pending", id },
    isError: false,
  };
}

export function failedResult(error: Parameters<typeof failed>[0]): CallToolResult {
  const result = failed(error);
  return {
    content: [{ type: "text", text: `${error.code}: ${error.message}` }],
    structuredContent: { ...result },
    isError: true,
  };
}

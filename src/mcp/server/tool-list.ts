// The tools as a client sees them: schemas of arguments and results, and what each may do. Which tools there are is
// decided here (docs/decisions/0110): no commands, because what a command writes is not shown before it runs.

import type { Tool as McpTool, ToolAnnotations } from "@modelcontextprotocol/server";
import { CODES } from "../../base/index.ts";
import { loadTool, toolSpec, type Tool, type ToolName } from "../../tools/index.ts";

type Offered = { readonly title: string; readonly annotations: ToolAnnotations };

const READS: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };

const OFFERED = {
  ls: { title: "List a folder", annotations: READS },
  read_file: { title: "Read a file", annotations: READS },
  glob: { title: "Find files by name", annotations: READS },
  grep: { title: "Search in files", annotations: READS },
  write_file: { title: "Write a file", annotations: writes({ idempotent: true }) },
  edit_file: { title: "Edit a file", annotations: writes({ idempotent: false }) },
  rm: { title: "Delete a file or folder", annotations: writes({ idempotent: true }) },
} as const satisfies { readonly [name in ToolName]?: Offered };

function writes({ idempotent }: { readonly idempotent: boolean }): ToolAnnotations {
  return { readOnlyHint: false, destructiveHint: true, idempotentHint: idempotent, openWorldHint: false };
}

/** Null for a name that is not offered. */
export async function offeredTool(name: string): Promise<Tool | null> {
  return Object.hasOwn(OFFERED, name) ? loadTool(name) : null;
}

export const AWAIT_DECISION = "await_decision";

export async function describeTools(): Promise<readonly McpTool[]> {
  const described = Object.entries(OFFERED).map(async ([name, { title, annotations }]): Promise<McpTool> => {
    const { description, parameters } = toolSpec((await loadTool(name))!); // Every name of the table is a tool's.
    const inputSchema = { ...parameters, type: "object" as const };
    return { name, title, description: `${description}${AFTER[name] ?? ""}`, inputSchema, outputSchema, annotations };
  });
  return [...(await Promise.all(described)), awaitDecision];
}

const ASKED =
  " The user may be asked first. A result with status pending is not done yet: call await_decision with its id.";

const AFTER: Readonly<Record<string, string>> = { write_file: ASKED, edit_file: ASKED, rm: ASKED };

const awaitDecision: McpTool = {
  name: AWAIT_DECISION,
  title: "Wait for the user's decision",
  description:
    "Wait for a call whose result was pending and return that call's result. Call it again while it is still pending; " +
    "a finished call returns the same result every time.",
  inputSchema: {
    type: "object",
    properties: { id: { type: "string", description: "The id of the pending result." } },
    required: ["id"],
    additionalProperties: false,
  },
  get outputSchema() {
    return outputSchema;
  },
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
};

/** The ToolResult of `galley tool`, with the additional fields of a pending and of a written one. */
const outputSchema = {
  type: "object",
  properties: {
    success: { type: "boolean" },
    message: { type: "string", description: "What happened, and what to do next." },
    value: { description: "What the tool gives: entries, content, counts. Null when it gives nothing." },
    truncated: { type: "boolean", description: "True when the value was cut." },
    error: {
      type: "object",
      properties: {
        code: { type: "string", enum: [...CODES] },
        name: { type: "string" },
        data: { type: "object" },
      },
      required: ["code", "name", "data"],
    },
    status: { type: "string", const: "pending", description: "Set while the call is not finished." },
    id: { type: "string", description: "For await_decision, while the call is not finished." },
    receipt_id: { type: "string", description: "What the user can undo the change by: galley undo ID." },
  },
  required: ["success", "message"],
} satisfies McpTool["outputSchema"];

// What a tool is: arguments checked once, then a prepared call that can be judged, shown and run.
// A tool never writes by itself; it uses the context's functions.

import type { Answer, ApprovalPayload, Verdict } from "../approval/index.ts";
import type { Call } from "../ask/index.ts";
import { describeIssue, failure } from "../base/index.ts";
import type * as z from "zod/mini";
import type { ToolContext } from "./context.ts";
import type { ToolResult } from "./result.ts";

/** A call whose arguments were checked: it can be judged, shown, and carried out. */
export type Prepared = {
  readonly call: Call;
  readonly payload: (verdict: Verdict) => Promise<ApprovalPayload>;
} & (
  | {
      /** Approved before it runs: a read, a search, a command. */
      readonly kind: "action";
      /** `answer` is the reviewer's, or null when no one had to be asked. */
      readonly run: (answer: Answer | null) => Promise<ToolResult>;
    }
  | {
      /** A change to files. The question is asked while it is written, bound to the bytes. */
      readonly kind: "change";
      readonly write: (verdict: Verdict) => Promise<ToolResult>;
    }
);

export type ParameterText = string | { readonly description: string; readonly optional: true };

/** One tool: its arguments, and what a call of it would do. */
export type Tool<Schema extends z.ZodMiniType = z.ZodMiniType> = {
  readonly name: string;
  readonly description: string;
  readonly schema: Schema;
  /** Of a tool of another program: the JSON Schema of its arguments, in place of one that is made from `schema`. */
  readonly jsonSchema?: Readonly<Record<string, unknown>>;
  /** What each parameter is, for a model. A parameter whose schema takes anything is required unless it is optional here. */
  readonly parameters: Readonly<Record<string, ParameterText>>;
  /** Throws a GalleyError when the call cannot work, before anyone is asked. */
  readonly prepare: (args: z.infer<Schema>, context: ToolContext) => Promise<Prepared>;
};

/** Every parameter of the schema has to be described. */
export function defineTool<Schema extends z.ZodMiniType>(
  tool: Tool<Schema> & { readonly parameters: { readonly [Name in keyof z.infer<Schema>]-?: ParameterText } },
): Tool<Schema> {
  return tool;
}

/** The arguments as the schema has them. INVALID_ARG names what is wrong. */
export function checkArguments<Schema extends z.ZodMiniType>(tool: Tool<Schema>, args: unknown): z.infer<Schema> {
  const parsed = tool.schema.safeParse(args);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => describeIssue(issue));
  const names = Object.keys(tool.parameters);
  const takes = names.length === 0 ? "" : ` Its parameters: ${names.join(", ")}.`;
  throw failure("INVALID_ARG", `${tool.name} cannot use these arguments. ${problems.join("; ")}.${takes}`, {
    data: { problems },
  });
}

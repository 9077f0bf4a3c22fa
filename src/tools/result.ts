// What a tool call returns, to a model or to a script. Never throws at a model: failures are values.

import { isFailure, type Frozen, type GalleyError } from "../base/index.ts";
import type * as z from "zod/mini";
import type { ToolResultSchema } from "./wire-schema.ts";

type Wire = Frozen<z.infer<typeof ToolResultSchema>>;

/** What a tool call gave. Failures are results, with a code and a message that a model can act on. */
export type ToolResult<Value = unknown> =
  | (Omit<Extract<Wire, { success: true }>, "value"> & { readonly value: Value })
  | Extract<Wire, { success: false }>;

export function succeeded<Value>(message: string, value: Value, truncated = false): ToolResult<Value> {
  return { success: true, message, value, truncated };
}

export function failed(error: GalleyError): ToolResult<never> {
  return {
    success: false,
    message: error.message,
    value: null,
    error: { code: error.code, name: error.name, data: error.data },
  };
}

/** Runs the work; a GalleyError becomes a failed result, anything else (a Bug) is thrown on. */
export async function asResult<Value>(work: () => Promise<ToolResult<Value>>): Promise<ToolResult<Value>> {
  try {
    return await work();
  } catch (error) {
    if (isFailure(error)) return failed(error);
    throw error;
  }
}

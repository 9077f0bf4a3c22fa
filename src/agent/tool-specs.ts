// Tools as a model is told about them: name, description, JSON Schema of the arguments. Made from the tools' own schemas.

import * as z from "zod/mini";
import type { Tool } from "../tools/index.ts";
import type { ToolSpec } from "./model.ts";

/** Made once for each tool: every request of a conversation carries all of them. */
export function toolSpec(tool: Tool): ToolSpec {
  const made = MADE.get(tool);
  if (made !== undefined) return made;
  const { $schema: _, ...schema } = z.toJSONSchema(tool.schema) as Schema;
  const spec = { name: tool.name, description: tool.description, parameters: withPath(schema, tool.name) };
  MADE.set(tool, spec);
  return spec;
}

const MADE = new WeakMap<Tool, ToolSpec>();

type Schema = {
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
} & Readonly<Record<string, unknown>>;

// The tools take any path, so that a wrong one gets a better answer than the schema's. A model is told what it should be.
const PATH = { type: "string", description: "Path of a file or folder, relative to the root, with / between names." };
const WITHOUT_PATH: ReadonlySet<string> = new Set(["ls", "glob", "grep"]);

function withPath(schema: Schema, tool: string): Schema {
  if (schema.properties?.["path"] === undefined) return schema;
  const properties = { ...schema.properties, path: PATH };
  const required = WITHOUT_PATH.has(tool) ? (schema.required ?? []) : ["path", ...(schema.required ?? [])];
  return { ...schema, properties, required: [...new Set(required)] };
}

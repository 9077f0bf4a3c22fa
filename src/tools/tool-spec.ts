// Tools as a model sees them: name, description and the JSON Schema of the arguments, every parameter described. Made
// from the tools' own schemas.

import * as z from "zod/mini";
import type { Tool } from "./tool.ts";

/** A tool as it is described to a model. */
export type ToolSpec = {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
};

/** Made once for each tool: every request of a conversation carries all of them. */
export function toolSpec(tool: Tool): ToolSpec {
  const made = MADE.get(tool);
  if (made !== undefined) return made;
  const { name, description, jsonSchema } = tool;
  const spec = { name, description, parameters: jsonSchema ?? ownSchema(tool) };
  MADE.set(tool, spec);
  return spec;
}

const MADE = new WeakMap<Tool, ToolSpec>();

function ownSchema(tool: Tool): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(tool.schema) as Schema;
  return described(schema, tool.parameters);
}

type Schema = {
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
} & Readonly<Record<string, unknown>>;

/** A path's schema takes anything, so that a wrong one gets a better answer than the schema's; here it is a string. */
function described(schema: Schema, parameters: Tool["parameters"]): Schema {
  const required = new Set(schema.required);
  const properties: Record<string, object> = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const given = parameters[name]!;
    const { description, optional } = typeof given === "string" ? { description: given, optional: false } : given;
    const isAny = Object.keys(property).length === 0;
    properties[name] = { ...(isAny ? { type: "string" } : property), description };
    if (isAny && !optional) required.add(name);
  }
  const order = Object.keys(properties).filter((name) => required.has(name));
  return { ...schema, properties, required: order };
}

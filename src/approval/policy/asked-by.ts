// Which tool would make the change a question is about: rules are kept per tool, questions are distinguished by type.
// ask/call-of.ts names the same tools from a plan; a test holds the two together.

import type { ChangePlan, Edit, FilePlan, Likely } from "../../edits/index.ts";
import type { Asked } from "./remember.ts";
import type { CallPayload, ChangePayload, ReadPayload, ShellPayload } from "../schema.ts";

/**
 * A link's path and where it leads are two paths: a rule for one of them does not cover the other. Without a path where
 * no rule can be kept: a read by a tool that is not named, a type that is not known.
 */
export function askedBy(payload: CallPayload | ChangePayload | ReadPayload | ShellPayload): Asked {
  const paths = payload.target === undefined ? [payload.path] : [payload.path, payload.target];
  switch (payload.type) {
    case "delete":
      return { tool: "rm", paths };
    case "move":
      return { tool: "write_file", paths: [...paths, payload.to] };
    case "write":
    case "write_large":
      return { tool: "write_file", paths };
    case "edit":
    case "patch":
      return { tool: "edit_file", paths };
    case "read":
      return payload.tool === undefined ? { tool: "read_file", paths: [] } : { tool: payload.tool, paths };
    case "shell": {
      const { tool, command: text, where, image } = payload;
      return where === "host" ? { tool, paths } : { tool, paths, command: { text, where, image } };
    }
    case "call":
      return { tool: payload.tool, paths };
    default:
      payload satisfies never;
      return { tool: "", paths: [] }; // A type of a later version, or a whole batch.
  }
}

/** The file is written as a whole: it is new, or one of its edits gave its whole content. */
export function isWrite(plan: ChangePlan, file: FilePlan): boolean {
  return file.base === null || isWriteOf(file, editsOf(plan, file));
}

/** The same with the edits at hand. */
export function isWriteOf({ base, to }: FilePlan, edits: readonly Edit[]): boolean {
  return base === null || (to === null && edits.some(({ change }) => change.kind === "overwrite"));
}

/** The edits of a file that only a person can confirm: it is not certain that the answer means them. */
export function likelyEdits(plan: ChangePlan, file: FilePlan): readonly Likely[] {
  return likelyOf(editsOf(plan, file));
}

export function likelyOf(edits: readonly Edit[]): readonly Likely[] {
  return edits.flatMap(({ likely }) => likely ?? []);
}

const indexes = new WeakMap<readonly Edit[], ReadonlyMap<Edit["id"], number>>();

/** The edits of a file in the order of the answer. A plan of thousands of files is indexed once. */
export function editsOf({ edits }: ChangePlan, file: FilePlan): readonly Edit[] {
  const index = indexes.get(edits) ?? new Map(edits.map(({ id }, at) => [id, at]));
  indexes.set(edits, index);
  const only = file.edits.length === 1 ? index.get(file.edits[0]!) : undefined;
  if (only !== undefined) return [edits[only]!];
  const places = file.edits.flatMap((id) => index.get(id) ?? []);
  return [...new Set(places)].sort((one, other) => one - other).map((at) => edits[at]!);
}

// Which tool would make the change a question is about: rules are kept per tool, questions are distinguished by type.
// ask/gate.ts names the same tools from a plan; a test holds the two together.

import type { ChangePlan, FilePlan, Likely } from "../../edits/index.ts";
import type { Asked } from "./remember.ts";
import type { ChangePayload } from "../schema.ts";

/** A link's path and where it leads are two paths: a rule for one of them does not cover the other. */
export function askedBy(payload: ChangePayload): Asked {
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
    default:
      return payload satisfies never;
  }
}

/** The file is written as a whole: it is new, or one of its edits gave its whole content. */
export function isWrite(plan: ChangePlan, file: FilePlan): boolean {
  if (file.base === null) return true;
  return (
    file.to === null && plan.edits.some(({ id, change }) => change.kind === "overwrite" && file.edits.includes(id))
  );
}

/** The edits of a file that only a person can confirm: it is not certain that the answer means them. */
export function likelyEdits(plan: ChangePlan, file: FilePlan): readonly Likely[] {
  const isLikely = plan.edits.some(({ likely }) => likely !== undefined);
  if (!isLikely) return [];
  return plan.edits.flatMap(({ id, likely }) => (likely !== undefined && file.edits.includes(id) ? [likely] : []));
}

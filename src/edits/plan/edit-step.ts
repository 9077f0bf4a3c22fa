// What every way of making an edit is given, and what it gives back.

import type { Desk } from "../diagnose/explain-context.ts";
import type { Edit, EditPlan, Miss } from "../types.ts";
import type { Workbench } from "./draft-files.ts";

export type Making = {
  readonly edit: Edit;
  /** What messages call the edit's path. */
  readonly shown: string;
  readonly bench: Workbench;
  readonly desk: Desk;
};

/** What became of one edit, without its name. */
export type Outcome = EditPlan extends infer Plan ? (Plan extends EditPlan ? Omit<Plan, "edit"> : never) : never;

export function missed(why: Miss): Outcome {
  return { kind: "miss", why };
}

/** `line` is 0-based. */
export function already(path: string, line: number): Outcome {
  const message = `Already applied: the new text is at line ${line + 1} of ${path}.`;
  return { kind: "already", line: line + 1, message };
}

// What the code that applies one edit is given, and what it returns. One file per kind of change: plan-*.ts.

import type { ExplainContext } from "../diagnose/explain-context.ts";
import type { Edit, EditPlan, Miss } from "../types.ts";
import type { DraftFiles } from "./draft/draft-files.ts";

export type EditStep = {
  readonly edit: Edit;
  /** What messages call the edit's path. */
  readonly shown: string;
  readonly drafts: DraftFiles;
  readonly context: ExplainContext;
};

/** What became of one edit, without its name. */
export type Outcome = EditPlan extends infer Plan ? (Plan extends EditPlan ? Omit<Plan, "edit"> : never) : never;

export function missed(why: Miss): Outcome {
  return { kind: "miss", why };
}

/** `line` is 0-based. */
export function alreadyApplied(path: string, line: number): Outcome {
  const message = `Already applied: the new text is at line ${line + 1} of ${path}.`;
  return { kind: "already", line: line + 1, message };
}

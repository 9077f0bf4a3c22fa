// Plans the edits of an answer; with --lenient, those that miss are placed by a softer rule where one finds them.
// A softer rule may place an edit only by name; what it places is planned again as the exact edit it proposed.

import type { WorkspacePath } from "../../base/index.ts";
import { planEdits, type Candidate, type ChangePlan, type Edit, type EditId, type Found } from "../../edits/index.ts";

/** `rules`: of the edits that were placed, the rule that did it. */
export function planWith(
  edits: readonly Edit[],
  found: ReadonlyMap<WorkspacePath, Found>,
  { lenient, show }: { readonly lenient: boolean; readonly show: (path: string) => string },
): { readonly plan: ChangePlan; readonly rules: ReadonlyMap<EditId, string> } {
  const rules = new Map<EditId, string>();
  // What was placed is planned again, as edits like any others, until there is nothing left to place.
  for (let current = edits; ;) {
    const placed = new Map<EditId, Candidate>();
    // At once, not after the others: what is placed changes what the edits after it find.
    const accept = (edit: Edit, candidate: Candidate): Edit | null => {
      if (rules.has(edit.id)) return null;
      rules.set(edit.id, candidate.rule);
      placed.set(edit.id, candidate);
      return placedEdit(edit, candidate);
    };
    const plan = planEdits(current, found, lenient ? { show, accept } : { show });
    if (placed.size === 0) return { plan, rules };
    current = current.map((edit) => {
      const candidate = placed.get(edit.id);
      return candidate === undefined ? edit : placedEdit(edit, candidate);
    });
  }
}

function placedEdit(edit: Edit, { change, rule, line }: Candidate): Edit {
  return { ...edit, change, placed: { by: "flag", asked: edit.change, choices: [{ rule, line }] } };
}

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
  let current = edits;
  let plan = planEdits(current, found, { show });
  // One edit of each file at a time, top to bottom: an accepted one changes what those after it find.
  for (;;) {
    const accepted = new Map<WorkspacePath, [EditId, Candidate]>();
    for (const [at, result] of plan.results.entries()) {
      const candidate = lenient && !rules.has(result.edit) ? candidateOf(result) : null;
      const { path } = current[at]!;
      if (candidate !== null && !accepted.has(path)) accepted.set(path, [result.edit, candidate]);
    }
    if (accepted.size === 0) return { plan, rules };
    const changes = new Map(accepted.values());
    for (const [id, { rule }] of changes) rules.set(id, rule);
    current = current.map((edit) => {
      const candidate = changes.get(edit.id);
      if (candidate === undefined) return edit;
      const { rule, line } = candidate;
      return {
        ...edit,
        change: candidate.change,
        placed: { by: "flag", asked: edit.change, choices: [{ rule, line }] },
      };
    });
    plan = planEdits(current, found, { show });
  }
}

function candidateOf(result: ChangePlan["results"][number]): Candidate | null {
  return result.kind === "miss" ? (result.why.diagnostics?.candidate ?? null) : null;
}

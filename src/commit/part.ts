// A part of a plan that is planned again while the rest stays: which edits belong together, and putting the part
// back in place of the old one. Pure.

import type { WorkspacePath } from "../base/index.ts";
import type { ChangePlan, Edit, EditId, FilePlan } from "../edits/index.ts";

/** The edits of one file, also those that missed, or were already applied, on the old content: they may fit the new. */
export function editsOfFile(plan: ChangePlan, file: FilePlan): readonly Edit[] {
  const elsewhere = new Set(plan.files.filter((other) => other !== file).flatMap((other) => other.edits));
  return plan.edits.filter(
    (edit) =>
      file.edits.includes(edit.id) || (!elsewhere.has(edit.id) && (edit.path === file.path || edit.path === file.to)),
  );
}

export type Part = { readonly edits: readonly Edit[]; readonly files: ReadonlySet<FilePlan> };

/** Everything that touches a path of these edits, moves followed: what must be planned together with them. */
export function partAround(plan: ChangePlan, ids: ReadonlySet<EditId>): Part {
  const paths = new Set<WorkspacePath>(plan.edits.filter((edit) => ids.has(edit.id)).flatMap(pathsOfEdit));
  for (let known = -1; known !== paths.size;) {
    known = paths.size;
    for (const edit of plan.edits) {
      const own = pathsOfEdit(edit);
      if (own.some((path) => paths.has(path))) for (const path of own) paths.add(path);
    }
  }
  return {
    edits: plan.edits.filter((edit) => paths.has(edit.path)),
    files: new Set(plan.files.filter(({ path, to }) => paths.has(path) || (to !== null && paths.has(to)))),
  };
}

/** The plan with `part` where `replaced` was; a file that was not there before comes last. */
export function withPart(plan: ChangePlan, part: ChangePlan, replaced: ReadonlySet<FilePlan>): ChangePlan {
  const edits = new Map(part.edits.map((edit) => [edit.id, edit]));
  const results = new Map(part.results.map((result) => [result.edit, result]));
  const first = plan.files.findIndex((file) => replaced.has(file));
  const before = (first < 0 ? plan.files : plan.files.slice(0, first)).filter((file) => !replaced.has(file));
  const after = first < 0 ? [] : plan.files.slice(first).filter((file) => !replaced.has(file));
  return {
    edits: plan.edits.map((edit) => edits.get(edit.id) ?? edit),
    files: [...before, ...part.files, ...after],
    results: plan.results.map((result) => results.get(result.edit) ?? result),
  };
}

function pathsOfEdit({ path, change }: Edit): readonly WorkspacePath[] {
  const to = change.kind === "move" || change.kind === "patch" ? change.to : null;
  return to === null ? [path] : [path, to as WorkspacePath]; // Checked with the edit.
}

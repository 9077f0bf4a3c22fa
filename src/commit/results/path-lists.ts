// Which paths a commit created, modified and deleted, in sum: each path in one list, a move as one deleted, one created.

import type { Version, WorkspacePath } from "../../base/index.ts";
import type { ChangePlan } from "../../edits/index.ts";
import type { Receipt } from "../types.ts";

export type PathLists = {
  readonly files_modified: readonly string[];
  readonly files_created: readonly string[];
  readonly files_deleted: readonly string[];
};

type Change = {
  readonly path: WorkspacePath;
  readonly to: WorkspacePath | null;
  readonly before: Version | null;
  readonly after: Version | null;
};

/** What was written; for a dry run (receipt null), what would be. */
export function pathLists(plan: ChangePlan, receipt: Receipt | null, show: (path: WorkspacePath) => string): PathLists {
  const changes: readonly Change[] =
    receipt === null
      ? plan.files.map(({ path, to, base, after }) => ({ path, to, before: base, after }))
      : receipt.files.filter((file) => file.kind === "written");
  const created = changes.flatMap(({ path, to, before, after }) =>
    to !== null ? [to] : before === null && after !== null ? [path] : [],
  );
  const deleted = changes.flatMap(({ path, to, before, after }) =>
    before !== null && (to !== null || after === null) ? [path] : [],
  );
  const modified = changes.flatMap(({ path, to, before, after }) =>
    to === null && before !== null && after !== null ? [path] : [],
  );
  return {
    files_modified: modified.map(show),
    files_created: created.map(show),
    files_deleted: deleted.map(show),
  };
}

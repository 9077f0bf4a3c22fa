// What an edit did to its file, or would do, in one sentence.

import { Bug, type WorkspacePath } from "../../base/index.ts";
import type { Edit, EditPlan, FilePlan } from "../../edits/index.ts";
import { changedLines } from "./changed-lines.ts";

/** The user reads a row that begins with the path; the model reads sentences. */
export type Reader = "user" | "model";

export type EditFacts = {
  readonly edit: Edit;
  readonly planned: EditPlan;
  /** The file this edit changes. */
  readonly file: FilePlan | null;
  readonly show: (path: WorkspacePath) => string;
  readonly reader: Reader;
};

export function describeEdit(facts: EditFacts, when: When): string {
  return facts.reader === "user" ? afterThePath(facts, AFTER_THE_PATH[when]) : inASentence(facts, IN_A_SENTENCE[when]);
}

type Verbs = Readonly<Record<"create" | "overwrite" | "delete" | "change" | "move", string>>;

type When = "did" | "would";

const DID: Verbs = { create: "Created", overwrite: "Wrote", delete: "Deleted", change: "Changed", move: "Moved" };

const IN_A_SENTENCE: Readonly<Record<When, Verbs>> = {
  did: DID,
  would: {
    create: "Would create",
    overwrite: "Would write",
    delete: "Would delete",
    change: "Would change",
    move: "Would move",
  },
};

const AFTER_THE_PATH: Readonly<Record<When, Verbs>> = {
  did: { ...DID, overwrite: "Overwritten" },
  would: {
    create: "Would be created",
    overwrite: "Would be overwritten",
    delete: "Would be deleted",
    change: "Would change",
    move: "Would be moved",
  },
};

/** In a row that begins with the path, which is not repeated. */
function afterThePath({ edit, planned, file, show }: EditFacts, verb: Verbs): string {
  if (file === null) return "Together with the other edits it leaves the file as it was.";
  const isLink = file.path === edit.path && file.real !== file.path;
  const leads = isLink ? ` (→ ${show(file.real as string as WorkspacePath)})` : ""; // Real paths have the same form.
  switch (edit.change.kind) {
    case "create":
      return `${verb.create}${leads}.`;
    case "overwrite":
      return `${file.base === null ? verb.create : verb.overwrite}${leads}.`;
    case "delete":
      return `${verb.delete}${leads}.`;
    case "move":
    case "patch":
    case "replace": {
      const to = edit.change.kind === "replace" ? null : edit.change.to;
      if (to !== null) return `${verb.move} to ${show(to as WorkspacePath)}${leads}.`; // An edit's `to` is checked.
      return planned.kind === "change"
        ? `${verb.change} ${changedLines(file, edit.id, planned)}${leads}.`
        : `${verb.change}${leads}.`;
    }
    case "either":
      throw new Bug("an edit that was made has one reading");
    default:
      return edit.change satisfies never;
  }
}

function inASentence({ edit, planned, file, show }: EditFacts, verb: Verbs): string {
  // Through a link another file is written, and that is said.
  const isLink = file !== null && file.path === edit.path && file.real !== file.path;
  const path = isLink ? `${show(edit.path)} → ${show(file.real as string as WorkspacePath)}` : show(edit.path); // Real paths have the same form.
  if (file === null) return `Together with the other edits it leaves ${path} as it was.`;
  const to = edit.change.kind === "move" || edit.change.kind === "patch" ? edit.change.to : null;
  switch (edit.change.kind) {
    case "create":
      return `${verb.create} ${path}.`;
    case "overwrite":
      return `${file.base === null ? verb.create : verb.overwrite} ${path}.`;
    case "delete":
      return `${verb.delete} ${path}.`;
    case "move":
    case "patch":
    case "replace": {
      const at = planned.kind === "change" ? `, ${changedLines(file, edit.id, planned)}` : "";
      return to === null ? `${verb.change} ${path}${at}.` : `${verb.move} ${path} to ${show(to as WorkspacePath)}.`; // An edit's `to` is checked.
    }
    case "either":
      throw new Bug("an edit that was made has one reading");
    default:
      return edit.change satisfies never;
  }
}

// An edit that has no one place of its own, and what a person can choose for it.

import type { RealPath, WorkspacePath } from "../../../base/index.ts";
import type { Edit, EditId } from "../../types.ts";

/** One place for an open edit. */
export type Choice = {
  /** 1-based, in the file as the earlier edits of the answer leave it. */
  readonly line: number;
  /** The softer rule that found it; null when the text matches exactly. */
  readonly rule: string | null;
  /** Of edits that exclude each other: the 1-based line of the answer that has this one. */
  readonly answerLine?: number;
  /** What the edit would change there. */
  readonly unified_diff: string;
  /** The edit as it is planned once this place is chosen. */
  readonly edit: Edit;
};

export type OpenEdit = {
  readonly edit: EditId;
  readonly path: WorkspacePath;
  /** Where the path led when its file was read. */
  readonly real: RealPath;
  /** Why it has no place of its own, and how many places were left out here. */
  readonly message: string;
  /** Never empty. */
  readonly choices: readonly Choice[];
};

// Questions for tests of whoever shows and answers them.

import type { BatchPayload, ChangePayload } from "../../src/approval/index.ts";
import { versionOf } from "../../src/base/index.ts";
import { asText, diffLines, encode } from "../../src/text/index.ts";

export const BEFORE = "one\ntwo\nthree\nfour\nfive\n";
export const AFTER = "ONE\ntwo\nthree\nfour\nFIVE\n";

/** Two hunks, unless other texts are given. */
export function patchPayload(path: string, before = BEFORE, after = AFTER): ChangePayload {
  const [old, fresh] = [asText(before)!, asText(after)!];
  const hunks = diffLines(old, fresh).map((change, index) => ({
    index,
    old_start: change.old.from + 1,
    old_lines: change.old.to - change.old.from,
    new_start: change.new.from + 1,
    new_lines: change.new.to - change.new.from,
  }));
  return {
    type: "patch",
    description: `Edit ${path}`,
    path,
    sandbox: "ws",
    approval_id: "q1",
    digest: `digest of ${path}`,
    risks: [],
    hunks,
    original_content: before,
    suggested_content: after,
    after: versionOf(encode(fresh)),
    unified_diff: "",
    diff_lines: 0,
    file_lines: 5,
    file_bytes: before.length,
    edit_count: 1,
  };
}

export function batchPayload(items: readonly ChangePayload[], more: Partial<BatchPayload> = {}): BatchPayload {
  return {
    type: "batch",
    description: "Change files",
    path: "",
    sandbox: "ws",
    approval_id: "q1",
    digest: "all",
    risks: [],
    items: [...items],
    open_edits: [],
    supersedes: null,
    because: null,
    ...more,
  };
}

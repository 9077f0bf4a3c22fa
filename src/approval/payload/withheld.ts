// A question as it may be printed for a caller who may not read the file: what would be done and where, and nothing that
// is made from what is in the file. What the caller sent itself stays. The person who decides is shown the whole payload.

import { counted, digestOf } from "../../base/index.ts";
import { countLines, type Text } from "../../text/index.ts";
import { lines, withTarget } from "./describe.ts";
import type { ApprovalPayload, ChangePayload } from "../schema.ts";

/** `isReadable` is asked for every path that a change names. Questions without file content stay as they are. */
export function withheldPayload(payload: ApprovalPayload, isReadable: (path: string) => boolean): ApprovalPayload {
  switch (payload.type) {
    case "read":
    case "shell":
    case "call":
      return payload;
    case "batch": {
      // A list of names is something that reading has to be asked for too.
      const items = payload.items.filter((item) => isOpen(item, isReadable));
      const open_edits = payload.open_edits.filter((edit) => isReadable(edit.path));
      if (items.length === payload.items.length && open_edits.length === payload.open_edits.length) return payload;
      const description = `Change ${counted(payload.items.length, "file")}`;
      return { ...payload, description, items, open_edits, digest: digestOf(["withheld", payload.approval_id]) };
    }
    default:
      return isOpen(payload, isReadable) ? payload : withheldChange(payload);
  }
}

function isOpen(change: ChangePayload, isReadable: (path: string) => boolean): boolean {
  return isReadable(change.path) && (change.type !== "move" || isReadable(change.to));
}

function withheldChange(change: ChangePayload): ChangePayload {
  const common = {
    withheld: true,
    // Names the question, but is no proof of what the file holds.
    digest: digestOf(["withheld", change.type, change.path]),
    risks: change.risks.filter(({ kind }) => kind === "protected"),
    hunks: [],
    original_content: null,
  } satisfies Partial<ChangePayload>;
  const current = { unified_diff: "", diff_lines: 0, file_lines: 0, file_bytes: 0 };
  const own = { suggested_content: null, after: null };
  const path = withTarget(change.path, change.target);
  switch (change.type) {
    case "write":
    case "write_large":
      return {
        ...change,
        ...common,
        description: `Write ${lines(change.content_lines)} to ${path}`,
        existing_lines: null,
        existing_bytes: null,
      };
    case "edit":
      return {
        ...change,
        ...common,
        ...current,
        ...own,
        description: `Edit ${path}: replace ${lines(countLines(change.old_string as Text))} of text`, // Counted only.
        match_line: 0,
        match_count: 0,
        context_before: "",
        context_after: "",
      };
    case "patch":
      return { ...change, ...common, ...current, ...own, description: `Edit ${path}` };
    case "move":
      return {
        ...change,
        ...common,
        ...current,
        ...own,
        description: `Move ${path} to ${withTarget(change.to, change.to_target)}`,
      };
    case "delete":
      return { ...change, ...common, description: `Delete ${path}`, file_lines: null, file_bytes: null };
    default:
      return change satisfies never;
  }
}

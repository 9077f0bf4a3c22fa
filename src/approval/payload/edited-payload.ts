// The same question with the person's own text in place of the suggestion, so that it can be shown again before it is
// written. The answer still goes to the question that was asked (`digest`), as "modify" with exactly this text.

import { versionOf, type Digest, type Version, type WorkspacePath } from "../../base/index.ts";
import {
  asText,
  byteLength,
  countLines,
  diffLines,
  encode,
  splitLines,
  unifiedDiff,
  type Text,
} from "../../text/index.ts";
import { PREVIEW_LINES } from "./chunks.ts";
import { below } from "../names.ts";
import { risksOf, type RiskyPlan } from "./risks.ts";
import type { ChangePayload } from "../schema.ts";
import type { Risk } from "../types.ts";

/** `change` must hold its whole content: not a delete, not a `write_large` (asWrite makes it whole). */
export type EditableChange = Exclude<ChangePayload, { type: "delete" | "write_large" }>;

export function isEditable(change: ChangePayload): change is EditableChange {
  return change.type !== "delete" && change.type !== "write_large" && change.suggested_content !== null;
}

/** Everything in it that depends on the text is recomputed: hunks, diff, counts, risks, `after`. */
export function editedPayload(change: EditableChange, content: Text): EditableChange {
  const before = asText(change.original_content ?? "") ?? EMPTY;
  const changes = diffLines(before, content);
  const common = {
    suggested_content: content,
    after: versionOf(encode(content)),
    hunks: changes.map(({ old, new: fresh }, index) => ({
      index,
      old_start: old.from + 1,
      old_lines: old.to - old.from,
      new_start: fresh.from + 1,
      new_lines: fresh.to - fresh.from,
    })),
    risks: risksNow(change, { before, content, changes }),
  };
  if (change.type === "write") {
    const preview = splitLines(content).slice(0, PREVIEW_LINES).join("");
    const counts = { content_lines: countLines(content), content_bytes: byteLength(content) };
    return { ...change, ...common, ...counts, content, preview, preview_truncated: preview !== content };
  }
  const to = change.type === "move" ? change.to : change.path;
  const unified = unifiedDiff({ oldPath: below(change.path), newPath: below(to), before, after: content });
  const diff = { unified_diff: unified, diff_lines: countLines(unified) };
  if (change.type !== "edit") return { ...change, ...common, ...diff };
  // It is not that one replacement any more.
  const { description, path, sandbox, approval_id, digest, original_content, file_lines, file_bytes, target } = change;
  const asked = { description, path, sandbox, approval_id, digest, original_content, file_lines, file_bytes };
  const leads = {
    ...(target === undefined ? {} : { target }),
    ...(change.explanation === undefined ? {} : { explanation: change.explanation }),
  };
  return { ...asked, ...leads, ...common, ...diff, type: "patch", edit_count: 1 };
}

const EMPTY = "" as Text; // No text is well-formed text.

// What is true of the file or its place whatever text goes into it.
const LASTING: ReadonlySet<string> = new Set(["protected", "near-match", "hard-link", "executable"]);

function risksNow(
  change: EditableChange,
  { before, content, changes }: { before: Text; content: Text; changes: ReturnType<typeof diffLines> },
): Risk[] {
  const isNew = change.original_content === null;
  const plan: RiskyPlan = {
    path: change.path as WorkspacePath, // The question's own, made from a plan.
    to: null,
    base: isNew ? null : versionOf(encode(before)),
    before: isNew ? null : before,
    result: content,
    after: change.after as Version | null, // The question's own, made from a plan.
    mode: null,
    links: 1,
    hunks: changes.map((each, index) => ({ ...each, index, edits: [] })),
    edits: [],
    digest: change.digest as Digest, // The question's own, made from a plan.
  };
  return [...change.risks.filter(({ kind }) => LASTING.has(kind)), ...risksOf(plan, [])];
}

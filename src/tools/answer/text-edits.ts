// What looks like an edit in a text that is not applied: the words of a model that works with tools. What the files have
// already is left out, since models show what they did. Reads only.

import { formatOf, formatsOf, isLikely, parseAnswer, pathsOf, planEdits, type Proposed } from "../../edits/index.ts";
import { findAll, type BlockResult } from "../../commit/index.ts";
import { inAnswer, rowsOf } from "./answer-rows.ts";
import { nameReader } from "./name-lookup.ts";
import type { ToolWorkspace } from "../context.ts";
import type { ApplyReport } from "./apply-answer.ts";

/** An edit that is in a text and not in the files. `isCertain`: by its form, whatever is said about it. */
export type TextEdit = {
  readonly block: Proposed;
  readonly line: number;
  readonly path: string | null;
  readonly isCertain: boolean;
};

type Looking = Pick<ToolWorkspace, "resolve" | "requireWritable" | "known" | "approved" | "show">;

/** A text with what looks like an edit in it, read once; the files may be looked at again and again. */
export type TextWithEdits = { readonly text: string; readonly blocks: readonly Proposed[] };

/** Null for a text without edits, as nearly every one is. */
export function readTextEdits(text: string, { known }: Pick<Looking, "known">): TextWithEdits | null {
  const { blocks } = parseAnswer(text, "auto", { known });
  return blocks.length === 0 ? null : { text, blocks: blocks.map(asShown) };
}

/** The edits of a text that are not in place, in its order. */
export async function openTextEdits({ text, blocks }: TextWithEdits, context: Looking): Promise<readonly TextEdit[]> {
  const rows = rowsOf(text, blocks, {
    canConfirm: false,
    read: nameReader({ ...context, from: null }),
    show: context.show,
  });
  const edits = rows.flatMap((row) => (row.kind === "edit" ? [row.edit] : []));
  const plan = planEdits(edits, await findAll(pathsOf(edits), context.approved), { disclose: false });
  const inPlace = new Set(
    plan.results.flatMap((result) =>
      result.kind === "already" || (result.kind === "miss" && result.why.error === "no_change") ? [result.edit] : [],
    ),
  );
  return rows.flatMap(({ block, line, ...row }) => {
    const about = { block, line, isCertain: isCertain(block, text) };
    if (row.kind === "result") return [{ ...about, path: row.result.file_path }];
    return inPlace.has(row.edit.id) ? [] : [{ ...about, path: context.show(row.edit.path) }];
  });
}

/** Code under a file's name, or a diff without one, is how a model explains; markers and complete diffs are edits. */
function isCertain(block: Proposed, text: string): boolean {
  if (!isLikely(block)) return formatOf(block) !== "whole-file";
  return MARKED.test(text.slice(block.source.from, block.source.to));
}

// An edit block, SEARCH/REPLACE, a patch, a diff with file names: also where the words around it leave a doubt.
const MARKED = /^[ \t]*(?:<{5,9} |«««|\*\*\* (?:Begin|Update|Add|Delete) |--- .*\n[ \t]*\+\+\+ )/m;

/** A whole file in such a text overwrites none: a part of a file that is there only shows it. */
function asShown(block: Proposed): Proposed {
  if (block.kind === "broken" || block.change.kind !== "overwrite" || block.likely !== undefined) return block;
  return { ...block, change: { ...block.change, doubt: { kind: "unapplied" } } };
}

const WHY =
  "Not applied: this looks like an edit, but the model works with tools, and only its calls change files. Ask it to make the change with its tools, or give its answer to galley apply.";

/** The report on edits that were left in texts; null when there are none. */
export function reportTextEdits(edits: readonly TextEdit[]): ApplyReport | null {
  if (edits.length === 0) return null;
  const results = edits.map(({ path, line }): BlockResult => {
    const what = { file_path: path, status: "SKIPPED", message: WHY, error_type: "unsure" } as const;
    return inAnswer({ ...what, line: null, lines_changed: 0, user_modified: false, diagnostics: null }, line);
  });
  const nothing = { files_modified: [], files_created: [], files_deleted: [], files_auto_added: [], staged: [] };
  const format = formatsOf(edits.map(({ block }) => block));
  return { mode: "apply", format, results, ...nothing, warnings: [], receipt_id: null };
}

// One pure planner for every format: edits and files in, exact changes or explanations out. Edits are made one after
// another in memory, each on the result of those before. Exact or refused; nothing is guessed and nothing is written.

import { Bug, type WorkspacePath } from "../../base/index.ts";
import { isReadable } from "../../text/index.ts";
import { Desk, type DeskOptions } from "../diagnose/explain-context.ts";
import { proven } from "./verify-candidate.ts";
import { settleQuotation } from "./quotation.ts";
import { meantEdit, unsettled } from "./readings.ts";
import { missed, type Making, type Outcome } from "./edit-step.ts";
import { applyCreate, applyDelete, applyMove, applyOverwrite } from "./plan-file.ts";
import { applyParts } from "./plan-parts.ts";
import { applyReplace } from "./plan-replace.ts";
import { cancelledOut, earlyNul, halfCharacter, newNul } from "../diagnose/misses.ts";
import { sumUp } from "./combine.ts";
import { madeTogether, tradesIn } from "./rename-cycle.ts";
import type { ChangePlan, Edit, EditId, EditPlan, FilePlan, Found } from "../types.ts";
import { Workbench } from "./draft-files.ts";

/**
 * `files` must say what is at every path in pathsOf(edits), else this throws a Bug. Every edit has one result, in order;
 * an edit that misses leaves everything as it was. Outside the places edits name, each file's bytes stay the same, or
 * this throws a Bug. The plan's edits have the reading that was taken.
 */
export function planEdits(
  edits: readonly Edit[],
  files: ReadonlyMap<WorkspacePath, Found>,
  options: DeskOptions = {},
): ChangePlan {
  const bench = new Workbench(files);
  const desk = new Desk(options);
  const trades = tradesIn(edits);
  const traded = new Map<EditId, Outcome>();
  const settled: Edit[] = [];
  const results = edits.map((asked): EditPlan => {
    const trade = trades.get(asked.id);
    const together = trade === undefined ? null : madeTogether(make, trade, { bench, desk });
    for (const [id, outcome] of together ?? []) traded.set(id, outcome);
    const making = { edit: asked, shown: desk.show(asked.path), bench, desk };
    const meant = meantEdit(make, making);
    const edit = "kind" in meant ? asked : meant;
    settled.push(edit);
    const outcome = "kind" in meant ? meant : (traded.get(edit.id) ?? proven(make, { ...making, edit }));
    return { edit: edit.id, ...outcome };
  });
  const sum = sumUp(
    bench,
    settled,
    new Set(results.flatMap((result) => (result.kind === "change" ? [result.edit] : []))),
  );
  const isWritable = ({ result }: FilePlan): boolean => result === null || isReadable(result);
  const refused = new Set(sum.files.filter((file) => !isWritable(file)).flatMap((file) => file.edits));
  return {
    edits: settled,
    files: refused.size === 0 ? sum.files : sum.files.filter(isWritable),
    results: results.map((result, at) => {
      const { id, path, change } = settled[at]!;
      if (sum.cancelled.has(id)) return { edit: id, kind: "miss", why: cancelledOut(desk.show(path)) };
      if (refused.has(id)) return { edit: id, kind: "miss", why: earlyNul(desk.show(path)) };
      // What an answer shows before the edit that makes it is in the file only now.
      return settleQuotation(result, change, { entry: bench.entry(path), shown: desk.show(path) });
    }),
  };
}

/** Every path a plan of these edits must know about, each once. */
export function pathsOf(edits: readonly Edit[]): readonly WorkspacePath[] {
  const paths = new Set<WorkspacePath>();
  for (const { path, change } of edits) {
    paths.add(path);
    if ((change.kind === "patch" || change.kind === "move") && change.to !== null)
      paths.add(change.to as WorkspacePath); // Checked with the edit.
  }
  return [...paths];
}

/** Makes one edit on the bench; a miss leaves everything as it was. */
export function make(making: Making): Outcome {
  const { edit, shown } = making;
  const { change } = edit;
  if (!newText(edit).every(({ put }) => put.isWellFormed())) return missed(halfCharacter(shown));
  if (newText(edit).some(addsNul)) return missed(newNul(shown));
  switch (change.kind) {
    case "replace":
      return applyReplace(making, change);
    case "patch":
      return applyParts(making, change);
    case "create":
      return applyCreate(making, change);
    case "overwrite":
      return applyOverwrite(making, change);
    case "delete":
      return applyDelete(making, change);
    case "move":
      return applyMove(making, change.to as WorkspacePath); // Checked with the edit.
    case "either":
      return unsettled(change);
  }
  change satisfies never;
  throw new Bug("an edit of an unknown kind");
}

type NewText = { readonly find: string; readonly put: string };

/** Each new text with the text whose place it takes; "" where there is none. */
function newText({ change }: Edit): readonly NewText[] {
  switch (change.kind) {
    case "replace":
      return [change];
    case "patch":
      return change.chunks;
    case "create":
    case "overwrite":
      return [{ find: "", put: change.content }];
    default:
      return [];
  }
}

/** A NUL that is in the old text too was in the file before. */
function addsNul({ find, put }: NewText): boolean {
  return put.includes("\0") && put.split("\0").length > find.split("\0").length;
}

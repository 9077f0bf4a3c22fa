// A model's whole answer: find its edits, check their paths, plan, ask, write, and report one result per block.
// The same road for the command line and for agents in block mode. Nothing is dropped: every block has its result.

import type { Frozen, Target, WorkspacePath } from "../base/index.ts";
import { blockResults, findAll, pathLists, type BlockResult, type Carried } from "../commit/index.ts";
import {
  editsOutOfContext,
  formatsOf,
  isOpen,
  parseAnswer,
  pathsOf,
  planEdits,
  type Candidate,
  type ChangePlan,
  type Edit,
  type EditId,
  type Format,
  type Found,
} from "../edits/index.ts";
import type * as z from "zod/mini";
import { inAnswer, isDone, notInContext, rowsOf, type Row } from "./answer-rows.ts";
import { mayRead, writeChange, type Staged, type ToolContext } from "./context.ts";
import type { ApplyReportSchema } from "./wire-schema.ts";

export type ApplyOptions = {
  readonly format: Format | "auto";
  readonly dryRun: boolean;
  readonly atomic: boolean;
  /** Accept a candidate that one named softer rule found. */
  readonly lenient: boolean;
  /** Files the model has seen, each with where its path led then (null: wherever it leads); null = all. */
  readonly seen: ReadonlyMap<WorkspacePath, string | null> | null;
  /** Someone is there who can choose a place for an edit that misses; no unless said. */
  readonly placesEdits?: boolean;
  /** False: what is written is not staged in git, whatever the config says. */
  readonly stage?: boolean;
  /** Called before anything is asked about or written: the results of all blocks that will not be applied. */
  readonly onNotApplied?: (results: readonly BlockResult[]) => void;
};

/** Wire shape of `apply --json`. */
export type ApplyReport = Frozen<z.infer<typeof ApplyReportSchema>>;

export async function applyAnswer(text: string, options: ApplyOptions, context: ToolContext): Promise<ApplyReport> {
  const { show } = context;
  const answer = parseAnswer(text, options.format, { known: context.known });
  const rows = rowsOf(text, answer.blocks, (path) => {
    const resolved = context.resolve(path, "file");
    context.requireWritable(resolved);
    return resolved;
  });
  const edits = rows.flatMap((row) => (row.kind === "edit" ? [row.edit] : []));
  const found = await findAll(pathsOf(edits), context.approved);
  const files = textsIn(found);
  const seen = new Set(files.filter((file) => isSeen(file, options)).map(({ path }) => path));
  const out = options.seen === null ? new Set<EditId>() : editsOutOfContext(edits, found, seen);
  const inContext = edits.filter((edit) => !out.has(edit.id));
  const { plan, rules } = planWith(inContext, found, {
    lenient: options.lenient,
    show: (path) => show(path as WorkspacePath),
  });
  const resultsOf = async (outcome: Planned): Promise<readonly Reported[]> => {
    // A file that was planned again may be another one than was found at first.
    const unread = await unreadIn([...files, ...outcome.plan.files], options, context);
    const results = blockResults({ ...outcome, show, unread });
    return rows.map((row) => {
      if (row.kind === "result") return { row, result: inAnswer(row.result, row.line) };
      if (out.has(row.edit.id)) return { row, result: inAnswer(notInContext(show(row.edit.path)), row.line) };
      const result = noteRule(results.get(row.edit.id)!, rules.get(row.edit.id));
      // What was decided about an edit that fits, or happened to its file, has nothing to do with the answer.
      return { row, result: LATER.has(result.error_type) ? result : inAnswer(result, row.line) };
    });
  };
  const open = new Set(
    options.placesEdits
      ? plan.results.filter((result, at) => isOpen(plan.edits[at]!, result)).map(({ edit }) => edit)
      : [],
  );
  const planned = await resultsOf({ plan, receipt: null });
  const lost = planned.filter(({ row, result }) => !isDone(result) && !(row.kind === "edit" && open.has(row.edit.id)));
  const holdBack = options.atomic && lost.length > 0;
  const writes = !options.dryRun && !holdBack;
  // The reviewer of the rest, and anyone who watches it being written, knows by then what is not part of it.
  if (writes && plan.files.length > 0 && lost.length > 0) options.onNotApplied?.(lost.map(({ result }) => result));
  const carried = writes ? await writeChange(context, plan, { atomic: options.atomic }) : null;
  const outcome = { plan: carried?.plan ?? plan, receipt: carried?.receipt ?? null };
  const quotations = quotedIn(outcome.plan);
  const isQuoted = ({ row }: Reported): boolean => row.kind === "edit" && quotations.has(row.edit.id);
  const reported = carried === null ? planned : await resultsOf(outcome);
  const kept = reported.filter((each) => !isQuoted(each));
  const nothing = { files_modified: [], files_created: [], files_deleted: [] };
  const lists = holdBack && !options.dryRun ? nothing : pathLists(outcome.plan, outcome.receipt, show);
  const staging = await stageWritten(carried, options, context);
  return {
    mode: options.dryRun ? "dry-run" : "apply",
    format: formatsOf(kept.map(({ row }) => row.block)),
    results: kept.map(({ result }) => result),
    ...lists,
    files_auto_added: [...new Set(edits.filter((edit) => out.has(edit.id)).map((edit) => show(edit.path)))],
    staged: staging.staged.map(show),
    warnings: [
      ...(answer.reason === null ? [] : [answer.reason]),
      ...reported.filter(isQuoted).map(({ row, result }) => `Line ${row.line} of the answer: ${result.message}`),
      ...(carried?.receipt.warnings ?? []),
      ...staging.warnings,
    ],
    receipt_id: carried?.receipt.id ?? null,
  };
}

const LATER: ReadonlySet<BlockResult["error_type"]> = new Set(["rejected", "stale", "write_error"]);

type Planned = { readonly plan: ChangePlan; readonly receipt: Carried["receipt"] | null };
type Reported = { readonly row: Row; readonly result: BlockResult };

/** Blocks that only show what their file has: they are no edits, and have no result. */
function quotedIn({ results }: ChangePlan): ReadonlySet<EditId> {
  return new Set(results.flatMap((result) => (result.kind === "already" && result.isQuoted ? [result.edit] : [])));
}

/** The paths of which nothing may be reported but that an edit fits or does not. */
async function unreadIn(
  files: readonly Target[],
  options: ApplyOptions,
  context: ToolContext,
): Promise<ReadonlySet<WorkspacePath>> {
  const unread = new Set<WorkspacePath>();
  if (context.yes) return unread;
  for (const file of files) if (!isSeen(file, options) && !(await mayRead(file, context))) unread.add(file.path);
  return unread;
}

async function stageWritten(
  carried: Carried | null,
  { stage = true }: ApplyOptions,
  context: ToolContext,
): Promise<Staged> {
  const receipt = carried?.receipt.id ?? null;
  return receipt === null || !stage || context.stage === null ? { staged: [], warnings: [] } : context.stage(receipt);
}

function textsIn(found: ReadonlyMap<WorkspacePath, Found>): readonly Target[] {
  return [...found.values()].flatMap((each) => (each.kind === "text" ? [each.snapshot] : []));
}

/** A path that leads to another file now is one the model has not seen. */
function isSeen({ path, real }: Target, { seen }: ApplyOptions): boolean {
  const led = seen?.get(path);
  return led === null || led === real;
}

// A softer rule may place an edit only by name; what it places is planned again as the exact edit it proposed.
function planWith(
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

function noteRule(result: BlockResult, rule: string | undefined): BlockResult {
  return rule === undefined
    ? result
    : { ...result, message: `${result.message} (placed by the rule "${rule}", --lenient)` };
}

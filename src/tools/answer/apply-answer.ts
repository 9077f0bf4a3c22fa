// A model's whole answer: find its edits, check their paths, plan, ask, write, and report one result per block.
// The same road for the command line and for agents in block mode. Nothing is dropped: every block has its result.

import type { Frozen, Target, WorkspacePath } from "../../base/index.ts";
import { noReviewerOf, predictDecisions, type PredictedDecision } from "../../ask/index.ts";
import { blockResults, findAll, pathLists, type BlockResult, type FileOutcome } from "../../commit/index.ts";
import {
  editsOutOfContext,
  formatsOf,
  isDone,
  isOpen,
  pathsOf,
  type ChangePlan,
  type Edit,
  type EditId,
  type FilePlan,
  type Format,
  type Found,
} from "../../edits/index.ts";
import type * as z from "zod/mini";
import { inAnswer, notInContext, rowsOf, type Row } from "./answer-rows.ts";
import { chooseReadings, editsOf } from "./choose-reading.ts";
import { explanationsOf } from "./explanations.ts";
import { nameReader } from "./name-lookup.ts";
import { writeChange, type ToolContext } from "../context.ts";
import type { ApplyReportSchema } from "../wire-schema.ts";
import { readAnswer } from "./read-answer.ts";
import { correctPaths, withHint } from "./other-paths.ts";
import { planWith } from "./plan-lenient.ts";
import { isSeen, quotedFiles, unreadIn, type Planned, type Readers } from "./unread-files.ts";
import { withoutSecrets } from "./withhold-secrets.ts";

/** How an answer is applied. */
export type ApplyOptions = {
  readonly format: Format | "auto";
  readonly dryRun: boolean;
  readonly atomic: boolean;
  /** Accept a candidate that one named softer rule found. */
  readonly lenient: boolean;
  /** Files the model has seen, each with where its path led then (null: wherever it leads); null = all. */
  readonly seen: ReadonlyMap<WorkspacePath, string | null> | null;
  /** Dry run: a person could be asked about what only a person may approve. Default: false. */
  readonly couldAsk?: boolean;
  /** A reviewer is there who can choose a place for an edit that misses. Default: false. */
  readonly placesEdits?: boolean;
  /** The folder the user is in, absolute: names may be relative to it as well as to the root. Default: only to the root. */
  readonly from?: string | null;
  /** Whether the reviewer can confirm likely edits. Default: as for places, or in a dry run as `couldAsk`. */
  readonly confirmsLikely?: boolean;
  /** False: what is written is not staged in git, whatever the config says. */
  readonly stage?: boolean;
  /** Called before anything is asked about or written: the results of all blocks that will not be applied. */
  readonly onNotApplied?: (results: readonly BlockResult[]) => void;
};

/** Wire shape of `apply --json`. */
export type ApplyReport = Frozen<z.infer<typeof ApplyReportSchema>>;

/** The same results for each reader, in the order of the report's. */
export type Applied = {
  readonly report: ApplyReport;
  /** The files that were written; in a dry run, those that would be if everything that is asked about is approved. */
  readonly changes: readonly FilePlan[];
  /** The answer has something that looks like an edit, also where it was read as a quotation and has no result. */
  readonly hasBlocks: boolean;
  /** In words for the user. */
  readonly forUser: readonly BlockResult[];
  /** For a text that is sent to the model: without lines that look like secrets, or are of files that git ignores. */
  readonly forModel: readonly BlockResult[];
};

/**
 * Applies every edit of an answer: plans, asks through the context, writes. The report has one result per block;
 * failures are results.
 */
export async function applyAnswer(text: string, options: ApplyOptions, context: ToolContext): Promise<ApplyReport> {
  return (await applyForReaders(text, options, context)).report;
}

export async function applyForReaders(text: string, options: ApplyOptions, context: ToolContext): Promise<Applied> {
  const { show } = context;
  const names = { ...context, from: options.from ?? null };
  const answer = await readAnswer(text, options, { ...context, from: names.from });
  const canConfirm = options.confirmsLikely ?? (options.dryRun ? options.couldAsk : options.placesEdits) ?? false;
  const read = rowsOf(text, answer.blocks, {
    canConfirm,
    read: nameReader(names),
    show,
    explanations: explanationsOf(text, answer),
  });
  const named = await findAll(pathsOf(read.flatMap(editsOf)), context.approved);
  const corrected = await correctPaths(chooseReadings(read, named), named, { ...options, canConfirm, context });
  const { rows, found, hints } = corrected;
  const edits = rows.flatMap((row) => (row.kind === "edit" ? [row.edit] : []));
  const files = textsIn(found);
  const seen = new Set(files.filter((file) => isSeen(file, options)).map(({ path }) => path));
  const out = options.seen === null ? new Set<EditId>() : editsOutOfContext(edits, found, seen);
  const inContext = edits.filter((edit) => !out.has(edit.id));
  const { plan, rules } = planWith(inContext, found, {
    lenient: options.lenient,
    show: (path) => show(path as WorkspacePath),
  });
  const predicted = options.dryRun ? await foreseeIn(plan, options, context) : [];
  const resultsOf = async (outcome: Planned, to: Readers = "program"): Promise<readonly Reported[]> => {
    // A file that was planned again may be another one than was found at first.
    const quoted = quotedFiles([...files, ...outcome.plan.files], outcome);
    const unread = await unreadIn(quoted, to, { options, context });
    const results = blockResults({ ...outcome, show, unread, reader: to === "user" ? "user" : "model" });
    const decisions = decisionsOf(outcome.plan, predicted);
    return rows.map((row) => {
      if (row.kind === "result") return { row, result: inAnswer(row.result, row.line) };
      if (out.has(row.edit.id)) return { row, result: inAnswer(notInContext(show(row.edit.path)), row.line) };
      const rule = rules.get(row.edit.id) ?? corrected.rules.get(row.edit.id);
      const made = withHint(noteRule(results.get(row.edit.id)!, rule), hints.get(row.edit.id));
      const result = noteApproval(made, decisions.get(row.edit.id));
      if (to === "model")
        return { row, result: inAnswer(seen.has(row.edit.path) ? result : withoutSecrets(result), row.line) };
      const said = to === "user" && !canConfirm ? withWayToConfirm(result, row.edit) : result;
      // What was decided about an edit that fits, or happened to its file, has nothing to do with the answer.
      return { row, result: LATER.has(said.error_type) ? said : inAnswer(said, row.line) };
    });
  };
  const open = new Set(
    options.placesEdits
      ? plan.results.filter((result, at) => isOpen(plan.edits[at]!, result)).map(({ edit }) => edit)
      : [],
  );
  // Where every edit fits, nothing is lost, and what became of them is described once it is known.
  const fits = rows.length === plan.results.length && plan.results.every(({ kind }) => kind === "change");
  const planned =
    fits && !options.dryRun ? [] : await resultsOf({ plan, receipt: null, predicted: predicted.filter(isRejected) });
  const lost = planned.filter(({ row, result }) => !isDone(result) && !(row.kind === "edit" && open.has(row.edit.id)));
  const holdBack = options.atomic && lost.length > 0;
  const writes = !options.dryRun && !holdBack;
  // The reviewer of the rest, and anyone who watches it being written, knows by then what is not part of it.
  if (writes && plan.files.length > 0 && lost.length > 0) options.onNotApplied?.(lost.map(({ result }) => result));
  const writing = options.stage === false ? { ...context, stage: null } : context;
  const carried = writes ? await writeChange(writing, plan, { atomic: options.atomic, show }) : null;
  const outcome: Planned = {
    plan: carried?.plan ?? plan,
    receipt: carried?.receipt ?? null,
    predicted: options.dryRun ? predicted.filter(isRejected) : holdBack ? plan.files.map(heldBack) : [],
  };
  const quotations = quotedIn(outcome.plan);
  const isQuoted = ({ row }: Reported): boolean => row.kind === "edit" && quotations.has(row.edit.id);
  const reported = writes || holdBack ? await resultsOf(outcome) : planned;
  const kept = reported.filter((each) => !isQuoted(each));
  // What was made as it was proposed is described to a model in the same words as to a program.
  const isSameForAll = kept.every(({ result }) => isDone(result) && !result.user_modified);
  const wordsFor = async (reader: Readers): Promise<readonly BlockResult[]> =>
    (isSameForAll && reader === "model" ? reported : await resultsOf(outcome, reader))
      .filter((each) => !isQuoted(each))
      .map(({ result }) => result);
  const nothing = { files_modified: [], files_created: [], files_deleted: [] };
  const refused = new Set(outcome.predicted.map(({ path }) => path));
  const written = { ...outcome.plan, files: outcome.plan.files.filter(({ path }) => !refused.has(path)) };
  const lists = holdBack ? nothing : pathLists(written, outcome.receipt, show);
  const staging = carried?.staging ?? { staged: [], warnings: [] };
  const report: ApplyReport = {
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
  const words = { forUser: await wordsFor("user"), forModel: await wordsFor("model") };
  return { report, changes: holdBack ? [] : written.files, hasBlocks: answer.blocks.length > 0, ...words };
}

const LATER: ReadonlySet<BlockResult["error_type"]> = new Set(["rejected", "stale", "write_error"]);

type Reported = { readonly row: Row; readonly result: BlockResult };

/** Blocks that only show what their file has: they are no edits, and have no result. */
function quotedIn({ results }: ChangePlan): ReadonlySet<EditId> {
  return new Set(results.flatMap((result) => (result.kind === "already" && result.isQuoted ? [result.edit] : [])));
}

function foreseeIn(
  plan: ChangePlan,
  { couldAsk = false }: ApplyOptions,
  { gate, yes }: ToolContext,
): ReturnType<typeof predictDecisions> {
  return predictDecisions(plan, { gate, yes, noReviewer: couldAsk ? null : noReviewerOf(null, gate) });
}

type Rejected = Extract<PredictedDecision, { kind: "rejected" }>;

function isRejected(predicted: PredictedDecision): predicted is Rejected {
  return predicted.kind === "rejected";
}

/** The model is to write it more clearly; the user can also say that it is meant. */
function withWayToConfirm(result: BlockResult, { likely }: Edit): BlockResult {
  if (result.error_type !== "unsure" || likely === undefined) return result;
  const message = `This is likely an edit, but not certain: ${likely.reading}. To confirm it, run galley apply in a terminal, without --yes and --json.`;
  return { ...result, message };
}

function heldBack({ path, to }: ChangePlan["files"][number]): FileOutcome {
  return { path, to, kind: "held", because: "atomic" };
}

/** What would be decided about each edit, by the first file of the plan that has it. */
function decisionsOf(
  { files }: ChangePlan,
  predicted: readonly PredictedDecision[],
): ReadonlyMap<EditId, PredictedDecision | undefined> {
  // The first one of a path or an edit counts, so later ones are set before it.
  const byPath = new Map(predicted.toReversed().map((decision) => [decision.path, decision]));
  return new Map(
    files.toReversed().flatMap(({ path, edits }) => edits.map((edit) => [edit, byPath.get(path)] as const)),
  );
}

/** A dry run says who would be asked about an edit that fits. */
function noteApproval(result: BlockResult, asked: PredictedDecision | undefined): BlockResult {
  if (result.status !== "VALIDATED" || asked?.kind !== "asked") return result;
  if (!asked.personOnly) return { ...result, approval: "reviewer" };
  return { ...result, approval: "person", message: `${result.message} It needs approval: ${asked.reason}.` };
}

function textsIn(found: ReadonlyMap<WorkspacePath, Found>): readonly Target[] {
  return [...found.values()].flatMap((each) => (each.kind === "text" ? [each.snapshot] : []));
}

function noteRule(result: BlockResult, rule: string | undefined): BlockResult {
  return rule === undefined
    ? result
    : { ...result, message: `${result.message} (placed by the rule "${rule}", --lenient)` };
}

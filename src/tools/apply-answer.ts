// A model's whole answer: find its edits, check their paths, plan, ask, write, and report one result per block.
// The same road for the command line and for agents in block mode. Nothing is dropped: every block has its result.

import { isFailure, type Frozen, type GalleyError, type Target, type WorkspacePath } from "../base/index.ts";
import { blockResults, pathLists, type BlockResult, type Carried, type FileOutcome } from "../commit/index.ts";
import {
  editsOutOfContext,
  isOpen,
  parseAnswer,
  pathsOf,
  planEdits,
  type Candidate,
  type Change,
  type ChangePlan,
  type Edit,
  type EditId,
  type Format,
  type Found,
  type Proposed,
} from "../edits/index.ts";
import type * as z from "zod/mini";
import type { ApplyReportSchema } from "./wire-schema.ts";

export type ApplyOptions = {
  readonly format: Format | "auto";
  readonly dryRun: boolean;
  readonly atomic: boolean;
  /** Accept a candidate that one named softer rule found. */
  readonly lenient: boolean;
  /** Files the model has seen, each with where its path led then (null: wherever it leads); null = all. */
  readonly seen: ReadonlyMap<WorkspacePath, string | null> | null;
};

export type ApplyContext = {
  readonly resolve: (path: unknown, kind: "file") => WorkspacePath;
  readonly requireWritable: (path: WorkspacePath) => void;
  /** Whether the path names something that is there: helps with names that can be read two ways. */
  readonly known: (path: string) => boolean;
  readonly find: (paths: readonly WorkspacePath[]) => Promise<ReadonlyMap<WorkspacePath, Found>>;
  /** Whether the report may show lines of a file that the model was not shown; yes unless said. */
  readonly mayRead?: (target: Target) => Promise<boolean>;
  /** Somebody is there who can choose a place for an edit that misses. */
  readonly placesEdits?: boolean;
  readonly carryOut: (plan: ChangePlan, options: { readonly atomic: boolean }) => Promise<Carried>;
  /** Stages what was written; gives the staged paths and warnings. */
  readonly stage: (
    outcomes: readonly FileOutcome[],
  ) => Promise<{ readonly staged: readonly WorkspacePath[]; readonly warnings: readonly string[] }>;
  readonly show: (path: WorkspacePath) => string;
};

/** Wire shape of `apply --json`. */
export type ApplyReport = Frozen<z.infer<typeof ApplyReportSchema>>;

export async function applyAnswer(text: string, options: ApplyOptions, context: ApplyContext): Promise<ApplyReport> {
  const { show } = context;
  const answer = parseAnswer(text, options.format, { known: context.known });
  const warnings = answer.reason === null ? [] : [answer.reason];
  const resolve = remembering((path) => {
    const resolved = context.resolve(path, "file");
    context.requireWritable(resolved);
    return resolved;
  });
  const rows = answer.blocks.map((block, at) => rowOf(block, String(at + 1) as EditId, resolve));
  const edits = rows.flatMap((row) => (row.kind === "edit" ? [row.edit] : []));
  const found = await context.find(pathsOf(edits));
  const files = textsIn(found);
  const seen = new Set(files.filter((file) => isSeen(file, options)).map(({ path }) => path));
  const out = options.seen === null ? new Set<EditId>() : editsOutOfContext(edits, found, seen);
  const inContext = edits.filter((edit) => !out.has(edit.id));
  const { plan, rules } = planWith(inContext, found, {
    lenient: options.lenient,
    show: (path) => show(path as WorkspacePath),
  });
  const isLost = (result: ChangePlan["results"][number], at: number): boolean =>
    result.kind === "miss" && !(context.placesEdits && isOpen(plan.edits[at]!, result));
  const failed = rows.some((row) => row.kind === "result") || out.size > 0 || plan.results.some(isLost);
  const holdBack = options.atomic && failed;
  const carried = options.dryRun || holdBack ? null : await context.carryOut(plan, { atomic: options.atomic });
  // A file that was planned again may be another one than was found at first.
  const unread = await unreadIn([...files, ...(carried?.plan.files ?? [])], options, context);
  const outcome = { plan: carried?.plan ?? plan, receipt: carried?.receipt ?? null, show, unread };
  const results = blockResults(outcome);
  const nothing = { files_modified: [], files_created: [], files_deleted: [] };
  const lists = holdBack && !options.dryRun ? nothing : pathLists(outcome.plan, outcome.receipt, show);
  const staging = carried ? await context.stage(carried.receipt.files) : { staged: [], warnings: [] };
  return {
    mode: options.dryRun ? "dry-run" : "apply",
    format: answer.format,
    results: rows.map((row) => {
      if (row.kind === "result") return row.result;
      if (out.has(row.edit.id)) return notInContext(show(row.edit.path));
      return noteRule(results.get(row.edit.id)!, rules.get(row.edit.id));
    }),
    ...lists,
    files_auto_added: [...new Set(edits.filter((edit) => out.has(edit.id)).map((edit) => show(edit.path)))],
    staged: staging.staged.map(show),
    warnings: [...warnings, ...(carried?.receipt.warnings ?? []), ...staging.warnings],
    receipt_id: carried?.receipt.id ?? null,
  };
}

/** The paths of which nothing may be told but that an edit fits or does not. */
async function unreadIn(
  files: readonly Target[],
  options: ApplyOptions,
  { mayRead }: ApplyContext,
): Promise<ReadonlySet<WorkspacePath>> {
  const unread = new Set<WorkspacePath>();
  for (const file of files) if (!isSeen(file, options) && (await mayRead?.(file)) === false) unread.add(file.path);
  return unread;
}

function textsIn(found: ReadonlyMap<WorkspacePath, Found>): readonly Target[] {
  return [...found.values()].flatMap((each) => (each.kind === "text" ? [each.snapshot] : []));
}

/** A path that leads to another file now is one the model has not seen. */
function isSeen({ path, real }: Target, { seen }: ApplyOptions): boolean {
  const led = seen?.get(path);
  return led === null || led === real;
}

type Row = { readonly kind: "edit"; readonly edit: Edit } | { readonly kind: "result"; readonly result: BlockResult };

type Resolve = (path: string) => WorkspacePath;

/** Answers often name a path many times; it is looked at once. */
function remembering(resolve: Resolve): Resolve {
  const known = new Map<string, WorkspacePath>();
  return (path) => {
    const resolved = known.get(path) ?? resolve(path);
    known.set(path, resolved);
    return resolved;
  };
}

function rowOf(block: Proposed, id: EditId, resolve: Resolve): Row {
  if (block.kind === "broken") {
    const { path, error, message } = block;
    return { kind: "result", result: { ...EMPTY, file_path: path, status: "FAILED", error_type: error, message } };
  }
  try {
    const change = withResolvedTarget(block.change, resolve);
    return { kind: "edit", edit: { id, path: resolve(block.path), source: block.source, change } };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { kind: "result", result: refusedPath(block.path, error) };
  }
}

function withResolvedTarget(change: Change, resolve: Resolve): Change {
  if ((change.kind !== "move" && change.kind !== "patch") || change.to === null) return change;
  return { ...change, to: resolve(change.to) };
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

const EMPTY: BlockResult = {
  file_path: null,
  status: "FAILED",
  message: "",
  error_type: null,
  line: null,
  lines_changed: 0,
  user_modified: false,
  diagnostics: null,
};

function refusedPath(path: string, error: GalleyError): BlockResult {
  const error_type = error.code === "FORBIDDEN" ? "rejected" : "path_refused";
  return { ...EMPTY, file_path: path, status: "SKIPPED", error_type, message: error.message };
}

function notInContext(path: string): BlockResult {
  return {
    ...EMPTY,
    file_path: path,
    status: "NOT_IN_CONTEXT",
    message: `${path} was not among the files the model has seen, so its edit was not tried. Show the model the file and ask again.`,
  };
}

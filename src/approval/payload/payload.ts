// A plan as a question: every field a reviewer could need, nothing it would have to fetch or guess.
// Content is exact; making hidden characters visible is the reviewer's work.

import { counted, type Digest, digestOf } from "../../base/index.ts";
import type { ChangePlan, Edit, EditPlan, FilePlan, OpenEdit } from "../../edits/index.ts";
import { byteLength, countLines, splitLines, unifiedDiff, withoutEnding } from "../../text/index.ts";
import { editsOf, isWriteOf, likelyOf } from "../policy/asked-by.ts";
import { CHUNK_BYTES, chunkPreview, chunkTemplate, LARGE_BYTES, PREVIEW_LINES } from "./chunks.ts";
import { describeChange, lines, withTarget } from "./describe.ts";
import { below, sandboxOf } from "../names.ts";
import { countNotShown } from "./not-shown.ts";
import { DEFAULT_PROTECTION, type Protection } from "../policy/protected.ts";
import { likelyRisks } from "./likely-risks.ts";
import { risksOf } from "./risks.ts";
import { targetField } from "./target-field.ts";
import type { Risk } from "../types.ts";
import type { ApprovalPayload, ChangePayload, NotShown, RuleLimit, WireHunk } from "../schema.ts";

const CONTEXT_LINES = 3;

export type PayloadOptions = {
  readonly approvalId: string;
  readonly supersedes?: string | null;
  /** Why an earlier question is replaced. Default: "changed". */
  readonly because?: "changed" | "placed";
  /** Edits without a place, for a person to choose one. */
  readonly open?: readonly OpenEdit[];
  /** Digests of files that only a person may approve, found by their real target; names are looked at here. */
  readonly personOnly?: ReadonlySet<string>;
  /** Which names are protected; the built-in table when it is missing. */
  readonly protection?: Protection | undefined;
  /** By digest: which rules can be kept, where not every kind can. */
  readonly rules?: ReadonlyMap<string, RuleLimit>;
  /** Changes that are not part of the question. */
  readonly notShown?: NotShown;
};

/** One payload for these files of a plan: a single change as its own type, several, or edits to place, as a batch. */
export function payloadOf(plan: ChangePlan, files: readonly FilePlan[], options: PayloadOptions): ApprovalPayload {
  const open = options.open ?? [];
  const isAlone = files.length === 1 && !options.supersedes && open.length === 0;
  const items = files.map((file, at) => changePayload(plan, file, { ...options, item: isAlone ? null : at }));
  const isAll = options.notShown === undefined || countNotShown(options.notShown) === 0;
  const missing = isAll ? {} : { not_shown: options.notShown };
  if (isAlone) return { ...items[0]!, ...missing };
  const sandboxes = [...new Set([...items.map((item) => item.path), ...open.map((edit) => edit.path)].map(sandboxOf))];
  return {
    type: "batch",
    description: batchDescription(
      items.map((item) => withTarget(item.path, item.target)),
      open,
    ),
    path: "",
    sandbox: sandboxes.length === 1 ? sandboxes[0]! : "",
    approval_id: options.approvalId,
    // Names the set; answers are bound per file.
    digest: (files.length === 0
      ? digestOf(["places", ...open.map((edit) => edit.edit)])
      : files.map((file) => file.digest).join("+")) as Digest,
    risks: [],
    items,
    open_edits: open.map(({ edit, path, real, message, choices }) => ({
      edit,
      path,
      ...targetField({ path, real }),
      message,
      places: choices.map(({ line, rule, answerLine, unified_diff }) => ({
        line,
        rule,
        ...(answerLine === undefined ? {} : { answer_line: answerLine }),
        unified_diff,
      })),
    })),
    ...missing,
    supersedes: options.supersedes ?? null,
    because: options.supersedes ? (options.because ?? "changed") : null,
  };
}

function batchDescription(paths: readonly string[], open: readonly OpenEdit[]): string {
  const change = `Change ${counted(paths.length, "file")}: ${paths.join(", ")}`;
  if (open.length === 0) return change;
  const where = [...new Set(open.map(({ path, real }) => withTarget(path, real)))].join(", ");
  const choose = `hoose places for ${counted(open.length, "edit")} in ${where}`;
  return paths.length === 0 ? `C${choose}` : `${change}; c${choose}`;
}

/** `item` is the change's place in a batch; null or missing when it is asked about alone. */
export function changePayload(
  plan: ChangePlan,
  file: FilePlan,
  options: PayloadOptions & { readonly item?: number | null },
): ChangePayload {
  const edits = editsOf(plan, file);
  const limit = options.rules?.get(file.digest);
  const common = {
    description: describeChange(file, {
      path: withTarget(file.path, file.real),
      to: file.to === null ? null : withTarget(file.to, file.toReal),
    }),
    path: file.path as string,
    ...targetField(file),
    sandbox: sandboxOf(file.path),
    approval_id: options.approvalId,
    digest: file.digest as string,
    risks: [...likelyRisks(likelyOf(edits)), ...protectionRisks(file, options), ...risksOf(file, edits)],
    ...(limit && { rules: limit }),
    hunks: file.hunks.map(wireHunk),
    original_content: file.before as string | null,
    suggested_content: file.result as string | null,
    after: file.after as string | null,
    ...explanationOf(edits),
  };
  const current = {
    file_lines: file.before === null ? 0 : countLines(file.before),
    file_bytes: file.before === null ? 0 : byteLength(file.before),
  };
  if (file.result === null) {
    return {
      ...common,
      type: "delete",
      file_lines: file.before === null ? null : current.file_lines,
      file_bytes: file.before === null ? null : current.file_bytes,
      ...(file.before === null && { below: [] }),
    };
  }
  if (isWriteOf(file, edits)) {
    const content = file.result;
    const write = {
      ...common,
      description: writeDescription(file),
      content_lines: countLines(content),
      content_bytes: byteLength(content),
      file_exists: file.base !== null,
      existing_lines: file.before === null ? null : current.file_lines,
      existing_bytes: file.before === null ? null : current.file_bytes,
    };
    if (write.content_bytes > LARGE_BYTES) {
      return {
        ...write,
        type: "write_large",
        suggested_content: null,
        content_truncated: true,
        content_preview: chunkPreview(content),
        fetch_url: chunkTemplate(options.approvalId, options.item ?? null),
        chunk_size: CHUNK_BYTES,
        total_chunks: Math.ceil(write.content_bytes / CHUNK_BYTES),
      };
    }
    const preview = splitLines(content).slice(0, PREVIEW_LINES).join("");
    return { ...write, type: "write", content, preview, preview_truncated: preview !== content };
  }
  const unified = unifiedDiff({
    oldPath: below(file.path),
    newPath: below(file.to ?? file.path),
    before: file.before!,
    after: file.result,
  });
  const diff = { unified_diff: unified, diff_lines: countLines(unified) };
  if (file.to !== null) {
    const leads = file.toReal === null || file.toReal === file.to ? {} : { to_target: file.toReal };
    return { ...common, ...diff, ...current, type: "move", to: file.to, ...leads };
  }
  const only = edits.length === 1 ? edits[0]! : null;
  const result = only && resultOf(plan, only.id);
  if (only?.change.kind === "replace" && result?.kind === "change") {
    return { ...common, ...diff, ...current, type: "edit", ...matchOf(file, only, result) };
  }
  return { ...common, ...diff, ...current, type: "patch", edit_count: edits.length };
}

// As much of a model's words as fits above a change.
const MOST_WORDS = 600;

/** Edits that come together in the answer share their words. */
function explanationOf(edits: readonly Edit[]): { readonly explanation?: string } {
  const words = [...new Set(edits.flatMap(({ explanation }) => explanation ?? []))].join("\n");
  if (words === "") return {};
  return { explanation: words.length <= MOST_WORDS ? words : `${words.slice(0, MOST_WORDS - 1).toWellFormed()}…` };
}

const resultIndexes = new WeakMap<ChangePlan["results"], ReadonlyMap<Edit["id"], EditPlan>>();

function resultOf({ results }: ChangePlan, edit: Edit["id"]): EditPlan | undefined {
  const index = resultIndexes.get(results) ?? new Map(results.toReversed().map((result) => [result.edit, result]));
  resultIndexes.set(results, index);
  return index.get(edit);
}

function protectionRisks(file: FilePlan, options: PayloadOptions): readonly Risk[] {
  const { personOnly, protection = DEFAULT_PROTECTION } = options;
  const paths = [file.path, file.real, file.to, file.toReal].filter((path) => path !== null);
  const [entry] = paths.flatMap((path) => protection.entryFor(below(path)) ?? []);
  if (entry === undefined && !personOnly?.has(file.digest)) return [];
  const why = entry === undefined ? "" : ` (${entry.pattern}: ${entry.why})`;
  const message = `Protected: a change here can decide what other programs run or allow${why}.`;
  return [{ kind: "protected", message, line: null }];
}

function writeDescription(file: FilePlan): string {
  const size = lines(countLines(file.result!));
  const path = withTarget(file.path, file.real);
  return file.base === null
    ? `Write ${size} to ${path}`
    : `Write ${size} to ${path}, replacing ${lines(countLines(file.before!))}`;
}

function wireHunk(hunk: FilePlan["hunks"][number]): WireHunk {
  return {
    index: hunk.index,
    old_start: hunk.old.from + 1,
    old_lines: hunk.old.to - hunk.old.from,
    new_start: hunk.new.from + 1,
    new_lines: hunk.new.to - hunk.new.from,
  };
}

function matchOf(file: FilePlan, edit: Edit, result: Extract<EditPlan, { kind: "change" }>) {
  if (edit.change.kind !== "replace") throw new TypeError("only a replace has a match");
  const all = splitLines(file.before!).map(withoutEnding);
  const first = result.matchLine - 1;
  // A find that ends with a line break does not touch the line after it.
  const last = first + Math.max(1, countLines(edit.change.find));
  return {
    old_string: edit.change.find,
    new_string: edit.change.put,
    replace_all: edit.change.all,
    match_line: result.matchLine,
    match_count: result.replacements,
    context_before: all.slice(Math.max(0, first - CONTEXT_LINES), first).join("\n"),
    context_after: all.slice(last, last + CONTEXT_LINES).join("\n"),
  };
}

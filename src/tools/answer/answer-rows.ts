// The blocks of an answer on their way to results: an edit with a checked path, or at once the reason why not. A block
// that is not applied is reported with its line in the answer, so that it can be found there.

import { errorTypeOf, isFailure, type GalleyError, type WorkspacePath } from "../../base/index.ts";
import type { BlockResult } from "../../commit/index.ts";
import { isDone, type Change, type Edit, type EditId, type Proposed } from "../../edits/index.ts";
import { lineAt, lineStarts } from "../../text/index.ts";

export type Row = {
  readonly block: Proposed;
  /** Where the block begins in the answer, 1-based. */
  readonly line: number;
} & ({ readonly kind: "edit"; readonly edit: Edit } | { readonly kind: "result"; readonly result: BlockResult });

type Resolve = (path: string) => WorkspacePath;

export type RowOptions = {
  /** Throws what is wrong with a path. It is called once for each. */
  readonly resolve: Resolve;
  /** A person is there to confirm likely edits. */
  readonly canConfirm: boolean;
};

export function rowsOf(text: string, blocks: readonly Proposed[], options: RowOptions): readonly Row[] {
  const starts = lineStarts(text);
  const known = { ...options, resolve: remembering(options.resolve) };
  return blocks.map((block, at) => ({
    block,
    line: lineAt(starts, block.source.from) + 1,
    ...rowOf(block, String(at + 1) as EditId, known),
  }));
}

/** Answers often name a path many times; it is checked once. */
function remembering(resolve: Resolve): Resolve {
  const known = new Map<string, WorkspacePath>();
  return (path) => {
    const resolved = known.get(path) ?? resolve(path);
    known.set(path, resolved);
    return resolved;
  };
}

type Read = { readonly kind: "edit"; readonly edit: Edit } | { readonly kind: "result"; readonly result: BlockResult };

function rowOf(block: Proposed, id: EditId, { resolve, canConfirm }: RowOptions): Read {
  if (block.kind === "broken") {
    const { path, error, message } = block;
    return { kind: "result", result: { ...EMPTY, file_path: path, status: "FAILED", error_type: error, message } };
  }
  try {
    const change = withResolvedTarget(block.change, resolve);
    const likely = block.likely === undefined ? {} : { likely: { ...block.likely, canConfirm } };
    return { kind: "edit", edit: { id, path: resolve(block.path), source: block.source, change, ...likely } };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { kind: "result", result: refusedPath(block.path, error) };
  }
}

function withResolvedTarget(change: Change, resolve: Resolve): Change {
  if ((change.kind !== "move" && change.kind !== "patch") || change.to === null) return change;
  return { ...change, to: resolve(change.to) };
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
  return { ...EMPTY, file_path: path, status: "SKIPPED", error_type: errorTypeOf(error.code), message: error.message };
}

export function notInContext(path: string): BlockResult {
  return {
    ...EMPTY,
    file_path: path,
    status: "NOT_IN_CONTEXT",
    message: `${path} was not among the files the model has seen, so its edit was not tried. Show the model the file and ask again.`,
  };
}

/** The result of a block that does not fit or cannot be tried, with its line in the answer. */
export function inAnswer(result: BlockResult, line: number): BlockResult {
  if (isDone(result)) return result;
  return { ...result, line, message: `Line ${line} of the answer: ${result.message}` };
}

// The blocks of an answer on their way to results: an edit with a checked path, or at once the reason why not. A block
// that is not applied is reported with its line in the answer, so that it can be found there.

import { errorTypeOf, isFailure, type GalleyError, type WorkspacePath } from "../../base/index.ts";
import type { BlockResult } from "../../commit/index.ts";
import { isDone, type Change, type Edit, type EditId, type Proposed } from "../../edits/index.ts";
import { lineAt, lineStarts } from "../../text/index.ts";
import type { Reading, ReadName } from "./name-lookup.ts";

export type Row = {
  readonly block: Proposed;
  /** Where the block begins in the answer, 1-based. */
  readonly line: number;
} & Read;

type Read =
  /** `other`: the same edit of the other file that its name could mean. */
  | { readonly kind: "edit"; readonly edit: Edit; readonly other: Edit | null }
  | { readonly kind: "result"; readonly result: BlockResult };

export type RowOptions = {
  readonly read: ReadName;
  readonly show: (path: WorkspacePath) => string;
  /** A person is there to confirm likely edits. */
  readonly canConfirm: boolean;
  /** What the answer says about a block, by where it begins. */
  readonly explanations?: ReadonlyMap<number, string>;
};

export function rowsOf(text: string, blocks: readonly Proposed[], options: RowOptions): readonly Row[] {
  const starts = lineStarts(text);
  return blocks.map((block, at) => ({
    block,
    line: lineAt(starts, block.source.from) + 1,
    ...rowOf(block, String(at + 1) as EditId, { ...options, line: lineAt(starts, block.source.from) + 1 }),
  }));
}

function rowOf(block: Proposed, id: EditId, options: RowOptions & { readonly line: number }): Read {
  if (block.kind === "broken") {
    const { path, error, message } = block;
    return { kind: "result", result: { ...EMPTY, file_path: path, status: "FAILED", error_type: error, message } };
  }
  const { change, source } = block;
  try {
    const [first, second] = options.read(block.path, targetOf(change));
    const edit = (reading: Reading, other: Reading | undefined): Edit => {
      const likely = likelyOf(block, reading, { ...options, other });
      const target = reading.to === null ? {} : { to: reading.to };
      const asked = asConfirmable({ ...change, ...target }, options);
      const origin = { line: options.line, canConfirm: options.canConfirm };
      const words = options.explanations?.get(source.from);
      const explanation = words === undefined ? {} : { explanation: words };
      return { id, path: reading.path, source, change: asked, origin, ...(likely && { likely }), ...explanation };
    };
    // A reader gives at least one.
    return { kind: "edit", edit: edit(first!, second), other: second === undefined ? null : edit(second, first) };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { kind: "result", result: refusedPath(block.path, error) };
  }
}

/** A whole file that may be something else says where it is, and whether a person can confirm it. */
function asConfirmable(
  change: Change,
  { line, canConfirm }: { readonly line: number; readonly canConfirm: boolean },
): Change {
  if (change.kind !== "overwrite" || change.doubt === undefined || change.doubt.kind === "unapplied") return change;
  return { ...change, doubt: { ...change.doubt, line, canConfirm } };
}

function targetOf(change: Change): string | null {
  return change.kind === "move" || change.kind === "patch" ? change.to : null;
}

function likelyOf(
  { path, likely }: Extract<Proposed, { kind: "edit" }>,
  reading: Reading,
  { other, canConfirm, show, line }: RowOptions & { readonly line: number; readonly other: Reading | undefined },
): NonNullable<Edit["likely"]> | null {
  const meant = show(reading.path);
  if (reading.isElsewhere) {
    const elsewhere = `"${path}" is not a path of this project, and its end names ${meant}`;
    return {
      reading: likely === undefined ? elsewhere : `${likely.reading}, and ${elsewhere}`,
      line: likely?.line ?? line,
      why: `${elsewhere}. Send the change with a path that is relative to the project.`,
      canConfirm,
    };
  }
  if (other === undefined) return likely === undefined ? null : { ...likely, canConfirm };
  const alike = show(other.path);
  const inBoth = `"${path}" could be ${alike} as well as ${meant}`;
  return {
    reading: likely === undefined ? inBoth : `${likely.reading}, and ${inBoth}`,
    line: likely?.line ?? line,
    why: `${inBoth}: one is at the project's root, the other in the current folder. To be certain, run galley apply --root . in the folder that the paths are relative to.`,
    canConfirm,
  };
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

// Removing a path and all below it: every regular file through the journal, so that undo brings it back byte for byte;
// then the links and empty directories that are left, which undo does not bring back.

import { digestOf, failure, isFailure, type WorkspacePath } from "../base/index.ts";
import type { ChangePlan, Edit, EditId, EditPlan, FilePlan } from "../edits/index.ts";
import type { Filesystem, Files } from "../fs/index.ts";
import { decode } from "../text/index.ts";
import { carryOut, type CarryOutOptions } from "./carry-out.ts";
import type { FileOutcome, ReceiptId } from "./types.ts";

export type RemoveOptions = Omit<CarryOutOptions, "plan" | "prepare" | "atomic" | "files"> & {
  readonly path: WorkspacePath;
  readonly files: Filesystem;
};

export type Removed = {
  readonly receipt: ReceiptId | null;
  /** Files and links that are gone. */
  readonly removed: number;
  /** Links among them: undo does not bring them back. */
  readonly links: number;
  readonly outcomes: readonly FileOutcome[];
  /** Links and directories that could not be removed after the files were. */
  readonly left: readonly { readonly path: WorkspacePath; readonly reason: string }[];
};

// More than this is not one reviewable change, and its bytes must fit in the journal.
const MAX_FILES = 5_000;
const MAX_BYTES = 256 * 1024 * 1024;

/** What stands at the path: nothing, a link, or files to delete. TOO_LARGE when it is more than one batch holds. */
export async function planRemoval(path: WorkspacePath, files: Files): Promise<ChangePlan> {
  const below = await filesBelow(path, files);
  let bytes = 0;
  const plans: FilePlan[] = [];
  const edits: Edit[] = [];
  for (const [at, file] of below.files.entries()) {
    const found = await files.readBytes(file);
    bytes += found.bytes.length;
    if (bytes > MAX_BYTES) throw tooMuch(path, "its files are larger than 256 MiB together");
    const id = String(at + 1) as EditId;
    const decoded = decode(found.bytes);
    edits.push({ id, path: file, source: { format: "tool", from: 0, to: 0 }, change: { kind: "delete" } });
    plans.push({
      path: file,
      to: null,
      base: found.version,
      after: null,
      before: decoded.kind === "text" ? decoded.text : null,
      ...(decoded.kind === "text" ? {} : { raw: found.bytes }),
      result: null,
      mode: found.mode,
      links: found.links,
      hunks: [],
      edits: [id],
      digest: digestOf([file, null, found.version, null]),
    });
  }
  return {
    edits,
    files: plans,
    results: edits.map(deletion),
  };
}

/** Asks about every file, deletes what was approved; links and directories go only when everything else did. */
export async function remove({ path, files, ...options }: RemoveOptions): Promise<Removed> {
  const { receipt } = await carryOut({
    ...options,
    files,
    plan: await planRemoval(path, files),
    prepare: (edits) => planAgain(edits, files),
  });
  const written = receipt.files.filter((outcome) => outcome.kind === "written").length;
  const done = { receipt: receipt.id, outcomes: receipt.files };
  if (written < receipt.files.length) return { ...done, removed: written, links: 0, left: [] };
  // Only links and directories are left of what was shown; a file made meanwhile stays, and its directory with it.
  const rest = await filesBelow(path, files);
  const left: { path: WorkspacePath; reason: string }[] = [];
  let links = 0;
  for (const link of rest.links) links += (await orLeft(link, () => files.delete(link))) ?? 0;
  for (const directory of rest.directories.toReversed())
    await orLeft(directory, () => files.staging.removeDirectory(directory));
  return { ...done, removed: written + links, links, left };

  /** The files are gone by now: what fails is reported beside them, it does not hide them. */
  async function orLeft<Value>(at: WorkspacePath, work: () => Promise<Value>): Promise<Value | null> {
    try {
      return await work();
    } catch (error) {
      if (!isFailure(error)) throw error;
      left.push({ path: at, reason: error.message });
      return null;
    }
  }
}

async function planAgain(edits: readonly Edit[], files: Files): Promise<ChangePlan> {
  const plans = await Promise.all(edits.map((edit) => planRemoval(edit.path, files)));
  return {
    edits,
    files: plans.flatMap((plan, at) => plan.files.map((file) => ({ ...file, edits: [edits[at]!.id] }))),
    results: edits.map(deletion),
  };
}

function deletion({ id }: Edit): EditPlan {
  return { edit: id, kind: "change", line: 1, matchLine: 1, linesChanged: 0, replacements: 1 };
}

type Below = {
  readonly files: WorkspacePath[];
  readonly links: WorkspacePath[];
  readonly directories: WorkspacePath[];
};

/** Everything at or below the path, directories outermost first. A missing path has nothing. */
async function filesBelow(path: WorkspacePath, files: Files): Promise<Below> {
  const below: Below = { files: [], links: [], directories: [] };
  switch (files.kindOf?.(path) ?? null) {
    case null:
      return below;
    case "symlink":
      below.links.push(path);
      return below;
    case "directory":
      break;
    default:
      below.files.push(path);
      return below;
  }
  const open = [path];
  for (let directory = open.pop(); directory !== undefined; directory = open.pop()) {
    below.directories.push(directory);
    const { entries, truncated } = await files.list(directory);
    if (truncated) throw tooMuch(path, "a directory in it has more entries than can be listed");
    for (const entry of entries) {
      const at = entry.path as WorkspacePath; // A listing gives canonical paths.
      if (entry.kind === "directory") open.push(at);
      else (entry.kind === "symlink" ? below.links : below.files).push(at);
    }
    if (below.files.length > MAX_FILES) throw tooMuch(path, `it holds more than ${MAX_FILES} files`);
  }
  return below;
}

function tooMuch(path: WorkspacePath, why: string): Error {
  return failure("TOO_LARGE", `${path} is too much to remove in one step: ${why}. Remove it in parts.`, {
    data: { path },
  });
}

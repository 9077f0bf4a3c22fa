// Resolves every path that the edits name, once, reads what is there, and plans. From here on the plan carries where each
// path led. Reads only; a file that cannot be planned on (binary, too large, a directory, outside) becomes a refusal that
// its edits report.

import { failure, isFailure, type Target, type WorkspacePath } from "../base/index.ts";
import {
  openEdits,
  pathsOf,
  planEdits,
  type ChangePlan,
  type Edit,
  type Found,
  type OpenEdit,
  type ExplainOptions,
} from "../edits/index.ts";
import type { RealFiles } from "../fs/index.ts";
import { decode } from "../text/index.ts";

export type PrepareOptions = Omit<ExplainOptions, "disclose"> & {
  /** Whether a miss may quote the file that was read. Called with where its path led. Default: true. */
  readonly disclose?: boolean | ((target: Target) => Promise<boolean>);
};

/** Plans the edits on the files as they are now. Each path is read once. */
export async function prepare(
  edits: readonly Edit[],
  files: RealFiles,
  { disclose: may = true, ...options }: PrepareOptions = {},
): Promise<ChangePlan> {
  const found = await findAll(pathsOf(edits), files);
  let disclose = may !== false;
  for (const each of found.values())
    if (disclose && typeof may === "function" && each.kind === "text") disclose = await may(each.snapshot);
  return planEdits(edits, found, { ...options, disclose });
}

/** The edits that miss on the files as they are now, with the places a person could choose. */
export async function findOpen(
  edits: readonly Edit[],
  files: RealFiles,
  options: ExplainOptions = {},
): Promise<readonly OpenEdit[]> {
  return edits.length === 0 ? [] : openEdits(edits, await findAll(pathsOf(edits), files), options);
}

/** What is at each path, for the planner. */
export async function findAll(
  paths: readonly WorkspacePath[],
  files: RealFiles,
): Promise<ReadonlyMap<WorkspacePath, Found>> {
  const found = new Map<WorkspacePath, Found>();
  for (const path of paths) if (!found.has(path)) found.set(path, await find(path, files));
  return found;
}

// A folder that is exchanged again and again is not read for ever.
const MOST_TRIES = 5;

async function find(path: WorkspacePath, files: RealFiles, tries = MOST_TRIES): Promise<Found> {
  let target: Target | null = null;
  try {
    const resolved = files.resolve(path);
    target = { path: resolved.path, real: resolved.real };
    if (resolved.isAbsent) return { kind: "absent", real: target.real };
    const { bytes, version, mode, links } = await files.readBytes(target);
    const decoded = decode(bytes);
    if (decoded.kind === "binary") {
      const what = decoded.because === "nul" ? "a NUL byte" : "a byte that is not UTF-8";
      throw failure(
        "BINARY",
        `${path} is not text: ${what} at offset ${decoded.offset}. Only UTF-8 text can be edited.`,
      );
    }
    return { kind: "text", snapshot: { ...target, version, text: decoded.text, mode, links } };
  } catch (error) {
    if (!isFailure(error)) throw error;
    if (error.code === "NOT_FOUND" && target !== null) return { kind: "absent", real: target.real };
    // A link was put there between the two calls.
    if (error.code === "STALE" && tries > 1) return find(path, files, tries - 1);
    return { kind: "refused", code: error.code, message: error.message };
  }
}

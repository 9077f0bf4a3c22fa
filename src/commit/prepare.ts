// Reads what stands at every path that the edits name, and plans. Reads only; a file that cannot be planned on
// (binary, too large, a directory, outside) becomes a refusal that its edits report.

import { failure, isFailure, type Code, type WorkspacePath } from "../base/index.ts";
import {
  openEdits,
  pathsOf,
  planEdits,
  type ChangePlan,
  type Edit,
  type ErrorType,
  type Found,
  type OpenEdit,
  type DeskOptions,
} from "../edits/index.ts";
import type { Files } from "../fs/index.ts";
import { decode } from "../text/index.ts";

/** Plans the edits on the files as they stand now. Each path is read once. */
export async function prepare(edits: readonly Edit[], files: Files, options: DeskOptions = {}): Promise<ChangePlan> {
  return planEdits(edits, await findAll(pathsOf(edits), files), options);
}

/** The edits that miss on the files as they stand now, with the places a person could choose. */
export async function findOpen(
  edits: readonly Edit[],
  files: Files,
  options: DeskOptions = {},
): Promise<readonly OpenEdit[]> {
  return edits.length === 0 ? [] : openEdits(edits, await findAll(pathsOf(edits), files), options);
}

/** What stands at each path, for the planner. */
export async function findAll(
  paths: readonly WorkspacePath[],
  files: Files,
): Promise<ReadonlyMap<WorkspacePath, Found>> {
  const found = new Map<WorkspacePath, Found>();
  for (const path of paths) if (!found.has(path)) found.set(path, await find(path, files));
  return found;
}

async function find(path: WorkspacePath, files: Files): Promise<Found> {
  try {
    const { bytes, version, mode, links } = await files.readBytes(path);
    const decoded = decode(bytes);
    if (decoded.kind === "binary") {
      const what = decoded.because === "nul" ? "a NUL byte" : "a byte that is not UTF-8";
      throw failure(
        "BINARY",
        `${path} is not text: ${what} at offset ${decoded.offset}. Only UTF-8 text can be edited.`,
      );
    }
    return { kind: "text", snapshot: { path, version, text: decoded.text, mode, links } };
  } catch (error) {
    if (!isFailure(error)) throw error;
    if (error.code === "NOT_FOUND") return { kind: "absent" };
    return { kind: "refused", error: ERRORS[error.code] ?? "write_error", code: error.code, message: error.message };
  }
}

const ERRORS: Partial<Record<Code, ErrorType>> = {
  BINARY: "binary",
  TOO_LARGE: "too_large",
  ESCAPE: "path_refused",
  UNKNOWN_SANDBOX: "path_refused",
  INVALID_PATH: "path_refused",
  SYMLINK: "path_refused",
  IS_DIR: "path_refused",
  NOT_DIR: "path_refused",
  NOT_REGULAR: "path_refused",
  READ_ONLY: "path_refused",
  SUFFIX: "path_refused",
  PROTECTED: "path_refused",
  FORBIDDEN: "rejected",
};

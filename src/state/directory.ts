// Where state lives and who may look at it: one directory per user, 0700, its files 0600.
// Errors name the directory by its role, never by a path of this machine.

import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import { failure, userFolder, type GalleyError } from "../base/index.ts";
import { syncDirectory, systemCode, type StateOps } from "./ops.ts";

const DIRECTORY_MODE = 0o700;
export const FILE_MODE = 0o600;

/** `$XDG_STATE_HOME/galley`, else `~/.local/state/galley`. IO when neither is known. */
export function stateDirectory(environment: Readonly<Record<string, string | undefined>>): string {
  const folder = userFolder("XDG_STATE_HOME", { environment, systemHome });
  if (folder !== null) return join(folder, "galley");
  throw failure("IO", "There is no place for galley's state. Set HOME or XDG_STATE_HOME to an absolute path.");
}

/** Not Node's homedir(), which takes HOME as it is. */
function systemHome(): string | null {
  try {
    return userInfo().homedir;
  } catch {
    return null; // This user is in no list of users.
  }
}

/** Makes the directory, closed to others; `lasting`: it survives a power cut. Throws when it cannot be made or closed. */
export function makeDirectory(ops: StateOps, path: string, { lasting = true } = {}): void {
  try {
    if ((ops.statSync(path).mode & 0o077) !== 0) ops.chmodSync(path, DIRECTORY_MODE);
    return;
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
  }
  makeWithParents(ops, path);
  if (lasting) syncDirectory(ops, dirname(path));
}

/** Not Node's `recursive`: that one never returns where a parent exists and still nothing can be made (under /proc). */
function makeWithParents(ops: StateOps, path: string): void {
  if (isMade(ops, path)) return;
  makeWithParents(ops, dirname(path));
  if (!isMade(ops, path)) throw Object.assign(new Error("ENOENT: nothing can be made there"), { code: "ENOENT" });
}

/** False when the parent is missing. */
function isMade(ops: StateOps, path: string): boolean {
  try {
    ops.mkdirSync(path, { mode: DIRECTORY_MODE });
    return true;
  } catch (error) {
    const code = systemCode(error);
    if (code === "EEXIST") return true;
    if (code === "ENOENT") return false;
    throw error;
  }
}

/** `doing` completes "Galley could not …". `written` says what had happened to the workspace by then. */
export function stateFailure(
  doing: string,
  options: { readonly cause: unknown; readonly written: string },
): GalleyError {
  const code = systemCode(options.cause);
  const why = code === null ? "" : ` (${REASONS[code] ?? code})`;
  return failure(
    "IO",
    `Galley could not ${doing} in its state directory${why}. ${options.written} ` +
      "Make $XDG_STATE_HOME/galley (without it: ~/.local/state/galley) writable, or set XDG_STATE_HOME to a place that is.",
    { data: { system_code: code }, cause: options.cause },
  );
}

/** Does the work, in which no file of the user is written; an error of the system is a failure to do it. */
export function orStateFailure<T>(doing: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (systemCode(error) === null) throw error;
    throw stateFailure(doing, { cause: error, written: "None of your files is affected." });
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "not permitted there",
  EROFS: "it is on a read-only disk",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  ENOTDIR: "there is a file where a directory should be",
  ENOENT: "it does not exist and cannot be created",
  ENOTSUP: "its disk has no hard links",
  EOPNOTSUPP: "its disk has no hard links",
  EMFILE: "too many files are open",
  EIO: "the disk reported an error",
};

// From the system's error codes to ours. The system's own message holds host paths and is dropped.

import { GalleyError, type WorkspacePath } from "../../base/index.ts";
import { pathError, type PathErrorFacts } from "../error-messages.ts";

export type Access = "reading" | "writing";

/** The error of ours for what the system said. Anything but a system error is returned as it is. */
export function translate(error: unknown, path: WorkspacePath, doing: Access): unknown {
  if (error instanceof GalleyError || !isSystemError(error)) return error;
  const facts = { path, errno: error.code, ...(error.syscall === undefined ? {} : { call: error.syscall }) };
  const denied = ["EACCES", "EPERM", "EROFS"].includes(error.code);
  if (denied && doing === "writing") return pathError("READ_ONLY", { ...facts, why: words[error.code]! });
  return (
    known[error.code]?.(facts) ??
    pathError("IO", { ...facts, why: words[error.code] ?? `the system said ${error.code}` })
  );
}

export function isErrno(error: unknown, ...codes: readonly string[]): boolean {
  return isSystemError(error) && codes.includes(error.code);
}

export function isSystemError(error: unknown): error is Error & { code: string; syscall?: string } {
  return error instanceof Error && "code" in error && typeof error.code === "string" && /^E[A-Z0-9]+$/.test(error.code);
}

const known: Readonly<Record<string, (facts: PathErrorFacts) => Error>> = {
  ENOENT: (facts) => pathError("NOT_FOUND", facts),
  ENOTDIR: (facts) => pathError("NOT_DIR", facts),
  EISDIR: (facts) => pathError("IS_DIR", facts),
  EEXIST: (facts) => pathError("EXISTS", facts),
  ELOOP: (facts) => pathError("SYMLINK", { ...facts, why: "there is a link where none is followed" }),
  ENXIO: (facts) => pathError("NOT_REGULAR", facts),
  EFBIG: (facts) => pathError("TOO_LARGE", facts),
};

const words: Readonly<Record<string, string>> = {
  EACCES: "permission denied by the system",
  EPERM: "not permitted by the system",
  EROFS: "the disk is mounted read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EIO: "the disk reported an error",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open on this machine",
  ENAMETOOLONG: "the name is too long for this disk",
  EBUSY: "it is in use",
  ENOTEMPTY: "the folder is not empty",
  EXDEV: "it would have to move to another disk",
};

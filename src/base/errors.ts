// Every failure a caller can branch on: one closed list of codes, one named class per family.
// Messages say what happened, where, and what to do next; they never hold a host path, nor a line break of others.

import { oneLine } from "./one-line.ts";

export type Code =
  | "ESCAPE"
  | "UNKNOWN_SANDBOX"
  | "INVALID_PATH"
  | "INVALID_ARG"
  | "NOT_FOUND"
  | "IS_DIR"
  | "NOT_DIR"
  | "NOT_REGULAR"
  | "EXISTS"
  | "SYMLINK"
  | "READ_ONLY"
  | "SUFFIX"
  | "TOO_LARGE"
  | "PROTECTED"
  | "FORBIDDEN"
  | "PATTERN"
  | "BINARY"
  | "STALE"
  | "NO_MATCH"
  | "NOT_UNIQUE"
  | "NO_CHANGE"
  | "REJECTED"
  | "NOT_SEEN"
  | "ABORTED"
  | "IO";

export type Facts = Readonly<Record<string, unknown>>;
export type ErrorOptions = {
  readonly data?: Facts;
  readonly cause?: unknown;
  /** The message has lines of its own, and what it quotes went through `oneLine`. Otherwise it is made one line. */
  readonly hasLines?: boolean;
};

export class GalleyError extends Error {
  readonly code: Code;
  readonly data: Facts;

  constructor(code: Code, message: string, options: ErrorOptions = {}) {
    super(
      options.hasLines ? message : oneLine(message),
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.code = code;
    this.data = options.data ?? {};
    this.name = new.target.name;
  }
}

export class PathNotInSandboxError extends GalleyError {}
export class PathNotWritableError extends GalleyError {}
export class InvalidPathError extends GalleyError {}
export class InvalidArgumentError extends GalleyError {}
export class FileNotFoundError extends GalleyError {}
export class IsADirectoryError extends GalleyError {}
export class NotADirectoryError extends GalleyError {}
export class NotARegularFileError extends GalleyError {}
export class FileExistsError extends GalleyError {}
export class FileTooLargeError extends GalleyError {}
export class PatternError extends GalleyError {}
export class BinaryFileError extends GalleyError {}
export class StaleContentError extends GalleyError {}
export class EditNotFoundError extends GalleyError {}
export class EditNotUniqueError extends GalleyError {}
export class NoChangeError extends GalleyError {}
export class EditRejectedError extends GalleyError {}
export class NotSeenError extends GalleyError {}
export class AbortedError extends GalleyError {}
export class FilesystemError extends GalleyError {}

// Bundlers may shorten class names; the names on the wire are written out here.
const classes = {
  ESCAPE: [PathNotInSandboxError, "PathNotInSandboxError"],
  UNKNOWN_SANDBOX: [PathNotInSandboxError, "PathNotInSandboxError"],
  SYMLINK: [PathNotInSandboxError, "PathNotInSandboxError"],
  INVALID_PATH: [InvalidPathError, "InvalidPathError"],
  INVALID_ARG: [InvalidArgumentError, "InvalidArgumentError"],
  NOT_FOUND: [FileNotFoundError, "FileNotFoundError"],
  IS_DIR: [IsADirectoryError, "IsADirectoryError"],
  NOT_DIR: [NotADirectoryError, "NotADirectoryError"],
  NOT_REGULAR: [NotARegularFileError, "NotARegularFileError"],
  EXISTS: [FileExistsError, "FileExistsError"],
  READ_ONLY: [PathNotWritableError, "PathNotWritableError"],
  SUFFIX: [PathNotWritableError, "PathNotWritableError"],
  PROTECTED: [PathNotWritableError, "PathNotWritableError"],
  FORBIDDEN: [PathNotWritableError, "PathNotWritableError"],
  TOO_LARGE: [FileTooLargeError, "FileTooLargeError"],
  PATTERN: [PatternError, "PatternError"],
  BINARY: [BinaryFileError, "BinaryFileError"],
  STALE: [StaleContentError, "StaleContentError"],
  NO_MATCH: [EditNotFoundError, "EditNotFoundError"],
  NOT_UNIQUE: [EditNotUniqueError, "EditNotUniqueError"],
  NO_CHANGE: [NoChangeError, "NoChangeError"],
  REJECTED: [EditRejectedError, "EditRejectedError"],
  NOT_SEEN: [NotSeenError, "NotSeenError"],
  ABORTED: [AbortedError, "AbortedError"],
  IO: [FilesystemError, "FilesystemError"],
} as const satisfies Record<Code, readonly [typeof GalleyError, string]>;

/** Every code there is. */
export const CODES = Object.keys(classes) as readonly Code[]; // The record has exactly the codes as its keys.

/** Makes the error of the class that belongs to the code. */
export function failure(code: Code, message: string, options: ErrorOptions = {}): GalleyError {
  const [Class, name] = classes[code];
  const error = new Class(code, message, options);
  error.name = name;
  return error;
}

export function isFailure(error: unknown, code?: Code): error is GalleyError {
  return error instanceof GalleyError && (code === undefined || error.code === code);
}

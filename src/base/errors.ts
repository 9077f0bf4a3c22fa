// Every failure a caller can branch on: one closed list of codes, one named class per family.
// Messages say what happened, where, and what to do next; they never hold a host path, nor a line break of others.

import { oneLine } from "./wording.ts";

/**
 * Every code: its class, and the `error_type` of a block of an answer that fails with it. A block that was not
 * understood has types of its own.
 */
const TABLE = {
  ESCAPE: ["PathNotInSandboxError", "path_refused"],
  UNKNOWN_SANDBOX: ["PathNotInSandboxError", "path_refused"],
  SYMLINK: ["PathNotInSandboxError", "path_refused"],
  INVALID_PATH: ["InvalidPathError", "path_refused"],
  INVALID_ARG: ["InvalidArgumentError", "write_error"],
  NOT_FOUND: ["FileNotFoundError", "file_not_found"],
  IS_DIR: ["IsADirectoryError", "path_refused"],
  NOT_DIR: ["NotADirectoryError", "path_refused"],
  NOT_REGULAR: ["NotARegularFileError", "path_refused"],
  EXISTS: ["FileExistsError", "already_exists"],
  READ_ONLY: ["PathNotWritableError", "path_refused"],
  SUFFIX: ["PathNotWritableError", "path_refused"],
  PROTECTED: ["PathNotWritableError", "rejected"],
  FORBIDDEN: ["PathNotWritableError", "rejected"],
  TOO_LARGE: ["FileTooLargeError", "too_large"],
  PATTERN: ["PatternError", "write_error"],
  BINARY: ["BinaryFileError", "binary"],
  STALE: ["StaleContentError", "stale"],
  NO_MATCH: ["EditNotFoundError", "anchor_not_found"],
  NOT_UNIQUE: ["EditNotUniqueError", "ambiguous_anchor"],
  NO_CHANGE: ["NoChangeError", "no_change"],
  REJECTED: ["EditRejectedError", "rejected"],
  NOT_SEEN: ["NotSeenError", "rejected"],
  PENDING: ["PendingError", "rejected"],
  ABORTED: ["AbortedError", "write_error"],
  IO: ["FilesystemError", "write_error"],
} as const satisfies Readonly<Record<string, readonly [string, string]>>;

/** Every way a call can fail. A closed set; callers branch on it, never on a message. */
export type Code = keyof typeof TABLE;

export type Facts = Readonly<Record<string, unknown>>;
export type ErrorOptions = {
  readonly data?: Facts;
  readonly cause?: unknown;
  /** The message has lines of its own, and what it quotes went through `oneLine`. Otherwise it is made one line. */
  readonly hasLines?: boolean;
};

/** A failure that a caller can act on: `code` says which, `data` holds the facts, the message says what to do. */
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

/** ESCAPE, UNKNOWN_SANDBOX, SYMLINK: the path leads out of every sandbox. */
export class PathNotInSandboxError extends GalleyError {}

/** READ_ONLY, SUFFIX, PROTECTED, FORBIDDEN: the path may not be written. */
export class PathNotWritableError extends GalleyError {}
export class InvalidPathError extends GalleyError {}
export class InvalidArgumentError extends GalleyError {}

/** NOT_FOUND. */
export class FileNotFoundError extends GalleyError {}
export class IsADirectoryError extends GalleyError {}
export class NotADirectoryError extends GalleyError {}
export class NotARegularFileError extends GalleyError {}
export class FileExistsError extends GalleyError {}
export class FileTooLargeError extends GalleyError {}
export class PatternError extends GalleyError {}
export class BinaryFileError extends GalleyError {}

/** STALE: the file changed since it was read, or is no longer where it was. */
export class StaleContentError extends GalleyError {}

/** NO_MATCH: the text to replace is not in the file. */
export class EditNotFoundError extends GalleyError {}

/** NOT_UNIQUE: the text to replace is in the file more than once. */
export class EditNotUniqueError extends GalleyError {}
export class NoChangeError extends GalleyError {}

/** REJECTED: the change was not approved. */
export class EditRejectedError extends GalleyError {}
export class NotSeenError extends GalleyError {}

/** PENDING: the call waits for an answer; nothing is done yet. */
export class PendingError extends GalleyError {}
export class AbortedError extends GalleyError {}
export class FilesystemError extends GalleyError {}

// By name: bundlers may shorten the names of classes, but not those of properties.
const CLASSES: Readonly<Record<(typeof TABLE)[Code][0], typeof GalleyError>> = {
  PathNotInSandboxError,
  InvalidPathError,
  InvalidArgumentError,
  FileNotFoundError,
  IsADirectoryError,
  NotADirectoryError,
  NotARegularFileError,
  FileExistsError,
  PathNotWritableError,
  FileTooLargeError,
  PatternError,
  BinaryFileError,
  StaleContentError,
  EditNotFoundError,
  EditNotUniqueError,
  NoChangeError,
  EditRejectedError,
  NotSeenError,
  PendingError,
  AbortedError,
  FilesystemError,
};

/** Every code there is. */
export const CODES = Object.keys(TABLE) as readonly Code[]; // The table has exactly the codes as its keys.

/** Makes the error of the class that belongs to the code. */
export function failure(code: Code, message: string, options: ErrorOptions = {}): GalleyError {
  const [name] = TABLE[code];
  const error = new CLASSES[name](code, message, options);
  error.name = name;
  return error;
}

/** What a block of an answer reports as `error_type` when it fails with this code. */
export function errorTypeOf(code: Code): (typeof TABLE)[Code][1] {
  return TABLE[code][1];
}

/** Whether this is a GalleyError, of that code when one is given. */
export function isFailure(error: unknown, code?: Code): error is GalleyError {
  return error instanceof GalleyError && (code === undefined || error.code === code);
}

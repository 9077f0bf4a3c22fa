// The sentences of this room: one per code, made from the path and the facts alone.
// Because a sentence can be made again from its facts, the sandbox can say the same about `name/path`.

import { type Code, counted, type Facts, failure, type GalleyError, isFailure, oneLine } from "../base/index.ts";

type CodeWithMessage = Extract<
  Code,
  | "ESCAPE"
  | "UNKNOWN_SANDBOX"
  | "NOT_FOUND"
  | "IS_DIR"
  | "NOT_DIR"
  | "NOT_REGULAR"
  | "EXISTS"
  | "SYMLINK"
  | "READ_ONLY"
  | "SUFFIX"
  | "TOO_LARGE"
  | "FORBIDDEN"
  | "BINARY"
  | "STALE"
  | "IO"
>;

/** The facts a sentence may be made from; `path` is always there and `at` is a path too. */
export type PathErrorFacts = {
  readonly path: string;
  /** NOT_DIR: the entry that is no folder. */
  readonly at?: string;
  /** SYMLINK: what is wrong with the link. READ_ONLY, IO: what the system said, in plain words. */
  readonly why?: string;
  readonly size?: number | null;
  readonly limit?: number;
  readonly suffixes?: readonly string[];
  readonly offset?: number;
  readonly errno?: string;
  readonly call?: string;
  readonly removed?: number;
  /** IO: whether it was done is unknown. */
  readonly fate?: "unknown";
  readonly readable?: readonly string[];
  readonly writable?: readonly string[];
};

/** The error for a path, worded from its facts. Paths are shown as given: never pass a host path. */
export function pathError(code: CodeWithMessage, facts: PathErrorFacts): GalleyError {
  return failure(code, sentence[code](inOneLine(facts)), { data: facts, hasLines: true });
}

/** The only line breaks of a sentence are its own. */
function inOneLine(facts: PathErrorFacts): PathErrorFacts {
  const text = (value: unknown): unknown => (typeof value === "string" ? oneLine(value) : value);
  const entries = Object.entries(facts).map(([key, value]: [string, unknown]) => {
    return [key, Array.isArray(value) ? value.map(text) : text(value)] as const;
  });
  return Object.fromEntries(entries) as PathErrorFacts; // Texts stay texts, and nothing else was changed.
}

/** The same error about the path under its new name. Errors that did not come from `pathError` stay as they are. */
export function renamePathIn(
  error: unknown,
  rename: (path: string) => string,
  more: Partial<PathErrorFacts> = {},
): unknown {
  if (!isFailure(error) || !(error.code in sentence) || !isTroubleFacts(error.data)) return error;
  const { path, at } = error.data;
  const moved = at === undefined ? {} : { at: rename(at) };
  return pathError(error.code as CodeWithMessage, { ...error.data, ...more, path: rename(path), ...moved }); // In the table, so it has one.
}

/** Does this file hold a sentence for the code? */
export function hasMessage(code: Code): code is CodeWithMessage {
  return code in sentence;
}

function isTroubleFacts(data: Facts): data is PathErrorFacts & Facts {
  return typeof data["path"] === "string";
}

const sentence: Record<CodeWithMessage, (facts: PathErrorFacts) => string> = {
  ESCAPE: (facts) => `Cannot access '${facts.path}': path is outside sandbox.${readable(facts)}`,
  UNKNOWN_SANDBOX: (facts) => `Cannot access '${facts.path}': path is outside sandbox.${readable(facts)}`,
  NOT_FOUND: ({ path }) => `File not found: ${shown(path)}`,
  IS_DIR: ({ path }) => `${shown(path)} is a folder, not a file. List it to see what is inside.`,
  NOT_DIR: ({ path, at }) =>
    at === undefined || at === path
      ? `${shown(path)} is a file, not a folder.`
      : `${shown(path)} cannot exist: ${shown(at)} is a file, not a folder.`,
  NOT_REGULAR: ({ path }) => `${shown(path)} is a pipe, a socket or a device, not a regular file. It was not opened.`,
  EXISTS: ({ path }) => `${shown(path)} exists already. Nothing was written.`,
  SYMLINK: (facts) =>
    `Cannot access '${facts.path}': ${facts.why ?? "a link on the way leads out of the root"}.${readable(facts)}`,
  READ_ONLY: (facts) =>
    `Cannot write to '${facts.path}': path is read-only${facts.why === undefined ? "" : ` (${facts.why})`}.${writable(facts)}`,
  SUFFIX: ({ path, suffixes }) =>
    `Cannot use '${path}': only names ending in ${(suffixes ?? []).join(", ") || "nothing at all"} are allowed here.`,
  TOO_LARGE: ({ path, size, limit }) =>
    `${shown(path)} ${size === null || size === undefined ? "" : `has ${counted(size, "byte")} and `}is larger than the limit` +
    `${limit === undefined ? "" : ` of ${counted(limit, "byte")}`}.`,
  FORBIDDEN: ({ path }) => `${shown(path)} is the root itself and cannot be removed. Name what is inside it.`,
  BINARY: ({ path, offset }) =>
    `${shown(path)} is not UTF-8 text${offset === undefined ? "" : ` (see byte ${offset})`}. It was left as it is.`,
  STALE: ({ path }) =>
    `${shown(path)} is not what it was when it was checked: there is a link now, at its name or on the way. Try again.`,
  IO: ({ path, why, removed }) =>
    `${shown(path)}: ${why ?? "the system could not do this"}.` +
    (removed === undefined ? "" : ` ${counted(removed, "file")} had been removed before that.`),
};

function shown(path: string): string {
  return path === "" ? "The root folder" : path;
}

function readable({ readable }: PathErrorFacts): string {
  return readable === undefined ? "" : `\nReadable paths: ${readable.join(", ") || "none"}`;
}

function writable({ writable }: PathErrorFacts): string {
  return writable === undefined ? "" : `\nWritable paths: ${writable.join(", ") || "none"}`;
}

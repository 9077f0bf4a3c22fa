// Paths inside the workspace: lexical rules only, the same on every backend and every system.
// Nothing here looks at a disk; links are the backends' business.
//
//   path    = [ "/" ] segment *( "/" segment ) [ "/" ]
//   "." and empty segments vanish, ".." removes the segment before it and may not pass the start.

import { LIMITS } from "./limits.ts";
import { failure, type Code, type GalleyError } from "./errors.ts";

declare const workspacePath: unique symbol;

/** A normalised relative path: no empty, "." or ".." segment, no hidden character; "" is the root. */
export type WorkspacePath = string & { readonly [workspacePath]: true };

declare const realPath: unique symbol;

/** A path taken literally: opening it follows no link, on the way or at its end. Made by `resolve` of a file system. */
export type RealPath = WorkspacePath & { readonly [realPath]: true };

/** A path as it was named, and where it led when it was resolved: one answer for rules, question, reading and writing. */
export type Target = { readonly path: WorkspacePath; readonly real: RealPath };

/** A path that may be used, or why it may not. */
export type ParsedPath =
  | { readonly kind: "path"; readonly path: WorkspacePath; readonly absolute: boolean; readonly directory: boolean }
  | { readonly kind: "refused"; readonly code: Code & ("INVALID_PATH" | "ESCAPE"); readonly message: string };

export const ROOT = "" as WorkspacePath; // The empty path is normalised by definition.

const MAX_SEGMENT_BYTES = LIMITS.nameBytes.value;
const MAX_PATH_BYTES = LIMITS.pathBytes.value;

// Control, bidi, zero-width, line-separator, tag characters and the backslash. Soft hyphen and the
// Mongolian vowel separator are invisible too.
const HIDDEN =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\\]|\udb40[\udc00-\udc7f]/;

/**
 * Parses what a model, a person or a file called a path. `absolute` says that it began with "/",
 * `directory` that it ended with one (the caller decides what these mean).
 */
export function parsePath(input: unknown): ParsedPath {
  if (input === undefined) return refused("INVALID_PATH", "The path is missing; it must be a string.");
  if (typeof input !== "string") return refused("INVALID_PATH", "A path must be a string.");
  const known = remembered.get(input);
  if (known !== undefined) return known;
  const parsed = parse(input);
  if (input.length > LONGEST_REMEMBERED) return parsed;
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(input, parsed);
  return parsed;
}

// Every layer parses the paths it is given, so one file's path is parsed a dozen times on its way to disk. A change of
// some thousand files goes from step to step with all of them, so all of them are remembered.
const remembered = new Map<string, ParsedPath>();
const MOST_REMEMBERED = 16_384;
const LONGEST_REMEMBERED = 256;

function parse(input: string): ParsedPath {
  if (!input.isWellFormed())
    return refused("INVALID_PATH", "The path contains a lone surrogate, which is not valid Unicode.");
  if (HIDDEN.test(input)) {
    const why = input.includes("\\")
      ? "The path contains a backslash; separate folders with /."
      : "The path contains a control or invisible character.";
    return refused("INVALID_PATH", why);
  }
  if (utf8Length(input) > MAX_PATH_BYTES)
    return refused("INVALID_PATH", `The path is longer than ${MAX_PATH_BYTES} bytes.`);
  const segments: string[] = [];
  let last = "";
  for (const segment of input.split("/")) {
    last = segment;
    if (segment === "" || segment === ".") continue;
    if (segment === "..") {
      if (segments.pop() === undefined) return refused("ESCAPE", "The path leaves its root with '..'.");
      continue;
    }
    if (utf8Length(segment) > MAX_SEGMENT_BYTES)
      return refused("INVALID_PATH", `A name in the path is longer than ${MAX_SEGMENT_BYTES} bytes.`);
    segments.push(segment);
  }
  return {
    kind: "path",
    path: segments.join("/") as WorkspacePath, // Every rule above held for every segment.
    absolute: input.startsWith("/"),
    directory: input !== "" && (last === "" || last === "." || last === ".."),
  };
}

/** parsePath for callers that have no better answer than an error. */
export function requirePath(input: unknown): Extract<ParsedPath, { kind: "path" }> {
  const parsed = parsePath(input);
  if (parsed.kind === "refused") throw refusal(parsed, input);
  return parsed;
}

export function refusal(refused: Extract<ParsedPath, { kind: "refused" }>, input: unknown): GalleyError {
  return failure(refused.code, refused.message, {
    data: { path: typeof input === "string" ? input.slice(0, 300) : null },
  });
}

/** Does the text hold what no path may: a control, bidi or zero-width character, a backslash, half of a pair? */
export function hasHidden(text: string): boolean {
  return HIDDEN.test(text) || !text.isWellFormed();
}

export function joinPath(parent: WorkspacePath, child: string): WorkspacePath {
  return (parent === "" ? child : `${parent}/${child}`) as WorkspacePath; // child is one or more checked segments.
}

export function parentOf(path: WorkspacePath): WorkspacePath {
  return path.slice(0, Math.max(0, path.lastIndexOf("/"))) as WorkspacePath;
}

export function nameOf(path: WorkspacePath): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Takes a canonical path literally. For file systems, which resolved it, and for what the journal kept. */
export function asReal(path: string): RealPath {
  return path as RealPath; // Opening it follows no link, so it can mean nothing else.
}

/** The root of a file system: no link can be above it. */
export const REAL_ROOT = asReal(ROOT);

/** What a listing of `target` names `path`, with where it really is. */
export function targetBelow(target: Target, path: string): Target {
  const rest = target.path === ROOT ? path : path.slice(target.path.length + 1);
  // A listing gives canonical paths.
  return { path: path as WorkspacePath, real: rest === "" ? target.real : asReal(joinPath(target.real, rest)) };
}

function refused(code: "INVALID_PATH" | "ESCAPE", message: string): ParsedPath {
  return { kind: "refused", code, message };
}

function utf8Length(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    // A well-formed pair is four bytes: two for each half.
    bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : unit >= 0xd800 && unit <= 0xdfff ? 2 : 3;
  }
  return bytes;
}

/** The deepest folder that all of these are below; "" when they share none. */
export function commonFolder(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => path.split("/").slice(0, -1));
  let length = first.length;
  for (const other of others) {
    let same = 0;
    while (same < length && other[same] === first[same]) same += 1;
    length = same;
  }
  return first.slice(0, length).join("/");
}

// The checks and the slicing that every backend's reading shares: arguments, paths, whole lines of a text.
// Never a lossy step: what is returned is cut from the file's own text.

import { asReal, failure, requirePath, type RealPath, type Target, type WorkspacePath } from "../base/index.ts";
import { asText, decode, encode, type Text } from "../text/index.ts";
import type { FileContent, ReadOptions } from "./protocol.ts";
import { pathError } from "./error-messages.ts";

/**
 * A path as a backend takes it: relative. `directory` says that it was written as a folder ("a/"). With `real`, that is
 * what is opened, without following links; `path` only names it.
 */
export type OwnPath = { readonly path: WorkspacePath; readonly directory: boolean; readonly real?: RealPath };

export function ownPath(input: unknown): OwnPath {
  const { path, absolute, directory } = requirePath(input);
  if (absolute) throw pathError("ESCAPE", { path: String(input) });
  return { path, directory };
}

/** What was resolved before. The path is checked again: brands do not survive a process boundary. */
export function ownTarget({ path, real }: Target): OwnPath & { readonly real: RealPath } {
  return { path: ownPath(path).path, directory: false, real: ownReal(real).real };
}

export function ownReal(real: RealPath): OwnPath & { readonly real: RealPath } {
  const { path } = ownPath(real);
  return { path, directory: false, real: asReal(path) };
}

export type Page = { readonly offset: number; readonly limit: number | null };

/** INVALID_ARG unless offset and limit are whole numbers from 0 up. */
export function requirePage(options: ReadOptions | undefined): Page {
  requireNotAborted(options?.signal);
  const { offset = 0, limit = null } = options ?? {};
  requireCount("offset", offset);
  if (limit !== null) requireCount("limit", limit);
  return { offset, limit };
}

/** The asked lines of the file's text, endings included. `truncated` says that lines follow. */
export function cutPage(path: string, text: string, { offset, limit }: Page): FileContent {
  const wanted = limit ?? Infinity;
  let line = 0;
  let from = offset === 0 ? 0 : text.length;
  let to = wanted === 0 ? from : text.length;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    line += 1;
    if (line === offset) from = at + 1;
    if (line === offset + wanted) to = at + 1;
  }
  const total = text === "" || text.endsWith("\n") ? line : line + 1;
  const returned = Math.max(0, Math.min(total - offset, wanted));
  const content = returned === 0 ? "" : text.slice(from, to);
  return { path, content, total_lines: total, offset, limit: returned, truncated: offset + returned < total };
}

export function requireText(path: string, bytes: Uint8Array): Text {
  const decoded = decode(bytes);
  if (decoded.kind === "binary") throw pathError("BINARY", { path, offset: decoded.offset });
  return decoded.text;
}

/** The bytes of a content to be written. INVALID_ARG when it has no exact UTF-8 form, BINARY for a NUL, or TOO_LARGE. */
export function requireBytes(path: string, content: unknown, limit: number): Uint8Array {
  const bytes = bytesOf(path, content, limit);
  if (!bytes.includes(0)) return bytes;
  throw failure("BINARY", `The content for ${path} contains a NUL character. Nothing was written.`, { data: { path } });
}

/** The same for what a file system starts with, which may be any file. */
export function bytesOf(path: string, content: unknown, limit: number): Uint8Array {
  const text = typeof content === "string" ? asText(content) : null;
  if (text === null) {
    const why = typeof content === "string" ? "contains a lone surrogate" : "is not a string";
    throw failure("INVALID_ARG", `The content for ${path} ${why}. Nothing was written.`, { data: { path } });
  }
  const bytes = encode(text);
  requireSize(path, bytes.length, limit);
  return bytes;
}

export function requireSize(path: string, size: number, limit: number): void {
  if (size > limit) throw pathError("TOO_LARGE", { path, size, limit });
}

export function requireNotAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw failure("ABORTED", "It was cancelled before it was done.");
}

function requireCount(name: string, value: unknown): void {
  if (Number.isSafeInteger(value) && (value as number) >= 0) return; // A safe integer is a number.
  throw failure("INVALID_ARG", `${name} must be a whole number from 0 up.`, { data: { argument: name } });
}

// Answers of the resident program, checked before anybody uses them. A container that was taken over can lie about its
// own files; it must not be able to hand us a shape, a path or a size that we did not ask for.

import { parsePath } from "../../../base/index.ts";
import type { ChangedFiles, Changes } from "../../commands.ts";
import type {
  EntryKind,
  FileContent,
  FileEntry,
  GrepMatch,
  GrepResult,
  Listing,
  Seen,
  Skipped,
} from "../../protocol.ts";
import { pathError } from "../../error-messages.ts";
import { isSeenCode } from "../../memory/staging.ts";
import { isRecord } from "./wire.ts";

export function readContent(value: unknown): FileContent {
  const { path, content, total_lines, offset, limit, truncated } = record(value);
  return {
    path: pathOf(path),
    content: text(content),
    total_lines: count(total_lines),
    offset: count(offset),
    limit: count(limit),
    truncated: bool(truncated),
  };
}

export function readListing(value: unknown): Listing {
  const { entries, truncated, skipped } = record(value);
  return { entries: list(entries).map(readEntry), truncated: bool(truncated), ...readSkipped(skipped) };
}

export function readGrep(value: unknown): GrepResult {
  const { matches, truncated, skipped } = record(value);
  return { matches: list(matches).map(readMatch), truncated: bool(truncated), ...readSkipped(skipped) };
}

export function readChanges(value: unknown): Changes & Pick<ChangedFiles, "complete"> {
  const { created, modified, deleted, complete } = record(value);
  const names = (given: unknown) => list(given).map(text);
  return { created: names(created), modified: names(modified), deleted: names(deleted), complete: bool(complete) };
}

export type BytesFacts = { readonly mode: number | null; readonly links: number; readonly target: string };

/** What belongs to a file's bytes; the bytes travel beside it and their version is ours to compute. */
export function readBytesFacts(value: unknown): BytesFacts {
  const { mode, links, target } = record(value);
  return { mode: mode === null ? null : count(mode) & 0o7777, links: count(links), target: pathOf(target) };
}

export function readSeen(value: unknown): Exclude<Seen, { kind: "file" }> | ({ kind: "file" } & BytesFacts) {
  const seen = record(value);
  if (seen["kind"] === "absent") return { kind: "absent" };
  if (seen["kind"] === "file") return { kind: "file", ...readBytesFacts(seen) };
  const code = seen["code"];
  if (seen["kind"] === "other" && typeof code === "string" && isSeenCode(code)) return { kind: "other", code };
  throw strange();
}

export function readKind(value: unknown): EntryKind | null {
  if (value === null || value === "file" || value === "directory" || value === "symlink" || value === "other")
    return value;
  throw strange();
}

export function oneOf<const Word extends string>(words: readonly Word[]): (value: unknown) => Word {
  return (value) => words.find((word) => word === value) ?? fail();
}

export function readPaths(value: unknown): readonly string[] {
  return list(value).map(pathOf);
}

export function count(value: unknown): number {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : fail(); // A safe integer is a number.
}

export function bool(value: unknown): boolean {
  return typeof value === "boolean" ? value : fail();
}

/** A path in canonical form below the root. */
export function pathOf(value: unknown): string {
  if (value === "") return "";
  const parsed = parsePath(value);
  return parsed.kind === "path" && !parsed.absolute && parsed.path === value ? parsed.path : fail();
}

export function record(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : fail();
}

function readEntry(value: unknown): FileEntry {
  const { path, kind, size_bytes } = record(value);
  return {
    path: pathOf(path),
    kind: oneOf(["file", "directory", "symlink"])(kind),
    size_bytes: size_bytes === null ? null : count(size_bytes),
  };
}

function readMatch(value: unknown): GrepMatch {
  const { path, line_number, line_content } = record(value);
  return { path: pathOf(path), line_number: count(line_number), line_content: text(line_content) };
}

function readSkipped(value: unknown): { skipped?: Skipped } {
  if (value === undefined) return {};
  const counts = record(value);
  const kinds = ["binary", "large", "long", "names", "unreadable"] as const;
  const known = kinds.flatMap((kind) => (counts[kind] === undefined ? [] : [[kind, count(counts[kind])] as const]));
  return { skipped: Object.fromEntries(known) };
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : fail();
}

function text(value: unknown): string {
  return typeof value === "string" ? value : fail();
}

function fail(): never {
  throw strange();
}

function strange(): Error {
  return pathError("IO", { path: "", why: "the program in the container gave an answer that makes no sense" });
}

// What the model has seen, as parts of a tool context: reading is noted, editing what was not seen is refused before
// anyone is asked. Reads are kept to a size a conversation can hold, in whole lines.

import { LIMITS, failure, isFailure, type Target, type WorkspacePath } from "../base/index.ts";
import type { FileOutcome } from "../commit/index.ts";
import type { Edit } from "../edits/index.ts";
import type { FileContent, ReadOptions, RealFiles } from "../fs/index.ts";
import { splitLines } from "../text/index.ts";
import type { Effects, ToolContext } from "../tools/index.ts";
import type { SeenFiles } from "./seen.ts";

export type TrackedReads = {
  /** For the context of a call. */
  readonly parts: Pick<ToolContext, "files" | "beforePlan">;
  readonly effects: Effects;
  /** Files whose content the calls made with this context have shown. */
  readonly shown: () => readonly string[];
};

/** As much as one result may show of a file. */
const MAX_READ_CHARS = LIMITS.readChars.value;

export function trackReads(files: RealFiles, seen: SeenFiles, options: { readonly required: boolean }): TrackedReads {
  const shown = new Set<string>();
  const read = async (target: Target, wanted: ReadOptions = {}): Promise<FileContent> => {
    const content = bounded(target.path, await files.read(target, wanted));
    await seen.recordRead(target, content, files);
    shown.add(target.path);
    return content;
  };
  return {
    shown: () => [...shown],
    parts: {
      files: readingWith(files, read),
      ...(options.required && { beforePlan: (edits) => requireSeen(edits, files, seen) }),
    },
    effects: { changed: (_, outcomes) => outcomes.forEach((outcome) => recordOutcome(outcome, seen)) },
  };
}

/** A file the person changed in review is not what the model wrote: it has to look at it again. */
export function recordOutcome(outcome: FileOutcome, seen: SeenFiles): void {
  if (outcome.kind !== "written") return;
  const { path, to, after, userModified, hunksLeft } = outcome;
  const asProposed = !userModified && hunksLeft.length === 0;
  if (to !== null) seen.forget(path);
  if (asProposed) seen.record(to ?? path, after);
  else seen.forget(to ?? path);
}

async function requireSeen(edits: readonly Edit[], files: RealFiles, seen: SeenFiles): Promise<void> {
  for (const path of new Set(edits.map((edit) => edit.path))) {
    const version = await versionAt(path, files);
    if (version === null) continue;
    const known = seen.versionOf(path);
    if (known === version) continue;
    if (known === null)
      throw failure(
        "NOT_SEEN",
        `${path} exists and you have not read all of it. Nothing was written. Read it with read_file, then send the edit.`,
        { data: { path } },
      );
    throw failure(
      "STALE",
      `${path} changed after you read it. Nothing was written. Read it again with read_file, then send the edit.`,
      { data: { path } },
    );
  }
}

/** Null for what is not there, or cannot be read: the planner has the better reason then. */
async function versionAt(path: WorkspacePath, files: RealFiles): Promise<string | null> {
  try {
    return (await files.readBytes(files.resolve(path))).version;
  } catch (error) {
    if (isFailure(error)) return null;
    throw error;
  }
}

function bounded(path: string, content: FileContent): FileContent {
  if (content.content.length <= MAX_READ_CHARS) return content;
  const kept: string[] = [];
  let size = 0;
  for (const line of splitLines(content.content)) {
    if (size + line.length > MAX_READ_CHARS) break;
    kept.push(line);
    size += line.length;
  }
  if (kept.length === 0)
    throw failure(
      "TOO_LARGE",
      `Line ${content.offset + 1} of ${path} is longer than ${MAX_READ_CHARS} characters, more than a conversation can hold. Look for what you need with grep, or skip the line with offset.`,
      { data: { path, line: content.offset + 1 } },
    );
  return { ...content, content: kept.join(""), limit: kept.length, truncated: true };
}

// The backend's methods live on its prototype: each is handed on by name.
function readingWith(files: RealFiles, read: RealFiles["read"]): RealFiles {
  return {
    read,
    resolve: (path, options) => files.resolve(path, options),
    list: (target) => files.list(target),
    glob: (pattern, options) => files.glob(pattern, options),
    grep: (pattern, options) => files.grep(pattern, options),
    readBytes: (target) => files.readBytes(target),
    ...(files.maxFileBytes === undefined ? {} : { maxFileBytes: files.maxFileBytes }),
    kindOf: (target) => files.kindOf(target),
  };
}

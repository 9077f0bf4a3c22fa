// What the model has seen, as parts of a tool context: reading is noted, editing what was not seen is refused before
// anyone is asked. Reads are kept to a size a conversation can hold, in whole lines.

import { LIMITS, failure, isFailure, type Target, type WorkspacePath } from "../base/index.ts";
import type { FileOutcome } from "../commit/index.ts";
import type { Edit } from "../edits/index.ts";
import type { FileContent, ReadOptions, RealFiles } from "../fs/index.ts";
import { decode, splitLines } from "../text/index.ts";
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

export type TrackOptions = {
  /** Only what was read can be edited: a file that was read whole, or lines of it that were read. */
  readonly required: boolean;
};

export function trackReads(files: RealFiles, seen: SeenFiles, options: TrackOptions): TrackedReads {
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
      ...(options.required && { beforePlan: (edits) => requireSeen(edits, { files, seen }) }),
    },
    effects: { changed: (_, outcomes) => outcomes.forEach((outcome) => recordOutcome(outcome, seen)) },
  };
}

/** A file the person changed in review is not what the model wrote: it is still known as it was, so it has to be read again. */
export function recordOutcome(outcome: FileOutcome, seen: SeenFiles): void {
  if (outcome.kind !== "written") return;
  const { path, to, after, userModified, hunksLeft } = outcome;
  const asProposed = !userModified && hunksLeft.length === 0;
  if (to !== null) seen.forget(path);
  if (asProposed) seen.recordWritten(to ?? path, after);
  else if (to !== null) seen.forget(to);
}

type Reads = { readonly files: RealFiles; readonly seen: SeenFiles };

async function requireSeen(edits: readonly Edit[], reads: Reads): Promise<void> {
  const { files, seen } = reads;
  for (const path of new Set(edits.map((edit) => edit.path))) {
    const version = await versionAt(path, files);
    if (version === null) continue;
    const known = seen.versionOf(path);
    if (known === version || (await isInSeenPart(path, { ...reads, version, edits }))) continue;
    if (known === null)
      throw failure(
        "NOT_SEEN",
        `${path} exists, and what the edit changes was not read. Nothing was written. Read it with read_file, then send the edit.`,
        { data: { path } },
      );
    throw failure(
      "STALE",
      `${path} changed after it was read. Nothing was written. Read it again with read_file, then send the edit.`,
      { data: { path } },
    );
  }
}

type SeenPart = Reads & { readonly version: string; readonly edits: readonly Edit[] };

/**
 * Of a file that was read in part: what every edit looks for is in lines that the model has seen, in this version. A text
 * that is found more than once is refused by the planner, so it is the same place.
 */
async function isInSeenPart(path: WorkspacePath, { version, edits, files, seen }: SeenPart): Promise<boolean> {
  const ranges = seen.partsOf(path, version);
  const edited = seen.editedIn(path, version);
  if (ranges.length === 0 && edited.length === 0) return false;
  const { bytes, version: now } = await files.readBytes(files.resolve(path));
  const decoded = decode(bytes);
  if (now !== version || decoded.kind !== "text") return false;
  const lines = splitLines(decoded.text);
  const shown = [...ranges.map(({ from, to }) => asLf(lines.slice(from, to).join(""))), ...edited];
  for (const { change } of edits.filter((edit) => edit.path === path)) {
    if (change.kind !== "replace" || change.all || change.find === "") return false;
    const [find, put] = [asLf(change.find), asLf(change.put)];
    const at = shown.findIndex((text) => text.includes(find));
    if (at < 0) return false;
    const from = shown[at]!.indexOf(find);
    shown[at] = `${shown[at]!.slice(0, from)}${put}${shown[at]!.slice(from + find.length)}`;
  }
  seen.expectEdited(path, shown);
  return true;
}

function asLf(text: string): string {
  return text.replaceAll("\r\n", "\n");
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

// Why a file that was written is not staged. Each reason is one that a person can check and act on.

import type { GitIndex, IndexEntry, Repository } from "../../fs/index.ts";
import type { Batch, BatchFile } from "../../state/index.ts";
import type { ContentCheck } from "./stage-content.ts";

export type Known = {
  readonly repository: Repository;
  readonly index: GitIndex;
  readonly content: ContentCheck;
  readonly ignored: ReadonlySet<string>;
  /** Paths whose files were removed in the same change. */
  readonly gone: ReadonlySet<string>;
  readonly batch: Batch;
};

/** Completes "was not staged in git: …". */
export type NotStaged = string;

export async function whyNot(file: BatchFile, known: Known): Promise<NotStaged | null> {
  const { repository, index, batch, ignored, content } = known;
  const path = repository.prefix + file.at;
  const entry = index.entry(path);
  if (/(?:^|\/)\.git(?:\/|$)/i.test(path)) return "git does not track what is in .git";
  const outside = repository.misplaced(path) ?? whyBelow(path, index);
  if (outside !== null) return outside;
  if (ignored.has(path) && entry === null) return "git ignores it";
  const unlike = await whyDiffers(file, entry, known);
  if (unlike !== null) return unlike;
  if (file.after === null) return null;
  if (entry === null && repository.facts.sparse) return "it is new, and this checkout is sparse";
  return (
    whyNoRoom(path, known) ??
    content.whyUnknown(path, index) ??
    (await content.whyConverted(path, batch.bytes(file.after)))
  );
}

/** Null when the index can have an entry at the path. */
export function whyNoRoom(path: string, { index, gone }: Pick<Known, "index" | "gone">): NotStaged | null {
  if (!index.hasEntriesBelow(path) && !parentsOf(path).some((one) => index.entry(one) !== null && !gone.has(one)))
    return null;
  return "git's index has a file where it needs a folder, or the other way round";
}

/** Null when the index holds exactly what we replaced. */
async function whyDiffers(
  file: BatchFile,
  entry: IndexEntry | null,
  { repository, index, content, batch }: Known,
): Promise<string | null> {
  const path = repository.prefix + file.at;
  if (entry === null) return file.before === null ? null : "git does not track it, so it may hold your own work";
  if (entry.kind !== "file" && entry.kind !== "program") return "git knows it as a link, not as a file";
  if (entry.state !== "plain") return STATES[entry.state];
  if (file.before === null) return "you had deleted it without staging that";
  if (await content.isStored(path, batch.bytes(file.before), entry.objectName)) return null;
  return (
    content.whyUnknown(path, index) ??
    "it had changes that were not staged, perhaps your own, and they would be staged too"
  );
}

const STATES = {
  conflict: "it is in the middle of a merge",
  "intent-to-add": "it was only registered with git (git add --intent-to-add), so it may hold your own work",
  "skip-worktree": "this checkout leaves it out (skip-worktree)",
  "assume-unchanged": "git is set not to look at it (assume-unchanged)",
} as const;

function whyBelow(path: string, index: GitIndex): string | null {
  const kinds = parentsOf(path).map((parent) => index.entry(parent)?.kind);
  if (kinds.includes("submodule")) return "it is in a submodule";
  return kinds.includes("link") ? "git knows a folder above it as a link" : null;
}

function parentsOf(path: string): readonly string[] {
  return path.split("/").flatMap((_, depth, names) => (depth === 0 ? [] : [names.slice(0, depth).join("/")]));
}

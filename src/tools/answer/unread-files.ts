// Files of which a report says nothing but that an edit fits or does not: those that may not be read, or not by a model.

import type { Target, WorkspacePath } from "../../base/index.ts";
import type { Carried, FileOutcome, Unread } from "../../commit/index.ts";
import type { ChangePlan } from "../../edits/index.ts";
import { ignoredIn } from "../../fs/index.ts";
import { mayRead, type ToolContext } from "../context.ts";

/** A plan, and what is known of how it ended. */
export type Planned = {
  readonly plan: ChangePlan;
  readonly receipt: Carried["receipt"] | null;
  readonly predicted: readonly FileOutcome[];
};

/** `program`: reads the report as JSON. */
export type Readers = "program" | "user" | "model";

/** Files the model has seen, each with where its path led then; null = all. */
export type Seen = { readonly seen: ReadonlyMap<WorkspacePath, string | null> | null };

/** The files whose lines a result may quote. As long as nothing is decided, only a miss quotes any. */
export function quotedFiles(files: readonly Target[], { plan, receipt, predicted }: Planned): readonly Target[] {
  if (receipt !== null || predicted.length > 0) return files;
  const missed = new Set(plan.edits.flatMap(({ path }, at) => (plan.results[at]!.kind === "change" ? [] : [path])));
  return files.filter(({ path }) => missed.has(path));
}

/** The paths of which nothing may be reported but that an edit fits or does not. */
export async function unreadIn(
  files: readonly Target[],
  to: Readers,
  { options, context }: { readonly options: Seen; readonly context: ToolContext },
): Promise<ReadonlyMap<WorkspacePath, Unread>> {
  const unread = new Map<WorkspacePath, Unread>();
  const isIgnored = ignoredIn(context.approved);
  // What was planned is mostly what was found, and each is asked about once.
  const once = new Map(files.map((file) => [`${file.path}\0${file.real}`, file]));
  for (const file of once.values()) {
    if (isSeen(file, options)) continue;
    if (!context.yes && !(await mayRead(file, context))) unread.set(file.path, NEEDS_APPROVAL);
    else if (to === "model" && (await isIgnored(file))) unread.set(file.path, IGNORED);
  }
  return unread;
}

const NEEDS_APPROVAL: Unread = {
  why: "reading it needs approval",
  how: "To see them, run galley apply with --dry-run --yes, or allow read_file for it with a rule in the config's policy.",
};
const IGNORED: Unread = { why: "git ignores this file, so it may hold secrets", how: null };

/** A path that leads to another file now is one the model has not seen. */
export function isSeen({ path, real }: Target, { seen }: Seen): boolean {
  const led = seen?.get(path);
  return led === null || led === real;
}

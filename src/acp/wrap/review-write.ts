// fs/write_text_file of the wrapped agent: planned against what is there, judged by the rules, asked about. The editor gets
// exactly the approved text, and what it left on disk is compared afterwards.

import * as z from "zod/mini";
import { describeRejection } from "../../approval/index.ts";
import { newId, type WorkspacePath } from "../../base/index.ts";
import { prepare, type DelegatedFile, type FileOutcome } from "../../commit/index.ts";
import type { ChangePlan, EditId } from "../../edits/index.ts";
import type { RealFiles } from "../../fs/index.ts";
import { asText, versionOfText, type Text } from "../../text/index.ts";
import type { Request } from "./proxy.ts";
import { cancelled, invalid, notApproved, type Reviewed } from "./reviewed.ts";
import type { WrappedSession } from "./session.ts";

// Another field, such as "Path", may mean something to an editor that compares names leniently.
const WRITE = z.strictObject({
  sessionId: z.string(),
  path: z.string(),
  content: z.string(),
  _meta: z.optional(z.nullable(z.looseObject({}))),
});

export async function reviewWrite(
  { params }: Request,
  session: WrappedSession,
  signal: AbortSignal,
): Promise<Reviewed> {
  const read = WRITE.safeParse(params);
  const text = read.success ? asText(read.data.content) : null;
  if (!read.success || text === null)
    return invalid("fs/write_text_file needs a path and a text, and no parameters but those of the protocol.");
  const { _meta: _, ...given } = read.data; // What an editor of some kind makes of it is not known.
  session.writesThroughEditor = true;
  const { workspace } = await session.place();
  const file = await session.resolve(given.path, "file");
  workspace.requireWritable(file);
  const granted = session.takeGrant(file, versionOfText(text));
  if (granted !== null) {
    const now = await planWrite(file, granted.content, workspace.approved);
    const [change] = now.files;
    const isFresh = change === undefined || change.base === granted.base;
    const before = change === undefined ? granted.content : change.before;
    if (isFresh && !(await hasUnsaved(session, before, given.path)))
      return { kind: "pass", params: { ...given, content: granted.content }, after: () => session.settle(granted.to) };
  }
  await session.withdrawGrants(file);
  const plan = await planWrite(file, text, workspace.approved);
  const problem = problemIn(plan);
  if (problem !== null) return notApproved(problem);
  const [change] = plan.files;
  // Without a change, the file on disk has this very content already.
  const isUnsaved = await hasUnsaved(session, change === undefined ? text : change.before, given.path);
  if (change === undefined && !isUnsaved) return { kind: "pass", params: given };
  if (isUnsaved && change?.before === null)
    return notApproved(
      `${given.path} has unsaved text in the editor and is not on disk. Save it first, then try again.`,
    );
  const { reviewer, done } = await session.asking();
  const asking = { reviewer, yes: false, signal } as const;
  if (isUnsaved) {
    // Only the editor has what is there; it writes when we ask it to, and no journal of ours can keep that.
    const buffered = (await session.buffered()).workspace;
    const unsaved = await planWrite(file, text, buffered.approved);
    const carried = await buffered.carryOut(unsaved, { ...asking, atomic: false });
    if (signal.aborted) return cancelled();
    const [outcome] = carried.receipt.files;
    done(outcome === undefined || outcome.kind === "written");
    if (outcome === undefined || outcome.kind === "written") return { kind: "answer", result: {} };
    return notApproved(describeOutcome(outcome));
  }
  const to = { door: "acp", call_key: `${session.id}/galley-${newId()}` };
  const { files } = await workspace.delegate(plan, { ...asking, to, since: Date.now() });
  if (signal.aborted) return cancelled();
  const [approved] = files;
  // The user may have typed while it was reviewed.
  const isTyped = approved?.kind === "approved" && (await hasUnsaved(session, approved.before, given.path));
  done(approved?.kind === "approved" && !isTyped);
  if (isTyped) {
    await session.settle(to);
    return notApproved(`Not approved: ${given.path} was changed in the editor while it was reviewed. Read it again.`);
  }
  if (approved?.kind !== "approved" || approved.content === null) return notApproved(describeDelegated(approved));
  return { kind: "pass", params: { ...given, content: approved.content }, after: () => session.settle(to) };
}

export function planWrite(path: WorkspacePath, content: Text, files: RealFiles): Promise<ChangePlan> {
  const source = { format: "tool", from: 0, to: 0 } as const;
  const change = { kind: "overwrite", content } as const;
  return prepare([{ id: "1" as EditId, path, source, change }], files, { disclose: false });
}

/** Why an edit has no place; null when each has one. */
export function problemIn({ results }: ChangePlan): string | null {
  const [miss] = results.flatMap((result) => (result.kind === "miss" ? [result.why.message] : []));
  return miss ?? null;
}

/** For the agent: why it may not write. */
export function describeDelegated(file: DelegatedFile | undefined): string {
  if (file?.kind === "rejected") return describeRejection(file, "Edit");
  return file?.kind === "failed" ? file.message : "Not approved: the file changed while it was reviewed.";
}

function describeOutcome(outcome: Exclude<FileOutcome, { kind: "written" }>): string {
  switch (outcome.kind) {
    case "rejected":
      return describeRejection(outcome, "Edit");
    case "failed":
    case "unknown":
      return outcome.message;
    case "stale":
      return `${outcome.path} changed again and again while it was reviewed.`;
    case "held":
      return `Cancelled before ${outcome.path} was approved.`;
    default:
      return outcome satisfies never;
  }
}

/** Where the editor's text is not the one on disk; null: there is no such file on disk. */
async function hasUnsaved(session: WrappedSession, before: Text | null, file: string): Promise<boolean> {
  const buffer = await bufferOf(session, file);
  return buffer !== null && buffer !== (before ?? "");
}

/** The editor's text of a file; null where it offers none. */
export async function bufferOf(session: WrappedSession, file: string): Promise<string | null> {
  if (!session.editor.hasFiles) return null;
  const buffers = session.editor.buffers(
    () => session.id,
    (same) => same,
  );
  try {
    return await buffers.read(file);
  } catch {
    return null; // It has no such file open, or does not show it: then the disk is what counts.
  }
}

// What tools and answers work with: the files, the rules and the one way to write, and who is calling. The workspace
// module makes the first part once; a caller adds who answers questions and who hears what happens.

import type { Answer, ApprovalPayload, Reviewer, Verdict } from "../approval/index.ts";
import { judgeCall, type Call, type Gate, type Judged, type KeepRule } from "../ask/index.ts";
import { failure, newId, type NewId, type Target, type WorkspacePath } from "../base/index.ts";
import type { Carried, FileOutcome, PrepareOptions, Removal, Removed } from "../commit/index.ts";
import type { ChangePlan, Edit, FilePlan } from "../edits/index.ts";
import type { CommandPlace, CommandResult, RealFiles } from "../fs/index.ts";
import type { SafeCommand } from "./shell/safe-commands.ts";

/** Everything about the files that does not depend on who is calling. */
export type ToolWorkspace = {
  /**
   * All roots, for reading: without what a rule hides, and searches leave out what needs approval. A path is resolved
   * once, judged, and opened as it was resolved.
   */
  readonly files: RealFiles;
  /** The same after approval, and for planning what a reviewer is shown. */
  readonly approved: RealFiles;
  /** Only what may be read without approval, for the symbol map. */
  readonly readable: RealFiles;
  /** The canonical sandbox/relative path, or a GalleyError; no link is followed. A `file` may not be spelled as a folder. */
  readonly resolve: (path: unknown, kind?: "file") => WorkspacePath;
  /** READ_ONLY and SUFFIX before anyone is asked. */
  readonly requireWritable: (path: WorkspacePath) => void;
  /** Whether something that may be seen is at a path, however it is spelled. */
  readonly known: (path: string) => boolean;
  /** Bare for the default sandbox, name/rel for others. */
  readonly show: (path: string) => string;
  readonly gate: Gate;
  /** Stores a rule the user asked to keep; without it none is kept. */
  readonly keep?: KeepRule;
  /** Asks, writes, journals. */
  readonly carryOut: (plan: ChangePlan, options: WriteOptions) => Promise<Carried>;
  /** Asks, deletes, journals; then takes the links and empty directories too. */
  readonly remove: (removal: Removal, options: Asking) => Promise<Removed>;
  /** Stages what a receipt wrote; null where nothing is staged. */
  readonly stage: StageReceipt | null;
  /** Where commands run; null where there are none. */
  readonly commands: Commands | null;
  readonly newId?: NewId;
};

/** Who answers: a reviewer (null: no one is there), or `yes` for everything that is not protected. */
export type Asking = {
  readonly reviewer: Reviewer | null;
  readonly yes: boolean;
  readonly signal?: AbortSignal;
  /** Hears what the rules say about a call they do not forbid, before anyone is asked. May object. */
  readonly judged?: Judged;
};

export type WriteOptions = Asking & {
  readonly atomic: boolean;
  /** What the rules said about files of the plan, where that is known already. */
  readonly verdicts?: ReadonlyMap<FilePlan, Verdict>;
};

/** `show` is how a warning writes a path. */
export type StageReceipt = (receipt: string, options: { readonly show: (path: string) => string }) => Promise<Staged>;

export type Staged = { readonly staged: readonly WorkspacePath[]; readonly warnings: readonly string[] };

export type Commands = {
  /** Where commands of a sandbox run. Throws FORBIDDEN or NOT_FOUND when there is no such place. */
  readonly place: (sandbox: string, tool: "shell" | "eval") => Promise<CommandPlace>;
  /** What may run without a question: any command, in a workspace that is read-only, and the user's own list. */
  readonly unasked: { readonly commands: "never" | "read-only"; readonly safe: readonly SafeCommand[] };
  /** The default sandbox's root, where commands run unless they say otherwise. */
  readonly home: WorkspacePath | null;
};

export type Caller = Asking & {
  /** Who wants a command run: a model unless it is said. What a user typed is never run read-only. */
  readonly commandsBy?: "person";
  /** Gets what a command prints while it runs. */
  readonly output?: (stream: "stdout" | "stderr", bytes: Uint8Array) => void;
  /** Called with edits before they are planned; throws to refuse them. */
  readonly beforePlan?: (edits: readonly Edit[]) => Promise<void>;
  /** Hear of every effect on files and programs, in this order. */
  readonly effects?: readonly Effects[];
};

export type Effects = {
  /** Files were written or removed, or were not: one outcome each. `removed` also counts links and empty folders. */
  readonly changed?: (receipt: string | null, outcomes: readonly FileOutcome[], removed: number) => void;
  /** Called after what was written has been staged, or not. */
  readonly staged?: (staging: Staged) => void;
  readonly commandStarted?: () => void;
  readonly commandEnded?: (sandbox: string, end: CommandResult) => void;
};

/** A workspace, and who is calling. */
export type ToolContext = ToolWorkspace & Caller;

/** Reads the files of some edits and plans them. `disclose: false` keeps the file's content out of a miss's message. */
export async function planChange(
  context: ToolContext,
  edits: readonly Edit[],
  options: Required<Pick<PrepareOptions, "disclose">>,
): Promise<ChangePlan> {
  await context.beforePlan?.(edits);
  const { prepare } = await import("../commit/index.ts");
  return prepare(edits, context.approved, options);
}

/** How a file's name is written in warnings about staging. Default: as tools name it. */
type Showing = { readonly show?: (path: string) => string };

/**
 * Asks, writes, and stages what was written. A result is described from what this gives, never from the plan that was
 * handed in.
 */
export async function writeChange(
  context: ToolContext,
  plan: ChangePlan,
  { show, ...options }: Omit<WriteOptions, keyof Asking> & Showing,
): Promise<Carried & { readonly staging: Staged }> {
  const carried = await context.carryOut(plan, { ...askingOf(context), ...options });
  const { id, files } = carried.receipt;
  for (const one of context.effects ?? []) one.changed?.(id, files, 0);
  return { ...carried, staging: await stageWritten(context, id, { ...(show && { show }) }) };
}

/** Asks, removes, and stages that. */
export async function removeFiles(context: ToolContext, removal: Removal): Promise<Removed> {
  const removed = await context.remove(removal, askingOf(context));
  for (const one of context.effects ?? []) one.changed?.(removed.receipt, removed.outcomes, removed.removed);
  await stageWritten(context, removed.receipt, {});
  return removed;
}

/** The one place where staging follows a write, so that it is the same for an answer, a tool and a session. */
async function stageWritten(
  { stage, effects }: ToolContext,
  receipt: string | null,
  { show = (path) => path }: Showing,
): Promise<Staged> {
  if (receipt === null || stage === null) return NOTHING_STAGED;
  const staging = await stage(receipt, { show });
  for (const one of effects ?? []) one.staged?.(staging);
  return staging;
}

const NOTHING_STAGED: Staged = { staged: [], warnings: [] };

/** Asks for approval of something that is not a file change. */
export async function confirm(
  context: ToolContext,
  payload: ApprovalPayload,
  { verdict, call }: { readonly verdict: Verdict; readonly call: Call },
): Promise<Answer> {
  const { askOnce, flagAnswers } = await import("../ask/index.ts");
  const { keep, gate } = context;
  return askOnce(payload, verdict, {
    ...askingOf(context),
    yes: flagAnswers(gate, context.yes),
    noReviewer: gate.noReviewer,
    remember: { call, keep, gate },
  });
}

function askingOf({ reviewer, yes, signal, judged }: ToolContext): Asking {
  return { reviewer, yes, ...(signal && { signal }), ...(judged && { judged }) };
}

/** An id for a question. */
export function questionId({ newId: own = newId }: Pick<ToolContext, "newId">): ReturnType<NewId> {
  return own();
}

/** Whether the caller may be shown lines of a file that it did not ask to read: only if reading needs no question. */
export async function mayRead(target: Target, { gate }: Pick<ToolContext, "gate">): Promise<boolean> {
  return (await judgeCall(gate, { tool: "read_file", access: "read", targets: [target] })).effect === "allow";
}

/**
 * For a change: the same question, and FORBIDDEN where reading is denied. Whether a change fits says what is in a file,
 * so what may not be read may not be changed either.
 */
export async function requireVisible(target: Target, { gate }: Pick<ToolContext, "gate">): Promise<boolean> {
  const { path } = target;
  const { effect, reason } = await judgeCall(gate, { tool: "read_file", access: "read", targets: [target] });
  if (effect === "deny") throw failure("FORBIDDEN", `${path} is not available: ${reason}.`, { data: { path, reason } });
  return effect === "allow";
}

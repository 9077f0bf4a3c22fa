// Approves a change that another program will write: asks like any commit, compares the files with what was shown, and
// journals what was approved, so that it can be compared later and undone. It writes none of the files.

import {
  Bug,
  isFailure,
  type Clock,
  type Code,
  type NewId,
  type Version,
  type WorkspacePath,
} from "../../base/index.ts";
import type { Actor } from "../../approval/index.ts";
import type { ChangePlan, FilePlan } from "../../edits/index.ts";
import type { DelegatedCall, Held, State } from "../../state/index.ts";
import type { Text } from "../../text/index.ts";
import { askUntilFresh, type AskUntilFreshOptions } from "../carry-out.ts";
import { missingParents, directoryKey, type Directory } from "../batch/directories.ts";
import { draftOf, logLineOf, type Modes } from "../batch/journal-draft.ts";
import { recoverAll } from "../batch/recover.ts";
import { reasonOf } from "../batch/reason.ts";
import { compareWith, versionSeen, type OpenRoot, type Step } from "../batch/step.ts";
import { decidersOf, stepsOf, type WrittenItems } from "../batch/write-items.ts";
import type { Item } from "../item.ts";
import type { FileOutcome, ReceiptId } from "../types.ts";
import { ABOUT_TO_WRITE_MS, findApprovedBefore, findOpen, isHandedOver, type FoundOpen } from "./find.ts";

/** What `delegate` works with: a plan, who is asked, and which call of the other program it is. */
export type DelegateOptions = Omit<AskUntilFreshOptions, "atomic"> & {
  readonly state: State;
  readonly openRoot: OpenRoot;
  readonly to: DelegatedCall;
  /** When the other program made the call, in milliseconds: what was approved for the name before is no part of it. */
  readonly since: number;
  /**
   * The other program asks about several calls before it writes any of them, so one of a file that another was approved to
   * change cannot wait for that: it is refused. Default: it writes right after the answer.
   */
  readonly writesLater?: boolean;
  readonly onWait?: (holder: { readonly pid: number }) => void;
  readonly newId?: NewId;
  readonly clock?: Clock;
  /** Waits for another call that may be about to write the same file; for tests. */
  readonly pause?: (ms: number, signal?: AbortSignal) => Promise<void>;
};

/** What another program may write: exactly `content`, and nothing where it was not approved. */
export type DelegatedFile = { readonly path: WorkspacePath; readonly to: WorkspacePath | null } & (
  | {
      readonly kind: "approved";
      readonly by: Actor;
      /** null = absent. */
      readonly before: Text | null;
      readonly content: Text | null;
      /** Hunks of the plan that the person left out. */
      readonly hunksLeft: readonly number[];
      /** The person edited the text in review. */
      readonly userModified: boolean;
    }
  | { readonly kind: "rejected"; readonly by: Actor; readonly reason: string | null }
  | { readonly kind: "failed"; readonly code: Code; readonly message: string }
);

export type Delegated = {
  /** As it was asked about in the end: files that changed meanwhile were planned again. */
  readonly plan: ChangePlan;
  /** null when nothing was approved. */
  readonly receipt: ReceiptId | null;
  /** One per file of the plan, in its order; also for a file that left the plan when it was planned again. */
  readonly files: readonly DelegatedFile[];
  readonly stopRun: boolean;
  readonly warnings: readonly string[];
};

/** Throws what `ask` throws; nothing is approved then. A journal that cannot be kept is a failure of every file. */
export async function delegate(options: DelegateOptions): Promise<Delegated> {
  const { to: call, since, state } = options;
  const { files } = options.plan;
  const rival = options.writesLater === true ? findApprovedBefore(state, { files, to: call, since }) : null;
  if (rival !== null) {
    const failed = files.map(({ path, to }) => ({ path, to, kind: "failed", ...aboutToChange(rival) }) as const);
    return { plan: options.plan, receipt: null, files: failed, stopRun: false, warnings: [] };
  }
  const { plan, stopRun, done, warnings } = await askUntilFresh(options, (items) => keepApproved(items, options));
  return { plan, stopRun, ...done, warnings: [...warnings, ...done.warnings] };
}

type Kept = Pick<Delegated, "receipt" | "files" | "warnings">;
type Stale = Extract<WrittenItems, { kind: "stale" }>;

async function keepApproved(
  items: readonly Item[],
  options: DelegateOptions,
): Promise<Stale | { readonly kind: "done"; readonly done: Kept }> {
  const { state, openRoot, signal, onWait, writesLater = false } = options;
  const id = (options.newId ?? state.newId)();
  const { steps, refused, stale } = stepsOf(items, options.files, id);
  if (stale.size > 0) return { kind: "stale", found: stale, warnings: [] };
  const filesWith = (problem: Problem | null): readonly DelegatedFile[] =>
    items.map((item, index) => {
      const own = refused.get(index);
      return delegatedFile(item, own?.kind === "failed" ? own : problem);
    });
  const done = (receipt: string | null, problem: Problem | null, warnings: readonly string[]) =>
    // The journal keeps the batch under this very name.
    ({ kind: "done", done: { receipt: receipt as ReceiptId | null, files: filesWith(problem), warnings } }) as const;
  if (steps.length === 0) return done(null, null, []);
  const recovered: string[] = [];
  const attempt = (): Promise<ReturnType<typeof done> | Stale | Rival> =>
    state.withLock({ ...(signal && { signal }), ...(onWait && { onWait }) }, async (held) => {
      recovered.push(...(await recoverAll(held, { state, openRoot })).map(({ message }) => message));
      const looked = await lookAt(steps);
      if (looked.stale.size > 0) return { kind: "stale", found: looked.stale, warnings: recovered };
      const now = (options.clock ?? state.clock)().getTime();
      const isHanded = isHandedOver({ decided_by: decidersOf(items) });
      const open = findOpen(state, {
        to: options.to,
        steps,
        since: options.since,
        now,
        isHandedOver: isHanded,
        writesLater,
      });
      if (open.kind === "rival") return open;
      const kept = { ...options, id, items, steps, modes: looked.modes };
      return done(open.kind === "same" ? open.receipt : await keep(held, kept), null, recovered);
    });
  try {
    const pause = options.pause ?? pauseFor;
    // What is written meanwhile is planned and asked about again. What is not written by then will not be.
    for (let waited = 0; ;) {
      const attempted = await attempt();
      if (attempted.kind !== "rival") return attempted;
      if (writesLater || waited >= ABOUT_TO_WRITE_MS)
        return done(null, aboutToChange(items[steps[attempted.step]!.change]!.file), recovered);
      const ms = Math.min(attempted.forMs, LOOK_AGAIN_MS);
      await pause(ms, signal);
      waited += ms;
    }
  } catch (error) {
    if (!isFailure(error)) throw error;
    return done(null, { code: error.code, message: error.message }, recovered);
  }
}

type Rival = Extract<FoundOpen, { kind: "rival" }>;

const LOOK_AGAIN_MS = 100;

/** Returns early when the signal fires; taking the lock then throws. */
async function pauseFor(ms: number, signal?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end);
  });
}

/** Both approvals were about the file as it is; the second to write would leave something that no one has seen. */
function aboutToChange({ path }: FilePlan): Problem {
  const message = `Another approved change of ${path} is about to be written. Send this one again when it has been.`;
  return { code: "STALE", message };
}

type Problem = { readonly code: Code; readonly message: string };

/** Under the lock, so no other galley writes meanwhile; the other program compares for itself, or not at all. */
async function lookAt(steps: readonly Step[]): Promise<{
  readonly stale: ReadonlyMap<number, Version | null>;
  readonly modes: ReadonlyMap<Step, Modes>;
}> {
  const stale = new Map<number, Version | null>();
  const modes = new Map<Step, Modes>();
  for (const step of steps) {
    const seen = await step.staging.look(step.at);
    if (compareWith(step, seen) !== "before") stale.set(step.change, versionSeen(seen));
    const mode = seen.kind === "file" ? seen.mode : null;
    modes.set(step, { before: mode, after: step.after === null ? null : mode });
  }
  return { stale, modes };
}

/** In an order that a crash cannot spoil: a batch without a line in the log is one that was never answered. */
async function keep(
  held: Held,
  given: DelegateOptions & {
    readonly id: string;
    readonly items: readonly Item[];
    readonly steps: readonly Step[];
    readonly modes: ReadonlyMap<Step, Modes>;
  },
): Promise<string> {
  const { state, id, steps, modes, to } = given;
  const at = (given.clock ?? state.clock)().toISOString();
  const directories = new Map<string, Directory>();
  for (const step of steps.filter(({ before }) => before === null))
    for (const directory of await missingParents(step)) directories.set(directoryKey(directory), directory);
  const draft = {
    ...draftOf({
      id,
      at,
      decidedBy: decidersOf(given.items),
      atomic: false,
      undoes: null,
      steps,
      modes,
      directories: [...directories.values()],
    }),
    delegated_to: to,
  };
  const pending = state.journal.begin(held, draft);
  try {
    state.log.append(held, logLineOf(draft, { at, state: "delegated", outcomes: steps.map(() => "unknown") }));
    state.journal.finish(held, pending, "delegated");
  } catch (error) {
    reasonOf(error); // A bug is thrown from here.
    state.journal.abandon(held, pending);
    throw error;
  }
  return id;
}

function delegatedFile(item: Item, problem: Problem | null): DelegatedFile {
  const { path, to } = item.file;
  if (item.kind === "settled") return { path, to, ...unapproved(item.outcome) };
  if (problem !== null) return { path, to, kind: "failed", code: problem.code, message: problem.message };
  const { text, hunksLeft, userModified } = item.composed;
  return { path, to, kind: "approved", by: item.by, before: item.file.before, content: text, hunksLeft, userModified };
}

type Unapproved = DelegatedFile extends infer File
  ? File extends { readonly kind: "rejected" | "failed" }
    ? Omit<File, "path" | "to">
    : never
  : never;

function unapproved(outcome: FileOutcome): Unapproved {
  switch (outcome.kind) {
    case "rejected":
      return { kind: "rejected", by: outcome.by, reason: outcome.reason };
    case "failed":
      return { kind: "failed", code: outcome.code, message: outcome.message };
    case "stale":
      return { kind: "failed", code: "STALE", message: `${outcome.path} changed again and again while it was shown.` };
    case "held":
      return { kind: "failed", code: "ABORTED", message: `Cancelled before ${outcome.path} was approved.` };
    case "written":
    case "unknown":
      throw new Bug(`${outcome.path} was not written here, and its outcome says so`);
    default:
      return outcome satisfies never;
  }
}

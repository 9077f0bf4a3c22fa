// Opening state: one directory, its lock, its journal, its log. Opening makes nothing and reads nothing; the directory
// comes into being with the first batch.

import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { newId, systemClock, type Clock, type NewId } from "../base/index.ts";
import { openCaches, type Caches } from "./caches.ts";
import { orStateFailure } from "./directory.ts";
import { openDrafts, type Drafts } from "./drafts.ts";
import { openJournal, type Journal } from "./journal.ts";
import { deadCandidates, withLock, type Held, type LockOptions, type LockPlace } from "./lock.ts";
import { openLog, type Log } from "./log.ts";
import { nodeOps, removeQuietly, systemCode, type StateOps } from "./ops.ts";
import { systemProcesses, type Processes } from "./owner.ts";
import { openPrompts, type Prompts } from "./prompts.ts";
import { DEFAULT_LIMITS, prune, type PruneLimits } from "./prune.ts";
import { openRules, type Rules } from "./rules.ts";
import { openSessions, type Sessions } from "./sessions.ts";

/** Where the state is kept, and what is passed in for tests. */
export type StateOptions = {
  /** Absolute. See stateDirectory. */
  readonly directory: string;
  readonly ops?: StateOps;
  readonly clock?: Clock;
  readonly newId?: NewId;
  readonly processes?: Processes;
  readonly sleep?: (ms: number) => Promise<void>;
  /** How long to wait for another galley that is writing. */
  readonly patienceMs?: number;
  readonly limits?: PruneLimits;
};

/** What is kept outside the workspace, for one user. */
export interface State {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly journal: Journal;
  readonly log: Log;
  readonly rules: Rules;
  readonly sessions: Sessions;
  readonly caches: Caches;
  readonly prompts: Prompts;
  readonly drafts: Drafts;
  /** Runs `work` as the only writer of this user. Never ask a person inside. Throws IO, ABORTED. */
  withLock<T>(options: LockOptions, work: (held: Held) => Promise<T>): Promise<T>;
  /** Killed processes left something to the next start. Throws IO. */
  isUntidy(): boolean;
  /** Removes what killed processes left of their own in the state directory. Throws IO. */
  tidy(held: Held): void;
  /** Removes old batches and logs that; returns their receipts. Throws IO. */
  prune(held: Held): readonly string[];
  /** Calls back soon after the log or the rules may have changed, or never: a hint. Null where the system offers none. */
  watch(onHint: () => void): (() => void) | null;
}

const PATIENCE_MS = 60_000;

/** State in a folder that is created when something is first written. Nothing is read yet, so it does not throw. */
export function openState(options: StateOptions): State {
  const { directory, ops = nodeOps, clock = systemClock, limits = DEFAULT_LIMITS } = options;
  const journal = openJournal(join(directory, "batches"), ops);
  const log = openLog(directory, ops);
  const place: LockPlace = {
    directory,
    ops,
    processes: options.processes ?? systemProcesses(),
    newNonce: options.newId ?? newId,
    sleep: options.sleep ?? ((ms) => sleep(ms)),
    patienceMs: options.patienceMs ?? PATIENCE_MS,
  };
  return {
    clock,
    newId: options.newId ?? newId,
    journal,
    log,
    rules: openRules(directory, ops),
    sessions: openSessions(directory, ops, { newId: options.newId ?? newId, now: () => clock().getTime() }),
    caches: openCaches(directory, ops, options.newId ?? newId),
    prompts: openPrompts(directory, ops, options.newId ?? newId),
    drafts: openDrafts(directory, {
      ops,
      processes: place.processes,
      newNonce: options.newId ?? newId,
      now: () => clock().getTime(),
    }),
    withLock: (lockOptions, work) => withLock(place, lockOptions, work),
    isUntidy: () => orStateFailure("look", () => journal.isUnfinished() || deadCandidates(place).length > 0),
    tidy: (held) =>
      orStateFailure("tidy up", () => {
        for (const path of deadCandidates(place)) removeQuietly(ops, path);
        journal.tidy(held);
      }),
    prune: (held) => orStateFailure("remove old batches", () => prune(held, { journal, log, clock, limits })),
    watch: (onHint) => {
      try {
        return ops.watch?.(directory, onHint) ?? null;
      } catch (error) {
        if (systemCode(error) === null) throw error;
        return null; // No folder yet, or the system's limit of watches is reached.
      }
    },
  };
}

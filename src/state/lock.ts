// One writer per user: a link(2) lock. Taking it is one link call, so it has one owner at every instant; a dead
// owner is replaced at once. It is never held while a person is asked.
//
// Replacing the dead must not race: of two waiters that both saw a dead owner, the slower one must not remove the
// faster one's fresh lock. So `lock` may be unlinked for a dead owner only by the holder of `lock.next`, after reading
// `lock` once more. `lock.next` is a lock of the same kind; should its owner die in that moment, `lock.next.next` does
// the same for it.
//
// The algorithm is written as generators that pause before every call another process could notice. A test drives
// several of them through every interleaving, killing them anywhere.

import { join } from "node:path";
import { failure } from "../base/index.ts";
import { FILE_MODE, makeDirectory, stateFailure } from "./directory.ts";
import { readAt, removeQuietly, systemCode, withFile, writeAll, type StateOps } from "./ops.ts";
import type { Liveness, Owner, Processes } from "./owner.ts";

declare const held: unique symbol;

/** Proof that the lock is ours. Everything that changes state asks for it. */
export type Held = { readonly [held]: true };

export type LockOptions = {
  readonly signal?: AbortSignal;
  /** Called once when waiting has lasted a moment, with the holder's process number. */
  readonly onWait?: (holder: { readonly pid: number }) => void;
};

export type LockPlace = {
  readonly directory: string;
  readonly ops: StateOps;
  readonly processes: Processes;
  readonly newNonce: () => string;
  readonly sleep: (ms: number) => Promise<void>;
  /** How long to wait for a living owner. */
  readonly patienceMs: number;
};

/** Another process may act here. With `holder`: there is nothing to do until it lets go. */
export type Pause = { readonly holder: { readonly owner: Owner; readonly liveness: Liveness } | null };

const NAME = "lock";
const CANDIDATE = /^lock-(\d+)-(\d*)-[0-9a-z-]+$/;
const QUIET_MS = 300;
const LONGEST_NAP_MS = 40;
const CALL: Pause = { holder: null };

/**
 * Runs `work` while holding the lock and releases it whatever happens. Throws IO when the state directory cannot be
 * written or a living owner does not let go in time, ABORTED when the signal fires while waiting.
 */
export async function withLock<T>(
  place: LockPlace,
  options: LockOptions,
  work: (held: Held) => Promise<T>,
): Promise<T> {
  const content = candidateContent(place);
  try {
    const patience = new Patience(place, options);
    for (const { holder } of acquire(place, content))
      if (holder !== null) await patience.wait(holder.owner, holder.liveness);
  } catch (error) {
    finish(release(place, content)); // A link call may report an error and still have taken effect.
    if (systemCode(error) === null) throw error;
    throw stateFailure("take its lock", { cause: error, written: "Nothing was written." });
  }
  try {
    return await work({} as Held); // acquire came to its end: the lock is ours until release.
  } finally {
    finish(release(place, content));
  }
}

/** Attempts that killed processes left behind, as paths. */
export function deadCandidates({ directory, ops, processes }: LockPlace): readonly string[] {
  return namesIn(ops, directory).flatMap((name) => {
    const parts = CANDIDATE.exec(name);
    if (parts === null) return [];
    const path = join(directory, name);
    // A process killed between opening and writing left an empty file; then its name says who it was.
    const named: Owner = { ...processes.self, pid: Number(parts[1]), start: parts[2] || null };
    const owner = ownerIn(readOrNull(ops, path) ?? "") ?? named;
    return processes.lifeOf(owner) === "dead" ? [path] : [];
  });
}

/** What a lock of ours says. No two attempts share it. */
export function candidateContent({ processes, newNonce }: LockPlace): string {
  return JSON.stringify({ ...processes.self, nonce: newNonce() });
}

/** When it ends, the lock is ours. `content` comes from candidateContent. */
export function* acquire(place: LockPlace, content: string): Generator<Pause, void> {
  const { pid, start, nonce } = JSON.parse(content) as Owner & { nonce: string }; // Made by candidateContent.
  const { directory, ops } = place;
  const candidate = join(directory, `${NAME}-${pid}-${start ?? ""}-${nonce}`);
  try {
    makeDirectory(ops, directory);
    withFile(ops, candidate, { flags: "wx", mode: FILE_MODE }, (fd) =>
      writeAll(ops, fd, new TextEncoder().encode(content)),
    );
    yield* take(place, { candidate, content }, join(directory, NAME));
  } finally {
    removeQuietly(ops, candidate);
  }
}

/** When it ends, the lock is not ours. It throws nothing: a lock that cannot be removed goes stale with its process. */
export function* release({ directory, ops }: LockPlace, content: string): Generator<Pause, void> {
  const lock = join(directory, NAME);
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      yield CALL;
      // Our lock may have been removed by hand, and another process taken it since.
      const isOurs = readOrNull(ops, lock) === content;
      yield CALL;
      if (isOurs) removeQuietly(ops, lock);
      return;
    } catch (error) {
      if (systemCode(error) === null) throw error;
    }
  }
}

type Attempt = { readonly candidate: string; readonly content: string };

function* take(place: LockPlace, attempt: Attempt, lock: string): Generator<Pause, void> {
  const { ops, processes } = place;
  for (;;) {
    yield CALL;
    if (linked(ops, attempt.candidate, lock)) return;
    yield CALL;
    const content = readOrNull(ops, lock);
    if (content === null) continue; // Released between the two calls.
    if (content === attempt.content) return; // Network disks may answer "exists" to the link that made it.
    const owner = ownerIn(content);
    const liveness = owner === null ? "dead" : processes.lifeOf(owner);
    if (owner === null || liveness === "dead") yield* removeDead(place, attempt, { lock, content });
    else yield { holder: { owner, liveness } };
  }
}

function* removeDead(
  place: LockPlace,
  attempt: Attempt,
  dead: { readonly lock: string; readonly content: string },
): Generator<Pause, void> {
  const { ops } = place;
  const next = `${dead.lock}.next`;
  yield* take(place, attempt, next);
  try {
    yield CALL;
    const isStillDead = readOrNull(ops, dead.lock) === dead.content;
    yield CALL;
    // Only the holder of `next` unlinks a dead lock, and the dead do not come back: this cannot hit a living one's.
    if (isStillDead) ops.unlinkSync(dead.lock);
    yield CALL;
  } finally {
    removeQuietly(ops, next);
  }
}

/** Waiting with an end. Time is counted in naps, not read from a clock: clocks jump. */
class Patience {
  readonly #place: LockPlace;
  readonly #options: LockOptions;
  #waitedMs = 0;
  #napMs = 1;
  #hasReported = false;

  constructor(place: LockPlace, options: LockOptions) {
    this.#place = place;
    this.#options = options;
  }

  async wait({ pid }: Owner, liveness: Liveness): Promise<void> {
    const { patienceMs, sleep } = this.#place;
    if (this.#options.signal?.aborted === true) {
      throw failure("ABORTED", "Cancelled while waiting for another galley. Nothing was written.");
    }
    if (this.#waitedMs >= patienceMs) {
      const elsewhere = liveness === "unknown";
      throw failure(
        "IO",
        `Another galley (process ${pid}${elsewhere ? " in another container or on another machine" : ""}) ` +
          `is writing and did not finish within ${Math.round(patienceMs / 1000)} s. Nothing was written. ` +
          `Try again when it is done${elsewhere ? "; if it is gone for good, remove the file 'lock' in galley's state directory" : ""}.`,
        { data: { pid } },
      );
    }
    if (!this.#hasReported && this.#waitedMs >= QUIET_MS) {
      this.#hasReported = true;
      this.#options.onWait?.({ pid });
    }
    await sleep(this.#napMs);
    this.#waitedMs += this.#napMs;
    this.#napMs = Math.min(this.#napMs * 2, LONGEST_NAP_MS);
  }
}

function finish(steps: Generator<Pause, void>): void {
  for (const _ of steps);
}

function linked(ops: StateOps, candidate: string, lock: string): boolean {
  try {
    ops.linkSync(candidate, lock);
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  }
}

function namesIn(ops: StateOps, directory: string): readonly string[] {
  try {
    return ops.readdirSync(directory);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    throw error;
  }
}

/** Null when there is no such file. */
function readOrNull(ops: StateOps, path: string): string | null {
  try {
    return withFile(ops, path, { flags: "r" }, (fd) =>
      new TextDecoder().decode(readAt(ops, fd, 0, ops.fstatSync(fd).size)),
    );
  } catch (error) {
    if (systemCode(error) === "ENOENT") return null;
    throw error;
  }
}

/**
 * Null for a lock that no process can have written while the machine ran: the content is whole before the name exists, so only
 * a power cut leaves it empty or cut. Such an owner is dead.
 */
function ownerIn(content: string): Owner | null {
  try {
    const owner = JSON.parse(content) as Partial<Owner> | null; // Every field is checked below.
    if (typeof owner?.pid !== "number" || typeof owner.machine !== "string") return null;
    const text = (value: unknown) => (typeof value === "string" ? value : null);
    const { pid, machine } = owner;
    return { pid, machine, start: text(owner.start), boot: text(owner.boot), space: text(owner.space) };
  } catch {
    return null;
  }
}

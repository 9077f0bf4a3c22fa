// Who lives: a process that asks or reviews holds a lease, a file with its pid, start time, boot and pid namespace.
// Where the system can look the process up, that decides at once. Where it cannot (another container, another machine,
// no start times), the lease must keep growing: its holder adds a byte every BEAT, and a process that sees no byte added for a
// while calls it ended. Time is measured by the observer's own running clock, so a clock that is set, a suspended
// machine or an observer that was stopped ends no one's lease.
//
//   lease = json LF "."*

import { isFailure } from "../base/index.ts";
import type { Owner, Processes, Records } from "../state/index.ts";

/** "observing": ask again after a moment. */
export type Liveness = "alive" | "ended" | "observing";

export type Timing = {
  /** How often a lease grows. */
  readonly beatMs: number;
  /** How often files are looked at when nothing hints at a change. */
  readonly pollMs: number;
  /** A lease that did not grow for so long has ended. */
  readonly silenceMs: number;
};

// Together they close a question within two seconds of its asker's end, wherever that asker ran.
export const TIMING: Timing = { beatMs: 400, pollMs: 400, silenceMs: 1_200 };

export type LeaseRole = "asker" | "reviewer";

export type LeaseOptions = {
  readonly records: Records;
  readonly processes: Processes;
  readonly newId: () => string;
  readonly timing: Timing;
  /** Milliseconds of this process's running time. */
  readonly uptime: () => number;
};

export type HeldLease = {
  readonly id: string;
  /** False once others have called it ended, or removed it. Throws IO. */
  readonly isHeld: () => boolean;
  readonly release: () => void;
};

const BYTE = new TextEncoder().encode(".");
const NAME = /^([0-9a-z-]+)\.(asker|reviewer)$/;
const MAX_FIRST_LINE = 4_096;
const DAY_MS = 86_400_000;

/** Lives until released, or until this process ends. `note` is what `list` gives. Throws IO. */
export function holdLease(options: LeaseOptions, role: LeaseRole, note: string): HeldLease {
  const { records, processes, newId, timing } = options;
  const id = newId();
  const name = `${id}.${role}`;
  const content = new TextEncoder().encode(`${JSON.stringify({ ...processes.self, note })}\n`);
  let isHeld = records.create(name, [content]) === "created";
  const release = (): void => {
    clearInterval(timer);
    isHeld = false;
    records.remove(name);
  };
  const beat = (): void => {
    try {
      // Others removed it: they have called it ended, and a file without a first line must not take its place.
      if (records.append(name, BYTE) <= content.length) release();
    } catch (error) {
      // A full disk: those who cannot look this process up will call it ended, which never is a yes.
      if (!isFailure(error, "IO")) throw error;
    }
  };
  const timer = setInterval(beat, timing.beatMs);
  timer.unref();
  return { id, isHeld: () => isHeld && records.measure(name) !== null, release };
}

type Observed = {
  readonly bytes: number;
  /** When this size was first seen. */
  readonly sinceMs: number;
  readonly lookedMs: number;
  /** It was seen to grow. */
  readonly isBeating: boolean;
};

/** What this process has observed of leases. Keep one for as long as there is something to observe. */
export class LeaseObserver {
  readonly #options: LeaseOptions;
  readonly #seen = new Map<string, Observed>();
  readonly #verdicts = new Map<string, { readonly liveness: Liveness; readonly atMs: number }>();

  constructor(options: LeaseOptions) {
    this.#options = options;
  }

  /** An ended lease is removed: from then on every process sees that it ended. Throws IO. */
  lifeOf(id: string, role: LeaseRole): Liveness {
    const name = `${id}.${role}`;
    if (!NAME.test(name)) return "ended";
    const now = this.#options.uptime();
    const recent = this.#verdicts.get(name);
    // A process may ask a thousand questions with one lease.
    if (recent !== undefined && now - recent.atMs < this.#options.timing.pollMs / 4) return recent.liveness;
    const liveness = this.#look(name);
    if (liveness !== "ended") this.#verdicts.set(name, { liveness, atMs: now });
    else {
      this.#seen.delete(name);
      this.#verdicts.delete(name);
      this.#options.records.remove(name);
    }
    return liveness;
  }

  /** Waits until it is certain. Throws IO. */
  async certainLifeOf(id: string, role: LeaseRole): Promise<"alive" | "ended"> {
    for (;;) {
      const liveness = this.lifeOf(id, role);
      if (liveness !== "observing") return liveness;
      await new Promise((resolve) => setTimeout(resolve, this.#options.timing.beatMs / 2));
    }
  }

  /** The notes of all leases of a role whose holders live. Throws IO. */
  async list(role: LeaseRole): Promise<readonly string[]> {
    const found = this.#options.records.names().flatMap((name) => {
      const [, id, itsRole] = NAME.exec(name) ?? [];
      return id !== undefined && itsRole === role ? [id] : [];
    });
    const lives = await Promise.all(found.map((id) => this.certainLifeOf(id, role)));
    const alive = found.filter((_, at) => lives[at] === "alive");
    return alive.flatMap((id) => this.#read(`${id}.${role}`)?.note ?? []);
  }

  /** Removes leases whose holders have ended without a word. Throws IO. */
  tidy(nowMs: number): void {
    const { records } = this.#options;
    for (const name of records.names()) {
      const [, id, role] = NAME.exec(name) ?? [];
      if (id === undefined || this.lifeOf(id, role as LeaseRole) !== "observing") continue; // The pattern has both roles.
      // One look cannot say, but a holder that lives has added to it since yesterday.
      const facts = records.measure(name);
      if (facts !== null && nowMs - facts.modifiedMs > DAY_MS) records.remove(name);
    }
  }

  #look(name: string): Liveness {
    const lease = this.#read(name);
    if (lease === null) return "ended";
    const liveness = this.#options.processes.lifeOf(lease.owner);
    if (liveness === "dead") return "ended";
    if (liveness === "alive" && lease.owner.start !== null) return "alive";
    return this.#listen(name);
  }

  #listen(name: string): Liveness {
    const { records, timing, uptime } = this.#options;
    const bytes = records.measure(name)?.bytes ?? 0;
    const now = uptime();
    const before = this.#seen.get(name);
    // An observer that did not look for a while cannot know that nothing happened in the meantime.
    const isContinuous = before !== undefined && now - before.lookedMs <= 2 * timing.pollMs;
    const hasGrown = before !== undefined && before.bytes !== bytes;
    const isSilent = isContinuous && !hasGrown;
    const observed = {
      bytes,
      sinceMs: isSilent ? before.sinceMs : now,
      lookedMs: now,
      isBeating: hasGrown || (isSilent && before.isBeating),
    };
    this.#seen.set(name, observed);
    if (now - observed.sinceMs >= timing.silenceMs) return "ended";
    return observed.isBeating ? "alive" : "observing";
  }

  /** Null when there is none, or none that its holder wrote. */
  #read(name: string): { readonly owner: Owner; readonly note: string } | null {
    const bytes = this.#options.records.read(name, { from: 0, length: MAX_FIRST_LINE });
    const line = bytes === null ? "" : new TextDecoder().decode(bytes).split("\n", 1)[0]!;
    try {
      const { pid, machine, start, boot, space, note } = JSON.parse(line) as Record<string, unknown>;
      if (typeof pid !== "number" || typeof machine !== "string" || typeof note !== "string") return null;
      const text = (value: unknown): string | null => (typeof value === "string" ? value : null);
      return { owner: { pid, machine, start: text(start), boot: text(boot), space: text(space) }, note };
    } catch {
      return null; // Cut by a full disk or a power cut, or not a lease.
    }
  }
}

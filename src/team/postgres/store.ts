// The team's store on PostgreSQL: opens the connections, looks at what changes, and closes what is over. Any number of
// processes can have one open on the same database; none of them is special, and none keeps anything that is not there.

import type { Access } from "../identity.ts";
import type { StoreStatus, TeamStore } from "../store.ts";
import type { InboxTransport } from "../transport.ts";
import { isFailure, messageOf } from "../../base/index.ts";
import { PostgresAudit } from "./audit.ts";
import { describeFailure, openDatabase, type Database } from "./database.ts";
import { TeamFeed } from "./feed.ts";
import { Hints } from "./hints.ts";
import { sweep, TIMING, type Timing } from "./leases.ts";
import { PostgresMachines } from "./machines.ts";
import { migrate, requireMigrated } from "./migrations.ts";
import { OutcomeWaiters } from "./outcomes.ts";
import { PostgresPeople } from "./people.ts";
import { PostgresQuestions } from "./team-questions.ts";
import { PostgresTransport } from "./transport.ts";

export type PostgresOptions = {
  /** `postgres://…`, directly or through a pooler. */
  readonly url: string;
  /** Where announcements are listened to: the server itself, where `url` leads to a transaction pooler. Default: `url`. */
  readonly hintUrl?: string;
  /** At most so many connections, and one more for announcements. Default: 10. */
  readonly connections?: number;
  readonly timing?: Timing;
};

/** Throws IO where the database cannot be reached, or is not migrated. */
export async function openPostgresStore(options: PostgresOptions): Promise<TeamStore> {
  const { url, hintUrl = url, connections = 10, timing = TIMING } = options;
  const database = await openDatabase({ url, connections });
  try {
    await requireMigrated(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return new PostgresStore(database, hintUrl, timing);
}

/** Makes the tables, or brings them up to date. Safe to run twice, and from several processes. Returns how many steps. */
export async function migratePostgres(url: string): Promise<number> {
  const database = await openDatabase({ url, connections: 1 });
  try {
    return await migrate(database);
  } finally {
    await database.close();
  }
}

class PostgresStore implements TeamStore {
  readonly questions: PostgresQuestions;
  readonly machines: PostgresMachines;
  readonly people: PostgresPeople;
  readonly audit: PostgresAudit;
  readonly #database: Database;
  readonly #timing: Timing;
  readonly #feed: TeamFeed;
  readonly #waiters: OutcomeWaiters;
  readonly #hints: Hints;
  readonly #ending = new AbortController();
  readonly #working = new Set<Promise<void>>();
  #hinted = new Set<string>();
  #isLooking = false;
  readonly #due = new Map<"sweep" | "poll", { readonly timer: ReturnType<typeof setTimeout>; readonly atMs: number }>();

  constructor(database: Database, hintUrl: string, timing: Timing) {
    this.#database = database;
    this.#timing = timing;
    this.#feed = new TeamFeed(database);
    this.#waiters = new OutcomeWaiters(database);
    this.questions = new PostgresQuestions(database, this.#feed);
    this.machines = new PostgresMachines(database);
    this.people = new PostgresPeople(database);
    this.audit = new PostgresAudit(database);
    this.#hints = new Hints({
      url: hintUrl,
      database,
      onHint: (ids) => this.#hint(ids),
      onGap: () => this.#within("poll", 0),
    });
    this.#within("poll", 0);
    this.#within("sweep", 0);
  }

  transport(access: Access): InboxTransport {
    const parts = {
      database: this.#database,
      timing: this.#timing,
      feed: this.#feed,
      waiters: this.#waiters,
      sweepWithin: (ms: number) => this.#within("sweep", Math.min(ms, this.#timing.sweepMs)),
    };
    return new PostgresTransport(parts, access);
  }

  async problem(): Promise<string | null> {
    try {
      // A write: a database that is full or read-only can still be read.
      await this.#database.query("UPDATE galley.pulse SET at = at");
      return null;
    } catch (error) {
      return messageOf(describeFailure(error));
    }
  }

  readonly status = (): StoreStatus => ({ announces: this.#hints.isHeard, ...this.#database.busy() });

  async close(): Promise<void> {
    this.#ending.abort();
    for (const { timer } of this.#due.values()) clearTimeout(timer);
    await this.#hints.close();
    await Promise.all(this.#working);
    await this.#database.close().catch(() => null);
  }

  /** What is announced during a look waits for the next one: the more happens, the more each look is about. */
  #hint(ids: ReadonlySet<string>): void {
    // Askers do not wait for what pages are shown.
    this.#work(() => this.#waiters.look(ids));
    for (const id of ids) this.#hinted.add(id);
    if (this.#isLooking) return;
    this.#isLooking = true;
    this.#work(() => this.#lookAtHinted());
  }

  async #lookAtHinted(): Promise<void> {
    try {
      while (this.#hinted.size > 0) {
        const ids = this.#hinted;
        this.#hinted = new Set();
        await this.#feed.lookAt(ids);
      }
    } finally {
      this.#isLooking = false;
    }
  }

  async #poll(): Promise<void> {
    const { pollMs, blindPollMs } = this.#timing;
    try {
      await Promise.all([this.#waiters.look(null), this.#feed.lookAtAll()]);
    } finally {
      this.#within("poll", this.#hints.isHeard ? pollMs : blindPollMs);
    }
  }

  async #sweep(): Promise<void> {
    const { sweepMs } = this.#timing;
    let next: number | null = null;
    try {
      next = await sweep(this.#database, this.#timing);
    } finally {
      // A little later than the deadline: a timer may fire a moment early.
      this.#within("sweep", Math.min(sweepMs, next === null ? sweepMs : Math.max(next, 0) + 5));
    }
  }

  /** What fails because the database is away is done again by the next look. */
  #work(work: () => Promise<void>): void {
    if (this.#ending.signal.aborted) return;
    const done = work().catch((error: unknown) => {
      if (!isFailure(error, "IO")) throw error;
    });
    this.#working.add(done);
    void done.then(() => this.#working.delete(done));
  }

  #within(what: "sweep" | "poll", ms: number): void {
    if (this.#ending.signal.aborted) return;
    const atMs = performance.now() + ms;
    const due = this.#due.get(what);
    if (due !== undefined && due.atMs <= atMs) return;
    if (due !== undefined) clearTimeout(due.timer);
    const timer = setTimeout(() => {
      this.#due.delete(what);
      this.#work(() => (what === "poll" ? this.#poll() : this.#sweep()));
    }, ms);
    timer.unref();
    this.#due.set(what, { timer, atMs });
  }
}

// What happens, for any number of watchers in this process: the difference between what was known and what the database
// says now. A hint is one small look at the rows it names; a full look compares the numbers and versions of all that are
// open, so it does not matter whether a hint was lost.

import { newId } from "../../base/index.ts";
import { EventHistory, isQuestionId, type Filter, type Numbered } from "../../inbox/index.ts";
import type { TeamHappened, TeamQuestion } from "../questions.ts";
import type { Database, Row } from "./database.ts";
import { LISTED, LISTED_FROM, listedOf, teamOutcomeOf } from "./listed.ts";

type Known = { readonly question: TeamQuestion; readonly version: number };

// A question that ended so long before the last look may not have been visible then: its transaction was not over.
const OVERLAP_S = 60;
const ROWS_AT_ONCE = 500;

export class TeamFeed {
  readonly #database: Database;
  readonly #open = new Map<string, Known>();
  /** Ended ones that were announced, by when they ended: a look back must not announce them again. */
  readonly #ended = new Map<string, number>();
  readonly #history = new EventHistory<TeamQuestion, TeamHappened>(newId(), () =>
    Array.from(this.#open.values(), ({ question }) => question),
  );
  /** The database's time of the last full look; null before the first. */
  #lookedAt: Date | null = null;
  #queue: Promise<void> = Promise.resolve();
  /** A full look that has not begun. */
  #nextLook: Promise<void> | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Starts with a new look: what is known is as old as the last one. Throws IO. */
  async *events(
    options: Filter & { readonly cursor?: string; readonly signal: AbortSignal },
  ): AsyncGenerator<Numbered<TeamQuestion, TeamHappened>> {
    await this.lookAtAll();
    yield* this.#history.events(options);
  }

  /** Looks at what was hinted at. Before the first full look there is nothing to compare with. Throws IO. */
  lookAt(ids: ReadonlySet<string>): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#lookedAt === null) return;
      await this.#compare([...ids].filter(isQuestionId));
      this.#history.wakeAll();
    });
  }

  /** Looks at everything. Those who ask before it begins share one look. Throws IO. */
  lookAtAll(): Promise<void> {
    this.#nextLook ??= this.#inTurn(async () => {
      this.#nextLook = null;
      const since = this.#lookedAt;
      const rows = await this.#database.query(
        `SELECT id, version, NULL::timestamptz AS ended_at FROM galley.question WHERE state = 'open'
         UNION ALL SELECT id, version, ended_at FROM galley.question
         WHERE state <> 'open' AND ended_at > coalesce($1::timestamptz, clock_timestamp()) - $2 * interval '1 s'
         UNION ALL SELECT NULL, NULL, clock_timestamp()`,
        [since, OVERLAP_S],
      );
      const now = rows.find(({ id }) => id === null)!["ended_at"] as Date;
      const isNew = ({ id, version, ended_at }: Row): boolean => {
        const name = id as string;
        if (ended_at !== null) return this.#open.has(name) || !this.#ended.has(name);
        return this.#open.get(name)?.version !== version;
      };
      const found = rows.filter(({ id }) => id !== null);
      const openNow = new Set(found.flatMap(({ id, ended_at }) => (ended_at === null ? [id as string] : [])));
      const missing = [...this.#open.keys()].filter((id) => !openNow.has(id));
      await this.#compare([...new Set([...found.filter(isNew).map(({ id }) => id as string), ...missing])]);
      this.#lookedAt = now;
      for (const [id, endedMs] of this.#ended)
        if (endedMs < now.getTime() - 3 * OVERLAP_S * 1_000) this.#ended.delete(id);
      this.#history.wakeAll();
    });
    return this.#nextLook;
  }

  async #compare(ids: readonly string[]): Promise<void> {
    for (let at = 0; at < ids.length; at += ROWS_AT_ONCE) {
      const some = ids.slice(at, at + ROWS_AT_ONCE);
      const sql = `SELECT ${LISTED} FROM ${LISTED_FROM} WHERE q.id = ANY($1) ORDER BY q.asked_at, q.id`;
      const rows = await this.#database.query(sql, [some]);
      for (const row of rows) this.#take(row);
      const there = new Set(rows.map(({ id }) => id as string));
      for (const id of some) if (!there.has(id)) this.#remove(id);
    }
  }

  #take(row: Row): void {
    const [question, outcome, version] = [listedOf(row), teamOutcomeOf(row), Number(row["version"])];
    const { id } = question;
    const known = this.#open.get(id);
    const isFirst = this.#lookedAt === null;
    if (outcome === null) {
      // An older look may come back after a newer one that saw the end.
      if (this.#ended.has(id) || (known !== undefined && known.version >= version)) return;
      this.#open.set(id, { question, version });
      if (!isFirst) this.#history.add({ kind: known === undefined ? "question" : "changed", question });
      return;
    }
    if (this.#ended.has(id)) return;
    this.#open.delete(id);
    this.#ended.set(id, Date.parse(outcome.at));
    if (isFirst) return;
    if (known === undefined) this.#history.add({ kind: "question", question });
    this.#history.add({ kind: "ended", question, outcome });
  }

  /** The row is gone: someone deleted it by hand. */
  #remove(id: string): void {
    const known = this.#open.get(id);
    if (known === undefined) return;
    this.#open.delete(id);
    const outcome = { kind: "closed", at: known.question.asked_at, because: "removed" } as const;
    this.#history.add({ kind: "ended", question: known.question, outcome });
  }

  /** One look at a time, so that an older one never overwrites a newer one. */
  #inTurn(look: () => Promise<void>): Promise<void> {
    const turn = this.#queue.then(look);
    this.#queue = turn.catch(() => {});
    return turn;
  }
}

// Questions for the people who answer: the queue, one question, the history, and what else they do with them.

import type { WatchOptions } from "../../inbox/index.ts";
import { isQuestionId } from "../../inbox/index.ts";
import type {
  Changed,
  Delegate,
  EndedQuestion,
  HistoryFilter,
  Page,
  QueueCount,
  QueueFilter,
  TeamAnswer,
  TeamDecided,
  TeamEvent,
  TeamQuestion,
  TeamRead,
} from "../questions.ts";
import type { PersonName } from "../identity.ts";
import type { TeamQuestions } from "../store.ts";
import { answerQuestion } from "./answer.ts";
import type { Database, Row } from "./database.ts";
import { CHANNEL } from "./ending.ts";
import type { TeamFeed } from "./feed.ts";
import { LISTED, LISTED_FROM, listedOf, teamOutcomeOf } from "./listed.ts";
import { readTeamQuestion } from "./read.ts";

const PAGE = 200;
const LARGEST_PAGE = 1_000;
// Each is shown with the question, to everyone.
const MOST_DELEGATIONS = 100;
const MOST_POSTPONED = 1_000;
// Contents of so many questions are deleted in one transaction.
const DELETED_AT_ONCE = 200;

export class PostgresQuestions implements TeamQuestions {
  readonly #database: Database;
  readonly #feed: TeamFeed;

  constructor(database: Database, feed: TeamFeed) {
    this.#database = database;
    this.#feed = feed;
  }

  async queue({ repository, machine, forPerson, after, limit }: QueueFilter): Promise<Page<TeamQuestion>> {
    const [at, id] = positionOf(after);
    const most = mostOf(limit);
    const rows = await this.#database.query(
      `SELECT ${LISTED} FROM ${LISTED_FROM}
       WHERE q.state = 'open' AND (q.deadline IS NULL OR q.deadline > clock_timestamp())
         AND ($1::text IS NULL OR q.repository = $1) AND ($2::text IS NULL OR q.machine = $2)
         AND ($3::text IS NULL OR q.version = 1 OR NOT EXISTS (SELECT FROM galley.postponed p
           WHERE p.question = q.id AND p.person = $3 AND p.until > clock_timestamp()))
         AND ($4::timestamptz IS NULL OR (q.asked_at, q.id) > ($4, $5))
       ORDER BY q.asked_at, q.id LIMIT $6`,
      [repository ?? null, machine ?? null, forPerson ?? null, at, id, most + 1],
    );
    return pageOf(rows, most, "asked_at", listedOf);
  }

  async counts(): Promise<readonly QueueCount[]> {
    const rows = await this.#database.query(
      `SELECT repository, count(*)::integer AS open, min(asked_at) AS oldest FROM galley.question
       WHERE state = 'open' GROUP BY repository ORDER BY repository`,
    );
    return rows.map((row) => ({
      repository: row["repository"] as string,
      open: row["open"] as number,
      oldest: (row["oldest"] as Date).toISOString(),
    }));
  }

  read(id: string): Promise<TeamRead> {
    return readTeamQuestion(this.#database, id);
  }

  answer(answer: TeamAnswer): Promise<TeamDecided> {
    return answerQuestion(this.#database, answer);
  }

  async delegate(id: string, { by, to }: { readonly by: PersonName; readonly to: Delegate }): Promise<Changed> {
    const audit = {
      question: id,
      event: "delegated",
      person: by.id,
      to: to.kind === "person" ? `person:${to.person.id}` : `group:${to.group}`,
    };
    const change = {
      person: by,
      most: { table: "delegation", rows: MOST_DELEGATIONS },
      effect: `added AS (INSERT INTO galley.delegation (question, delegation) SELECT id, $3 FROM changed),
        audited AS (INSERT INTO galley.audit (repository, body) SELECT repository, $4 FROM changed)`,
      values: [JSON.stringify({ by, to }), JSON.stringify(audit)],
    } as const;
    return this.#change(id, change);
  }

  async postpone(
    id: string,
    { person, forMs }: { readonly person: PersonName; readonly forMs: number },
  ): Promise<Changed> {
    const change = {
      person,
      most: { table: "postponed", rows: MOST_POSTPONED },
      effect: `added AS (
        INSERT INTO galley.postponed (question, person, name, until)
        SELECT id, $2, $3, clock_timestamp() + $4 * interval '1 ms' FROM changed
        ON CONFLICT (question, person) DO UPDATE SET until = EXCLUDED.until, name = EXCLUDED.name)`,
      values: [person.name, forMs],
    } as const;
    return this.#change(id, change);
  }

  watch(options: WatchOptions & { readonly signal: AbortSignal }): AsyncIterable<TeamEvent> {
    return this.#feed.events(options);
  }

  async history(filter: HistoryFilter): Promise<Page<EndedQuestion>> {
    const [at, id] = positionOf(filter.after);
    const most = mostOf(filter.limit);
    const { repository, person, text, outcome, from, to } = filter;
    const rows = await this.#database.query(
      `SELECT ${LISTED} FROM ${LISTED_FROM}
       WHERE q.state <> 'open' AND ($1::text IS NULL OR q.repository = $1)
         AND ($2::text IS NULL OR EXISTS (SELECT FROM json_array_elements(d.people::json) p WHERE p->>'id' = $2))
         AND ($3::text IS NULL OR strpos(q.search, $3) > 0)
         AND ($4::text IS NULL OR coalesce(q.because, q.state) = $4)
         AND ($5::timestamptz IS NULL OR q.ended_at >= $5) AND ($6::timestamptz IS NULL OR q.ended_at < $6)
         AND ($7::timestamptz IS NULL OR (q.ended_at, q.id) < ($7, $8))
       ORDER BY q.ended_at DESC, q.id DESC LIMIT $9`,
      [
        repository ?? null,
        person ?? null,
        text === undefined ? null : text.toLowerCase().replaceAll("\0", ""),
        outcome ?? null,
        from ?? null,
        to ?? null,
        at,
        id,
        most + 1,
      ],
    );
    return pageOf(rows, most, "ended_at", (row) => ({ ...listedOf(row), outcome: teamOutcomeOf(row)! })); // Not open.
  }

  async deleteContents({ thanMs }: { readonly thanMs: number }): Promise<number> {
    const rows = await this.#database.query(
      `WITH old AS (
         SELECT id FROM galley.question
         WHERE state <> 'open' AND contents_deleted_at IS NULL AND ended_at < clock_timestamp() - $1 * interval '1 ms'
         ORDER BY ended_at LIMIT $2 FOR UPDATE SKIP LOCKED
       ), marked AS (
         UPDATE galley.question q SET contents_deleted_at = clock_timestamp() FROM old WHERE q.id = old.id
         RETURNING q.id, q.repository
       ), contents AS (
         DELETE FROM galley.content c USING marked WHERE c.question = marked.id
       ), decisions AS (
         UPDATE galley.decision d SET body = NULL FROM marked WHERE d.question = marked.id
       ), votes AS (
         UPDATE galley.vote v SET body = NULL FROM marked WHERE v.question = marked.id
       ), audited AS (
         INSERT INTO galley.audit (repository, body)
         SELECT repository, json_build_object('question', id, 'event', 'contents-deleted')::text
         FROM marked ORDER BY repository, id
       )
       SELECT id FROM marked`,
      [thanMs, DELETED_AT_ONCE],
    );
    return rows.length;
  }

  /** One statement: the person is locked while they change it, so that blocking them waits for it or comes before it. */
  async #change(id: string, { person, most, effect, values }: Change): Promise<Changed> {
    if (!isQuestionId(id)) return "over";
    const [row] = await this.#database.query(
      `WITH person AS MATERIALIZED (
         SELECT blocked_at FROM galley.person WHERE id = $2 FOR SHARE
       ), may AS MATERIALIZED (
         SELECT NOT EXISTS (SELECT FROM person WHERE blocked_at IS NOT NULL) AS act,
           (SELECT count(*) FROM galley.${most.table} WHERE question = $1) < ${most.rows} AS more
       ), changed AS (
         UPDATE galley.question SET version = version + 1 FROM may
         WHERE id = $1 AND state = 'open' AND (deadline IS NULL OR deadline > clock_timestamp()) AND act AND more
         RETURNING id, repository
       ), ${effect}
       SELECT act, more, id, CASE WHEN id IS NOT NULL THEN pg_notify('${CHANNEL}', id) END
       FROM may LEFT JOIN changed ON true`,
      [id, person.id, ...values],
    );
    const { act, more, id: changed } = row!; // There is one in any case.
    if (act !== true) return "blocked";
    if (more !== true) return "full";
    return changed === null ? "over" : "done";
  }
}

/** `effect`: what is done where `changed` has the question, with values from $3 on. */
type Change = {
  readonly person: PersonName;
  readonly most: { readonly table: "delegation" | "postponed"; readonly rows: number };
  readonly effect: string;
  readonly values: readonly unknown[];
};

function mostOf(limit: number | undefined): number {
  return Math.min(Math.max(1, Math.trunc(limit ?? PAGE)), LARGEST_PAGE);
}

function pageOf<T>(rows: readonly Row[], most: number, time: string, read: (row: Row) => T): Page<T> {
  const shown = rows.slice(0, most);
  const last = shown.at(-1);
  const next = rows.length > most && last ? `${(last[time] as Date).toISOString()} ${last["id"] as string}` : null;
  return { rows: shown.map(read), next };
}

/** What is no position starts at the beginning. */
function positionOf(after: string | undefined): readonly [string | null, string | null] {
  const [, given = "", id = null] = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) ([0-9a-z-]+)$/.exec(after ?? "") ?? [];
  const at = new Date(given);
  return Number.isNaN(at.getTime()) ? [null, null] : [at.toISOString(), id];
}

// The inbox's operations on the database, on behalf of a machine or of a process that has the database itself. A machine
// sees and ends only its own questions, asks only about its repositories, and cannot answer.

import type { Decision } from "../../approval/index.ts";
import { failure, isFailure } from "../../base/index.ts";
import { compileCover } from "../../fs/index.ts";
import { isQuestionId } from "../../inbox/index.ts";
import type {
  Decided,
  Filter,
  InboxEvent,
  OpenQuestions,
  Put,
  ReadQuestion,
  ReviewerKind,
  Settled,
  WatchOptions,
} from "../../inbox/index.ts";
import type { Access } from "../identity.ts";
import type { TeamHappened } from "../questions.ts";
import type { InboxTransport, LeaseId, LeaseTerms, SharedPut } from "../transport.ts";
import { answerQuestion } from "./answer.ts";
import type { Database } from "./database.ts";
import { expire, withdraw } from "./ending.ts";
import type { TeamFeed } from "./feed.ts";
import { attachedReviewers, endLease, renewLease, type Timing } from "./leases.ts";
import { LISTED, LISTED_FROM, listedOf, outcomeOf, summaryOf } from "./listed.ts";
import type { Outcomes, OutcomeWaiters } from "./outcomes.ts";
import { putQuestion } from "./put.ts";
import { readTeamQuestion } from "./read.ts";
import { sha256Of } from "./names.ts";

export type TransportParts = {
  readonly database: Database;
  readonly timing: Timing;
  readonly feed: TeamFeed;
  readonly waiters: OutcomeWaiters;
  /** Something may end within so many milliseconds: look in time. */
  readonly sweepWithin: (ms: number) => void;
};

export class PostgresTransport implements InboxTransport {
  readonly #parts: TransportParts;
  readonly #access: Access;
  /** Whose questions; null: everyone's. */
  readonly #scope: string | null;
  readonly #machine: string;

  constructor(parts: TransportParts, access: Access) {
    this.#parts = parts;
    this.#access = access;
    this.#scope = access.kind === "machine" ? access.machine.id : null;
    this.#machine = this.#scope ?? "";
  }

  async put(put: SharedPut): Promise<Put> {
    const { database, timing, sweepWithin } = this.#parts;
    if (!mayAskAbout(this.#access, put.repository))
      throw failure("FORBIDDEN", `The token of this machine does not cover the repository ${put.repository}.`);
    const mostOpen = this.#access.kind === "machine" ? (this.#access.mostOpen ?? null) : null;
    const done = await putQuestion({ database, machine: this.#machine, ttlMs: timing.ttlMs, mostOpen }, put);
    if (put.withinMs !== null) sweepWithin(put.withinMs);
    return done;
  }

  async settle(lease: LeaseId, id: string): Promise<Settled> {
    const { database } = this.#parts;
    if (!isQuestionId(id)) return { kind: "unknown" };
    await withdraw(database.query, { machine: this.#machine, id: lease }, id);
    const [row] = await database.query(
      `SELECT ${LISTED}, q.lease FROM ${LISTED_FROM} WHERE q.id = $1 AND ($2::text IS NULL OR q.machine = $2)`,
      [id, this.#scope],
    );
    const outcome = row === undefined ? "forgotten" : outcomeOf(row);
    if (outcome === "forgotten") return { kind: "unknown" };
    if (outcome === null) return { kind: "shared" };
    if (outcome.kind === "answered" && row!["lease"] === lease)
      await database.query("INSERT INTO galley.delivery (question, lease) VALUES ($1, $2) ON CONFLICT DO NOTHING", [
        id,
        lease,
      ]);
    return { kind: "settled", outcome };
  }

  async beat(lease: LeaseId, reviewer: ReviewerKind | null): Promise<LeaseTerms> {
    const { database, timing } = this.#parts;
    await renewLease(database, { machine: this.#machine, id: lease }, reviewer, timing.ttlMs);
    return { beatMs: timing.beatMs, ttlMs: timing.ttlMs };
  }

  async end(lease: LeaseId): Promise<void> {
    await endLease(this.#parts.database, { machine: this.#machine, id: lease });
  }

  async open({ root }: Filter): Promise<OpenQuestions> {
    const { database } = this.#parts;
    const values = [this.#scope, root === undefined ? null : sha256Of(root)];
    const sql = `SELECT ${LISTED}, q.deadline <= clock_timestamp() AS is_over FROM ${LISTED_FROM}
      WHERE q.state = 'open' AND ($1::text IS NULL OR q.machine = $1) AND ($2::text IS NULL OR q.root = $2)
      ORDER BY q.asked_at, q.id`;
    const rows = await database.query(sql, values);
    const over = rows.filter(({ is_over }) => is_over === true).map(({ id }) => id as string);
    if (over.length > 0) await expire(database.query, over);
    const open = rows.filter(({ is_over }) => is_over !== true);
    return { questions: open.map((row) => summaryOf(listedOf(row))), unreadable: [] };
  }

  async read(id: string): Promise<ReadQuestion> {
    const found = await readTeamQuestion(this.#parts.database, id, this.#scope);
    if (found.kind === "unknown") return found;
    const { outcome: ended } = found;
    const outcome = ended?.kind === "answered" ? withoutPeople(ended) : ended;
    if (found.kind === "question" && outcome !== "forgotten")
      return { kind: "question", question: found.question, outcome };
    if (outcome === "forgotten") return { kind: "unknown" };
    if (outcome !== null) return { kind: "outcome", outcome };
    return { kind: "unreadable", reason: found.kind === "listed" ? found.reason : "" };
  }

  async decide(id: string, decision: Decision): Promise<Decided> {
    if (this.#access.kind === "machine")
      return { kind: "refused", reason: "A machine can ask but not answer. Answer on the page of galley serve." };
    const decided = await answerQuestion(this.#parts.database, { id, decision, person: null, needed: 1 });
    if (decided.kind === "won" || decided.kind === "lost") return { kind: decided.kind, decision: decided.decision };
    if (decided.kind === "voted" || decided.kind === "blocked") return { kind: "unknown" }; // Only with a person.
    return decided;
  }

  outcomes(ids: readonly string[], signal: AbortSignal): Promise<Outcomes> {
    return this.#parts.waiters.wait(ids, { machine: this.#scope, signal });
  }

  async *watch(options: WatchOptions & { readonly signal: AbortSignal }): AsyncGenerator<InboxEvent> {
    for await (const one of this.#parts.feed.events(options)) {
      const isOurs = ({ machine }: { readonly machine: { readonly id: string } }): boolean =>
        this.#scope === null || machine.id === this.#scope;
      const { cursor } = one;
      if (one.kind === "snapshot") yield { kind: "snapshot", cursor, open: one.open.filter(isOurs).map(summaryOf) };
      else if (isOurs(one.question)) yield* inboxEventOf(one, cursor);
    }
  }

  reviewers(): Promise<readonly ReviewerKind[]> {
    return attachedReviewers(this.#parts.database, this.#scope);
  }
}

function* inboxEventOf(one: TeamHappened, cursor: string): Generator<InboxEvent> {
  const question = summaryOf(one.question);
  if (one.kind === "question") yield { kind: "question", cursor, question };
  if (one.kind !== "ended") return;
  const { outcome } = one;
  if (outcome.kind === "closed") yield { kind: "gone", cursor, question, because: outcome.because };
  else if (outcome.decision !== null) yield { kind: "answered", cursor, question, decision: outcome.decision };
}

function withoutPeople({ at, decision }: { readonly at: string; readonly decision: Decision | null }) {
  return decision === null ? ("forgotten" as const) : { kind: "answered" as const, at, decision };
}

/** Patterns as in the rules of a team, compared letter by letter: a token permits. One that cannot be used covers nothing. */
export function mayAskAbout(access: Access, repository: string): boolean {
  if (access.kind === "everything" || access.machine.repositories === null) return true;
  return access.machine.repositories.some((pattern) => {
    try {
      return compileCover(pattern).covers(repository);
    } catch (error) {
      if (isFailure(error, "PATTERN")) return false;
      throw error;
    }
  });
}

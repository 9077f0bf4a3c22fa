// Answering: the one statement that decides. It changes a question that is open, about exactly these bytes, before its
// deadline, and in the same transaction writes the decision and the audit's row. Who comes second reads the first.

import { DecisionSchema, issuerOf, peopleLabel, type Decision } from "../../approval/index.ts";
import { newId } from "../../base/index.ts";
import { bindingProblem } from "../../inbox/index.ts";
import { isSamePerson, type Person, type PersonName } from "../identity.ts";
import type { TeamDecided, TeamRead } from "../questions.ts";
import { isPassing, type Database, type Query } from "./database.ts";
import { CHANNEL, NOW } from "./ending.ts";
import { lapseVotes } from "./lapse.ts";
import { sha256Of } from "./names.ts";
import { readTeamQuestion } from "./read.ts";

export type Given = {
  readonly id: string;
  readonly decision: Decision;
  /** Null: given with access to the database itself. */
  readonly person: PersonName | null;
  readonly needed: 1 | 2;
  /** Whether someone who voted before may still answer, as the store knows them now. Missing: they may. */
  readonly mayStill?: (person: Person) => boolean;
};

/** Throws IO: then `read` shows whether this answer counts. */
export async function answerQuestion(database: Database, given: Given): Promise<TeamDecided> {
  const found = await readTeamQuestion(database, given.id);
  if (found.kind === "unknown") return found;
  if (found.outcome !== null) return decidedBy(found);
  if (found.kind === "listed") return { kind: "refused", reason: `The question cannot be read: ${found.reason}` };
  const checked = DecisionSchema.safeParse(given.decision);
  if (!checked.success) return { kind: "refused", reason: "The answer is not a decision." };
  const problem = bindingProblem(found.question, checked.data);
  if (problem !== null) return { kind: "refused", reason: problem };
  const answer = { ...given, decision: checked.data, digest: found.question.digest, attempt: newId() };
  const done = await surely(database, answer, () =>
    given.needed === 1 || given.person === null || resultOf(answer.decision) === "rejected"
      ? conclude(database.query, answer, given.person === null ? [] : [given.person])
      : database.transaction((query) => vote(query, answer, given.person!)),
  );
  switch (done.kind) {
    case "won":
      return { kind: "won", decision: answer.decision, by: done.by, at: done.at };
    case "blocked":
      return done;
    case "voted":
    case "late": {
      const now = await readTeamQuestion(database, given.id);
      if (done.kind === "voted" && now.kind !== "unknown" && now.outcome === null)
        return { kind: "voted", votes: now.listed.votes, needed: given.needed };
      return decidedBy(now);
    }
    default:
      return done satisfies never;
  }
}

type Answer = Given & { readonly digest: string; readonly attempt: string };
type Done =
  | { readonly kind: "won"; readonly at: string; readonly by: readonly PersonName[] }
  /** It is not open any more. */
  | { readonly kind: "late" }
  | { readonly kind: "voted" }
  | { readonly kind: "blocked" };

const PATIENCE_MS = 5_000;

/** Where the connection breaks, whether the statement took effect is found out rather than guessed. */
async function surely(database: Database, { id, attempt }: Answer, work: () => Promise<Done>): Promise<Done> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error) || performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
      const ours = await database
        .query(
          `SELECT q.ended_at, d.people FROM galley.decision d JOIN galley.question q ON q.id = d.question
           WHERE d.question = $1 AND d.attempt = $2`,
          [id, attempt],
        )
        .catch(() => []); // Still away: the next round tries again.
      const [row] = ours;
      if (row !== undefined)
        return { kind: "won", at: timeOf(row["ended_at"]), by: JSON.parse(row["people"] as string) as PersonName[] };
    }
  }
}

/**
 * Who answers is locked: blocking someone waits for an answer that is being given, and what comes after it does not count.
 * Those whose votes count beside theirs are not: blocking one of them takes the vote back once it has the question.
 */
async function conclude(
  query: Query,
  { id, decision, digest, attempt, person }: Answer,
  people: readonly PersonName[],
): Promise<Done> {
  const body = JSON.stringify(signedBy(decision, people));
  const result = resultOf(decision);
  const ids = people.map((one) => one.id);
  const version = sha256Of(body);
  const audit = { question: id, event: "answered", digest, decision: version, result, people: ids };
  const rows = await query(
    `WITH people AS MATERIALIZED (
       SELECT blocked_at FROM galley.person WHERE id = $3 FOR SHARE
     ), ended AS (
       UPDATE galley.question q SET state = 'answered', ended_at = ${NOW}, version = version + 1
       WHERE q.id = $1 AND q.state = 'open' AND q.digest = $2 AND (q.deadline IS NULL OR q.deadline > clock_timestamp())
         AND NOT EXISTS (SELECT FROM people WHERE blocked_at IS NOT NULL)
       RETURNING q.id, q.repository, q.ended_at
     ), decided AS (
       INSERT INTO galley.decision (question, attempt, result, people, body) SELECT id, $4, $5, $6, $7 FROM ended
     ), audited AS (
       INSERT INTO galley.audit (repository, body) SELECT repository, $8 FROM ended
     )
     SELECT ended_at, pg_notify('${CHANNEL}', id) FROM ended`,
    [id, digest, person?.id ?? null, attempt, result, JSON.stringify(people.map(named)), body, JSON.stringify(audit)],
  );
  const [row] = rows;
  if (row !== undefined) return { kind: "won", at: timeOf(row["ended_at"]), by: people.map(named) };
  return { kind: person !== null && (await isBlocked(query, person)) ? "blocked" : "late" };
}

/** Of a question that needs several: a vote, and the decision once enough people want exactly the same. */
async function vote(query: Query, answer: Answer, person: PersonName): Promise<Done> {
  // First the person, as in every answer. Then the question, so that of two last votes the second one counts both.
  if (await isBlocked(query, person)) return { kind: "blocked" };
  const [open] = await query(
    `UPDATE galley.question SET version = version + 1
     WHERE id = $1 AND state = 'open' AND digest = $2 AND (deadline IS NULL OR deadline > clock_timestamp())
     RETURNING repository, pg_notify('${CHANNEL}', id)`,
    [answer.id, answer.digest],
  );
  if (open === undefined) return { kind: "late" };
  const body = JSON.stringify(answer.decision);
  const agrees = sha256Of(JSON.stringify(whatItDecides(answer.decision)));
  await query(
    `INSERT INTO galley.vote (question, person, name, agrees, body) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (question, person) DO UPDATE SET name = $3, at = clock_timestamp(), agrees = $4, body = $5`,
    [answer.id, person.id, person.name, agrees, body],
  );
  const version = sha256Of(body);
  const audit = { question: answer.id, event: "voted", person: person.id, decision: version };
  await query("INSERT INTO galley.audit (repository, body) VALUES ($1, $2)", [
    open["repository"],
    JSON.stringify(audit),
  ]);
  const votes = await votesThatCount(query, answer, { agrees, person });
  if (votes.length < answer.needed) return { kind: "voted" };
  return conclude(query, answer, votes);
}

type CastVote = PersonName & {
  readonly agrees: string;
  /** Of someone who never signed in here: null, as the rest. */
  readonly groups: string | null;
  readonly blocked_at: Date | null;
};

type Counting = { readonly agrees: string; readonly person: PersonName };

/**
 * Everyone who wants the same and may still answer. The rules are asked again about those who voted before: a vote of
 * someone who has lost the right since is taken back, and the audit has it.
 */
async function votesThatCount(
  query: Query,
  { id, mayStill }: Answer,
  { agrees, person }: Counting,
): Promise<readonly PersonName[]> {
  const votes = await query(
    `SELECT v.person AS id, v.name, v.agrees, p.groups, p.blocked_at
     FROM galley.vote v LEFT JOIN galley.person p ON p.id = v.person WHERE v.question = $1 ORDER BY v.at, v.person`,
    [id],
  );
  const counting: PersonName[] = [];
  for (const vote of votes as readonly CastVote[]) {
    const groups = JSON.parse(vote.groups ?? "[]") as string[];
    const isOver = (vote.blocked_at ?? null) !== null || mayStill?.({ ...named(vote), groups }) === false;
    if (vote.id !== person.id && isOver) await lapseVotes(query, vote.id, id);
    else if (vote.agrees === agrees) counting.push(named(vote));
  }
  return counting.filter(({ id: one }, at) => counting.findIndex((other) => isSamePerson(other.id, one)) === at);
}

/** Until the transaction ends this stays as it is. */
async function isBlocked(query: Query, { id }: PersonName): Promise<boolean> {
  const [row] = await query("SELECT blocked_at FROM galley.person WHERE id = $1 FOR SHARE", [id]);
  return (row?.["blocked_at"] ?? null) !== null;
}

/** Two people agree when this is the same: what is written, and what happens next. Remarks are their own. */
function whatItDecides({ items, places, stop_run, remember }: Decision): unknown {
  const parts = items.map((item) => {
    const { digest, action } = item;
    if (action === "reject") return [digest, action];
    return [digest, action, item.after, action === "apply" ? (item.hunks ?? null) : null];
  });
  return [parts.map((part) => JSON.stringify(part)).toSorted(), places ?? [], stop_run ?? false, remember ?? null];
}

/** What the asker learns of who it was, for its log. The issuer of the last one is that of the server they all use. */
function signedBy(decision: Decision, people: readonly PersonName[]): Decision {
  const last = people.at(-1);
  if (last === undefined) return decision;
  const by = { kind: "person", name: peopleLabel(people, { home: issuerOf(last.id) }) } as const;
  return { ...decision, items: decision.items.map((item) => (item.by.kind === "person" ? { ...item, by } : item)) };
}

function resultOf({ items, places }: Decision): "applied" | "rejected" {
  const approves = items.some(({ action }) => action !== "reject") || (places ?? []).length > 0;
  return approves ? "applied" : "rejected";
}

function timeOf(value: unknown): string {
  return (value as Date).toISOString(); // A column that is never null.
}

function named({ id, name }: PersonName): PersonName {
  return { id, name };
}

/** Of one that is over. */
function decidedBy(found: TeamRead): TeamDecided {
  if (found.kind === "unknown" || found.outcome === null) return { kind: "unknown" };
  const { outcome } = found;
  if (outcome.kind === "closed") return { kind: "closed", because: outcome.because };
  const { decision, by, at } = outcome;
  // Its content is gone, and with it what the answer was.
  return decision === null ? { kind: "unknown" } : { kind: "lost", decision, by, at };
}

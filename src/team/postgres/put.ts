// Asking: one call is one question, however often and by however many processes it is put. The key (call, generation)
// makes that so; a statement that comes second inserts nothing and looks again at what is there.

import type { ApprovalPayload } from "../../approval/index.ts";
import { failure } from "../../base/index.ts";
import { MAX_QUESTION_BYTES, pathsOf, pickAsker, questionId, type Put } from "../../inbox/index.ts";
import { effectsOf } from "../effects.ts";
import type { SharedPut } from "../transport.ts";
import { partsOf, writeParts } from "./content.ts";
import type { Database, Query, Row } from "./database.ts";
import { CHANNEL, expire, NOW } from "./ending.ts";
import { LISTED, LISTED_FROM, outcomeOf, type Head } from "./listed.ts";
import { sha256Of } from "./names.ts";
import { revoked, tooMany } from "./refusals.ts";

export type PutContext = {
  readonly database: Database;
  /** Empty: a process with access to the database. */
  readonly machine: string;
  readonly ttlMs: number;
  /** So many open questions at a time; null: any number. */
  readonly mostOpen: number | null;
};

/**
 * Throws IO: then nothing was put, or it closes with its lease; putting it again finds it. FORBIDDEN where the machine was
 * revoked, TOO_LARGE where it has too many open questions: nothing was put.
 */
export async function putQuestion(context: PutContext, put: SharedPut): Promise<Put> {
  const parts = partsOf(put.payload);
  const bytes = parts.reduce((sum, part) => sum + part.length, 0);
  if (bytes > MAX_QUESTION_BYTES) return { kind: "too-large", bytes, limit: MAX_QUESTION_BYTES };
  requirePlain(put.repository, "The name of the repository");
  requirePlain(put.payload.digest, "The question");
  const call = callOf(context.machine, put);
  for (;;) {
    const latest = await latestOf(context.database, call);
    const earlier = latest === null ? null : earlierPut(latest, put.payload);
    if (earlier !== null) return earlier;
    const generation = latest === null ? 1 : Number(latest["generation"]) + 1;
    // The machine is part of who asks: another one that claims the same name has other questions.
    const named = { ...pickAsker(put.asker), host: JSON.stringify([context.machine, put.asker.host]) };
    const id = questionId(named, generation);
    const inserted = await insert(context, { put, call, generation, id, parts });
    if (inserted === "asked") return { kind: "asked", id };
    if (inserted === "revoked") throw revoked();
    if (inserted === "full") throw tooMany(context.mostOpen!, "open question"); // Only where there is a number.
  }
}

async function latestOf(database: Database, call: string): Promise<Row | null> {
  const sql = `SELECT ${LISTED}, q.generation, q.digest, q.deadline <= clock_timestamp() AS is_over FROM ${LISTED_FROM}
    WHERE q.call = $1 ORDER BY q.generation DESC LIMIT 1`;
  const [row] = await database.query(sql, [call]);
  if (row?.["state"] !== "open" || row["is_over"] !== true) return row ?? null;
  await expire(database.query, [row["id"] as string]);
  return (await database.query(sql, [call]))[0] ?? null;
}

/** Null: the call may ask, for the first time or again. */
function earlierPut(row: Row, payload: ApprovalPayload): Put | null {
  const id = row["id"] as string;
  const outcome = outcomeOf(row);
  if (outcome === "forgotten") return null;
  const isFinal = outcome?.kind === "answered" || outcome?.because === "expired";
  if (outcome !== null && !isFinal) return null;
  if (row["digest"] !== payload.digest) return { kind: "conflict", id };
  return outcome === null ? { kind: "joined", id } : { kind: "settled", id, outcome };
}

type Insert = {
  readonly put: SharedPut;
  readonly call: string;
  readonly generation: number;
  readonly id: string;
  readonly parts: readonly Buffer[];
};

/** `taken`: another process was first. */
type Inserted = "asked" | "taken" | "revoked" | "full";

async function insert(context: PutContext, one: Insert): Promise<Inserted> {
  const { database } = context;
  if (one.parts.length === 1) return insertWith(database.query, context, one);
  let result: Inserted = "taken";
  const undone = Symbol("undone");
  try {
    await database.transaction(async (query) => {
      await writeParts(query, one.id, one.parts, 1);
      result = await insertWith(query, context, one);
      if (result !== "asked") throw undone;
    });
  } catch (error) {
    // Two processes with the same large question: the pieces of the second meet those of the first.
    if (error !== undone && (error as { data?: Row }).data?.["state"] !== "23505") throw error;
  }
  return result;
}

/**
 * The machine's row is locked while it asks: revoking it waits for what is being put, and then closes that; what
 * comes later is not put.
 */
async function insertWith(query: Query, context: PutContext, one: Insert): Promise<Inserted> {
  const { machine, ttlMs, mostOpen } = context;
  const { put, call, generation, id, parts } = one;
  const { payload, asker, repository, lease } = put;
  const head = headOf(put);
  const root = sha256Of(asker.root);
  const search = [head.description, ...head.paths].join("\n").toLowerCase().replaceAll("\0", "");
  const { type, paths } = head;
  const audit = JSON.stringify({ question: id, event: "asked", digest: payload.digest, machine, type, paths });
  const [row] = await query(
    `WITH machine AS MATERIALIZED (
       SELECT FROM galley.machine WHERE id = $1 AND revoked_at IS NULL FOR SHARE
     ), may AS MATERIALIZED (
       SELECT $1 = '' OR EXISTS (SELECT FROM machine) AS ask, $15::integer IS NULL OR $15::integer > (
         SELECT count(*) FROM (SELECT FROM galley.question WHERE machine = $1 AND state = 'open' LIMIT $15::integer) few
       ) AS more
     ), kept AS (
       INSERT INTO galley.lease AS l (machine, id, expires_at)
       SELECT $1, $2, clock_timestamp() + $3 * interval '1 ms' FROM may WHERE ask AND more
       ON CONFLICT (machine, id) DO UPDATE SET expires_at = greatest(l.expires_at, EXCLUDED.expires_at)
     ), asked AS (
       INSERT INTO galley.question
         (id, call, generation, machine, lease, repository, root, head, search, digest, asked_at, deadline)
       SELECT $4, $5, $6, $1, $2, $7, $8, $9, $10, $11, now.at, now.at + $12 * interval '1 ms'
       FROM (SELECT ${NOW} AS at) AS now, may WHERE ask AND more
       ON CONFLICT DO NOTHING RETURNING id, repository
     ), written AS (
       INSERT INTO galley.content (question, part, bytes) SELECT id, 0, $13 FROM asked
     ), audited AS (
       INSERT INTO galley.audit (repository, body) SELECT repository, $14 FROM asked
     )
     SELECT ask, more, id, CASE WHEN id IS NOT NULL THEN pg_notify('${CHANNEL}', id) END
     FROM may LEFT JOIN asked ON true`,
    [
      machine,
      lease,
      ttlMs,
      id,
      call,
      generation,
      repository,
      root,
      JSON.stringify(head),
      search,
      payload.digest,
      put.withinMs === null ? null : Math.min(put.withinMs, LONGEST_MS),
      parts[0],
      audit,
      mostOpen,
    ],
  );
  if (row!["ask"] !== true) return "revoked";
  if (row!["more"] !== true) return "full";
  return row!["id"] === null ? "taken" : "asked";
}

// A hundred years: further ahead than a time in the database has to reach.
const LONGEST_MS = 3_155_760_000_000;

/** A list has no room for more; the question itself has all of it. */
const MOST_DESCRIPTION = 2_000;

function headOf({ payload, asker }: SharedPut): Head {
  const effects = effectsOf(payload);
  const { description } = payload;
  return {
    asker: pickAsker(asker),
    type: payload.type,
    description:
      description.length <= MOST_DESCRIPTION
        ? description
        : `${description.slice(0, MOST_DESCRIPTION - 1).toWellFormed()}…`,
    paths: pathsOf(payload),
    tools: [...new Set(effects.flatMap(({ tool }) => tool ?? []))],
    risks: [...new Set(effects.flatMap(({ risks }) => risks))],
  };
}

function callOf(machine: string, { asker }: SharedPut): string {
  const { door, host, root, session, call_key } = asker;
  return sha256Of(JSON.stringify([machine, door, host, root, session, call_key]));
}

/** What PostgreSQL cannot hold as text is no name of anything. */
function requirePlain(text: string, what: string): void {
  if (text === "" || text.includes("\0")) throw failure("INVALID_ARG", `${what} is empty or has a NUL character.`);
}

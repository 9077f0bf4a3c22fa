// Asking: one call is one question, however often and by however many processes it is put. The key (call, generation)
// makes that so; a statement that comes second inserts nothing and looks again at what is there.

import { askedBy, type ApprovalPayload } from "../../approval/index.ts";
import { failure } from "../../base/index.ts";
import { MAX_QUESTION_BYTES, pathsOf, pickAsker, questionId, type Put } from "../../inbox/index.ts";
import type { SharedPut } from "../transport.ts";
import { partsOf, writeParts } from "./content.ts";
import type { Database, Query, Row } from "./database.ts";
import { CHANNEL, expire, NOW } from "./ending.ts";
import { LISTED, LISTED_FROM, outcomeOf, type Head } from "./listed.ts";
import { sha256Of } from "./names.ts";

export type PutContext = { readonly database: Database; readonly machine: string; readonly ttlMs: number };

/** Throws IO: then nothing was put, or it closes with its lease; putting it again finds it. */
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
    if (await insert(context, { put, call, generation, id, parts })) return { kind: "asked", id };
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

/** False: another process was first. */
async function insert(context: PutContext, one: Insert): Promise<boolean> {
  const { database } = context;
  if (one.parts.length === 1) return insertWith(database.query, context, one);
  const taken = Symbol("taken");
  try {
    await database.transaction(async (query) => {
      await writeParts(query, one.id, one.parts, 1);
      if (!(await insertWith(query, context, one))) throw taken;
    });
    return true;
  } catch (error) {
    // Two processes with the same large question: the pieces of the second meet those of the first.
    if (error !== taken && (error as { data?: Row }).data?.["state"] !== "23505") throw error;
    return false;
  }
}

async function insertWith(query: Query, { machine, ttlMs }: PutContext, one: Insert): Promise<boolean> {
  const { put, call, generation, id, parts } = one;
  const { payload, asker, repository, lease } = put;
  const head = headOf(put);
  const root = sha256Of(asker.root);
  const search = [head.description, ...head.paths].join("\n").toLowerCase().replaceAll("\0", "");
  const { type, paths } = head;
  const audit = JSON.stringify({ question: id, event: "asked", digest: payload.digest, machine, type, paths });
  const rows = await query(
    `WITH kept AS (
       INSERT INTO galley.lease AS l (machine, id, expires_at) VALUES ($1, $2, clock_timestamp() + $3 * interval '1 ms')
       ON CONFLICT (machine, id) DO UPDATE SET expires_at = greatest(l.expires_at, EXCLUDED.expires_at)
     ), asked AS (
       INSERT INTO galley.question
         (id, call, generation, machine, lease, repository, root, head, search, digest, asked_at, deadline)
       SELECT $4, $5, $6, $1, $2, $7, $8, $9, $10, $11, now.at, now.at + $12 * interval '1 ms'
       FROM (SELECT ${NOW} AS at) AS now
       ON CONFLICT DO NOTHING RETURNING id, repository
     ), written AS (
       INSERT INTO galley.content (question, part, bytes) SELECT id, 0, $13 FROM asked
     ), audited AS (
       INSERT INTO galley.audit (repository, body) SELECT repository, $14 FROM asked
     )
     SELECT id, pg_notify('${CHANNEL}', id) FROM asked`,
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
    ],
  );
  return rows.length === 1;
}

// A hundred years: further ahead than a time in the database has to reach.
const LONGEST_MS = 3_155_760_000_000;

function headOf({ payload, asker }: SharedPut): Head {
  const items = payload.type === "batch" ? payload.items : [payload];
  const risks = [...payload.risks, ...items.flatMap((item) => item.risks)].map(({ kind }) => kind);
  return {
    asker: pickAsker(asker),
    type: payload.type,
    description: payload.description,
    paths: pathsOf(payload),
    tools: [...new Set(items.map((item) => askedBy(item).tool))],
    risks: [...new Set(risks)],
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

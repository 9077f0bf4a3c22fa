// The payload of a question, as pieces of its JSON. It is written before the question that makes it visible, in the same
// transaction, and read piece by piece.

import type { ApprovalPayload } from "../../approval/index.ts";
import { QuestionSchema, type Question, type QuestionSummary } from "../../inbox/index.ts";
import type { Query } from "./database.ts";

/** A piece: small enough that a few hundred of them are in memory at once. */
export const PART_BYTES = 1024 * 1024;
// As many are fetched at once: a small question is one round trip, a large one never is one huge reply.
const PARTS_AT_ONCE = 8;

export function partsOf(payload: ApprovalPayload): readonly Buffer[] {
  const whole = Buffer.from(JSON.stringify(payload), "utf8");
  const parts: Buffer[] = [];
  for (let at = 0; at < whole.length; at += PART_BYTES) parts.push(whole.subarray(at, at + PART_BYTES));
  return parts;
}

export async function writeParts(query: Query, id: string, parts: readonly Buffer[], from: number): Promise<void> {
  for (let part = from; part < parts.length; part += 1)
    await query("INSERT INTO galley.content (question, part, bytes) VALUES ($1, $2, $3)", [id, part, parts[part]]);
}

type Asked = Pick<QuestionSummary, "id" | "asked_at" | "deadline" | "asker">;

/** The first piece, in a query of questions `q`: for most it is the only one. */
export const FIRST_PART = "(SELECT c.bytes FROM galley.content c WHERE c.question = q.id AND c.part = 0) AS first_part";

/**
 * `first`: as FIRST_PART gives it. "unreadable": it was written by another version, or is not what was written. Null: there
 * is none. Throws IO.
 */
export async function readContent(query: Query, asked: Asked, first: unknown): Promise<Question | "unreadable" | null> {
  if (!Buffer.isBuffer(first)) return null;
  const parts: Buffer[] = [first];
  while (parts.at(-1)!.length === PART_BYTES) {
    const rows = await query(
      "SELECT part, bytes FROM galley.content WHERE question = $1 AND part >= $2 AND part < $3 ORDER BY part",
      [asked.id, parts.length, parts.length + PARTS_AT_ONCE],
    );
    parts.push(...rows.map(({ bytes }) => bytes as Buffer));
    if (rows.length < PARTS_AT_ONCE) break;
  }
  const { id, asked_at, deadline, asker } = asked;
  try {
    const payload = JSON.parse(Buffer.concat(parts).toString("utf8")) as object;
    const checked = QuestionSchema.safeParse({ ...payload, id, asked_at, deadline, asker });
    return checked.success ? checked.data : "unreadable";
  } catch {
    return "unreadable";
  }
}

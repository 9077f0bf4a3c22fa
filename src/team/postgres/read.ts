// One question, whole. What is found to be over is closed on the way: no list and no answer depends on a sweep.

import { isQuestionId } from "../../inbox/index.ts";
import type { TeamRead } from "../questions.ts";
import { FIRST_PART, readContent } from "./content.ts";
import type { Database } from "./database.ts";
import { closeDamaged, expire } from "./ending.ts";
import { LISTED, LISTED_FROM, listedOf, teamOutcomeOf } from "./listed.ts";

/** `machine`: only a question that it asked; null: any. Throws IO. */
export async function readTeamQuestion(
  database: Database,
  id: string,
  machine: string | null = null,
): Promise<TeamRead> {
  if (!isQuestionId(id)) return { kind: "unknown" };
  const read = async () =>
    (
      await database.query(
        `SELECT ${LISTED}, q.deadline <= clock_timestamp() AS is_over, q.contents_deleted_at, ${FIRST_PART}
         FROM ${LISTED_FROM}
         WHERE q.id = $1 AND ($2::text IS NULL OR q.machine = $2)`,
        [id, machine],
      )
    )[0];
  let row = await read();
  if (row?.["state"] === "open" && row["is_over"] === true) {
    await expire(database.query, [id]);
    row = await read();
  }
  if (row === undefined) return { kind: "unknown" };
  const [listed, outcome] = [listedOf(row), teamOutcomeOf(row)];
  if (row["contents_deleted_at"] !== null)
    return { kind: "listed", listed, outcome, reason: "its content was deleted after the time set for that" };
  const question = await readContent(database.query, listed, row["first_part"]);
  if (question === "unreadable")
    return { kind: "listed", listed, outcome, reason: "it was written by another version of galley" };
  if (question !== null) return { kind: "question", listed, question, outcome };
  // It was deleted just now, or someone else removed it.
  if (outcome === null && (await closeDamaged(database.query, id)).length > 0)
    return readTeamQuestion(database, id, machine);
  return { kind: "listed", listed, outcome, reason: "its content is missing" };
}

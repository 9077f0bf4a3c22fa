// Taking back votes of someone who may not answer any more. The audit has each of them, and everyone who watches the
// question sees that it changed.

import type { Query } from "./database.ts";
import { CHANNEL } from "./ending.ts";

/**
 * Votes of this person for questions that are open: for one of them, or for all (`null`). Questions are locked in the order
 * in which they are closed, and before the audit's heads. Returns how many there were.
 */
export async function lapseVotes(query: Query, person: string, question: string | null): Promise<number> {
  const rows = await query(
    `WITH voted AS (
       SELECT q.id FROM galley.question q
       WHERE q.state = 'open' AND ($2::text IS NULL OR q.id = $2)
         AND EXISTS (SELECT FROM galley.vote v WHERE v.question = q.id AND v.person = $1)
       ORDER BY q.repository, q.id FOR UPDATE
     ), changed AS (
       UPDATE galley.question q SET version = version + 1 FROM voted
       WHERE q.id = voted.id AND q.state = 'open' RETURNING q.id, q.repository
     ), lapsed AS (
       DELETE FROM galley.vote v USING changed WHERE v.question = changed.id AND v.person = $1
     ), audited AS (
       INSERT INTO galley.audit (repository, body)
       SELECT repository, json_build_object('question', id, 'event', 'vote-lapsed', 'person', $1::text)::text
       FROM changed ORDER BY repository, id
     )
     SELECT id, pg_notify('${CHANNEL}', id) FROM changed`,
    [person, question],
  );
  return rows.length;
}

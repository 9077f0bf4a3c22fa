// A question's row as people and programs see it. One list of columns, one function that reads them.

import type { Decision } from "../../approval/index.ts";
import type { Asker, ClosedBecause, Outcome, QuestionSummary } from "../../inbox/index.ts";
import type { PersonName } from "../identity.ts";
import type { Delegation, TeamOutcome, TeamQuestion, Vote } from "../questions.ts";
import type { Row } from "./database.ts";

/** What is kept as the head of a question. */
export type Head = {
  readonly asker: Asker;
  readonly type: string;
  readonly description: string;
  readonly paths: readonly string[];
  readonly tools: readonly string[];
  readonly risks: readonly string[];
};

/** Votes and the like are there only where something changed since the question was asked. */
export const LISTED = `
  q.id, q.machine, q.repository, q.head, q.asked_at, q.deadline, q.state, q.because, q.ended_at, q.version,
  m.name AS machine_name, m.owner AS machine_owner, d.result, d.people, d.body AS decision,
  CASE WHEN q.version > 1 THEN (SELECT json_agg(json_build_object('person', v.person, 'name', v.name, 'at', v.at,
    'agrees', v.agrees, 'body', v.body) ORDER BY v.at, v.person) FROM galley.vote v WHERE v.question = q.id) END AS votes,
  CASE WHEN q.version > 1 THEN (SELECT json_agg(json_build_object('delegation', g.delegation, 'at', g.at)
    ORDER BY g.number) FROM galley.delegation g WHERE g.question = q.id) END AS delegations,
  CASE WHEN q.version > 1 THEN (SELECT json_agg(json_build_object('person', p.person, 'name', p.name, 'until', p.until)
    ORDER BY p.until, p.person) FROM galley.postponed p WHERE p.question = q.id) END AS postponed`;

export const LISTED_FROM = `galley.question q
  LEFT JOIN galley.machine m ON m.id = q.machine
  LEFT JOIN galley.decision d ON d.question = q.id`;

export function listedOf(row: Row): TeamQuestion {
  const { asker, type, description, paths, tools, risks } = JSON.parse(row["head"] as string) as Head;
  const named = (one: Nested): PersonName => ({ id: one["person"]!, name: one["name"]! });
  return {
    id: row["id"] as string,
    asked_at: timeOf(row["asked_at"])!,
    deadline: timeOf(row["deadline"]),
    asker,
    type,
    description,
    paths,
    repository: row["repository"] as string,
    tools,
    risks,
    machine: {
      id: row["machine"] as string,
      name: (row["machine_name"] as string | null) ?? "",
      owner: (row["machine_owner"] as string | null) ?? null,
    },
    votes: nested(row["votes"]).flatMap((one): readonly Vote[] =>
      // Once contents are deleted, what was voted for is only in the audit.
      one["body"] === null
        ? []
        : [
            {
              person: named(one),
              at: timeOf(one["at"])!,
              decision: JSON.parse(one["body"]!) as Decision,
              agrees: one["agrees"]!,
            },
          ],
    ),
    delegations: nested(row["delegations"]).map((one) => ({
      ...(JSON.parse(one["delegation"]!) as Pick<Delegation, "by" | "to">),
      at: timeOf(one["at"])!,
    })),
    postponed: nested(row["postponed"]).map((one) => ({ person: named(one), until: timeOf(one["until"])! })),
  };
}

/** What every inbox shows of it. */
export function summaryOf({ id, asked_at, deadline, asker, type, description, paths }: TeamQuestion): QuestionSummary {
  return { id, asked_at, deadline, asker, type, description, paths };
}

/** Null while it is open. */
export function teamOutcomeOf(row: Row): TeamOutcome | null {
  if (row["state"] === "open") return null;
  const at = timeOf(row["ended_at"])!;
  if (row["state"] === "closed") return { kind: "closed", at, because: row["because"] as ClosedBecause };
  const body = row["decision"] as string | null;
  return {
    kind: "answered",
    at,
    by: JSON.parse(row["people"] as string) as PersonName[],
    result: row["result"] as "applied" | "rejected",
    decision: body === null ? null : (JSON.parse(body) as Decision),
  };
}

/** As every inbox has it; null while it is open, and "forgotten" where the decision was deleted. */
export function outcomeOf(row: Row): Outcome | "forgotten" | null {
  const outcome = teamOutcomeOf(row);
  if (outcome?.kind !== "answered") return outcome;
  const { kind, at, decision } = outcome;
  return decision === null ? "forgotten" : { kind, at, decision };
}

type Nested = Readonly<Record<string, string | null>>;

function nested(value: unknown): readonly Nested[] {
  return (value as readonly Nested[] | null) ?? [];
}

/** A time of the database, from a column or from inside JSON. */
function timeOf(value: unknown): string | null {
  return value === null || value === undefined ? null : new Date(value as Date | string).toISOString();
}

// Votes as people see them: which of them count, as the rules and the store are now, and why the others do not. Nothing is
// taken back here; that happens where something is decided.

import {
  isSamePerson,
  type KnownPerson,
  type MayAnswer,
  type Person,
  type TeamOutcome,
  type Vote,
} from "../../team/index.ts";
import type { CountedVote } from "../../web/index.ts";

export type Counting = {
  readonly people: readonly KnownPerson[];
  readonly judge: (person: Person) => MayAnswer;
  /** Null while the question is open. */
  readonly outcome: TeamOutcome | null;
};

export function countVotes(votes: readonly Vote[], counting: Counting): readonly CountedVote[] {
  return votes.map((vote, at) => ({ ...vote, why_not: whyNot(vote, votes.slice(0, at), counting) }));
}

function whyNot({ person }: Vote, earlier: readonly Vote[], { people, judge, outcome }: Counting): string | null {
  if (outcome !== null) {
    const hasCounted = outcome.kind === "answered" && outcome.by.some(({ id }) => id === person.id);
    return hasCounted ? null : "It was not among those that decided.";
  }
  const known = people.find(({ id }) => id === person.id);
  if ((known?.blocked_at ?? null) !== null) return "This person is blocked.";
  if (earlier.some((other) => isSamePerson(other.person.id, person.id)))
    return "It is taken for the same person as an earlier vote: the ids differ only in letter case.";
  const may = judge({ ...person, groups: known?.groups ?? [] });
  return may.kind === "yes" ? null : OTHERS[may.because];
}

const OTHERS: Readonly<Record<Extract<MayAnswer, { readonly kind: "no" }>["because"], string>> = {
  "no-rule": "No rule says who may answer this.",
  "not-named": "The rules do not name this person any more.",
  own: "Their own agent asks this, and a rule says that someone else must answer.",
};

/** How many people want what this one wants, themself included, of those whose votes count. */
export function agreeing(votes: readonly CountedVote[], person: Pick<Person, "id">): number {
  const own = votes.find((vote) => vote.person.id === person.id);
  return votes.filter(({ agrees, why_not }) => agrees === own?.agrees && why_not === null).length;
}

// What a question of a team still wants of the person who is signed in. Outside of a team every question waits for the user.

import type { ListedQuestion, WebTeam } from "../../protocol.ts";

/** Whether it is the next one to look at: neither put off nor voted on by this person. */
export function isWaitingFor(question: ListedQuestion, team: WebTeam | undefined, now: number): boolean {
  const hasVoted = (question.votes ?? []).some(({ person }) => person.id === team?.person.id);
  return !hasVoted && !isPostponed(question, team, now);
}

export function isPostponed({ postponed = [] }: ListedQuestion, team: WebTeam | undefined, now: number): boolean {
  return postponed.some(({ person, until }) => person.id === team?.person.id && Date.parse(until) > now);
}

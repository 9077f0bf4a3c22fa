import { expect, test } from "vitest";
import type { ListedQuestion, TeamFacts } from "../../protocol.ts";
import { isWaitingFor } from "./for-person.ts";

const [me, other] = ["me", "other"].map((id) => ({ id, name: "Mia Beck" }));
const team = { person: { ...me!, groups: [] } };
const NOW = Date.parse("2026-01-01T12:00:00Z");
const vote = (person: { id: string; name: string }): TeamFacts["votes"][number] => ({
  person,
  at: "2026-01-01T11:00:00Z",
  decision: { approval_id: "a", items: [] },
  agrees: "x",
});
const off = (person: { id: string; name: string }, hour: string): TeamFacts["postponed"][number] => ({
  person,
  until: `2026-01-01T${hour}:00:00Z`,
});

test.each<[string, Partial<TeamFacts>, boolean]>([
  ["untouched", {}, true],
  ["voted on by me", { votes: [vote(other!), vote(me!)] }, false],
  ["voted on by another of the same name", { votes: [vote(other!)] }, true],
  ["put off by me", { postponed: [off(me!, "13")] }, false],
  ["put off by me until now", { postponed: [off(me!, "11")] }, true],
  ["put off by another", { postponed: [off(other!, "13")] }, true],
])("%s", (_, facts, isWaiting) => {
  const question = facts as ListedQuestion; // Only the team's facts are looked at.
  expect([isWaitingFor(question, team, NOW), isWaitingFor(question, undefined, NOW)]).toEqual([isWaiting, true]);
});

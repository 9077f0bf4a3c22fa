// Above a question of a team: where it comes from, who has voted and was asked to look, and what else can be done with it.

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { DelegateBody, PostponeBody } from "../../protocol.ts";
import { useApp, useData } from "../app/context.ts";
import { ageOf } from "../layout/ages.ts";
import { useNow } from "../layout/use-now.ts";
import { describeDecision } from "../review/asking/endings.ts";
import { messageOf } from "../store/api.ts";
import { Revealed } from "../text.tsx";

const NOT_NOW_MINUTES = 60;

export function TeamBar({ id }: { readonly id: string }): VNode | null {
  const { api, go, confirmations } = useApp();
  const question = useData(({ questions }) => questions.find((one) => one.id === id));
  const team = useData(({ team }) => team);
  const now = useNow();
  const [to, setTo] = useState("");
  if (question === undefined || team === undefined) return null;
  const { repository = "", machine, votes = [], delegations = [], asked_at, deadline } = question;
  const last = delegations.at(-1);
  const others = team.people.filter((one) => one.id !== team.person.id);
  const act = async (what: string, body: DelegateBody | PostponeBody, done: string): Promise<boolean> => {
    try {
      await api.post(`/api/questions/${encodeURIComponent(id)}/${what}`, body);
      confirmations.show(done);
      return true;
    } catch (error) {
      confirmations.show(messageOf(error), { tone: "bad" });
      return false;
    }
  };
  const delegate = async (): Promise<void> => {
    const person = others.find((one) => one.id === to);
    if (person === undefined) return;
    if (await act("delegate", { to: { kind: "person", person } }, `${person.name} was asked to look.`)) setTo("");
  };
  const postpone = async (): Promise<void> => {
    if (await act("postpone", { minutes: NOT_NOW_MINUTES }, "Out of your list for an hour. It stays open for others."))
      go({ kind: "inbox" });
  };
  return (
    <section class="team-bar" aria-label="The team">
      <span>
        <strong>
          <Revealed text={repository} />
        </strong>{" "}
        <span class="dim">
          <Revealed text={machine?.name ?? ""} /> · asked <time dateTime={asked_at}>{ageOf(asked_at, now)}</time>
          {deadline !== null && ` · denied at ${new Date(deadline).toLocaleString()}`}
        </span>
      </span>
      {votes.length > 0 && (
        <ul class="team-votes" aria-label="Votes">
          {votes.map(({ person, at, decision }) => (
            <li key={person.id}>
              <Revealed text={person.name} />: {describeDecision(decision, question.asker.door === "review")},{" "}
              {ageOf(at, now)}
            </li>
          ))}
        </ul>
      )}
      {last !== undefined && (
        <span class="dim">
          <Revealed text={last.by.name} /> asked{" "}
          <Revealed text={last.to.kind === "person" ? last.to.person.name : `the group ${last.to.group}`} /> to look
        </span>
      )}
      <span class="row">
        <select aria-label="Delegate to" value={to} onChange={(event) => setTo(event.currentTarget.value)}>
          <option value="">Delegate to…</option>
          {others.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </select>
        <button type="button" disabled={to === ""} onClick={() => void delegate()}>
          Delegate
        </button>
        <button type="button" onClick={() => void postpone()}>
          Not now
        </button>
      </span>
    </section>
  );
}

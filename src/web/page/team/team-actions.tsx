// What else can be done with an open question of a team: asking someone to look, and putting it off.

import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { personLabel } from "../../../approval/index.ts";
import { reveal } from "../../../text/index.ts";
import type { DelegateBody, PostponeBody, TeamPeople } from "../../protocol.ts";
import { useApp, useData, useLabels } from "../app/context.ts";
import { messageOf } from "../store/api.ts";

const NOT_NOW_MINUTES = 60;

export function TeamActions({ id }: { readonly id: string }): VNode | null {
  const { api, go, confirmations } = useApp();
  const team = useData(({ team }) => team);
  const labels = useLabels();
  const [to, setTo] = useState("");
  const [people, setPeople] = useState<TeamPeople["people"]>([]);
  // Anew whenever the list is about to be used: someone may have been blocked, or come for the first time.
  const fetchPeople = (): void =>
    void api.get<TeamPeople>("/api/people").then(
      (reply) => setPeople(reply.people),
      () => null, // The banner says that the server is away.
    );
  useEffect(fetchPeople, [id]);
  if (team === undefined) return null;
  const others = people.filter((one) => one.id !== team.person.id);
  const act = async (what: string, body: DelegateBody | PostponeBody, done: string): Promise<boolean> => {
    try {
      await api.post(`/api/questions/${encodeURIComponent(id)}/${what}`, body);
      confirmations.show(done);
      return true;
    } catch (error) {
      confirmations.show(messageOf(error), { tone: "bad" });
      fetchPeople();
      return false;
    }
  };
  const delegate = async (): Promise<void> => {
    const person = others.find((one) => one.id === to);
    if (person === undefined) return;
    if (await act("delegate", { to: { kind: "person", person } }, `${personLabel(person, labels)} was asked to look.`))
      setTo("");
  };
  const postpone = async (): Promise<void> => {
    if (await act("postpone", { minutes: NOT_NOW_MINUTES }, "Out of your list for an hour. It stays open for others."))
      go({ kind: "inbox" });
  };
  return (
    <span class="row">
      <select
        aria-label="Delegate to"
        value={to}
        onFocus={fetchPeople}
        onChange={(event) => setTo(event.currentTarget.value)}
      >
        <option value="">Delegate to…</option>
        {others.map((one) => (
          <option key={one.id} value={one.id}>
            {reveal(personLabel(one, labels))}
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
  );
}

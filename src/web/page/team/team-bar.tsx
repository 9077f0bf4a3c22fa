// Above a question of a team: where it comes from, who has voted and was asked to look, what became of it, and what else can
// be done with it while it is open.

import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { personLabel } from "../../../approval/index.ts";
import { ageOf } from "../../../base/index.ts";
import type { CountedVote, ListedQuestion, TeamView } from "../../protocol.ts";
import { useApp, useData, useLabels, useOnline } from "../app/context.ts";
import { useNow } from "../layout/use-now.ts";
import { describeDecision } from "../review/asking/endings.ts";
import { Revealed } from "../text.tsx";
import { endInWords } from "./end-in-words.ts";
import { TeamActions } from "./team-actions.tsx";

export function TeamBar({ id }: { readonly id: string }): VNode | null {
  const live = useData(({ questions }) => questions.find((one) => one.id === id));
  const view = useTeamView(id, live);
  const now = useNow();
  const labels = useLabels();
  const question = live ?? view?.question;
  if (question === undefined) return null;
  const { repository = "", machine, delegations = [], asked_at, deadline } = question;
  const last = delegations.at(-1);
  const isOpen = live !== undefined;
  return (
    <section class="team-bar" aria-label="The team">
      <span>
        <strong>
          <Revealed text={repository} />
        </strong>{" "}
        <span class="dim">
          <Revealed text={machine?.name ?? ""} /> · asked <time dateTime={asked_at}>{ageOf(asked_at, now)}</time>
          {isOpen && deadline !== null && ` · denied unless it is decided by ${new Date(deadline).toLocaleString()}`}
        </span>
      </span>
      {!isOpen && view !== null && view.outcome !== null && (
        <span data-testid="team-end">
          <Revealed text={endInWords(view.outcome, labels)} /> ·{" "}
          <time dateTime={view.outcome.at}>{new Date(view.outcome.at).toLocaleString()}</time>
        </span>
      )}
      {view !== null && view.votes.length > 0 && <Votes view={view} question={question} now={now} />}
      {last !== undefined && (
        <span class="dim">
          <Revealed text={personLabel(last.by, labels)} /> asked{" "}
          <Revealed
            text={last.to.kind === "person" ? personLabel(last.to.person, labels) : `the group ${last.to.group}`}
          />{" "}
          to look
        </span>
      )}
      {isOpen && <TeamActions id={id} />}
    </section>
  );
}

/** Fetched anew whenever someone votes, and when it ends: whether a vote counts is for the server to say. */
function useTeamView(id: string, live: ListedQuestion | undefined): TeamView | null {
  const { api } = useApp();
  const isOnline = useOnline();
  const [view, setView] = useState<TeamView | null>(null);
  const votes = live?.votes?.map(({ person, at }) => `${person.id} ${at}`).join("\n");
  useEffect(() => {
    if (!isOnline) return;
    const abort = new AbortController();
    api.get<TeamView>(`/api/questions/${encodeURIComponent(id)}/team`, { signal: abort.signal }).then(
      setView,
      () => null, // The screen below says what cannot be read.
    );
    return () => abort.abort();
  }, [id, isOnline, live === undefined, votes]);
  return view;
}

type VotesProps = { readonly view: TeamView; readonly question: ListedQuestion; readonly now: number };

function Votes({ view: { votes, needed, outcome }, question, now }: VotesProps): VNode {
  const labels = useLabels();
  const isOnDisk = question.asker.door === "review";
  return (
    <div>
      {outcome === null && needed !== null && (
        <span>
          {mostAgreeing(votes)} of {needed} votes that are needed
        </span>
      )}
      <ul class="team-votes" aria-label="Votes">
        {votes.map(({ person, at, decision, why_not }) => (
          <li key={person.id} class={why_not === null ? undefined : "dim"}>
            <Revealed text={personLabel(person, labels)} />: {describeDecision(decision, isOnDisk)}, {ageOf(at, now)}
            {why_not !== null && ` · does not count. ${why_not}`}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Of the votes that count, the most that decide the same. */
function mostAgreeing(votes: readonly CountedVote[]): number {
  const counts = votes.filter(({ why_not }) => why_not === null);
  return Math.max(0, ...counts.map(({ agrees }) => counts.filter((other) => other.agrees === agrees).length));
}

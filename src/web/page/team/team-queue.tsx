// What waits in a team's inbox, oldest first: by repository, for whom, since when, and who has voted.

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { ListedQuestion, WebTeam } from "../../protocol.ts";
import { useData } from "../app/context.ts";
import { isPostponed } from "./for-person.ts";
import { InboxList } from "../inbox/inbox-list.tsx";
import { useNow } from "../layout/use-now.ts";

const WHOSE = ["Everyone's", "Delegated to me", "Asked by my machines"] as const;
type Whose = (typeof WHOSE)[number];

export function TeamQueue(): VNode {
  const questions = useData(({ questions }) => questions);
  const team = useData(({ team }) => team);
  const now = useNow();
  const [repository, setRepository] = useState("");
  const [whose, setWhose] = useState<Whose>("Everyone's");
  const [withPostponed, setWithPostponed] = useState(false);
  const repositories = [...new Set(questions.flatMap((one) => one.repository ?? []))].sort();
  const wanted = questions.filter(
    (one) => (repository === "" || one.repository === repository) && isOf(one, whose, team),
  );
  const shown = wanted.filter((one) => withPostponed || !isPostponed(one, team, now));
  const hidden = wanted.length - shown.length;
  return (
    <div class="screen">
      <h1>Inbox</h1>
      <div class="row team-filter">
        <label>
          Repository{" "}
          <select value={repository} onChange={(event) => setRepository(event.currentTarget.value)}>
            <option value="">All ({questions.length})</option>
            {repositories.map((name) => (
              <option key={name} value={name}>
                {name} ({questions.filter((one) => one.repository === name).length})
              </option>
            ))}
          </select>
        </label>
        <label>
          Questions{" "}
          <select value={whose} onChange={(event) => setWhose(event.currentTarget.value as Whose)}>
            {WHOSE.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      </div>
      {shown.length === 0 ? (
        <p class="dim">Nothing waits here. Questions of the team's machines appear by themselves.</p>
      ) : (
        <div class="listing">
          <InboxList only={shown} />
        </div>
      )}
      {(hidden > 0 || withPostponed) && (
        <p>
          <button type="button" onClick={() => setWithPostponed(!withPostponed)}>
            {withPostponed ? "Hide those I put off" : `Show ${hidden} that you put off`}
          </button>
        </p>
      )}
    </div>
  );
}

function isOf({ delegations = [], machine }: ListedQuestion, whose: Whose, team: WebTeam | undefined): boolean {
  if (whose === "Everyone's" || team === undefined) return true;
  const { id, groups } = team.person;
  if (whose === "Asked by my machines") return machine?.owner === id;
  const to = delegations.at(-1)?.to;
  return to?.kind === "person" ? to.person.id === id : to !== undefined && groups.includes(to.group);
}

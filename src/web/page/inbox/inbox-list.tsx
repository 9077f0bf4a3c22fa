// The questions that wait, oldest first: who asks, what for, since when. The same list in the rail and on its own screen.

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { below, peopleLabel, sandboxOf } from "../../../approval/index.ts";
import type { ListedQuestion } from "../../protocol.ts";
import { useApp, useData, useLabels, useRoute } from "../app/context.ts";
import { addressOf } from "../app/route.ts";
import { ageOf } from "../../../base/index.ts";
import { useNow } from "../layout/use-now.ts";
import { Path, Revealed } from "../text.tsx";
import { placesOf } from "../asker-places.ts";
import { programOf } from "../program-name.ts";
import { wordFor } from "./question-type.ts";

// More paths of one question are counted.
const FEW_PATHS = 2;
// A thousand rows in two lists make the page slow; the oldest come first.
const MOST_ROWS = 100;
const MORE_TIMES = 5;

/** `only`: those of a filter. */
export function InboxList({ only }: { readonly only?: readonly ListedQuestion[] }): VNode {
  const all = useData(({ questions }) => questions);
  const questions = only ?? all;
  const unreadable = useData(({ unreadable }) => unreadable);
  const now = useNow();
  const [most, setMost] = useState(MOST_ROWS);
  const more = questions.length - most;
  return (
    <ul class="inbox-list">
      {questions.slice(0, most).map((question) => (
        <QuestionRow key={question.id} question={question} now={now} />
      ))}
      {more > 0 && (
        <li class="inbox-more">
          <button type="button" onClick={() => setMost(MORE_TIMES * most)}>
            Show {Math.min(more, (MORE_TIMES - 1) * most).toLocaleString("en")} more
          </button>
          <span class="dim small">{more.toLocaleString("en")} newer questions are not listed</span>
        </li>
      )}
      {unreadable.map(({ id, reason }) => (
        <li key={id} class="inbox-row is-unreadable">
          <strong>A question that cannot be shown</strong>
          <span class="dim small">
            <Revealed text={reason} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function QuestionRow({ question, now }: { readonly question: ListedQuestion; readonly now: number }): VNode {
  const { go } = useApp();
  const route = useRoute();
  const host = useData(({ host }) => host);
  const root = useData(({ root }) => root);
  const labels = useLabels();
  const { id, asker, asked_at, paths, description } = question;
  // To a team the repository says more than a folder on another machine.
  const places =
    question.repository === undefined
      ? placesOf(asker, { host, root })
      : [question.repository, question.machine?.name ?? "", ...votesOf(question, labels)];
  const isOne = new Set(paths.map(sandboxOf)).size <= 1;
  const more = paths.length - FEW_PATHS;
  return (
    <li>
      <a
        class="inbox-row"
        href={addressOf({ kind: "question", id })}
        aria-current={route.kind === "question" && route.id === id ? "page" : undefined}
        onClick={(event) => {
          event.preventDefault();
          go({ kind: "question", id });
        }}
      >
        <span class="row">
          <strong class="grow cut">
            <Revealed text={programOf(asker)} />
          </strong>
          <span class="chip">{wordFor(question)}</span>
        </span>
        <span class="inbox-paths">
          {paths.slice(0, FEW_PATHS).map((path) => (
            <span class="cut" key={path}>
              <Path path={isOne && sandboxOf(path) !== path ? below(path) : path} />
            </span>
          ))}
          {paths.length === 0 && (
            <span class="cut">
              <Revealed text={description} />
            </span>
          )}
          {more > 0 && <span class="dim small">and {more} more</span>}
        </span>
        <span class="dim small">
          <time dateTime={asked_at}>{ageOf(asked_at, now)}</time>
          {places.map((place) => (
            <span key={place}>
              {" · "}
              <Revealed text={place} />
            </span>
          ))}
        </span>
      </a>
    </li>
  );
}

function votesOf({ votes = [] }: ListedQuestion, labels: ReturnType<typeof useLabels>): readonly string[] {
  const people = votes.map(({ person }) => person);
  return people.length === 0 ? [] : [`voted: ${peopleLabel(people, labels)}`];
}

// One question: fetched whole, shown by the review screen, answered through the server. States in which there is nothing
// to decide say why, and what to do next.

import type { VNode } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Decision } from "../../../approval/index.ts";
import type { AnswerReply, MayAnswerNow, Question, WebOutcome, WebQuestion } from "../../protocol.ts";
import { useApp, useData, useLabels, useOnline, type App } from "../app/context.ts";
import type { Route } from "../app/route.ts";
import { awaitedBy } from "../history/own-change.ts";
import { ageOf } from "../../../base/index.ts";
import { describeDecision, endingOf } from "../review/asking/endings.ts";
import { ReviewScreen, type Answered } from "../review/review-screen.tsx";
import { ApiError, messageOf } from "../store/api.ts";
import { settleNow, type Settled } from "../store/data.ts";
import { isWaitingFor } from "../team/for-person.ts";
import { Revealed } from "../text.tsx";

type Fetched =
  | { readonly kind: "fetching" }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "unknown" }
  | WebQuestion;

export function QuestionScreen({ id }: { readonly id: string }): VNode {
  const app = useApp();
  const isOnline = useOnline();
  const questions = useData(({ questions }) => questions);
  const host = useData(({ host }) => host);
  const root = useData(({ root }) => root);
  const { home } = useLabels();
  const here = useMemo(() => ({ host, root }), [host, root]);
  const settled = useData(({ settled }) => settled.find(({ question }) => question.id === id) ?? null);
  const [fetched, setFetched] = useState<Fetched>({ kind: "fetching" });
  const needsFetch = isOnline && (fetched.kind === "fetching" || fetched.kind === "failed");
  useEffect(() => {
    if (!needsFetch) return;
    const abort = new AbortController();
    app.api
      .get<WebQuestion>(`/api/questions/${encodeURIComponent(id)}`, { signal: abort.signal })
      .then(setFetched, (error: unknown) => {
        if (abort.signal.aborted) return;
        const isUnknown = error instanceof ApiError && error.status === 404;
        setFetched(isUnknown ? { kind: "unknown" } : { kind: "failed", message: messageOf(error) });
      });
    return () => abort.abort();
  }, [id, isOnline]);
  const close = (): void => app.go(nextAfter(app, id, { isAnswered: false }));
  switch (fetched.kind) {
    case "fetching":
      return <p class="state dim">Reading the question…</p>;
    case "failed":
    case "unreadable":
      return (
        <Ended title="This question cannot be shown" onClose={close}>
          <Revealed text={fetched.kind === "failed" ? fetched.message : fetched.reason} />
        </Ended>
      );
    case "unknown":
      return (
        <Ended title="There is no such question" onClose={close}>
          It may be long over, or the link is from another machine.
        </Ended>
      );
    case "outcome":
      return <OutcomeState outcome={fetched.outcome} onClose={close} />;
    case "question": {
      const at = questions.findIndex((one) => one.id === id);
      const outcome = outcomeOf(settled) ?? fetched.outcome;
      const mayNot = fetched.may?.kind === "no" && outcome === null ? fetched.may.why : null;
      const review = (
        <ReviewScreen
          key={id}
          question={fetched.question}
          here={here}
          outcome={outcome}
          connection={isOnline ? "online" : "offline"}
          mayNot={mayNot}
          home={home}
          position={at < 0 ? null : { at: at + 1, of: questions.length }}
          answer={(decision) => answer(app, fetched.question, decision)}
          onClose={close}
          keys={app.keys}
        />
      );
      const note = outcome !== null ? null : mayNot !== null ? `${READ_ONLY} ${mayNot}` : votesNote(fetched.may);
      return note === null ? review : <Noted note={note}>{review}</Noted>;
    }
    default:
      return fetched satisfies never;
  }
}

/** It is no answer to this question, there is no such question, this person may not answer it, it is too large. */
const REFUSED: readonly number[] = [400, 404, 409, 413];

function outcomeOf(settled: Settled | null): WebOutcome | null {
  return settled?.outcome ?? null;
}

async function answer(app: App, question: Question, decision: Decision): Promise<Answered> {
  const path = `/api/questions/${encodeURIComponent(question.id)}/answer`;
  const awaited = awaitedBy(question, decision, {
    root: app.data.value?.root ?? "",
    log: app.resources.log.value.value,
  });
  let reply: AnswerReply;
  try {
    reply = await app.api.post<AnswerReply>(path, { decision });
  } catch (error) {
    const isRefused = error instanceof ApiError && REFUSED.includes(error.status);
    if (!isRefused) throw error;
    return { kind: "refused", reason: error.message };
  }
  if (reply.kind === "won") {
    const isOnDisk = question.asker.door === "review";
    app.confirmations.show(`${describeDecision(decision, isOnDisk)}.`, { awaited });
    const outcome = { kind: "answered", decision, at: new Date().toISOString(), from: "this page" } as const;
    app.data.update((value) => value && settleNow(value, question.id, outcome));
    app.replace(nextAfter(app, question.id, { isAnswered: true }));
  }
  return reply;
}

/** After an answer: what came of the task that asked, or the next question. One that is left open leads to the start. */
function nextAfter(app: App, id: string, { isAnswered }: { readonly isAnswered: boolean }): Route {
  const data = app.data.value;
  if (data === null) return { kind: "start" };
  const open = data.questions.find((one) => one.id === id);
  if (open !== undefined && !isAnswered) return { kind: "start" };
  const known = open ?? data.settled.find(({ question }) => question.id === id)?.question;
  if (data.tasks.some((one) => one.id === known?.asker.session)) return { kind: "task", id: known!.asker.session! }; // As compared.
  const now = Date.now();
  const next = data.questions.find((one) => one.id !== id && isWaitingFor(one, data.team, now));
  return next === undefined ? { kind: "start" } : { kind: "question", id: next.id };
}

type EndedProps = {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: preact.ComponentChildren;
};

function Ended({ title, onClose, children }: EndedProps): VNode {
  return (
    <div class="state">
      <h2>{title}</h2>
      <p class="dim">{children}</p>
      <button type="button" onClick={onClose}>
        Continue
      </button>
    </div>
  );
}

function OutcomeState({ outcome, onClose }: { readonly outcome: WebOutcome; readonly onClose: () => void }): VNode {
  // Whether it was about what is on disk is no longer known.
  const { title, next } = endingOf(outcome, false);
  return (
    <Ended title={title} onClose={onClose}>
      <time dateTime={outcome.at}>{ageOf(outcome.at, Date.now())}</time>. {next}
    </Ended>
  );
}

const READ_ONLY = "You can read this, and not answer it.";

function votesNote(may: MayAnswerNow | undefined): string | null {
  if (may?.kind !== "yes" || may.needed === 1) return null;
  return "Two people must give the same answer before anything is written. One can reject it.";
}

function Noted({ note, children }: { readonly note: string; readonly children: VNode }): VNode {
  return (
    <div class="stack">
      <p class="banner" role="note">
        <Revealed text={note} />
      </p>
      {children}
    </div>
  );
}

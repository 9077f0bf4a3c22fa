// One question: fetched whole, shown by the review screen, answered through the server. States in which there is nothing
// to decide say why, and what to do next.

import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Decision } from "../../../approval/index.ts";
import type { AnswerReply, Question, WebOutcome, WebQuestion } from "../../protocol.ts";
import { useApp, useData, useOnline, type App } from "../app/context.ts";
import type { Route } from "../app/route.ts";
import { ageOf } from "../layout/ages.ts";
import { ReviewScreen } from "../review/review-screen.tsx";
import { messageOf } from "../store/api.ts";
import { settleNow, type Settled } from "../store/data.ts";
import { Revealed } from "../text.tsx";
import { describeDecision, describeOutcome } from "./asker-text.ts";

type Fetched = { readonly kind: "fetching" } | { readonly kind: "failed"; readonly message: string } | WebQuestion;

export function QuestionScreen({ id }: { readonly id: string }): VNode {
  const app = useApp();
  const isOnline = useOnline();
  const questions = useData(({ questions }) => questions);
  const settled = useData(({ settled }) => settled.find(({ question }) => question.id === id) ?? null);
  const [fetched, setFetched] = useState<Fetched>({ kind: "fetching" });
  const needsFetch = isOnline && (fetched.kind === "fetching" || fetched.kind === "failed");
  useEffect(() => {
    if (!needsFetch) return;
    const abort = new AbortController();
    app.api
      .get<WebQuestion>(`/api/questions/${encodeURIComponent(id)}`, { signal: abort.signal })
      .then(setFetched, (error: unknown) => {
        if (!abort.signal.aborted) setFetched({ kind: "failed", message: messageOf(error) });
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
      return (
        <ReviewScreen
          key={id}
          question={fetched.question}
          outcome={outcomeOf(settled) ?? fetched.outcome}
          connection={isOnline ? "online" : "offline"}
          position={at < 0 ? null : { at: at + 1, of: questions.length }}
          answer={(decision) => answer(app, fetched.question, decision)}
          onClose={close}
          keys={app.keys}
        />
      );
    }
    default:
      return fetched satisfies never;
  }
}

function outcomeOf(settled: Settled | null): WebOutcome | null {
  return settled?.outcome ?? null;
}

async function answer(app: App, question: Question, decision: Decision): Promise<AnswerReply> {
  const path = `/api/questions/${encodeURIComponent(question.id)}/answer`;
  const reply = await app.api.post<AnswerReply>(path, { decision });
  if (reply.kind === "won") {
    const isWritten = decision.items.some(({ action }) => action !== "reject");
    app.confirmations.show(`${describeDecision(decision)}.`, { awaitsReceipt: isWritten });
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
  const next = data.questions.find((one) => one.id !== id);
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
        Go on
      </button>
    </div>
  );
}

function OutcomeState({ outcome, onClose }: { readonly outcome: WebOutcome; readonly onClose: () => void }): VNode {
  const { title, advice } = describeOutcome(outcome);
  return (
    <Ended title={title} onClose={onClose}>
      <time dateTime={outcome.at}>{ageOf(outcome.at, Date.now())}</time>. {advice}
    </Ended>
  );
}

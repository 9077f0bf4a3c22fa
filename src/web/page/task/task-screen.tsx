// A task of this page: while it works, when it asks, and what came of it.

import type { ComponentChildren, VNode } from "preact";
import { useEffect } from "preact/hooks";
import type { WebTask, WorkTreeReport } from "../../protocol.ts";
import { useApp, useData } from "../app/context.ts";
import { cancelTask, questionOf } from "../app/tasks.ts";
import { CopyButton } from "../layout/copy-button.tsx";
import { UndoButton, useUndone } from "../history/undo-button.tsx";
import { Path, Revealed } from "../text.tsx";
import { PathList, Report, Warning } from "./report.tsx";

export function TaskScreen({ id }: { readonly id: string }): VNode {
  const app = useApp();
  const task = useData(({ tasks }) => tasks.find((one) => one.id === id) ?? null);
  const isUndone = useUndone(task?.state.kind === "applied" ? task.state.report.receipt_id : null);
  const question = useData(({ questions }) => (task === null ? null : questionOf(questions, task)));
  // A person who started a task wants to see what it asks.
  useEffect(() => {
    if (question !== null) app.replace({ kind: "question", id: question });
  }, [question]);
  const back = (
    <button type="button" onClick={() => app.go({ kind: "start" })}>
      Back to the start
    </button>
  );
  if (task === null)
    return (
      <State title="This is not known any more">
        <p class="dim">The server was started again since. What was written is in the history.</p>
        {back}
      </State>
    );
  const { state, notes } = task;
  switch (state.kind) {
    case "working":
    case "asking":
      return (
        <State title={task.kind === "apply" ? "Reading the answer…" : "Comparing files with the last commit…"}>
          <p class="dim">The questions come next.</p>
          <button type="button" onClick={() => void cancelTask(app, task)}>
            Cancel
          </button>
        </State>
      );
    case "applied":
      return (
        <Done task={task} title={titleOf(state.report)} receiptId={state.report.receipt_id}>
          <Report report={state.report} retry={state.retry} isUndone={isUndone} />
        </Done>
      );
    case "reviewed":
      return (
        <Done task={task} title="The review is finished" receiptId={state.report.receipt_id}>
          <Reviewed report={state.report} />
        </Done>
      );
    case "nothing":
      return (
        <State title="Nothing to review">
          <p class="dim">
            <Revealed text={state.message} />
          </p>
          <Notes notes={notes} />
          {back}
        </State>
      );
    case "cancelled":
      return (
        <State title="Cancelled">
          <p class="dim">What was not approved yet was not written.</p>
          {back}
        </State>
      );
    case "failed":
      return (
        <State title="It failed">
          <p>
            <Revealed text={state.message} lines />
          </p>
          <Notes notes={notes} />
          {back}
        </State>
      );
    default:
      return state satisfies never;
  }
}

function titleOf({
  results,
  receipt_id,
}: {
  readonly results: readonly { readonly status: string }[];
  readonly receipt_id: string | null;
}): string {
  const done = results.filter(({ status }) => status === "APPLIED" || status === "ALREADY_APPLIED").length;
  if (done === results.length) return "Everything is applied";
  return receipt_id === null ? "Nothing was written" : `${done} of ${results.length} edits are applied`;
}

type DoneProps = {
  readonly task: WebTask;
  readonly title: string;
  readonly receiptId: string | null;
  readonly children: ComponentChildren;
};

function Done({ task, title, receiptId, children }: DoneProps): VNode {
  const app = useApp();
  const isUndone = useUndone(receiptId);
  return (
    <div class={`screen task-screen${isUndone ? " is-undone" : ""}`}>
      <div class="task-head">
        <h1 class="grow">{isUndone ? "Undone" : title}</h1>
        {receiptId !== null && <UndoButton receiptId={receiptId} />}
        <button type="button" class="main" onClick={() => app.go({ kind: "start" })}>
          Done
        </button>
      </div>
      {isUndone && (
        <p class="notice" role="status">
          This change was taken back. What it was is listed below; the history says what was restored.
        </p>
      )}
      <Notes notes={task.notes} />
      {children}
    </div>
  );
}

function Notes({ notes }: { readonly notes: readonly string[] }): VNode {
  return (
    <>
      {notes.map((note) => (
        <Warning key={note}>{note}</Warning>
      ))}
    </>
  );
}

function Reviewed({ report }: { readonly report: WorkTreeReport }): VNode {
  const { kept, reverted, reverted_in_part: inPart, edited, failed, prompt } = report;
  const whole = reverted.filter((path) => !inPart.includes(path));
  return (
    <div class="report">
      <PathList title="Kept" paths={kept} />
      <PathList title="Your version" paths={edited} />
      <PathList title="Reverted" paths={whole} />
      <PathList title="Reverted in part" paths={inPart} />
      {failed.map(({ path, reason }) => (
        <p class="notice bad" key={path}>
          <span>
            <Path path={path} /> <Revealed text={reason} />
          </span>
        </p>
      ))}
      {prompt !== "" && (
        <section aria-label="Your review as a prompt">
          <h2 class="section-head">
            <span class="grow">Your review, for any agent</span>
            <CopyButton text={prompt} label="Copy as a prompt" />
          </h2>
          <pre class="card retry-text code" tabIndex={0} aria-label="Your review as a prompt">
            <Revealed text={prompt} lines />
          </pre>
        </section>
      )}
    </div>
  );
}

function State({ title, children }: { readonly title: string; readonly children: ComponentChildren }): VNode {
  return (
    <div class="state">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

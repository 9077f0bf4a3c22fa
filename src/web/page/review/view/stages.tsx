// What is asked in between, in the place of the action bar: a reason, a rule to keep, one answer for several files. Each
// says in full what it would do before it can be agreed to.

import type { VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { describeRemembered } from "../../../../approval/index.ts";
import { describeBulk, type Review } from "../../../../review/index.ts";
import { Revealed } from "../../text.tsx";
import type { UseGate } from "../asking/use-gate.ts";
import type { Dispatch } from "./action-bar.tsx";
import { useReturnedFocus } from "./returned-focus.ts";

type StageProps = { readonly review: Review; readonly dispatch: Dispatch; readonly gate: UseGate };

/** Null where the stage has no panel: the action bar is there. */
export function StagePanel(props: StageProps): VNode | null {
  switch (props.review.stage.kind) {
    case "reason":
      return <ReasonPanel {...props} text={props.review.stage.text} />;
    case "remembering":
      return <AlwaysPanel {...props} stage={props.review.stage} />;
    case "bulk":
      return <BulkPanel {...props} />;
    default:
      return null;
  }
}

function ReasonPanel({ text, dispatch, gate }: StageProps & { readonly text: string }): VNode {
  const field = useRef<HTMLTextAreaElement>(null);
  useReturnedFocus();
  useLayoutEffect(() => field.current?.focus(), []);
  const send = (): Review => dispatch({ kind: "page-rejected", reason: text });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape") {
      event.stopPropagation();
      dispatch({ kind: "stage-left" });
    } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.repeat) {
      event.preventDefault();
      event.stopPropagation();
      gate.byKey(send)();
    }
  };
  return (
    <div class="panel" role="group" aria-label="Reject with a reason">
      <label for="reason-field">Why not? The model sees this.</label>
      <textarea
        ref={field}
        id="reason-field"
        rows={2}
        value={text}
        onInput={(event) => dispatch({ kind: "reason-typed", text: event.currentTarget.value })}
        onKeyDown={onKeyDown}
      />
      <Buttons
        gate={gate}
        dispatch={dispatch}
        label={text.trim() === "" ? "Reject" : "Reject with this reason"}
        act={send}
        testId="reject"
      />
    </div>
  );
}

type AlwaysStage = Extract<Review["stage"], { kind: "remembering" }>;

/** The rules on offer, each in full; the one that would be kept is chosen. */
function AlwaysPanel({ review, dispatch, gate, stage }: StageProps & { readonly stage: AlwaysStage }): VNode {
  const move = (to: number): Review => dispatch({ kind: "offer-moved", by: to - stage.offer });
  const first = useRef<HTMLInputElement>(null);
  useReturnedFocus();
  useLayoutEffect(() => first.current?.focus(), []);
  return (
    <fieldset class="panel" aria-label="Always allow">
      <legend>
        {stage.all
          ? "Apply all of this, and from now on in this session do not ask for:"
          : "Apply this, and from now on do not ask for:"}
      </legend>
      {stage.offers.map((offer, at) => (
        <label class="offer" key={at}>
          <input
            {...(at === 0 ? { ref: first } : {})}
            type="radio"
            name="offer"
            checked={at === stage.offer}
            onChange={() => move(at)}
          />
          <code>
            <Revealed text={describeRemembered(offer)} reading="exact" />
          </code>
        </label>
      ))}
      {review.remember !== null && (
        <p class="dim small">
          Instead of: <Revealed text={describeRemembered(review.remember.rule)} reading="exact" />
        </p>
      )}
      <Buttons
        gate={gate}
        dispatch={dispatch}
        label="Apply and keep this rule"
        act={() => dispatch({ kind: "offer-taken" })}
        testId="apply"
      />
    </fieldset>
  );
}

function BulkPanel({ review, dispatch, gate }: StageProps): VNode | null {
  if (review.stage.kind !== "bulk") return null;
  const { bulk } = review.stage;
  const { question, notes } = describeBulk(bulk, { show: (path) => path, purpose: review.purpose });
  return (
    <div class="panel" role="group" aria-label="One answer for several files">
      <p class="panel-question">
        <Revealed text={question} />
      </p>
      {notes.map((note) => (
        <p class="notice warn" key={note}>
          <Revealed text={note} />
        </p>
      ))}
      <div class="actions-buttons">
        <button
          type="button"
          aria-disabled={bulk.isWhole && !gate.isOpen}
          onPointerDown={gate.onPointerDown}
          {...(bulk.isWhole ? { "data-testid": "reject" } : {})}
          onClick={
            bulk.isWhole
              ? gate.byClick(() => dispatch({ kind: "bulk-declined" }))
              : () => dispatch({ kind: "bulk-declined" })
          }
        >
          {bulk.isWhole ? "Reject all" : "Back"}
        </button>
        {bulk.isWhole && (
          <button type="button" onClick={() => dispatch({ kind: "stage-left" })}>
            Look at the files
          </button>
        )}
        <button
          type="button"
          class="main"
          data-testid={bulk.action}
          aria-disabled={!gate.isOpen}
          onPointerDown={gate.onPointerDown}
          onClick={gate.byClick(() => dispatch({ kind: "bulk-confirmed" }))}
        >
          {bulkVerb(review)} {bulk.pages.length === 1 ? "1 file" : `${bulk.pages.length} files`}
        </button>
      </div>
    </div>
  );
}

export function bulkVerb({ stage, purpose }: Review): string {
  if (stage.kind !== "bulk") return "";
  const { action, deleted, pages } = stage.bulk;
  if (purpose === "work-tree") return action === "apply" ? "Keep" : "Revert";
  if (action === "reject") return "Reject";
  return deleted === pages.length ? "Delete" : "Apply to";
}

type ButtonsProps = {
  readonly gate: UseGate;
  readonly dispatch: Dispatch;
  readonly label: string;
  readonly act: () => Review;
  readonly testId: string;
};

function Buttons({ gate, dispatch, label, act, testId }: ButtonsProps): VNode {
  return (
    <div class="actions-buttons">
      <button type="button" onClick={() => dispatch({ kind: "stage-left" })}>
        Cancel
      </button>
      <button
        type="button"
        class="main"
        data-testid={testId}
        aria-disabled={!gate.isOpen}
        onPointerDown={gate.onPointerDown}
        onClick={gate.byClick(act)}
      >
        {label}
      </button>
    </div>
  );
}

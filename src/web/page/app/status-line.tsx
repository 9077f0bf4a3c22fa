// One line that says what is going on, also to a screen reader: how many questions wait, what runs, whether the server
// can be reached.

import type { VNode } from "preact";
import { counted } from "../../../base/index.ts";
import { isRunning } from "../store/data.ts";
import { useStore } from "../store/store.ts";
import { useApp, useData } from "./context.ts";

export function StatusLine(): VNode {
  const { status, go } = useApp();
  const connection = useStore(status, ({ kind }) => kind);
  const waiting = useData(({ questions }) => questions.length);
  const first = useData(({ questions }) => questions[0]?.id ?? null);
  const running = useData(({ tasks }) => tasks.filter(isRunning).length);
  const isBusy = useData(({ conversation }) => conversation.isBusy);
  const isOnline = connection === "online";
  const text = !isOnline
    ? connection === "signed-out"
      ? "Signed out"
      : "Reconnecting…"
    : waiting > 0
      ? `${counted(waiting, "question")} waiting`
      : running > 0
        ? "Working…"
        : isBusy
          ? "The model is working…"
          : "Nothing to review";
  return (
    <span class="status-line" role="status" aria-live="polite" data-testid="status">
      <span class={`dot ${isOnline ? (waiting > 0 ? "waiting" : "idle") : "lost"}`} aria-hidden="true" />
      {isOnline && first !== null ? (
        <button type="button" class="quiet" onClick={() => go({ kind: "question", id: first })}>
          {text}
        </button>
      ) : (
        <span class="cut">{text}</span>
      )}
    </span>
  );
}

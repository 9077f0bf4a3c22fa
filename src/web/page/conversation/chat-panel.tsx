// The conversation: its head, its items, and the box to write in. Beside the review on a wide screen, or on its own.

import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useApp, useData, useRoute } from "../app/context.ts";
import { ChatHead } from "./chat-head.tsx";
import { Composer } from "./composer.tsx";
import { DrawnItem } from "./drawn-item.tsx";
import { NoMessages } from "./no-messages.tsx";
import { useKeptText } from "../store/use-kept-text.ts";

// As near to the end as this, and the newest words are followed.
const NEAR = 40;

export function ChatPanel({ isScreen = false }: { readonly isScreen?: boolean }): VNode {
  const app = useApp();
  const items = useData(({ conversation }) => conversation.items);
  const isBusy = useData(({ conversation }) => conversation.isBusy);
  const session = useData(({ conversation }) => conversation.sessionId);
  const asked = useData(({ questions }) => questions.find(({ asker }) => asker.session === session)?.id ?? null);
  const [draft, setDraft] = useKeptText("message");
  const list = useRef<HTMLDivElement>(null);
  const isFollowing = useRef(true);
  useEffect(() => {
    isFollowing.current = true;
  }, [session]);
  useEffect(() => {
    const box = list.current;
    if (box !== null && isFollowing.current) box.scrollTop = box.scrollHeight;
  }, [items]);
  const route = useRoute();
  const question = route.kind === "question" && route.id === asked ? null : asked;
  const last = items.at(-1);
  const isQuiet = isBusy && !(last !== undefined && "isOpen" in last && last.isOpen);
  return (
    <section class={`chat-panel${isScreen ? " is-screen" : ""}`} aria-label="Conversation">
      {isScreen ? <h1 class="unseen">Conversation</h1> : <h2 class="unseen">Conversation</h2>}
      <ChatHead />
      <div
        class="chat-items"
        ref={list}
        tabIndex={0}
        role="log"
        aria-label="Messages"
        aria-live="off"
        onScroll={(event) => {
          const { scrollTop, clientHeight, scrollHeight } = event.currentTarget;
          isFollowing.current = scrollTop + clientHeight >= scrollHeight - NEAR;
        }}
      >
        {items.length === 0 ? (
          <NoMessages />
        ) : (
          items.map((item) => (
            <DrawnItem key={item.key} item={item} onUse={setDraft} onShow={(path) => app.go({ kind: "file", path })} />
          ))
        )}
        {isQuiet && question === null && <p class="chat-waiting dim">Waiting for the model…</p>}
        {question !== null && (
          <p class="chat-waiting notice">
            <span class="grow">A change waits for your review.</span>
            <button type="button" class="main" onClick={() => app.go({ kind: "question", id: question })}>
              Review
            </button>
          </p>
        )}
      </div>
      <Composer draft={draft} setDraft={setDraft} />
    </section>
  );
}
